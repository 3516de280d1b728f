/* Scopes: turns, rounds, rules laid over a block, and what lasts for them. As `runtime/scopes.py` and `runtime/bearers.py`. */

static inline Scope *push_scope(M *m) {
    if (m->s.n_scopes >= SCOPES) bail(m, DEEP);
    return &m->scopes[m->s.n_scopes++];
}
static Scope *open_scope(M *m, V word, V name, V player, int32_t end, V you, int32_t depth, V saved) {
    Scope *scope = push_scope(m);
    Scope new = {word, name, player, you, saved, EMPTY, EMPTY, WORD(0), EMPTY, EMPTY, depth, end, 0};
    *scope = new;
    return scope;
}
static inline void next_scope(M *m, V player) { /* the innermost scope ends, and its like begins for another player */
    Scope *scope = &m->scopes[m->s.n_scopes - 1];
    scope->player = player;
    scope->once = scope->then = scope->locals = scope->lent = EMPTY;
    scope->bundle = WORD(0);
    scope->closing = 0;
}
static void restore(M *m, V saved) { /* blocks of values: the first slot, and what they were */
    int64_t n, i, k, j;
    const V *p = items_of(m, saved, &n);
    for (i = 0; i < n; i++) {
        V first = part(m, p[i], 0);
        const V *q = items_of(m, part(m, p[i], 1), &k);
        for (j = 0; j < k; j++) put_val(m, first + j, q[j]);
    }
}
static inline void close_scope(M *m) {
    if (!m->s.n_scopes) bail(m, BAD_DATA);
    m->s.n_scopes--;
    if (m->scopes[m->s.n_scopes].saved != EMPTY) restore(m, m->scopes[m->s.n_scopes].saved);
}
static void drop_scopes(M *m, int32_t depth) {
    while (m->s.n_scopes && m->scopes[m->s.n_scopes - 1].depth >= depth) close_scope(m);
}
static int32_t scope_called(M *m, V word, V name) { /* the innermost of a word and a name; -1 if there is none */
    int32_t at = m->s.n_scopes - 1;
    while (at >= 0 && (m->scopes[at].word != word || (name != WORD(0) && m->scopes[at].name != name))) at--;
    return at;
}
static int64_t open_now(M *m, V word, V name, V of) { /* how many such scopes are open; of one player, if one is given */
    int32_t at;
    int64_t count = 0;
    for (at = 0; at < m->s.n_scopes; at++) {
        Scope *s = &m->scopes[at];
        count += s->word == word && (name == WORD(0) || s->name == name) && (of == NONE || of == s->player);
    }
    return count;
}
static int end_scope(M *m, V word, V name) {
    int32_t at = scope_called(m, word, name);
    Scope *scope;
    if (at < 0) return 0;
    while (m->s.n_scopes > at + 1) close_scope(m);
    scope = &m->scopes[at];
    if (m->s.n_stack > scope->depth + 1) m->s.n_stack = scope->depth + 1;
    if (m->s.n_stack) TOP->pc = scope->end;
    return 1;
}
static void leave_routine(M *m) { drop_scopes(m, m->s.n_stack - 1); pop(m); }

static int is_used_up(M *m, V word, V name, V key) {
    int32_t at = scope_called(m, word, name);
    return contains(m, key, at < 0 ? m->s.once : m->scopes[at].once);
}
static void use_up(M *m, V word, V name, V key) {
    int32_t at = scope_called(m, word, name);
    V *once = at < 0 ? &m->s.once : &m->scopes[at].once;
    *once = put_at(m, *once, length(m, *once), key);
}

static V active_player(M *m) {
    int32_t at;
    for (at = m->s.n_scopes - 1; at >= 0; at--)
        if (m->scopes[at].word == W_turn) return m->scopes[at].player;
    return NONE;
}
static int64_t turn_place(V active, V player) { /* how far a player sits from the one whose turn it is; behind all if he does not */
    if (TAG(player) > 0 || player < 0 || player >= N_PLAYERS) return N_PLAYERS;
    if (TAG(active) > 0 || active < 0 || active >= N_PLAYERS) return player;
    return (player - active + N_PLAYERS) % N_PLAYERS;
}
static V in_turn_order(M *m) {
    V active = active_player(m), first = TAG(active) > 0 || active < 0 || active >= N_PLAYERS ? 0 : active;
    V *at = room(m, N_PLAYERS);
    int64_t i;
    for (i = 0; i < N_PLAYERS; i++) at[1 + i] = (first + i) % N_PLAYERS;
    return made(m, at, N_PLAYERS);
}
static int is_running(M *m, V thing) {
    int32_t at;
    for (at = 0; at < m->s.n_stack; at++)
        if (m->stack[at].routine >= 0 && LV(&m->stack[at])[1] == thing) return 1;
    return 0;
}
static int is_verb_running(M *m, V verb) {
    int32_t at;
    for (at = 0; at < m->s.n_scopes; at++)
        if (m->scopes[at].word == W_verb && m->scopes[at].name == verb) return 1;
    return 0;
}
static V padded(M *m, V kept, int64_t size) {
    int64_t n, i;
    const V *p = items_of(m, kept, &n);
    V *at = room(m, size > n ? size : n);
    memcpy(at + 1, p, (size_t)n * sizeof(V));
    for (i = n; i < size; i++) at[1 + i] = NONE;
    return made(m, at, size > n ? size : n);
}
enum { L_BUNDLE, L_ROUTINE, L_EDGE, L_COUNT, L_WORD, L_NAME, L_OF, L_LOCALS }; /* the parts of what lasts */
static V rules_laid(M *m, V bundle, int64_t size) { /* the locals of each bundle of rules of that name that is laid down */
    Buf found = buf_new(m);
    int32_t at;
    int64_t n, i;
    const V *p;
    for (at = 0; at < m->s.n_scopes; at++) {
        Scope *scope = &m->scopes[at];
        if (scope->bundle == bundle) buf_add(m, &found, padded(m, scope->locals, size));
        else if (scope->lent != EMPTY) {
            p = items_of(m, scope->lent, &n);
            for (i = 0; i < n; i++)
                if (part(m, p[i], 0) == bundle) buf_add(m, &found, padded(m, part(m, p[i], 1), size));
        }
    }
    p = items_of(m, m->s.lasting, &n);
    for (i = 0; i < n; i++)
        if (part(m, p[i], L_BUNDLE) == bundle) buf_add(m, &found, padded(m, part(m, p[i], L_LOCALS), size));
    return buf_list(m, &found);
}
