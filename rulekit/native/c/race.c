/* A race between the answers of one decision, as `bots/race.py` runs it: each is held against the first in the same worlds.
   Numbers, order and rounding are the same, so that the same answer comes out.

   Where native code draws no worlds, `rk_race_on` stops (WANTS_WORLD) and goes on when it is called again with the world that
   `rk_race_wants` tells. */

enum { WANTS_WORLD = 101 };

typedef struct { int64_t visits; double total, squares; } Runner; /* what an answer brought more than the first */
typedef struct { double margin, result; } Came;                   /* of a thought; result: -1 where it was cut off */

typedef struct Race {
    const Worlds *worlds;
    const Judge *judge;
    Ahead ahead;
    V player;
    uint64_t seed;         /* of worlds */
    int64_t answers;       /* that are played on */
    const int64_t *places; /* of the answers, the first one first */
    int64_t n, n_met, room, count; /* answers, worlds that the first has met, room for results, results */
    Runner *runners;       /* of the answers behind the first */
    Came *met;             /* what came of the first, world by world */
    double *margins;       /* of all results, in order */
    int64_t wanted;        /* 1 + the world that is laid into memory from outside, or 0 */
} Race;

/* ---------- results ---------- */
static int64_t beaten(const Race *r, double margin, int equals) { /* how many are smaller, or equal too */
    int64_t from = 0, to = r->count;
    while (from < to) {
        const int64_t at = (from + to) / 2;
        if (r->margins[at] < margin || (equals && r->margins[at] == margin)) from = at + 1;
        else to = at;
    }
    return from;
}
static void count_result(M *m, Race *r, double margin) {
    const int64_t at = beaten(r, margin, 1);
    if (r->count == r->room) {
        r->room = r->room ? 2 * r->room : 256;
        r->margins = more_room(m, r->margins, r->room, sizeof(double));
        r->met = more_room(m, r->met, r->room, sizeof(Came));
    }
    memmove(r->margins + at + 1, r->margins + at, (size_t)(r->count++ - at) * sizeof(double));
    r->margins[at] = margin;
}
static double ranked_reward(const Race *r, Came came) {
    const double look = (double)(beaten(r, came.margin, 0) + beaten(r, came.margin, 1)) / (double)(2 * r->count);
    return reward_of(came.result, look);
}

/* ---------- thoughts ---------- */
static int64_t next_runner(const Race *r) { /* whose turn it is: few answers at first, and more with every thought */
    int64_t joined = 1 + (int64_t)__builtin_sqrt((double)r->count), best = -1, k;
    double squares = 0.0, visits = 0.0, most = 0.0, curiosity;
    if (joined > r->n - 1) joined = r->n - 1;
    for (k = 0; k < joined; k++) {
        if (!r->runners[k].visits) return k;
        squares += r->runners[k].squares;
        visits += (double)r->runners[k].visits;
    }
    curiosity = 0.5 * __builtin_sqrt(squares / visits) * __builtin_sqrt(__builtin_sqrt(visits));
    for (k = 0; k < joined; k++) {
        const double tries = (double)r->runners[k].visits;
        const double now = r->runners[k].total / tries + curiosity / __builtin_sqrt(tries);
        if (best < 0 || now > most) { best = k; most = now; }
    }
    return best;
}
static uint64_t seed_of(const Race *r, int64_t number) { return (uint64_t)drawn(numbered_draw(r->seed, (uint64_t)number), UINT64_C(1) << 62); }
static Came came_of(M *m, Race *r, int64_t place, int64_t world) {
    double found[SEATS_MAX];
    if (r->worlds) next_world(m, r->worlds, seed_of(r, 2 * world));
    m->limit = 0;
    answer(m, part(m, m->offered, place));
    play_ahead(m, &r->ahead, seed_of(r, 2 * world + 1), r->answers);
    margins(m, r->judge, found);
    count_result(m, r, found[r->player]);
    return (Came){found[r->player], result_of(m, r->judge, r->player)};
}
static int raced_once(M *m, Race *r) { /* 0 if a world is wanted first */
    const int64_t at = next_runner(r), world = r->runners[at].visits;
    Runner *one = &r->runners[at];
    Came came;
    double more;
    if (!r->worlds && r->wanted != world + 1) {
        r->wanted = world + 1;
        return 0;
    }
    r->wanted = 0;
    came = came_of(m, r, r->places[world == r->n_met ? 0 : at + 1], world);
    if (world == r->n_met) {
        r->met[r->n_met++] = came;
        return 1;
    }
    more = ranked_reward(r, came) - ranked_reward(r, r->met[world]);
    one->visits++;
    one->total += more;
    one->squares += more * more;
    return 1;
}

/* ---------- for the outside ---------- */
EXPORT Race *rk_race(const Worlds *worlds, const Judge *judge, M *look, V player, uint64_t seed, int64_t answers, const int64_t *places,
                     int64_t n) {
    Race *r = calloc(1, sizeof(Race));
    Runner *runners = calloc((size_t)n, sizeof(Runner));
    if (!r || !runners) { free(r); free(runners); return NULL; }
    r->worlds = worlds; r->judge = judge;
    r->ahead = (Ahead){judge, look};
    r->player = player; r->seed = seed; r->answers = answers;
    r->places = places; r->n = n;
    r->runners = runners;
    return r;
}
EXPORT void rk_race_free(Race *r) {
    if (!r) return;
    free(r->runners); free(r->met); free(r->margins);
    free(r);
}
EXPORT int rk_race_on(M *m, Race *r, int64_t thoughts) { /* until there were so many thoughts in all */
    int why = setjmp(m->out);
    if (why) return why;
    memcpy(&r->ahead.m->out, &m->out, sizeof(jmp_buf));
    while (r->count < thoughts)
        if (!raced_once(m, r)) return WANTS_WORLD;
    return OK;
}
EXPORT uint64_t rk_race_wants(const Race *r) { return seed_of(r, 2 * (r->wanted - 1)); } /* the seed of the world */
EXPORT int64_t rk_runner(const Race *r, int64_t at, double *total, double *squares) {
    *total = r->runners[at].total;
    *squares = r->runners[at].squares;
    return r->runners[at].visits;
}
