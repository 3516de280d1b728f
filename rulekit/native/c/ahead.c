/* Players who look one answer ahead, as `bots/ahead.py` has them. */

enum { LOOKED_AT = 16 }; /* answers at most that somebody looks at */

typedef struct {
    const Judge *judge;
    M *m; /* memory for positions that are looked at */
} Ahead;

static void copied_to_look(const Ahead *a, M *m) { /* what `m` offers lies elsewhere afterwards */
    rk_copy(a->m, m);
    a->m->limit = 0;
}
/* how each of some answers leaves the player; where he may still pass, as if he passed then */
static void looked(const Ahead *a, M *m, const int64_t *places, int64_t n, uint64_t seed, double *found) {
    const V player = m->asked;
    int passed[LOOKED_AT], open[LOOKED_AT][LOOKED_AT], passes = 0;
    int64_t i, k;
    double now;
    for (i = 0; i < n; i++) {
        V values[LOOKED_AT];
        int on;
        copied_to_look(a, m);
        for (k = 0; k < n; k++) values[k] = part(a->m, a->m->offered, places[k]);
        a->m->s.seed = seed >> 2;
        a->m->chance = mix(a->m->s.seed);
        a->m->brim = ARENA - 2; /* the values are held here */
        answer(a->m, values[i]);
        on = !a->m->s.ended && a->m->asked == player;
        passed[i] = !a->m->s.ended && !on;
        passes += passed[i];
        for (k = 0; k < n; k++) open[i][k] = on && contains(a->m, values[k], a->m->offered);
        found[i] = standing_of(a->m, a->judge, player);
    }
    if (!passes) return;
    copied_to_look(a, m);
    now = standing_of(a->m, a->judge, player);
    for (i = 0; i < n; i++) {
        int64_t best = -1;
        for (k = 0; k < n; k++)
            if (passed[k] && open[i][k] && (best < 0 || found[k] > found[best])) best = k;
        if (best >= 0) found[i] += found[best] - now;
    }
}
/* the best of some answers; the first where no look tells anything: others answer at the same time, or chance does */
static int64_t best_ahead(const Ahead *a, M *m, const int64_t *places, int64_t n, uint64_t seed) {
    double found[LOOKED_AT];
    int64_t i, best = 0;
    if (n == 1 || m->sealed || m->asked == NONE) return places[0];
    looked(a, m, places, n, seed, found);
    for (i = 1; i < n; i++)
        if (found[i] > found[best]) best = i;
    return places[best];
}
/* so many different places below n, as the numbers fall */
static int64_t some_places(M *m, int64_t n, int64_t *places) {
    int64_t i, k, count = 0, first = (int64_t)(picked(m) % (uint64_t)n);
    if (n <= LOOKED_AT) {
        for (i = 0; i < n; i++) places[i] = (first + i) % n;
        return n;
    }
    places[count++] = first;
    for (i = 1; i < LOOKED_AT; i++) {
        places[count] = (int64_t)(picked(m) % (uint64_t)n);
        for (k = 0; places[k] != places[count]; k++) {}
        count += k == count;
    }
    return count;
}
/* plays on for so many answers */
static void play_ahead(M *m, const Ahead *a, uint64_t seed, int64_t answers) {
    const int64_t end = m->s.answered + answers;
    seeded(m, seed, 0);
    m->limit = 0;
    m->s.counter = 0;
    wait_for_question(m);
    while (!m->s.ended && m->s.answered < end) {
        int64_t places[LOOKED_AT], n = length(m, m->offered), at;
        if (!n) bail(m, BAD_DATA);
        if (m->s.used > FULL) tidy(m);
        n = some_places(m, n, places);
        at = best_ahead(a, m, places, n, mix(m->stream));
        answer(m, part(m, m->offered, at));
    }
}
