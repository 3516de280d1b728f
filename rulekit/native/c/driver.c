/* Running a game, tidying its arena, and the functions that the outside calls. */

static V with_standing(M *m, V player, V values);
static int take_standing(M *m, V value);
static void take_operation(M *m, Frame *f, V value);

static void take_value(M *m, V value) {
    Frame *f = TOP;
    if (N_STANDING && take_standing(m, value)) return;
    if (f->routine < 0) take_frame(m, f, value);
    else take_operation(m, f, value);
}
static V ask(M *m, V player, V values, int32_t site) {
    m->asked = player;
    m->offered = values;
    m->site = site;
    m->sealed = 0;
    return ASK;
}
static V ask_sealed(M *m, V player, V values, int32_t site) { /* asked even if there is one answer */
    ask(m, player, values, site);
    m->sealed = 1;
    return ASK;
}
/* answers what has one answer; else somebody is asked */
static V consult(M *m, V player, V values, int forced) {
    if (N_STANDING) values = with_standing(m, player, values);
    if (length(m, values) == 1 && forced && !(m->s.ask_forced && player != NONE)) { take_value(m, part(m, values, 0)); return AGAIN; }
    return ask(m, player, values, -1);
}
static void tidy(M *m);
static void run(M *m) {
    int64_t steps = 0, answered = m->s.answered;
    while (m->s.n_stack && !m->s.ended) {
        if (m->crowded) tidy(m);
        steps += 1 + m->spent;
        m->spent = 0;
        if (steps > PATIENCE) {
            if (m->s.answered == answered) bail(m, SPENT);
            steps = 0;
            answered = m->s.answered;
        }
        if (m->units < 0) exhausted(m);
        if (run_frame(m, TOP) == ASK) { m->s.asking = 1; return; }
    }
    m->s.asking = 0;
    if (!m->s.n_stack) m->s.ended = 1;
}

/* ---------- tidying ---------- */
static V moved(M *m, V v) {
    V *from, *to, n, i;
    if (TAG(v) != T_LIST) return v;
    from = m->arena + (uint32_t)v;
    if (from[0] < 0) return TAGGED(T_LIST, -from[0] - 1);
    n = from[0];
    to = m->spare + m->s.used;
    v = TAGGED(T_LIST, m->s.used);
    m->s.used += (uint32_t)n + 1;
    to[0] = n;
    memcpy(to + 1, from + 1, (size_t)n * sizeof(V));
    from[0] = -(V)(uint32_t)v - 1;
    for (i = 1; i <= n; i++) to[i] = moved(m, to[i]);
    return v;
}
static void measured(M *m) { /* a state that fills much of the arena itself would be tidied in vain */
    if (m->crowded) m->spent -= SPELL;
    m->crowded = 0;
    m->brim = m->s.used > FULL / 2 ? ARENA - 2 : FULL;
}
static void tidy(M *m) { /* what the state holds goes to another arena, the rest is left behind */
    V *old = m->arena;
    int64_t i;
    Frame *f;
    if (!m->spare) m->spare = malloc(ARENA * sizeof(V)); /* most states never need one */
    if (!m->spare) return;
    m->s.used = 0;
    for (i = 0; i < N_VALS; i++) m->s.vals[i] = moved(m, m->s.vals[i]);
    for (i = 0; i < N_ZONES; i++) m->s.zones[i] = moved(m, m->s.zones[i]);
    m->s.known = moved(m, m->s.known);
    m->s.once = moved(m, m->s.once);
    m->s.result = moved(m, m->s.result);
    m->s.winners = moved(m, m->s.winners);
    m->s.lasting = moved(m, m->s.lasting);
    m->offered = moved(m, m->offered);
    f = m->s.n_stack ? TOP : NULL;
    for (i = 0; f && i < f->base + f->size; i++) m->lv[i] = moved(m, m->lv[i]);
    for (i = 0; i < m->s.n_scopes; i++) {
        Scope *s = &m->scopes[i];
        s->saved = moved(m, s->saved);
        s->once = moved(m, s->once);
        s->then = moved(m, s->then);
        s->locals = moved(m, s->locals);
        s->lent = moved(m, s->lent);
    }
    m->arena = m->spare;
    m->spare = old;
    m->kept = m->s.used;
    measured(m);
}

/* ---------- playing ---------- */
static void answer(M *m, V value) {
    V how = AGAIN;
    int32_t site = m->site;
    m->s.answered++;
    m->offered = MISS;
    m->alike = 0;
    if (site < 0) {
        m->s.asking = 0;
        take_value(m, value);
    } else {
        Frame *f = TOP;
        how = SITES[site](m, f, LV(f), value);
    }
    if (how != ASK) {
        m->s.asking = 0;
        if (!m->s.ended) run(m);
    }
}
static void wait_for_question(M *m) { if (!m->s.ended && m->offered == MISS) run(m); }
static void play_on(M *m) {
    wait_for_question(m);
    while (!m->s.ended && m->s.answered < m->limit) {
        int64_t n;
        const V *p;
        if (m->s.used > FULL) {
            tidy(m);
            if (m->s.used > FULL) bail(m, NO_ROOM);
        }
        p = items_of(m, m->offered, &n);
        if (!n) bail(m, BAD_DATA);
        answer(m, p[(uint32_t)picked(m) % (uint32_t)n]);
    }
}
static void begin(M *m) { /* what belongs to a machine, for a state that was just laid into it */
    m->chance = mix(m->s.seed);
    m->units = BUDGET;
    m->since = -1;
    m->spent = m->nested = 0;
    m->supposing = m->crowded = 0;
    m->site = -1;
    m->asked = NONE;
    m->offered = MISS;
    m->sealed = m->alike = 0;
    m->substitutes = MISS;
    measured(m);
    m->version++;
}
static void seeded(M *m, uint64_t seed, int64_t limit) { /* as `playout` does */
    uint64_t start = mix(seed);
    m->s.seed = start >> 2;
    m->stream = 1 + start % (UINT64_C(1073741789) - 1);
    m->limit = limit < 0 ? INT64_C(1) << 62 : m->s.answered + limit;
    m->chance = mix(m->s.seed);
}
static void copied(M *to, const M *from) {
    memcpy(&to->s, &from->s, sizeof(Head));
    memcpy(to->stack, from->stack, (size_t)from->s.n_stack * sizeof(Frame));
    memcpy(to->scopes, from->scopes, (size_t)from->s.n_scopes * sizeof(Scope));
    if (from->s.n_stack) {
        const Frame *top = &from->stack[from->s.n_stack - 1];
        memcpy(to->lv, from->lv, (size_t)(top->base + top->size) * sizeof(V));
    }
    memcpy(to->arena, from->arena, from->s.used * sizeof(V));
    to->serial = from->serial;
    begin(to);
}

/* ---------- states as they come and go: one long row of values ---------- */
static int checked_value(V v, int64_t used) {
    switch (TAG(v)) {
    case T_NONE: return v == NONE;
    case T_TRUTH: return v == NO || v == YES;
    case T_WORD: return v - WORD(0) < N_WORDS;
    case T_LIST: return v - TAGGED(T_LIST, 0) < used;
    case T_FIXED: return v == EMPTY;
    default: return v <= NUMBER_MAX && v >= -NUMBER_MAX;
    }
}
static int checked_arena(const V *arena, int64_t used) { /* lists one behind the other, each of what was made before it */
    int64_t at = 0;
    while (at < used) {
        int64_t n = arena[at], i;
        if (n <= 0 || n > used - at - 1) return 0;
        for (i = 1; i <= n; i++)
            if (!checked_value(arena[at + i], at)) return 0;
        at += n + 1;
    }
    return at == used;
}
#define TAKE() (at < count ? row[at++] : (bail(m, BAD_DATA), 0))
#define TAKE_VALUE(to) do { V taken = TAKE(); if (!checked_value(taken, ARENA)) bail(m, BAD_DATA); (to) = taken; } while (0)
#define TAKE_NUMBER(to, low, high) do { V taken = TAKE(); if (taken < (low) || taken > (high)) bail(m, BAD_DATA); (to) = taken; } while (0)
static void taken(M *m, const V *row, int64_t count) {
    int64_t at = 0, i, k, used;
    Head *s = &m->s;
    s->n_stack = s->n_scopes = 0;
    for (i = 0; i < N_VALS; i++) TAKE_VALUE(s->vals[i]);
    fill_sets(m);
    for (i = 0; i < N_ZONES; i++) TAKE_VALUE(s->zones[i]);
    for (i = 0; i < N_THINGS; i++) TAKE_NUMBER(s->where[i], -1, N_ZONES - 1);
    for (i = 0; i < N_ZONES; i++) TAKE_NUMBER(s->mixed[i], 0, LIST_MAX);
    for (i = 0; i < N_ZONES; i++) TAKE_NUMBER(s->pools[i], -NUMBER_MAX, NUMBER_MAX);
    for (i = 0; i < N_THINGS; i++) TAKE_NUMBER(s->up[i], 0, 1);
    TAKE_VALUE(s->known); TAKE_VALUE(s->once); TAKE_VALUE(s->result); TAKE_VALUE(s->paying);
    TAKE_VALUE(s->winners); TAKE_VALUE(s->lasting);
    s->rounds = TAKE(); s->counter = TAKE(); s->answered = TAKE(); s->seed = (uint64_t)TAKE();
    TAKE_NUMBER(k, 0, 3);
    s->asking = k & 1; s->ask_forced = k >> 1 & 1; s->ended = TAKE() != 0;
    TAKE_NUMBER(k, 0, DEEPEST);
    for (i = 0; i < k; i++) {
        V routine, pc, size, j;
        Frame *f;
        TAKE_NUMBER(routine, F_QUEUE, N_ROUTINES - 1);
        TAKE_NUMBER(pc, 0, NUMBER_MAX);
        TAKE_NUMBER(size, 0, LOCALS);
        if (routine >= 0 && (size != ROUTINE[routine].size || pc >= ROUTINE[routine].ops)) bail(m, BAD_DATA);
        if (routine < 0 && size != FRAME_SIZE[-routine]) bail(m, BAD_DATA);
        f = push(m, (int32_t)routine, (int32_t)pc, (int32_t)size);
        for (j = 0; j < size; j++) TAKE_VALUE(LV(f)[j]);
    }
    TAKE_NUMBER(k, 0, SCOPES);
    for (i = 0; i < k; i++) {
        Scope *c = push_scope(m);
        TAKE_VALUE(c->word); TAKE_VALUE(c->name); TAKE_VALUE(c->player);
        TAKE_NUMBER(c->depth, -1, DEEPEST); TAKE_NUMBER(c->end, -1, NUMBER_MAX);
        TAKE_VALUE(c->you); TAKE_VALUE(c->saved); TAKE_VALUE(c->once); TAKE_NUMBER(c->closing, 0, 1);
        TAKE_VALUE(c->then); TAKE_VALUE(c->bundle); TAKE_VALUE(c->locals); TAKE_VALUE(c->lent);
    }
    used = TAKE();
    if (used < 0 || used != count - at || used > FULL || !checked_arena(row + at, used)) bail(m, BAD_DATA);
    memcpy(m->arena, row + at, (size_t)used * sizeof(V));
    s->used = m->kept = (uint32_t)used;
    begin(m);
}
static int64_t given(M *m, V *row, int64_t count) { /* how long the row is; nothing is written beyond `count` */
    int64_t at = 0, i, k;
    Head *s = &m->s;
#define GIVE(v) do { if (at < count) row[at] = (v); at++; } while (0)
    tidy(m);
    for (i = 0; i < N_VALS; i++) GIVE(s->vals[i]);
    for (i = 0; i < N_ZONES; i++) GIVE(s->zones[i]);
    for (i = 0; i < N_THINGS; i++) GIVE(s->where[i]);
    for (i = 0; i < N_ZONES; i++) GIVE(s->mixed[i]);
    for (i = 0; i < N_ZONES; i++) GIVE(s->pools[i]);
    for (i = 0; i < N_THINGS; i++) GIVE(s->up[i]);
    GIVE(s->known); GIVE(s->once); GIVE(s->result); GIVE(s->paying); GIVE(s->winners); GIVE(s->lasting);
    GIVE(s->rounds); GIVE(s->counter); GIVE(s->answered); GIVE((V)s->seed); GIVE(s->asking | s->ask_forced << 1); GIVE(s->ended);
    GIVE(s->n_stack);
    for (i = 0; i < s->n_stack; i++) {
        Frame *f = &m->stack[i];
        GIVE(f->routine); GIVE(f->pc); GIVE(f->size);
        for (k = 0; k < f->size; k++) GIVE(LV(f)[k]);
    }
    GIVE(s->n_scopes);
    for (i = 0; i < s->n_scopes; i++) {
        Scope *c = &m->scopes[i];
        GIVE(c->word); GIVE(c->name); GIVE(c->player); GIVE(c->depth); GIVE(c->end); GIVE(c->you); GIVE(c->saved);
        GIVE(c->once); GIVE(c->closing); GIVE(c->then); GIVE(c->bundle); GIVE(c->locals); GIVE(c->lent);
    }
    GIVE(m->asked); GIVE(m->offered); GIVE(m->site);
    GIVE(s->used);
    for (i = 0; i < s->used; i++) GIVE(m->arena[i]);
    return at;
}

/* ---------- what the outside calls; each says why the reference must go on, or OK ---------- */
#if PART == 2
#define EXPORT static __attribute__((unused))
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#define GUARDED(body) do { int why = setjmp(m->out); if (why) return why; body; return OK; } while (0)
static void tell(M *m) {
    m->told[0] = m->s.ended || m->offered == MISS ? 0 : length(m, m->offered);
    m->told[1] = m->s.ended;
    m->told[2] = m->s.ended ? NONE : m->asked;
    m->told[3] = m->s.answered;
}
EXPORT const int64_t *rk_told(M *m) { return m->told; }
EXPORT M *rk_new(void) {
    M *m = malloc(sizeof(M));
    if (m) { /* frames, scopes and locals are written before they are read */
        memset(m, 0, offsetof(M, stack));
        memset((char *)m + offsetof(M, chance), 0, sizeof(M) - offsetof(M, chance));
        m->arena = malloc(ARENA * sizeof(V));
        if (!m->arena) { free(m); m = NULL; }
    }
    return m;
}
EXPORT void rk_free(M *m) { if (m) { free(m->arena); free(m->spare); free(m); } }
EXPORT int rk_load(M *m, const V *row, int64_t count) { GUARDED(taken(m, row, count)); }
EXPORT int64_t rk_dump(M *m, V *row, int64_t count) { return given(m, row, count); }
EXPORT void rk_copy(M *to, M *from) {
    if (from->s.used > 2 * from->kept + 1024) tidy(from); /* what nobody holds is not copied again and again */
    copied(to, from);
    to->kept = from->kept;
    to->asked = from->asked; to->offered = from->offered; to->site = from->site;
    to->sealed = from->sealed; to->alike = from->alike;
    to->units = from->units; to->since = from->since;
    to->stream = from->stream; to->limit = from->limit;
    tell(to);
}
EXPORT int rk_playout(M *m, uint64_t seed, int64_t limit) { GUARDED((seeded(m, seed, limit), play_on(m), tell(m))); }
/* goes on until somebody must answer */
EXPORT int rk_ready(M *m) { m->limit = 0; GUARDED((wait_for_question(m), tell(m))); }
EXPORT int rk_apply(M *m, M *before, int64_t at) { /* what was before is kept: where this fails, the reference goes on from there */
    int64_t n;
    const V *p;
    m->limit = 0;
    if (m->s.ended || m->offered == MISS) return NO_OPTION;
    p = items_of(m, m->offered, &n);
    if (at < 0 || at >= n) return NO_OPTION;
    rk_copy(before, m);
    p = items_of(m, m->offered, &n);
    GUARDED((answer(m, p[at]), tell(m)));
}
/* ---------- positions outside of a machine: one block of bytes each ---------- */
typedef struct {
    Head s;
    V asked, offered;
    int64_t units, since;
    int32_t site, sealed, alike;
    uint32_t serial, kept;
} Kept;
static size_t locals_of(const M *m) { /* bytes */
    const Frame *top = m->s.n_stack ? &m->stack[m->s.n_stack - 1] : NULL;
    return top ? (size_t)(top->base + top->size) * sizeof(V) : 0;
}
EXPORT int64_t rk_room(M *m) { /* bytes that the position takes; what nobody holds is left behind before */
    if (m->s.used > 2 * m->kept + 128) tidy(m);
    return (int64_t)(sizeof(Kept) + m->s.used * sizeof(V) + (size_t)m->s.n_scopes * sizeof(Scope) + locals_of(m) +
                     (size_t)m->s.n_stack * sizeof(Frame));
}
#define BOTH_WAYS(m, at, copy) /* what lies behind the head, in its order */ \
    copy(at, m->arena, m->s.used * sizeof(V)); \
    copy(at, m->scopes, (size_t)m->s.n_scopes * sizeof(Scope)); \
    copy(at, m->stack, (size_t)m->s.n_stack * sizeof(Frame)); \
    copy(at, m->lv, locals_of(m));
#define OUT(at, from, bytes) do { memcpy(at, from, bytes); (at) += (bytes); } while (0)
#define IN(at, to, bytes) do { memcpy(to, at, bytes); (at) += (bytes); } while (0)
EXPORT void rk_keep(M *m, char *block) {
    Kept *kept = (Kept *)block;
    char *at = block + sizeof(Kept);
    memcpy(&kept->s, &m->s, sizeof(Head));
    kept->asked = m->asked; kept->offered = m->offered;
    kept->units = m->units; kept->since = m->since;
    kept->site = m->site; kept->sealed = m->sealed; kept->alike = m->alike;
    kept->serial = m->serial; kept->kept = m->kept;
    BOTH_WAYS(m, at, OUT)
}
EXPORT void rk_resume(M *m, const char *block) {
    const Kept *kept = (const Kept *)block;
    const char *at = block + sizeof(Kept);
    memcpy(&m->s, &kept->s, sizeof(Head));
    BOTH_WAYS(m, at, IN)
    begin(m);
    m->asked = kept->asked; m->offered = kept->offered;
    m->units = kept->units; m->since = kept->since;
    m->site = kept->site; m->sealed = kept->sealed; m->alike = kept->alike;
    m->serial = kept->serial; m->kept = kept->kept;
    m->limit = 0;
}
EXPORT int rk_answer(M *m, int64_t at) { /* as `rk_apply`, where the position before is kept outside */
    GUARDED((answer(m, part(m, m->offered, at)), tell(m)));
}
EXPORT void rk_reseed(M *m, uint64_t seed) { m->s.seed = seed; m->chance = mix(seed); }
EXPORT void rk_tell(const char *block, Told *told) {
    const Kept *kept = (const Kept *)block;
    const V *arena = (const V *)(block + sizeof(Kept)), *offered;
    const Frame *top = (const Frame *)((const char *)(arena + kept->s.used) + (size_t)kept->s.n_scopes * sizeof(Scope));
    const V winners = kept->s.winners;
    told->over = kept->s.ended;
    offered = told->over || kept->offered == MISS ? POOL : (TAG(kept->offered) == T_LIST ? arena : POOL) + (uint32_t)kept->offered;
    told->count = offered[0];
    told->items = offered + 1;
    told->asked = told->over ? NONE : kept->asked;
    told->answered = kept->s.answered;
    told->site = told->over || !kept->s.n_stack ? -1 : kept->site;
    told->routine = told->over || !kept->s.n_stack ? -1 : top[kept->s.n_stack - 1].routine;
    told->place = told->routine < 0 ? -1 : top[kept->s.n_stack - 1].pc;
    told->winners = !is_list(winners) ? POOL : (TAG(winners) == T_LIST ? arena : POOL) + (uint32_t)winners;
    told->arena = arena;
    told->pool = POOL;
}
EXPORT int64_t rk_bytes(M *m) {
    Frame *f = m->s.n_stack ? TOP : NULL;
    return (int64_t)(sizeof(Head) + m->s.n_stack * sizeof(Frame) + m->s.n_scopes * sizeof(Scope) +
                     (f ? (size_t)(f->base + f->size) * sizeof(V) : 0) + m->s.used * sizeof(V));
}
static V score_of(M *m, V player);
static void scored(M *m, V *scores, uint8_t *winners) {
    int64_t n, i;
    const V *p = items_of(m, m->s.winners, &n);
    memset(winners, 0, N_PLAYERS);
    for (i = 0; i < n; i++)
        if (p[i] >= 0 && p[i] < N_PLAYERS) winners[p[i]] = 1;
    m->units = BUDGET;
    m->nested = 0;
    for (i = 0; i < N_PLAYERS; i++) {
        m->units = BUDGET;
        scores[i] = HAS_SCORE ? score_of(m, i) : winners[i];
    }
}
EXPORT int64_t rk_winners(M *m, V *row, int64_t room_) { /* in their order; how many */
    int64_t n, i;
    const V *p = items_of(m, m->s.winners, &n);
    for (i = 0; i < n && i < room_; i++) row[i] = p[i];
    return n;
}
EXPORT int rk_scores(M *m, V *scores) { uint8_t won[N_PLAYERS + 1]; GUARDED(scored(m, scores, won)); }
/* several playouts from one state: for each whether it went well, who has won, what everybody is worth, how many decisions */
EXPORT int64_t rk_playouts(M *m, const M *from, int64_t count, uint64_t seed, int64_t limit, int32_t *why, uint8_t *winners,
                           V *scores, int64_t *lengths, uint8_t *over) {
    volatile int64_t i = 0;
    int64_t k, odd = 0;
    const int left = setjmp(m->out); /* once for all: a play that is left is noted, and the next one begins */
    if (left) why[i++] = left;
    for (; i < count; i++) {
        copied(m, from);
        seeded(m, seed + (uint64_t)i, limit);
        play_on(m);
        scored(m, scores + i * N_PLAYERS, winners + i * N_PLAYERS);
        lengths[i] = m->s.answered - from->s.answered;
        over[i] = (uint8_t)m->s.ended;
        why[i] = OK;
    }
    for (k = 0; k < count; k++) odd += why[k] != OK;
    return odd;
}
EXPORT const V *rk_pool(void) { return POOL; }
EXPORT int64_t rk_copies(M *to, M *from, int64_t count) { /* for measuring */
    int64_t i;
    for (i = 0; i < count; i++) rk_copy(to, from);
    return to->s.answered;
}
