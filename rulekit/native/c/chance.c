/* Chance: the same numbers from (seed, counter) as `runtime/chance.py`. */

static inline uint64_t mix(uint64_t v) {
    v += UINT64_C(0x9E3779B97F4A7C15);
    v = (v ^ (v >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    v = (v ^ (v >> 27)) * UINT64_C(0x94D049BB133111EB);
    return v ^ (v >> 31);
}
static inline int64_t drawn(uint64_t v, uint64_t total) {
    uint64_t rest;
    if (v < UINT64_C(0xFFFFFFFF00000000) && total <= UINT64_C(0x100000000)) return (int64_t)(v % total);
    rest = (0 - total) % total; /* 2**64 % total: numbers from the last of them on would not be uniform */
    while (rest && v >= 0 - rest) v = mix(v);
    return (int64_t)(v % total);
}
static inline int64_t random_below(M *m, uint64_t total) {
    if (HAS_SUPPOSED && m->supposing) bail(m, RULE_FAILS); /* what would come must not be told */
    return drawn(mix(m->chance ^ (uint64_t)++m->s.counter), total);
}
static inline uint64_t picked(M *m) { return m->stream = m->stream * UINT64_C(837348330) % UINT64_C(1073741789); }
