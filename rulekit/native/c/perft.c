/* Counting plays, as `api/perft.py` does it. Chance is left to the reference, which enumerates it. */

/* from the position of the first machine on, each depth in memory of its own; `bulk`: the last answers are counted, not given */
static void counted(M **at, int64_t depth, int bulk, int64_t *plays, int64_t *over) {
    M *m = at[0], *next = at[1];
    int64_t n, i;
    plays[0]++;
    over[0] += m->s.ended;
    if (!depth || m->s.ended) return;
    n = length(m, m->offered);
    if (bulk && depth == 1) {
        plays[1] += n;
        return;
    }
    for (i = 0; i < n; i++) {
        rk_copy(next, m);
        next->limit = 0;
        answer(next, part(next, next->offered, i));
        if (next->s.counter != m->s.counter) bail(next, ODD_PLACE);
        counted(at + 1, depth - 1, bulk, plays + 1, over + 1);
    }
}
EXPORT int rk_perft(M **at, int64_t depth, int bulk, int64_t *plays, int64_t *over) {
    int64_t i;
    int why = setjmp(at[0]->out);
    if (why) return why;
    for (i = 1; i <= depth; i++) memcpy(&at[i]->out, &at[0]->out, sizeof(jmp_buf));
    counted(at, depth, bulk, plays, over);
    return OK;
}
