/* How well players stand, as `bots/standing.py` and `bots/rewards.py` reckon. */

typedef struct {
    int64_t seats, held;  /* how many seats there are, how many lasting resources each may hold */
    const int64_t *seat;  /* players first, then actors */
    const int64_t *slots; /* of each seat: where its resources lie, -1 for none */
} Judge;
enum { SEATS_MAX = 64 };
#define STANDING_WIN 1e9
#define SCORE_POINT 1000.0

static double plain_figure(M *m, V v, int needed) { /* yes counts as 1; what is no number as 0, where that may be */
    if (TAG(v) == T_TRUTH) return v == YES;
    if (TAG(v) > 0 && needed) bail(m, RULE_FAILS);
    return TAG(v) > 0 ? 0.0 : (double)v;
}
static double worth_to(M *m, const Judge *j, int64_t at) {
    V seat = j->seat[at];
    int64_t i;
    double score = 0.0, held = 0.0;
    m->nested = 0;
    m->units = BUDGET;
    if (HAS_WORTH) return plain_figure(m, worth_of(m, seat), 1);
    if (HAS_SCORE) score = plain_figure(m, score_of(m, seat), 0);
    for (i = 0; i < j->held; i++) {
        int64_t slot = j->slots[at * j->held + i];
        if (slot >= 0) held += (double)nz(*val(m, slot));
    }
    return SCORE_POINT * score + held;
}
static int has_won(M *m, V player) { return contains(m, player, m->s.winners); }
static double standing_of(M *m, const Judge *j, V player) {
    if (m->s.ended) return has_won(m, player) ? STANDING_WIN : -STANDING_WIN;
    return worth_to(m, j, player);
}
/* what each player has, less half of what the best other seat has */
static void margins(M *m, const Judge *j, double *found) {
    double worths[SEATS_MAX];
    int64_t player, at;
    for (at = 0; at < j->seats; at++) worths[at] = worth_to(m, j, at);
    for (player = 0; player < N_PLAYERS; player++) {
        double most = 0.0;
        int any = 0;
        for (at = 0; at < j->seats; at++)
            if (at != player && (!any || worths[at] > most)) { most = worths[at]; any = 1; }
        found[player] = worths[player] - (any ? most / 2 : 0.0);
    }
}

static void *more_room(M *m, void *rows, int64_t room, size_t size) {
    void *found = realloc(rows, (size_t)room * size);
    if (!found) bail(m, NO_ROOM);
    return found;
}

typedef struct { /* of each player: what results of a search were on average, and how far from it, squared and added up */
    double mean[SEATS_MAX], squares[SEATS_MAX];
    int64_t count;
} Rewards;

static double result_of(M *m, const Judge *j, V player) { /* -1 before the end */
    int64_t winners = m->s.ended ? length(m, m->s.winners) : 0;
    if (!m->s.ended) return -1.0;
    if (has_won(m, player)) return winners == 1 ? 1.0 : 0.6;
    return winners || j->seats == 1 ? 0.0 : 0.4;
}
static double reward_of(double result, double look) { /* of a result, if there is one, and of how the position looks */
    return result < 0 ? 0.5 + 0.8 * (look - 0.5) : (1 - 0.15) * result + 0.15 * look;
}
static double usual(Rewards *r, V p, double came) { /* counts a result; how far from the usual it is, in usual distances */
    const double from_mean = came - r->mean[p];
    double spread;
    r->mean[p] += from_mean / (double)r->count;
    r->squares[p] += from_mean * (came - r->mean[p]);
    spread = __builtin_sqrt(r->squares[p] / (double)r->count);
    return spread > 0 ? (came - r->mean[p]) / spread : 0.0;
}
static void rewarded(M *m, const Judge *j, Rewards *r, double *found) {
    double come[SEATS_MAX];
    V p;
    margins(m, j, come);
    r->count++;
    for (p = 0; p < N_PLAYERS; p++) {
        const double far = usual(r, p, come[p]), look = 0.5 + 0.5 * far / (1 + __builtin_fabs(far));
        found[p] = reward_of(result_of(m, j, p), look);
    }
}
EXPORT int rk_standing(M *m, const Judge *j, V player, double *found) { GUARDED(*found = standing_of(m, j, player)); }
