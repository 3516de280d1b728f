/* Worlds that a player could be in: the same state, in which hidden things are drawn anew, as `interpreter/deal.py` does it.

   A plan says how: so many groups of places. Of each group: whether places are filled in an order of their own, how many
   places there are, how many of them come before the rest, that order, all things of the group by number, and of each place
   the thing that lies there now, where, which way up, and which set of things may lie there (-1: all). Then come the places
   in the row of the state that name a thing, and the parts of the row that have no order. */

enum { WORLD_TRIES = 200 };
#define WORLD_STREAM UINT64_C(0x5EC2E7)
#define ROW_WHERE (N_VALS + N_ZONES)
#define ROW_UP (ROW_WHERE + N_THINGS + 2 * N_ZONES)
#define ROW_COUNTER (ROW_UP + N_THINGS + 7)
#define ROW_SEED (ROW_COUNTER + 2)

typedef struct {
    const int64_t *plan;
    const uint8_t *sets; /* which things may lie somewhere, N_THINGS for each set */
    const V *row;        /* the state */
    V *work;             /* room for another */
    int64_t count;
} Worlds;

static inline uint64_t numbered_draw(uint64_t seed, uint64_t at) { return mix(mix(seed) ^ at); }

/* fills the places of a group; 0 if somebody found none */
static int dealt(const Worlds *w, const int64_t *group, uint64_t seed, uint64_t *numbers, V *turn) {
    const int64_t nested = group[0], places = group[1], rest = group[2];
    const int64_t *order = group + 3, *things = order + rest, *place = things + places;
    int64_t left[N_THINGS + 1], n = places, k, i;
    memcpy(left, things, (size_t)places * sizeof(int64_t));
    for (k = 0; k < (nested ? rest : places); k++) {
        const int64_t *one = place + 4 * (nested ? order[k] : k);
        const uint8_t *fit = one[3] < 0 ? NULL : w->sets + one[3] * N_THINGS;
        int64_t many = n, at;
        if (nested && fit)
            for (many = 0, i = 0; i < n; i++) many += fit[left[i]];
        if (!many) return 0;
        at = many > 1 ? drawn(numbered_draw(seed, ++*numbers), (uint64_t)many) : 0;
        if (nested && fit) {
            for (i = 0; !fit[left[i]] || at--; i++) {}
            at = i;
        }
        if (!nested && fit && !fit[left[at]]) return 0;
        turn[one[0]] = left[at];
        memmove(left + at, left + at + 1, (size_t)(--n - at) * sizeof(int64_t));
    }
    for (i = 0; k < places; k++, i++) turn[place[4 * k]] = left[i];
    return 1;
}
static const int64_t *behind_group(const int64_t *group) { return group + 3 + group[2] + 5 * group[1]; }
static int drawn_turn(const Worlds *w, uint64_t seed, V *turn) {
    uint64_t numbers = 0;
    int64_t tries, k;
    for (tries = 0; tries < WORLD_TRIES; tries++) {
        const int64_t *group = w->plan + 1;
        for (k = 0; k < w->plan[0] && dealt(w, group, seed ^ WORLD_STREAM, &numbers, turn); k++) group = behind_group(group);
        if (k == w->plan[0]) return 1;
    }
    return 0;
}
static void laid_anew(const Worlds *w, const V *turn) { /* puts what was drawn into the row */
    const int64_t *at = w->plan + 1;
    int64_t k, i, n;
    for (k = 0; k < w->plan[0]; k++) {
        const int64_t *place = at + 3 + at[2] + at[1];
        for (i = 0; i < at[1]; i++, place += 4) {
            w->work[ROW_WHERE + turn[place[0]]] = place[1];
            w->work[ROW_UP + turn[place[0]]] = place[2];
        }
        at = behind_group(at);
    }
    for (n = *at++; n; n--, at += 2) w->work[at[0]] = turn[at[1]];
    for (n = *at++; n; n--, at += 2) { /* what has no order lies in that of the numbers */
        V *items = w->work + at[0];
        for (i = 1; i < at[1]; i++) {
            V one = items[i];
            for (k = i; k > 0 && items[k - 1] > one; k--) items[k] = items[k - 1];
            items[k] = one;
        }
    }
}
/* a world by a seed, and the question that is asked there */
static void next_world(M *m, const Worlds *w, uint64_t seed) {
    V turn[N_THINGS + 1];
    memcpy(w->work, w->row, (size_t)w->count * sizeof(V));
    if (w->plan[0] && !drawn_turn(w, seed, turn)) bail(m, ODD_PLACE);
    laid_anew(w, turn);
    w->work[ROW_COUNTER] = 0;
    w->work[ROW_SEED] = drawn(numbered_draw(seed, 0), UINT64_C(1) << 62);
    m->limit = 0;
    taken(m, w->work, w->count);
    wait_for_question(m);
}
EXPORT int rk_world(M *m, const Worlds *w, uint64_t seed) { GUARDED((next_world(m, w, seed), tell(m))); }
