/* What answers are called. Texts are made by the outside, which numbers them; here it is kept which answer of which place has
   which number. A thing of which there may be two that look different is called by its name alone only where `alike` is 0. */

typedef struct {
    V routine, pc, head, item;
    int32_t text, plain; /* plain: the text hangs on nothing else */
} Called;
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
/* an answer in two parts, of a menu, or in one; 0 for those that are more */
static int in_parts(M *m, V value, V *head, V *item) {
    int64_t n;
    const V *p;
    *head = MISS;
    *item = value;
    if (!is_list(value)) return 1;
    p = items_of(m, value, &n);
    if (n != 2 || TAG(p[0]) > 0 || is_list(p[1])) return 0;
    *head = p[0];
    *item = p[1];
    return 1;
}
/* the numbers of the texts of all answers here; how many of them are not known */
static int64_t answer_texts(M *m, const Names *names, int32_t *texts) {
    int64_t n, i, odd = 0;
    const V *p = items_of(m, m->offered, &n);
    const Frame *f = TOP;
    V head, item;
    for (i = 0; i < n; i++) {
        const Called *row = names->room && m->alike < 2 && in_parts(m, p[i], &head, &item)
            ? called(names, f->routine, f->pc, head, item) : NULL;
        texts[i] = row && row->text >= 0 && (row->plain || !m->alike) ? row->text : -1;
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
    if (at < 0 || at >= n || !in_parts(m, p[at], &head, &item)) return BAD_DATA;
    if (2 * names->count >= names->room && !grow_names(names)) return NO_ROOM;
    row = called(names, f->routine, f->pc, head, item);
    if (row->text < 0) names->count++;
    *row = (Called){f->routine, f->pc, head, item, text, plain};
    return OK;
}
