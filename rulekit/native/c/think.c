/* A search by many thoughts, as `bots/mcts.py` does it: one tree for all worlds that are drawn, whose nodes are what a player
   knows to have been answered. Numbers, order and rounding are the same, so that the same answer comes out.

   Answers are known by the numbers of their texts. Where one is not known, `rk_think` stops (WANTS_TEXTS) and goes on when it
   is called again with the texts of the question at hand. */

enum { WANTS_TEXTS = 100, DEEPEST_THOUGHT = 60 };

typedef struct { int64_t before; int32_t player, answer; } Key; /* an answer of somebody who has seen so much */
typedef struct { Key *rows; int64_t n, room, *places; } Keys;   /* each once, in order; places: 0, or 1 + the number of a row */
typedef struct { /* what is known of the key of the same number */
    int64_t visits, available;
    int64_t next; /* of the answers at the root, 1 + the number of the next one */
    double total;
    int32_t player, answer;
} Edge;

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
    double curiosity;
    Rewards rewards;
    Keys tried, seen;
    Edge *edges; /* of what was tried */
    int64_t edges_room, root;
    /* the thought at hand */
    int64_t going, depth, path[DEEPEST_THOUGHT], history[N_PLAYERS + 1], open[DEEPEST_THOUGHT];
    int32_t n_open, given, *texts;
    int64_t texts_room;
} Thought;

static int64_t below(Thought *t, uint64_t total) { return drawn(numbered_draw(t->stream, ++t->drawn_so_far), total); }

/* ---------- what was tried ---------- */
static uint64_t place_of_key(int64_t a, int64_t b, int64_t c) { return mix((uint64_t)c ^ mix((uint64_t)b ^ mix((uint64_t)a))); }
static int64_t *place_of(const Keys *k, int64_t before, int32_t player, int32_t answer) {
    uint64_t at = place_of_key(before, player, answer);
    for (;; at++) {
        int64_t *place = &k->places[at & (uint64_t)(2 * k->room - 1)];
        const Key *row;
        if (!*place) return place;
        row = &k->rows[*place - 1];
        if (row->before == before && row->player == player && row->answer == answer) return place;
    }
}
/* 1 + the number of a key; one that is new becomes the last */
static int64_t number_of(M *m, Keys *k, int64_t before, int32_t player, int32_t answer) {
    int64_t i, *place;
    if (k->n == k->room) {
        int64_t more = k->room ? 2 * k->room : 1024;
        k->rows = more_room(m, k->rows, more, sizeof(Key));
        k->places = more_room(m, k->places, 2 * more, sizeof(int64_t));
        memset(k->places, 0, (size_t)(2 * more) * sizeof(int64_t));
        k->room = more;
        for (i = 0; i < k->n; i++) *place_of(k, k->rows[i].before, k->rows[i].player, k->rows[i].answer) = i + 1;
    }
    place = place_of(k, before, player, answer);
    if (!*place) {
        k->rows[k->n] = (Key){before, player, answer};
        *place = ++k->n;
    }
    return *place;
}
static Edge *edge_of(M *m, Thought *t, int64_t seen, int32_t player, int32_t answer) {
    int64_t known = t->tried.n, number;
    if (known == t->edges_room) {
        int64_t more = known ? 2 * known : 1024;
        t->edges = more_room(m, t->edges, more, sizeof(Edge));
        t->edges_room = more;
    }
    number = number_of(m, &t->tried, seen, player, answer);
    if (number > known) {
        t->edges[known] = (Edge){.player = player, .answer = answer};
        if (!seen) {
            t->edges[known].next = t->root;
            t->root = number;
        }
    }
    return &t->edges[number - 1];
}
/* what somebody has seen after one more answer, as a number; 0 is nothing */
static int64_t seen_after(M *m, Thought *t, int64_t before, int32_t player, int32_t answer) {
    return number_of(m, &t->seen, before, player, answer);
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
    const int64_t first = 2 + (int64_t)(2 * __builtin_sqrt((double)t->count));
    return text >= t->ranked || t->rank[text] < 0 || t->rank[text] < first;
}
static double urgency(const Thought *t, const Edge *e) {
    double bias = t->depth || e->answer >= t->ranked || t->rank[e->answer] < 0 ? 0.0 : t->bias[e->answer];
    double visits = (double)e->visits;
    return e->total / visits + t->curiosity * __builtin_sqrt(t->logs[e->available] / visits) + bias / (1 + visits);
}
/* the place of the new answer to be tried, of so many */
static int64_t new_try(M *m, Thought *t, int32_t player, int64_t news) {
    int64_t pick = below(t, (uint64_t)news), i;
    for (i = 0;; i++) {
        if (!t->depth && !is_worth_trying(t, t->texts[i])) continue;
        if (!edge_of(m, t, t->history[player], player, t->texts[i])->visits && !pick--) return i;
    }
}
/* which of the answers here is tried; `fresh` if it never was */
static int64_t next_try(M *m, Thought *t, int32_t player, int64_t n, int *fresh) {
    int64_t seen = t->history[player], i, news = 0, best = -1;
    double most = 0.0;
    for (i = 0; i < n; i++) {
        Edge *e;
        if (!t->depth && !is_worth_trying(t, t->texts[i])) continue;
        e = edge_of(m, t, seen, player, t->texts[i]);
        e->available++;
        news += !e->visits;
    }
    *fresh = news > 0;
    if (news) return new_try(m, t, player, news);
    for (i = 0; i < n; i++) {
        const Edge *e;
        double now;
        if (!t->depth && !is_worth_trying(t, t->texts[i])) continue;
        e = edge_of(m, t, seen, player, t->texts[i]);
        if (!e->visits) continue;
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
        if (m->s.used > FULL) tidy(m);
        n = length(m, m->offered);
        if (!n || player < 0 || player >= N_PLAYERS) bail(m, ODD_PLACE);
        if (!m->sealed) reveal_answers(m, t);
        if (!t->given && answer_texts(m, t->names, room_for_texts(m, t, n))) return 0;
        t->given = 0;
        if (!t->depth) t->count++;
        at = next_try(m, t, player, n, &fresh);
        t->path[t->depth++] = edge_of(m, t, t->history[player], player, t->texts[at]) - t->edges;
        note_answer(m, t, player, t->texts[at], m->sealed);
        m->limit = 0;
        answer(m, part(m, m->offered, at));
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
EXPORT Thought *rk_thought(const Worlds *worlds, const Judge *judge, Names *names, uint64_t stream, uint64_t drawn_so_far, int64_t rollout,
                           double curiosity) {
    Thought *t = calloc(1, sizeof(Thought));
    if (t) {
        t->worlds = worlds; t->judge = judge; t->names = names;
        t->stream = stream; t->drawn_so_far = drawn_so_far; t->rollout = rollout;
        t->curiosity = curiosity;
        t->rewards.count = 1;
    }
    return t;
}
EXPORT void rk_thought_free(Thought *t) {
    if (!t) return;
    free(t->edges); free(t->tried.rows); free(t->tried.places); free(t->seen.rows); free(t->seen.places); free(t->texts);
    free(t);
}
/* the state from which rewards are counted */
EXPORT int rk_from_here(M *m, Thought *t) { GUARDED(margins(m, t->judge, t->rewards.mean)); }
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
/* what is known of an answer at the root: how often it was tried, what it brought */
EXPORT int64_t rk_root(Thought *t, int32_t text, double *total) {
    int64_t i;
    for (i = t->root; i; i = t->edges[i - 1].next)
        if (t->edges[i - 1].answer == text) {
            *total = t->edges[i - 1].total;
            return t->edges[i - 1].visits;
        }
    return -1;
}
EXPORT int rk_decided(Thought *t, int64_t left) { return is_decided(t, left); }
EXPORT uint64_t rk_drawn_so_far(Thought *t) { return t->drawn_so_far; }
EXPORT void rk_set_drawn(Thought *t, uint64_t drawn_so_far) { t->drawn_so_far = drawn_so_far; }
