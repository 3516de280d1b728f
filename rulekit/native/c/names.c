/* What answers are called. Texts are made by the outside, which numbers them; here it is kept which answer of which place has
   which number. A thing of which there may be two that look different is called by its name alone only where `alike` is 0; at a
   place where texts hang on all that is offered (`BY_LIST`), answers are known together with the others. */

typedef struct {
    V routine, pc, head, item;
    int32_t text, plain; /* plain: the text hangs on nothing else */
} Called;
enum { UNLESS_ALIKE = 0, PLAIN = 1, BY_LIST = 2, BY_PLACES = 4 };
typedef struct {
    uint64_t mark; /* a number that hangs on its words */
    int64_t first, size;
} KeptList;
typedef struct {
    Called *rows;
    int64_t count, room; /* room: a power of 2 */
    V *words; /* lists, each kept whole: two that only have the same mark are never taken for one */
    int64_t used, space;
    KeptList *kept;
    int64_t lists, places; /* places: a power of 2 */
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
/* ---------- lists, by number ---------- */
#ifndef MARKS
#define MARKS UINT64_MAX /* how many marks there may be; tests have lists of the same mark by taking few */
#endif
#define UNKNOWN_LIST TAGGED(8, -1)
static int put_word(Names *n, int64_t *end, V word) { /* behind what is kept */
    if (*end >= n->space) {
        int64_t space = n->space ? 2 * n->space : 4096;
        V *words = realloc(n->words, (size_t)space * sizeof(V));
        if (!words) return 0;
        n->words = words;
        n->space = space;
    }
    n->words[(*end)++] = word;
    return 1;
}
static int put_value(M *m, Names *n, int64_t *end, V value) { /* a value and all that is in it; a list begins with its length */
    int64_t count, i;
    const V *p;
    if (!is_list(value)) return put_word(n, end, value);
    p = items_of(m, value, &count);
    if (!put_word(n, end, TAGGED(T_LIST, count))) return 0;
    for (i = 0; i < count; i++) if (!put_value(m, n, end, p[i])) return 0;
    return 1;
}
static KeptList *kept_list(Names *n, uint64_t mark, int64_t first, int64_t size) { /* its place, or the free one where it belongs */
    uint64_t at = mix(mark);
    for (;; at++) {
        KeptList *k = &n->kept[at & (uint64_t)(n->places - 1)];
        if (!k->size) return k;
        if (k->mark == mark && k->size == size && !memcmp(n->words + k->first, n->words + first, (size_t)size * sizeof(V))) return k;
    }
}
static int grow_kept(Names *n) {
    KeptList *old = n->kept;
    int64_t places = n->places, i;
    KeptList *more = calloc((size_t)(places ? 2 * places : 256), sizeof(KeptList));
    if (!more) return 0;
    n->kept = more;
    n->places = places ? 2 * places : 256;
    for (i = 0; i < places; i++) if (old[i].size) *kept_list(n, old[i].mark, old[i].first, old[i].size) = old[i];
    free(old);
    return 1;
}
static V known_list(Names *n, int64_t end, int keep) { /* of the words behind what is kept */
    int64_t first = n->used, i;
    uint64_t mark = 1;
    KeptList *k;
    if (2 * n->lists + 2 >= n->places && !grow_kept(n)) return UNKNOWN_LIST;
    for (i = first; i < end; i++) mark = mix(mark ^ (uint64_t)n->words[i]);
    mark %= MARKS;
    k = kept_list(n, mark, first, end - first);
    if (!k->size) {
        if (!keep) return UNKNOWN_LIST;
        *k = (KeptList){mark, first, end - first};
        n->lists++;
        n->used = end;
    }
    return TAGGED(8, k->first);
}
static V known_value(M *m, Names *n, V value, int keep) { /* a number for a value and all that is in it, and for no other */
    int64_t end = n->used;
    if (!is_list(value)) return value;
    return put_value(m, n, &end, value) ? known_list(n, end, keep) : UNKNOWN_LIST;
}
/* an answer in two parts, of a menu, or in one */
static void in_parts(M *m, Names *names, V value, V *head, V *item, int keep) {
    int64_t n;
    const V *p;
    *head = MISS;
    if (is_list(value)) {
        p = items_of(m, value, &n);
        if (n == 2 && TAG(p[0]) <= 0) { *head = p[0]; value = p[1]; }
    }
    *item = known_value(m, names, value, keep);
}
enum { THINGS = 3 }; /* marks a place, or an option of a menu, that offers things */
/* how an answer is known: a thing that is hidden from the one who is asked by where it lies */
static void known_by(M *m, Names *names, V value, V *head, V *item, int keep) {
    const Frame *f = TOP;
    int32_t z;
    int64_t at;
    in_parts(m, names, value, head, item, keep);
    if (!(m->alike & 2) || (uint64_t)*item >= N_THINGS || called(names, f->routine, f->pc, *head, MISS + THINGS)->text < 0) return;
    if (sees(m, *item, m->asked)) return;
    z = where(m, *item);
    at = place_in(m, *item, zone(m, z));
    *item = -((int64_t)(z + 1) << 32) - (at >= m->s.mixed[z] ? at + 1 : 0);
}
/* all that is offered, with where things lie: by that those of one name are told apart */
static V known_placed(M *m, Names *names, int keep) {
    int64_t n, i, end = names->used;
    const V *p = items_of(m, m->offered, &n);
    int fits = put_word(names, &end, TAGGED(8, 0)); /* no list begins so */
    for (i = 0; fits && i < n; i++) {
        fits = put_value(m, names, &end, p[i]);
        if (fits && (uint64_t)p[i] < N_THINGS) fits = put_word(names, &end, m->s.where[p[i]]) && put_word(names, &end, owner_of(m, p[i]));
    }
    return fits ? known_list(names, end, keep) : UNKNOWN_LIST;
}
static Called *by_list(const Names *names, const Frame *f) { return called(names, f->routine, f->pc, MISS + BY_LIST, 0); }
/* the numbers of the texts of all answers here; how many of them are not known */
static int64_t answer_texts(M *m, Names *names, int32_t *texts) {
    int64_t n, i, odd = 0;
    const V *p = items_of(m, m->offered, &n);
    const Frame *f = TOP;
    V head, item, all = MISS;
    if (names->room && by_list(names, f)->text >= 0) all = known_value(m, names, m->offered, 0);
    else if (names->room && m->alike == 1 && called(names, f->routine, f->pc, MISS, MISS + THINGS)->text >= 0) all = known_placed(m, names, 0);
    for (i = 0; i < n; i++) {
        const Called *row = NULL;
        if (names->room) {
            known_by(m, names, p[i], &head, &item, 0);
            row = called(names, f->routine, f->pc, all != MISS ? all : head, item);
        }
        texts[i] = row && row->text >= 0 && (row->plain || !(m->alike & 1)) ? row->text : -1;
        odd += texts[i] < 0;
    }
    return odd;
}
EXPORT Names *rk_names(void) { return calloc(1, sizeof(Names)); }
EXPORT void rk_names_free(Names *n) { if (n) { free(n->rows); free(n->words); free(n->kept); free(n); } }
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
    known_by(m, names, p[at], &head, &item, 1);
    if (plain == BY_LIST) {
        row = by_list(names, f);
        if (row->text < 0) { names->count++; *row = (Called){f->routine, f->pc, MISS + BY_LIST, 0, 0, PLAIN}; }
        head = known_value(m, names, m->offered, 1);
    }
    if (plain == BY_PLACES) head = known_placed(m, names, 1);
    if (head == UNKNOWN_LIST || item == UNKNOWN_LIST) return NO_ROOM;
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
