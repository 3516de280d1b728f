/* Games by random players, decision by decision, for who wants to know what was chosen and how everybody stood on the way. */

enum { TAKEN = 5 }; /* values of one row of what was taken */

static int broken(M *m);

/* As many decisions as there are up to `until`, or to a new round: of each who was asked, where, and what was taken. A
   walk pauses before a question whose answers are no plain values. Each number below so many is that of `draw`. Where an
   invariant is broken after a decision, if they are `checked`, the reference says which. */
static void walked(M *m, uint64_t stream, int64_t length, int64_t until, int checked, V *taken, int64_t *count) {
    int64_t rounds = m->s.rounds;
    m->limit = 0;
    wait_for_question(m);
    while (!m->s.ended && length < until && m->s.rounds == rounds) {
        int64_t n, k;
        const V *p, *q;
        Frame *f = TOP;
        V *row = taken + TAKEN * *count, value;
        if (m->s.used > FULL) tidy(m);
        p = items_of(m, m->offered, &n);
        if (!n || m->asked >= N_PLAYERS || (TAG(m->asked) > 0 && m->asked != NONE)) bail(m, ODD_PLACE);
        value = p[drawn(mix(stream ^ (uint64_t)length), (uint64_t)n)];
        row[0] = m->asked; row[1] = f->routine; row[2] = f->pc; row[3] = value; row[4] = MISS;
        if (is_list(value)) {
            q = items_of(m, value, &k);
            if (k != 2 || is_list(q[0]) || is_list(q[1])) return;
            row[3] = q[0]; row[4] = q[1];
        }
        ++*count;
        length++;
        answer(m, value);
        if (checked && broken(m)) bail(m, RULE_FAILS);
    }
}
EXPORT int rk_walk(M *m, uint64_t stream, int64_t length, int64_t until, int checked, V *taken, int64_t *count) {
    *count = 0;
    GUARDED((walked(m, stream, length, until, checked, taken, count), tell(m)));
}
EXPORT int rk_broken(M *m) { int found = 0; int why = setjmp(m->out); if (why) return why; found = broken(m); return found; }
/* another game from where all of them begin */
EXPORT void rk_begin(M *m, const M *from, uint64_t seed) {
    copied(m, from);
    m->s.seed = seed;
    m->chance = mix(seed);
}
static V worth_of(M *m, V player);
/* what a player is worth by `score` and by `worth`; MISS where the game has no such define */
EXPORT int rk_figures(M *m, V player, V *row) {
    int why = setjmp(m->out);
    if (why) return why;
    row[0] = row[1] = MISS;
    m->nested = 0;
    m->units = BUDGET;
    if (HAS_SCORE) row[0] = score_of(m, player);
    m->units = BUDGET;
    if (HAS_WORTH) row[1] = worth_of(m, player);
    return OK;
}
EXPORT const V *rk_vals(M *m) { return m->s.vals; }
EXPORT const int32_t *rk_where(M *m) { return m->s.where; }
EXPORT int64_t rk_rounds(M *m) { return m->s.rounds; }
