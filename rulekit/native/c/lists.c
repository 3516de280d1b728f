/* What rules work out: lists in order, and what built-in functions make of them. As `runtime/values.py`. */

static V sortable(M *m, V v) { return v == NONE ? LIST(0, 0) : LIST(1, v); }
static V floored(M *m, V v, V floor) { (void)m; return v == NONE || v > floor ? v : floor; }
static V flat(M *m, V list) { if (length(m, list) > LIST_MAX) bail(m, BEYOND); return list; }
static V span(M *m, V first, V last) {
    int64_t a = nz(first), n = nz(last) - a + 1, i;
    V *at;
    if (n > LIST_MAX) bail(m, BEYOND);
    if (n <= 0) return EMPTY;
    at = room(m, n);
    for (i = 0; i < n; i++) at[1 + i] = a + i;
    return made(m, at, n);
}
static V told_apart(M *m, V list) { /* each once */
    int64_t n, i, k;
    const V *p = items_of(m, list, &n);
    Buf kept = buf_new(m);
    for (i = 0; i < n; i++) {
        for (k = 0; k < kept.count && !same(m, m->arena[kept.at + 1 + k], p[i]); k++) {}
        if (k == kept.count) buf_add(m, &kept, p[i]);
    }
    return buf_list(m, &kept);
}
static V turned(M *m, V list, int64_t at) { return at ? joined(m, sliced(m, list, at, length(m, list)), sliced(m, list, 0, at)) : list; }
static V from_next(M *m, V list, V last) { return turned(m, list, place_in(m, last, list) + 1); }
static V starting(M *m, V first, V list) {
    int64_t at = place_in(m, first, list);
    return turned(m, list, at < 0 ? 0 : at);
}
static V list_less(M *m, V left, V right) { /* without as many of each as there are on the right, the first ones first */
    int64_t n, k, i, j;
    const V *p = items_of(m, left, &n), *q = items_of(m, right, &k);
    V gone = list_of(m, q, k);
    Buf kept = buf_new(m);
    for (i = 0; i < n; i++) {
        V *off = k ? m->arena + (uint32_t)gone + 1 : NULL;
        for (j = 0; j < k && (off[j] == MISS || !same(m, off[j], p[i])); j++) {}
        if (j < k) off[j] = MISS;
        else buf_add(m, &kept, p[i]);
    }
    for (j = 0; j < k; j++) m->arena[(uint32_t)gone + 1 + j] = NONE;
    return buf_list(m, &kept);
}
static V reversed(M *m, V list) {
    int64_t n, i;
    const V *p = items_of(m, list, &n);
    V *at;
    if (!n) return EMPTY;
    at = room(m, n);
    for (i = 0; i < n; i++) at[1 + i] = p[n - 1 - i];
    return made(m, at, n);
}
static V among(M *m, const uint8_t *row, int64_t low, int64_t count, V list) {
    int64_t n, i;
    const V *p = items_of(m, list, &n);
    Buf kept = buf_new(m);
    for (i = 0; i < n; i++)
        if (is_member(row, count, p[i] - low)) buf_add(m, &kept, p[i]);
    return buf_list(m, &kept);
}
static int disjoint(M *m, V a, V b) {
    int64_t n, i;
    const V *p = items_of(m, a, &n);
    for (i = 0; i < n; i++)
        if (contains(m, p[i], b)) return 0;
    return 1;
}
static V some_of(M *m, V first, V behind) { /* the zones of a row in which something lies */
    Buf kept = buf_new(m);
    V z;
    for (z = first; z < behind; z++)
        if (zone(m, z) != EMPTY && length(m, zone(m, z))) buf_add(m, &kept, zone(m, z));
    return buf_list(m, &kept);
}
static int by_key(M *m, V a, V b) { return compared(m, part(m, a, 0), part(m, b, 0)); }
static int by_key_down(M *m, V a, V b) { return -by_key(m, a, b); }
/* highest (1), lowest (-1) or sorted (0) of (key, item) pairs; those that tie stay in their order */
static V ranked(M *m, int how, int down, V pairs) {
    int64_t n, i;
    const V *p = items_of(m, pairs, &n);
    Buf found = buf_new(m);
    V *copy;
    if (how) {
        V best = n ? part(m, p[0], 0) : NONE;
        for (i = 1; i < n; i++) {
            V key = part(m, p[i], 0);
            if (how * compared(m, key, best) > 0) best = key;
        }
        for (i = 0; i < n; i++)
            if (!compared(m, part(m, p[i], 0), best)) buf_add(m, &found, part(m, p[i], 1));
        return buf_list(m, &found);
    }
    if (!n) return EMPTY;
    copy = m->arena + (uint32_t)list_of(m, p, n) + 1;
    sort_items(m, copy, n, down ? by_key_down : by_key);
    found = buf_new(m);
    for (i = 0; i < n; i++) buf_add(m, &found, part(m, copy[i], 1));
    return buf_list(m, &found);
}
static V sum_of(M *m, V list) {
    int64_t n, i, sum = 0;
    const V *p = items_of(m, list, &n);
    for (i = 0; i < n; i++) sum += p[i] == YES ? 1 : p[i] == NO ? 0 : nz(p[i]);
    return number(m, sum);
}
static int every_of(M *m, V list) {
    int64_t n, i;
    const V *p = items_of(m, list, &n);
    for (i = 0; i < n; i++)
        if (!holds(m, p[i])) return 0;
    return 1;
}
static V extreme_of(M *m, V list, int sign) {
    int64_t n, i;
    const V *p = items_of(m, list, &n);
    V found = NONE;
    for (i = 0; i < n; i++)
        if (p[i] != NONE && (found == NONE || sign * compared(m, p[i], found) > 0)) found = p[i];
    return found == NONE ? 0 : found;
}
static V most_of(M *m, V list) { return extreme_of(m, list, 1); }
static V least_of(M *m, V list) { return extreme_of(m, list, -1); }
static int equals(M *m, V found, V wanted) {
    return is_list(wanted) && !is_list(found) ? contains(m, found, wanted) : same(m, found, wanted);
}

/* ---------- things ---------- */
static V position(M *m, V z, V thing) { return z < 0 ? 0 : place_in(m, thing, zone(m, z)) + 1; }
static V position_of(M *m, V thing) { return position(m, where(m, thing), thing); }
static V left_of_player(M *m, V player) {
    (void)m;
    return TAG(player) <= 0 && player >= 0 && player < N_PLAYERS ? (player + 1) % N_PLAYERS : NONE;
}
static Frame *push_power(M *m, V path, V you, V this) {
    int32_t routine;
    Frame *f;
    int32_t i;
    if (TAG(path) != T_WORD || (uint32_t)path >= N_WORDS || ROUTINE_OF[(uint32_t)path] < 0) bail(m, BAD_DATA);
    routine = ROUTINE_OF[(uint32_t)path];
    f = push(m, routine, 0, ROUTINE[routine].size);
    for (i = 2; i < f->size; i++) LV(f)[i] = NONE;
    LV(f)[0] = you;
    LV(f)[1] = this;
    return f;
}
