/* Ways over boards: how far it is, and which way leads there. As `ir/run/helpers.py`. */

typedef V Step(M *m, V you, V edge, uint8_t *found); /* the cells around those of an edge that were not found yet */
typedef V Around(M *m, V you, V cell);

static V distances(M *m, Step *step, V you, V start) { /* by cell: how far it is, none where no way leads */
    uint8_t found[N_THINGS + 1];
    V *row = room(m, N_CELLS), edge = LIST(start), far;
    int64_t n, i, at = 0;
    const V *p;
    row = room(m, N_CELLS);
    for (i = 0; i < N_CELLS; i++) row[1 + i] = NONE;
    far = made(m, row, N_CELLS);
    memset(found, 0, sizeof found);
    found[in_set(m, start)] = found[in_set(m, NONE)] = 1;
    for (;;) {
        p = items_of(m, edge, &n);
        if (!n) return far;
        for (i = 0; i < n; i++) {
            if (p[i] < CELL_LOW || p[i] >= CELL_LOW + N_CELLS) bail(m, BAD_DATA);
            row[1 + p[i] - CELL_LOW] = at;
        }
        at++;
        edge = step(m, you, edge, found);
    }
}
static V searching(M *m, Step *step, V you, V start) { return start == NONE ? EMPTY : distances(m, step, you, start); }
static V far_to(M *m, V search, V goal) {
    if (goal == NONE || search == EMPTY || goal < CELL_LOW || goal >= CELL_LOW + N_CELLS) return NONE;
    return part(m, search, goal - CELL_LOW);
}
/* where no state can change the ways, all distances from a cell are kept; two threads that find them at once find the same */
static int16_t FAR[N_DISTANCES][N_CELLS][N_CELLS];
static uint8_t IS_KNOWN[N_DISTANCES][N_CELLS];
static V fixed_distance(M *m, Step *step, int which, V you, V start, V goal) {
    V found;
    if (start == NONE || goal == NONE) return NONE;
    if (start < CELL_LOW || start >= CELL_LOW + N_CELLS || goal < CELL_LOW || goal >= CELL_LOW + N_CELLS) return NONE;
    if (!__atomic_load_n(&IS_KNOWN[which][start - CELL_LOW], __ATOMIC_ACQUIRE)) {
        int64_t n, i;
        const V *p;
        found = distances(m, step, you, start);
        p = items_of(m, found, &n);
        for (i = 0; i < n; i++)
            __atomic_store_n(&FAR[which][start - CELL_LOW][i], p[i] == NONE ? -1 : (int16_t)p[i], __ATOMIC_RELAXED);
        __atomic_store_n(&IS_KNOWN[which][start - CELL_LOW], 1, __ATOMIC_RELEASE);
    }
    found = __atomic_load_n(&FAR[which][start - CELL_LOW][goal - CELL_LOW], __ATOMIC_RELAXED);
    return found < 0 ? NONE : found;
}
/* of each level on the way to a goal what lies on a shortest way; then the lowest cell of each */
static V way_back(M *m, V levels, V start, V goal, Around *around, V you) {
    int64_t n = length(m, levels), i, k, count;
    V near = LIST(goal), at = start;
    Buf ways = buf_new(m), way;
    const V *p;
    buf_add(m, &ways, near);
    for (i = n - 1; i > 0; i--) {
        Buf next = buf_new(m);
        p = items_of(m, part(m, levels, i), &count);
        for (k = 0; k < count; k++)
            if (!disjoint(m, near, around(m, you, p[k]))) buf_add(m, &next, p[k]);
        near = buf_list(m, &next);
        buf_add(m, &ways, near);
    }
    way = buf_new(m);
    for (i = (int64_t)ways.count - 1; i >= 0; i--) {
        V cells = around(m, you, at), least = NONE;
        p = items_of(m, m->arena[ways.at + 1 + i], &count);
        for (k = 0; k < count; k++)
            if (contains(m, p[k], cells) && (least == NONE || p[k] < least)) least = p[k];
        if (least == NONE) bail(m, BAD_DATA);
        at = least;
        buf_add(m, &way, at);
    }
    return buf_list(m, &way);
}
