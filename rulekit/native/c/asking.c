/* What is asked: who sees what, which answers can be told apart, and operations carried out as the interpreter does. */

static V seer(M *m, V owner);
static int sees(M *m, V thing, V player) {
    int32_t z = where(m, thing);
    int shown = 0;
    if (z < 0 || !HIDES[z] || m->s.up[thing]) return 1;
    if (SEEN[z] == 1 || SEEN[z] == 2) shown = (seer(m, ZONE_OWNER[z]) == player) == (SEEN[z] == 1);
    else if (SEEN[z] == 3) shown = part(m, m->s.zones[z], 0) == thing && !m->s.mixed[z];
    return shown || (m->s.known != EMPTY && contains(m, LIST(thing, player), m->s.known));
}
static int any_unseen(M *m, int64_t heads, V out, V player) { /* heads: the options that may offer hidden things, as bits */
    int64_t n, i;
    const V *p = items_of(m, out, &n);
    for (i = 0; i < n; i++) {
        V item = p[i];
        if (heads >= 0) item = (heads >> part(m, p[i], 0)) & 1 ? part(m, p[i], 1) : NONE;
        if (TAG(item) <= 0 && !sees(m, item, player)) return 1;
    }
    return 0;
}
/* the things that the one who is asked can tell apart; what is hidden comes last, by place */
static V named_things(M *m, V items, V viewer) {
    int64_t n, i, k;
    const V *p = items_of(m, items, &n);
    Buf seen = buf_new(m), unseen;
    V shown, hidden, *q;
    for (i = 0; i < n; i++)
        if (p[i] == NONE || viewer == NONE || sees(m, p[i], viewer)) buf_add(m, &seen, p[i]);
    shown = buf_list(m, &seen);
    if (length(m, shown) == n) return distinguishable(m, items);
    shown = distinguishable(m, shown);
    unseen = buf_new(m);
    for (i = 0; i < n; i++)
        if (p[i] != NONE && !sees(m, p[i], viewer)) {
            for (k = 0; k < unseen.count && m->arena[unseen.at + 1 + k] != p[i]; k++) {}
            if (k == unseen.count) buf_add(m, &unseen, p[i]);
        }
    q = m->arena + unseen.at + 1;
    for (i = 1; i < unseen.count; i++) {
        V one = q[i];
        for (k = i; k > 0; k--) {
            int32_t a = m->s.where[q[k - 1]], b = m->s.where[one];
            if (a < b || (a == b && place_in(m, q[k - 1], zone(m, a)) < place_in(m, one, zone(m, b)))) break;
            q[k] = q[k - 1];
        }
        q[k] = one;
    }
    hidden = buf_list(m, &unseen);
    m->alike |= 2;
    return joined(m, shown, hidden);
}
static void count_answers(M *m, int64_t count) { if (count > OPTIONS_MAX) bail(m, BEYOND); spend(m, count); }
/* where somebody may choose among hidden things that have no order, chance gives them places first */
static int settle_hidden(M *m, V thing, V player) {
    int32_t z;
    if (TAG(thing) > 0 || player == NONE || sees(m, thing, player)) return 0;
    z = where(m, thing);
    if (z < 0 || place_in(m, thing, zone(m, z)) >= m->s.mixed[z]) return 0;
    settle_order(m, z);
    return 1;
}
/* one of several things by chance, as a question of chance is answered: by groups of those that look the same */
static V sampled(M *m, V items) {
    int64_t n, i, k, groups = 0, at;
    const V *p = items_of(m, items, &n);
    V *row = room(m, 3 * n) + 1;
    made(m, row - 1, 3 * n);
    for (i = 0; i < n; i++) {
        row[i] = looks(m, p[i]);
        for (k = 0; k < groups && !same(m, row[row[n + k]], row[i]); k++) {}
        if (k == groups) { row[n + k] = i; row[2 * n + k] = 0; groups++; }
        row[2 * n + k]++;
    }
    if (groups == 1) return p[0];
    at = random_below(m, (uint64_t)n);
    for (k = 0; k < groups; k++) {
        at -= row[2 * n + k];
        if (at < 0) return p[row[n + k]];
    }
    bail(m, BAD_DATA);
}
static V one_of_values(M *m, V items) { /* equal ones are one outcome, with the weight of them all */
    int64_t n, i, k, at, count;
    V told = told_apart(m, items);
    const V *p = items_of(m, items, &n), *q = items_of(m, told, &count);
    if (count == 1) return q[0];
    at = random_below(m, (uint64_t)n);
    for (k = 0; k < count; k++) {
        for (i = 0; i < n; i++) at -= same(m, p[i], q[k]);
        if (at < 0) return q[k];
    }
    bail(m, BAD_DATA);
}
static V put_or_swap(M *m, Frame *f, V subject, V new, V old, int swap) {
    if (new == NONE || old == NONE) return NONE;
    if (swap) put_in_place(m, new, old, 1);
    else raise_event(m, LIST(W_put, subject, source_of(m, f), LIST(new, old)), EMPTY);
    return NONE;
}
static void face(M *m, Frame *f, V things, int mode, V to) { /* mode: reveal 1, hide 0, flip 2 */
    V listed = is_list(things) ? things : LIST(things), source;
    int64_t n, i;
    const V *p = items_of(m, listed, &n);
    Buf events;
    if (to != NONE) { /* shown to one */
        for (i = 0; i < n; i++)
            if (p[i] != NONE) know(m, p[i], to);
        return;
    }
    source = source_of(m, f);
    events = buf_new(m);
    for (i = 0; i < n; i++) {
        int up;
        V event;
        if (p[i] == NONE) continue;
        at_thing(m, p[i]);
        up = mode == 2 ? !m->s.up[p[i]] : mode;
        event = LIST(up ? W_reveal : W_hide, LV(f)[0], source, LIST(p[i]));
        buf_add(m, &events, event);
    }
    raise_all(m, buf_list(m, &events));
}
static void sealed_save(M *m, V *L, int into, int first, int last) {
    V row = list_of(m, L + first, last - first);
    L[into] = put_at(m, L[into], length(m, L[into]), row);
}
static void sealed_load(M *m, V *L, int source, int first, int last) {
    int64_t n;
    const V *p = items_of(m, part(m, L[source], 0), &n);
    if (n != last - first) bail(m, BAD_DATA);
    memcpy(L + first, p, (size_t)n * sizeof(V));
    L[source] = sliced(m, L[source], 1, length(m, L[source]));
}
static void unwind_to(M *m, Frame *f, int32_t at, int32_t then, int captured, V path) {
    Scope *scope;
    while (m->s.n_scopes > at + 1) close_scope(m);
    scope = &m->scopes[at];
    if (then >= 0) {
        V seen = list_of(m, LV(f), captured), one = LIST(path, seen);
        scope->then = put_at(m, scope->then, length(m, scope->then), one);
    }
    m->s.n_stack = m->s.n_stack > scope->depth + 1 ? scope->depth + 1 : m->s.n_stack;
    if (!m->s.n_stack) return;
    if (scope->word == W_verb) {
        m->s.result = NONE;
        leave_routine(m);
    } else {
        TOP->pc = scope->end;
    }
}
/* sorted as they were offered, those picked so far; left as it is where something was not offered */
static V as_listed(M *m, V picked, V items) {
    int64_t n, i, k;
    const V *p = items_of(m, picked, &n);
    V copy, *q;
    for (i = 0; i < n; i++)
        if (!contains(m, p[i], items)) return picked;
    copy = list_of(m, p, n);
    if (n < 2) return copy;
    q = m->arena + (uint32_t)copy + 1;
    for (i = 1; i < n; i++) {
        V one = q[i];
        for (k = i; k > 0 && place_in(m, q[k - 1], items) > place_in(m, one, items); k--) q[k] = q[k - 1];
        q[k] = one;
    }
    return copy;
}
static V without_nones(M *m, V list) {
    int64_t n, i;
    const V *p = items_of(m, list, &n);
    Buf kept = buf_new(m);
    for (i = 0; i < n; i++)
        if (p[i] != NONE) buf_add(m, &kept, p[i]);
    return buf_list(m, &kept);
}

/* ---------- the start and end of scopes ---------- */
static V clock_items(M *m, int end, V word, V name, V player);
static int scope_edge(M *m, int end, V word, V name, V player) {
    Buf items = buf_new(m);
    V clocks = clock_items(m, end, word, name, player), all;
    int64_t n, i;
    const V *p = items_of(m, clocks, &n);
    for (i = 0; i < n; i++) buf_add(m, &items, p[i]);
    if (m->s.lasting != EMPTY) {
        Buf kept = buf_new(m);
        p = items_of(m, m->s.lasting, &n);
        for (i = 0; i < n; i++) {
            V one = p[i], routine = part(m, one, L_ROUTINE), of = part(m, one, L_OF);
            int hit = part(m, one, L_EDGE) == (end ? W_end : W_start) && part(m, one, L_WORD) == word &&
                      (part(m, one, L_NAME) == WORD(0) || part(m, one, L_NAME) == name);
            if (!hit || (of != NONE && of != player)) {
                buf_add(m, &kept, one);
            } else if (part(m, one, L_COUNT) > 1) {
                int64_t k;
                const V *q = items_of(m, one, &k);
                V copy = list_of(m, q, k);
                m->arena[(uint32_t)copy + 1 + L_COUNT]--;
                buf_add(m, &kept, copy);
            } else if (routine != WORD(0)) {
                V env, item;
                if (TAG(routine) != T_WORD || (uint32_t)routine >= N_WORDS || ROUTINE_OF[(uint32_t)routine] < 0) bail(m, BAD_DATA);
                env = padded(m, part(m, one, L_LOCALS), ROUTINE[ROUTINE_OF[(uint32_t)routine]].size);
                item = LIST(routine, env, part(m, env, 0), -1, part(m, env, 1));
                buf_add(m, &items, item);
            }
        }
        m->s.lasting = buf_list(m, &kept);
    }
    all = buf_list(m, &items);
    if (all == EMPTY) return 0;
    PUSH(F_QUEUE, all);
    return 1;
}
static void scope_end(M *m, Frame *f) {
    Scope scope, *top;
    int64_t n, i;
    const V *p;
    if (!m->s.n_scopes) bail(m, BAD_DATA);
    top = &m->scopes[m->s.n_scopes - 1];
    if (!top->closing && top->word != W_under) {
        top->closing = 1;
        if (scope_edge(m, 1, top->word, top->name, top->player)) return;
    }
    scope = m->scopes[m->s.n_scopes - 1];
    close_scope(m);
    LV(f)[0] = scope.you;
    f->pc++;
    p = items_of(m, scope.then, &n);
    for (i = n - 1; i >= 0; i--) {
        V path = part(m, p[i], 0);
        if (TAG(path) != T_WORD || (uint32_t)path >= N_WORDS || ROUTINE_OF[(uint32_t)path] < 0) bail(m, BAD_DATA);
        push_list(m, ROUTINE_OF[(uint32_t)path], padded(m, part(m, p[i], 1), ROUTINE[ROUTINE_OF[(uint32_t)path]].size));
    }
}
