/* A search by many thoughts, as `bots/mcts.py` does it: one tree for all worlds that are drawn, whose nodes are what a player
   knows to have been answered. Numbers, order and rounding are the same, so that the same answer comes out.

   Answers are known by the numbers of their texts. Where one is not known, `rk_think` stops (WANTS_TEXTS) and goes on when it
   is called again with the texts of the question at hand. */

enum { WANTS_TEXTS = 100, DEEPEST_THOUGHT = 60 };

typedef struct { /* one answer of one player who has seen so much */
    int64_t seen;
    int32_t player, answer;
    int64_t visits, available;
    int64_t next; /* of the answers at the root, 1 + the number of the next one */
    double total;
} Edge;
typedef struct { int64_t before; int32_t player, answer; } Seen; /* one more answer that somebody has seen */
typedef struct { int64_t *places, room; } Index;

typedef struct Thought {
    const Worlds *worlds;
    const Judge *judge;
    Names *names;
    const double *logs;           /* of whole numbers */
    const double *bias;           /* by the text of an answer at the root, as are the ranks; -1 for what is not known */
    const int32_t *rank;
    int64_t ranked;
    uint64_t stream, drawn_so_far; /* numbers of the bot */
    int64_t rollout, count;       /* after how many answers a position is judged; thoughts so far */
    Rewards rewards;
    Edge *edges;
    Seen *seen;
    int64_t n_edges, edges_room, n_seen, seen_room, root;
    Index edge_index, seen_index;
    /* the thought at hand */
    int64_t going, depth, path[DEEPEST_THOUGHT], history[N_PLAYERS + 1], open[DEEPEST_THOUGHT];
    int32_t n_open, given, *texts;
    int64_t texts_room;
} Thought;

static int64_t below(Thought *t, uint64_t total) { return drawn(numbered_draw(t->stream, ++t->drawn_so_far), total); }

/* ---------- what was tried ---------- */
static uint64_t place_of_key(int64_t a, int64_t b, int64_t c) { return mix((uint64_t)c ^ mix((uint64_t)b ^ mix((uint64_t)a))); }
static void *more_room(M *m, void *rows, int64_t room_, size_t size) {
    void *found = realloc(rows, (size_t)room_ * size);
    if (!found) bail(m, NO_ROOM);
    return found;
}
static void emptied(M *m, Index *index, int64_t room_) {
    index->places = more_room(m, index->places, room_, sizeof(int64_t));
    memset(index->places, 0, (size_t)room_ * sizeof(int64_t));
    index->room = room_;
}
#define PLACE_IN(index, at) (index).places[(at) & (uint64_t)((index).room - 1)] /* 0: free; else 1 + the number of a row */
static Edge *edge_of(M *m, Thought *t, int64_t seen, int32_t player, int32_t answer) {
    uint64_t at;
    int64_t i;
    if (t->n_edges == t->edges_room) {
        int64_t more = t->edges_room ? 2 * t->edges_room : 1024;
        t->edges = more_room(m, t->edges, more, sizeof(Edge));
        t->edges_room = more;
        emptied(m, &t->edge_index, 2 * more);
        for (i = 0; i < t->n_edges; i++) {
            at = place_of_key(t->edges[i].seen, t->edges[i].player, t->edges[i].answer);
            while (PLACE_IN(t->edge_index, at)) at++;
            PLACE_IN(t->edge_index, at) = i + 1;
        }
    }
    for (at = place_of_key(seen, player, answer); PLACE_IN(t->edge_index, at); at++) {
        Edge *e = &t->edges[PLACE_IN(t->edge_index, at) - 1];
        if (e->seen == seen && e->player == player && e->answer == answer) return e;
    }
    PLACE_IN(t->edge_index, at) = t->n_edges + 1;
    t->edges[t->n_edges] = (Edge){seen, player, answer, 0, 0, 0, 0.0};
    if (!seen) {
        t->edges[t->n_edges].next = t->root;
        t->root = t->n_edges + 1;
    }
    return &t->edges[t->n_edges++];
}
/* what somebody has seen after one more answer, as a number; 0 is nothing */
static int64_t seen_after(M *m, Thought *t, int64_t before, int32_t player, int32_t answer) {
    uint64_t at;
    int64_t i;
    if (t->n_seen == t->seen_room) {
        int64_t more = t->seen_room ? 2 * t->seen_room : 1024;
        t->seen = more_room(m, t->seen, more, sizeof(Seen));
        t->seen_room = more;
        emptied(m, &t->seen_index, 2 * more);
        for (i = 0; i < t->n_seen; i++) {
            at = place_of_key(t->seen[i].before, t->seen[i].player, t->seen[i].answer);
            while (PLACE_IN(t->seen_index, at)) at++;
            PLACE_IN(t->seen_index, at) = i + 1;
        }
    }
    for (at = place_of_key(before, player, answer); PLACE_IN(t->seen_index, at); at++) {
        Seen *s = &t->seen[PLACE_IN(t->seen_index, at) - 1];
        if (s->before == before && s->player == player && s->answer == answer) return PLACE_IN(t->seen_index, at);
    }
    PLACE_IN(t->seen_index, at) = t->n_seen + 1;
    t->seen[t->n_seen++] = (Seen){before, player, answer};
    return t->n_seen;
}
static void note_answer(M *m, Thought *t, int32_t player, int32_t answer, int sealed) {
    int32_t seat;
    for (seat = 0; seat < N_PLAYERS; seat++)
        t->history[seat] = seen_after(m, t, t->history[seat], player, !sealed || seat == player ? answer : -1);
    if (sealed) t->open[t->n_open++] = (int64_t)player << 32 | answer;
}
static void reveal_answers(M *m, Thought *t) { /* all have chosen: sealed answers become known */
    int32_t i, seat;
    for (i = 0; i < t->n_open; i++)
        for (seat = 0; seat < N_PLAYERS; seat++)
            if (seat != t->open[i] >> 32)
                t->history[seat] = seen_after(m, t, t->history[seat], (int32_t)(t->open[i] >> 32), (int32_t)t->open[i]);
    t->n_open = 0;
}

/* ---------- one thought ---------- */
static int is_worth_trying(const Thought *t, int32_t text) { /* at the root, few answers at first and more with every thought */
    int64_t first = 2 + (int64_t)(2 * __builtin_sqrt((double)t->count));
    return text >= t->ranked || t->rank[text] < 0 || t->rank[text] < first;
}
static double urgency(const Thought *t, const Edge *e) {
    double bias = t->depth || e->answer >= t->ranked || t->rank[e->answer] < 0 ? 0.0 : t->bias[e->answer];
    double visits = (double)e->visits;
    return e->total / visits + 0.7 * __builtin_sqrt(t->logs[e->available] / visits) + bias / (1 + visits);
}
/* which of the answers here is tried; `fresh` if it never was */
static int64_t next_try(M *m, Thought *t, int32_t player, int64_t n, int *fresh) {
    int64_t seen = t->history[player], i, news = 0, best = -1, pick;
    double most = 0.0;
    for (i = 0; i < n; i++) {
        Edge *e;
        if (!t->depth && !is_worth_trying(t, t->texts[i])) continue;
        e = edge_of(m, t, seen, player, t->texts[i]);
        e->available++;
        news += !e->visits;
    }
    *fresh = news > 0;
    pick = news ? below(t, (uint64_t)news) : 0;
    for (i = 0; i < n; i++) {
        const Edge *e;
        double now;
        if (!t->depth && !is_worth_trying(t, t->texts[i])) continue;
        e = edge_of(m, t, seen, player, t->texts[i]);
        if (news && !e->visits && !pick--) return i;
        if (news) continue;
        now = urgency(t, e);
        if (best < 0 || now > most) { best = i; most = now; }
    }
    return best;
}
static int32_t *room_for_texts(M *m, Thought *t, int64_t n) {
    if (n > t->texts_room) {
        t->texts = more_room(m, t->texts, 2 * n, sizeof(int32_t));
        t->texts_room = 2 * n;
    }
    return t->texts;
}
/* plays through the tree, up to the first answer that has not been tried there; 0 if texts are wanted first */
static int descended(M *m, Thought *t) {
    int fresh = 0;
    while (!fresh && t->depth < DEEPEST_THOUGHT && !m->s.ended) {
        int64_t n, at;
        int32_t player = m->asked == NONE ? 0 : (int32_t)m->asked;
        const V *p;
        if (m->s.used > FULL) tidy(m);
        p = items_of(m, m->offered, &n);
        if (!n || player < 0 || player >= N_PLAYERS) bail(m, ODD_PLACE);
        if (!m->sealed) reveal_answers(m, t);
        if (!t->given && answer_texts(m, t->names, room_for_texts(m, t, n))) return 0;
        t->given = 0;
        if (!t->depth) t->count++;
        at = next_try(m, t, player, n, &fresh);
        t->path[t->depth++] = edge_of(m, t, t->history[player], player, t->texts[at]) - t->edges;
        note_answer(m, t, player, t->texts[at], m->sealed);
        m->limit = 0;
        answer(m, p[at]);
    }
    return 1;
}
static int is_decided(const Thought *t, int64_t left) { /* can nothing overtake the leader any more? */
    int64_t first = -1, second = -1, i;
    for (i = t->root; i; i = t->edges[i - 1].next) {
        const Edge *e = &t->edges[i - 1];
        if (e->visits > first) { second = first; first = e->visits; }
        else if (e->visits > second) second = e->visits;
    }
    return second >= 0 && first - second > left;
}
static int thought_once(M *m, Thought *t) { /* 0 if texts are wanted first */
    double rewards[SEATS_MAX];
    int64_t i;
    if (!t->going) {
        memset(t->history, 0, sizeof t->history);
        t->depth = t->n_open = 0;
        if (t->worlds) next_world(m, t->worlds, (uint64_t)below(t, UINT64_C(1) << 62));
        t->going = 1;
    }
    if (!descended(m, t)) return 0;
    seeded(m, (uint64_t)below(t, UINT64_C(1) << 62), t->rollout);
    play_on(m);
    rewarded(m, t->judge, &t->rewards, rewards);
    for (i = 0; i < t->depth; i++) {
        Edge *e = &t->edges[t->path[i]];
        e->visits++;
        e->total += rewards[e->player];
    }
    t->going = 0;
    return 1;
}

/* ---------- for the outside ---------- */
EXPORT Thought *rk_thought(const Worlds *worlds, const Judge *judge, Names *names, uint64_t stream, uint64_t drawn_so_far, int64_t rollout) {
    Thought *t = calloc(1, sizeof(Thought));
    if (t) {
        t->worlds = worlds; t->judge = judge; t->names = names;
        t->stream = stream; t->drawn_so_far = drawn_so_far; t->rollout = rollout;
        t->rewards.count = 1;
        t->rewards.squares = 1.0;
    }
    return t;
}
EXPORT void rk_thought_free(Thought *t) {
    if (!t) return;
    free(t->edges); free(t->seen); free(t->edge_index.places); free(t->seen_index.places); free(t->texts);
    free(t);
}
/* the state from which rewards are counted */
EXPORT int rk_from_here(M *m, Thought *t) { GUARDED(margins(m, t->judge, t->rewards.root)); }
EXPORT void rk_ranked(Thought *t, const int32_t *rank, const double *bias, int64_t ranked) { t->rank = rank; t->bias = bias; t->ranked = ranked; }
EXPORT void rk_given(Thought *t, M *m, const int32_t *texts, int64_t n) {
    memcpy(room_for_texts(m, t, n), texts, (size_t)n * sizeof(int32_t));
    t->given = 1;
}
/* thoughts, until `many` are over or none of `left` could change anything (-1: they are not counted); `done` counts them */
EXPORT int rk_think(M *m, Thought *t, const double *logs, int64_t many, int64_t left, int64_t *done) {
    int why = setjmp(m->out);
    if (why) return why;
    t->logs = logs;
    while (many > 0) {
        if (!t->going && left >= 0 && is_decided(t, left)) { *done = -1; return OK; }
        if (!thought_once(m, t)) { tell(m); return WANTS_TEXTS; }
        ++*done;
        many--;
        if (left >= 0) left--;
    }
    return OK;
}
/* what is known of an answer at the root: how often it was tried, and what it brought */
EXPORT int64_t rk_root(Thought *t, int32_t text, double *total) {
    int64_t i;
    for (i = t->root; i; i = t->edges[i - 1].next)
        if (t->edges[i - 1].answer == text) { *total = t->edges[i - 1].total; return t->edges[i - 1].visits; }
    return -1;
}
EXPORT int rk_decided(Thought *t, int64_t left) { return is_decided(t, left); }
EXPORT uint64_t rk_drawn_so_far(Thought *t) { return t->drawn_so_far; }
EXPORT void rk_set_drawn(Thought *t, uint64_t drawn_so_far) { t->drawn_so_far = drawn_so_far; }
