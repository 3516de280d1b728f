/* What answers are called. Texts are made by the outside, which numbers them; here it is kept which answer of which place has
   which number. A thing of which there may be two that look different is called by its name alone only where `alike` is 0; at a
   place where texts hang on all that is offered (`BY_LIST`), answers are known together with the others. */

typedef struct {
    V routine, pc, head, item;
    int32_t text, plain; /* plain: the text hangs on nothing else */
} Called;
enum { UNLESS_ALIKE = 0, PLAIN = 1, BY_LIST = 2, BY_PLACES = 4 };
typedef struct {
    Called *rows;
    int64_t count, room; /* room: a power of 2 */
} Names;

static uint64_t place_of_name(V routine, V pc, V head, V item) {
    return mix((uint64_t)item ^ mix((uint64_t)head ^ mix((uint64_t)pc ^ mix((uint64_t)routine))));
}
static Called *called(const Names *n, V routine, V pc, V head, V item) { /* its row, or the free one where it belongs */
    uint64_t at = place_of_name(routine, pc, head, item);
    for (;; at++) {
        Called *row = &n->rows[at & (uint64_t)(n->room - 1)];
        if (row->text < 0 || (row->routine == routine && row->pc == pc && row->head == head && row->item == item)) return row;
    }
}
static int grow_names(Names *n) {
    Names more = {NULL, n->count, n->room ? 2 * n->room : 1024};
    int64_t i;
    more.rows = malloc((size_t)more.room * sizeof(Called));
    if (!more.rows) return 0;
    for (i = 0; i < more.room; i++) more.rows[i].text = -1;
    for (i = 0; i < n->room; i++) {
        Called *old = &n->rows[i];
        if (old->text >= 0) *called(&more, old->routine, old->pc, old->head, old->item) = *old;
    }
    free(n->rows);
    *n = more;
    return 1;
}
static uint64_t content_of(M *m, V value) { /* a number for a value and all that is in it */
    uint64_t found = 1;
    int64_t n, i;
    const V *p;
    if (!is_list(value)) return (uint64_t)value;
    p = items_of(m, value, &n);
    for (i = 0; i < n; i++) found = mix(found ^ content_of(m, p[i]));
    return found;
}
/* an answer in two parts, of a menu, or in one */
static void in_parts(M *m, V value, V *head, V *item) {
    int64_t n;
    const V *p;
    *head = MISS;
    *item = (V)content_of(m, value);
    if (!is_list(value)) return;
    p = items_of(m, value, &n);
    if (n != 2 || TAG(p[0]) > 0) return;
    *head = p[0];
    *item = (V)content_of(m, p[1]);
}
enum { THINGS = 3 }; /* marks a place, or an option of a menu, that offers things */
/* how an answer is known: a thing that is hidden from the one who is asked by where it lies */
static void known_by(M *m, const Names *names, V value, V *head, V *item) {
    const Frame *f = TOP;
    int32_t z;
    int64_t at;
    in_parts(m, value, head, item);
    if (!(m->alike & 2) || (uint64_t)*item >= N_THINGS || called(names, f->routine, f->pc, *head, MISS + THINGS)->text < 0) return;
    if (sees(m, *item, m->asked)) return;
    z = where(m, *item);
    at = place_in(m, *item, zone(m, z));
    *item = -((int64_t)(z + 1) << 32) - (at >= m->s.mixed[z] ? at + 1 : 0);
}
/* all that is offered, with where things lie: by that those of one name are told apart */
static uint64_t placed_content(M *m) {
    uint64_t found = 2;
    int64_t n, i;
    const V *p = items_of(m, m->offered, &n);
    for (i = 0; i < n; i++) {
        found = mix(found ^ content_of(m, p[i]));
        if ((uint64_t)p[i] < N_THINGS) found = mix(mix(found ^ (uint64_t)m->s.where[p[i]]) ^ (uint64_t)owner_of(m, p[i]));
    }
    return found;
}
static Called *by_list(const Names *names, const Frame *f) { return called(names, f->routine, f->pc, MISS + BY_LIST, 0); }
/* the numbers of the texts of all answers here; how many of them are not known */
static int64_t answer_texts(M *m, const Names *names, int32_t *texts) {
    int64_t n, i, odd = 0;
    const V *p = items_of(m, m->offered, &n);
    const Frame *f = TOP;
    V head, item, all = MISS;
    if (names->room && by_list(names, f)->text >= 0) all = (V)content_of(m, m->offered);
    else if (names->room && m->alike == 1 && called(names, f->routine, f->pc, MISS, MISS + THINGS)->text >= 0) all = (V)placed_content(m);
    for (i = 0; i < n; i++) {
        const Called *row = NULL;
        if (names->room) {
            known_by(m, names, p[i], &head, &item);
            row = called(names, f->routine, f->pc, all != MISS ? all : head, item);
        }
        texts[i] = row && row->text >= 0 && (row->plain || !(m->alike & 1)) ? row->text : -1;
        odd += texts[i] < 0;
    }
    return odd;
}
EXPORT Names *rk_names(void) { return calloc(1, sizeof(Names)); }
EXPORT void rk_names_free(Names *n) { if (n) { free(n->rows); free(n); } }
EXPORT int64_t rk_answers(M *m, Names *names, int32_t *texts) { return answer_texts(m, names, texts); }
EXPORT int64_t rk_alike(M *m) { return m->alike; }
EXPORT int64_t rk_sealed(M *m) { return m->sealed; }
/* says what an answer here is called, for all times */
EXPORT int rk_call(M *m, Names *names, int64_t at, int32_t text, int32_t plain) {
    int64_t n;
    const V *p = items_of(m, m->offered, &n);
    const Frame *f = TOP;
    V head, item;
    Called *row;
    if (at < 0 || at >= n) return BAD_DATA;
    if (2 * names->count + 4 >= names->room && !grow_names(names)) return NO_ROOM;
    known_by(m, names, p[at], &head, &item);
    if (plain == BY_LIST) {
        row = by_list(names, f);
        if (row->text < 0) { names->count++; *row = (Called){f->routine, f->pc, MISS + BY_LIST, 0, 0, PLAIN}; }
        head = (V)content_of(m, m->offered);
    }
    if (plain == BY_PLACES) head = (V)placed_content(m);
    row = called(names, f->routine, f->pc, head, item);
    if (row->text < 0) names->count++;
    *row = (Called){f->routine, f->pc, head, item, text, plain};
    return OK;
}
/* what things are called at a place, each by its name alone */
EXPORT int rk_call_things(Names *names, V routine, V pc, V head, int64_t n, const V *things, const int32_t *texts, const int32_t *plain) {
    int64_t i;
    for (i = 0; i < n; i++) {
        Called *row;
        if (2 * names->count + 4 >= names->room && !grow_names(names)) return NO_ROOM;
        row = called(names, routine, pc, head, things[i]);
        if (row->text < 0) names->count++;
        *row = (Called){routine, pc, head, things[i], texts[i], plain[i]};
    }
    return OK;
}
