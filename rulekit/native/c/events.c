/* Events: who answers them, and what they bring about. As `ir/run/events.py`, `ir/run/running.py` and `runtime/events.py`. */

enum { F_EVENT = -1, F_REPLACE = -2, F_GAIN = -3, F_STORE = -4, F_MOVES = -5, F_DRAW = -6, F_SETTLE = -7, F_LAID = -8,
       F_ROLLS = -9, F_ROLLING = -10, F_PAY = -11, F_QUEUE = -12 };
enum { FORBID, INSTEAD, BEFORE, AFTER };

static V machine_step(M *m, Frame *f);

/* ---------- running what lies on the stack ---------- */
static inline V run_frame(M *m, Frame *f) {
    return f->routine < 0 ? machine_step(m, f) : ROUTINES[f->routine](m, f, LV(f), f->pc);
}
static V run_down_to(M *m, int32_t depth) {
    if (depth > NESTED) return AGAIN;
    while (m->s.n_stack > depth && !m->s.ended) {
        if (++m->spent > SPELL) return AGAIN;
        if (run_frame(m, TOP) == ASK) return ASK;
    }
    return m->s.n_stack == depth && !m->s.ended ? DONE : AGAIN;
}
static V finish_above(M *m, uint32_t serial) {
    int32_t depth = m->s.n_stack - 1;
    while (depth >= 0 && m->stack[depth].serial != serial) depth--;
    return depth < 0 ? AGAIN : run_down_to(m, depth + 1);
}
static V run_rest(M *m, int32_t depth) { return run_down_to(m, depth) == ASK ? ASK : AGAIN; }
static V run_top(M *m) {
    Frame *top = TOP;
    if (++m->spent > SPELL || m->s.n_stack > NESTED) return AGAIN;
    return top->routine < 0 ? AGAIN : ROUTINES[top->routine](m, top, LV(top), 0);
}

/* ---------- who answers ---------- */
static V replacements_used(M *m) {
    int32_t at;
    for (at = m->s.n_stack - 1; at > 0; at--)
        if (m->stack[at].routine >= 0) {
            Frame *below = &m->stack[at - 1];
            return below->routine == F_REPLACE ? LV(below)[1] : EMPTY;
        }
    return EMPTY;
}
static V acting_thing(M *m) {
    int32_t at;
    for (at = m->s.n_stack - 1; at >= 0; at--) {
        Frame *f = &m->stack[at];
        if (f->routine == F_QUEUE || f->routine == F_REPLACE) return NONE;
        if (f->routine >= 0 && LV(f)[1] != NONE) return LV(f)[1];
    }
    return NONE;
}
static V source_of(M *m, Frame *f) { return LV(f)[1] != NONE ? LV(f)[1] : acting_thing(m); }

static int32_t verb_number(M *m, V word) {
    if (TAG(word) != T_WORD || (uint32_t)word >= N_WORDS) bail(m, BAD_DATA);
    return VERB[(uint32_t)word];
}
static int is_watched(M *m, V word) {
    if (TAG(word) != T_WORD || (uint32_t)word >= N_WORDS) bail(m, BAD_DATA);
    return WATCHED[(uint32_t)word];
}
/* those who answer an event at one moment: pairs of ability and locals, in the order in which they act */
static V those_answering(M *m, V event, int timing, V used) {
    Buf found = buf_new(m);
    V verb = part(m, event, 0), active;
    int32_t at, list = WATCHERS[(uint32_t)verb * 4 + (uint32_t)timing];
    int64_t i, k;
    V *p;
    for (at = list; at >= 0 && WATCHES[at].number >= 0; at++) WATCHES[at].finds(m, event, used, &found);
    if (found.count > 1) {
        active = active_player(m);
        p = m->arena + found.at + 1;
        for (i = 1; i < found.count; i++) { /* those that tie stay in their order */
            V one = p[i];
            int64_t place = turn_place(active, part(m, part(m, one, 1), 0));
            for (k = i; k > 0 && turn_place(active, part(m, part(m, p[k - 1], 1), 0)) > place; k--) p[k] = p[k - 1];
            p[k] = one;
        }
    }
    return buf_list(m, &found);
}
static const Ability *ability(M *m, V number) {
    if (TAG(number) > 0 || number < 0 || number >= N_ABILITIES) bail(m, BAD_DATA);
    return &ABILITIES[number];
}
static void consume_rule(M *m, V bundle) {
    int64_t n, i;
    const V *p = items_of(m, m->s.lasting, &n);
    Buf kept = buf_new(m);
    if (!n) return;
    for (i = 0; i < n; i++)
        if (part(m, p[i], L_WORD) != W_event || part(m, p[i], L_BUNDLE) != bundle) buf_add(m, &kept, p[i]);
    m->s.lasting = buf_list(m, &kept);
}
static void begin_ability(M *m, V pair) { /* what is used up when an ability acts */
    V number = part(m, pair, 0), thing = part(m, part(m, pair, 1), 1);
    const Ability *a = ability(m, number);
    if (a->bundle != NONE) consume_rule(m, a->bundle);
    if (a->once_word != NONE) use_up(m, a->once_word, a->once_name, LIST(number, thing));
}
static Frame *push_list(M *m, int32_t routine, V locals) {
    int64_t n;
    const V *p = items_of(m, locals, &n);
    return push_with(m, routine, 0, p, (int32_t)n);
}
static void queue_abilities(M *m, V found) {
    int64_t n, i;
    const V *p = items_of(m, found, &n);
    Buf all;
    if (!n) return;
    all = buf_new(m);
    for (i = 0; i < n; i++) {
        V number = part(m, p[i], 0), env = part(m, p[i], 1);
        const Ability *a = ability(m, number);
        begin_ability(m, p[i]);
        buf_add(m, &all, LIST(a->path, env, part(m, env, 0), number, part(m, env, 1)));
    }
    if (n == 1) {
        PUSH(F_QUEUE, EMPTY);
        push_list(m, ability(m, part(m, p[0], 0))->routine, part(m, p[0], 1));
    } else {
        V items = buf_list(m, &all);
        PUSH(F_QUEUE, items);
    }
}
/* is all done? nobody answers, or one ability that never stops, which acts without any frame */
static int replied(M *m, V found) {
    int64_t n;
    const V *p = items_of(m, found, &n);
    const Ability *a;
    V result;
    if (n != 1) return !n;
    a = ability(m, part(m, p[0], 0));
    if (!a->reply) return 0;
    begin_ability(m, p[0]);
    result = m->s.result;
    {
        int64_t size;
        const V *env = items_of(m, part(m, p[0], 1), &size);
        V local[64];
        if (size > 64) bail(m, BAD_DATA);
        memcpy(local, env, (size_t)size * sizeof(V));
        a->reply(m, local);
    }
    m->s.result = result;
    return 1;
}

/* ---------- changes by events ---------- */
static void perform(M *m, V event);
static void raise_event(M *m, V event, V used);
static void enter_routine(M *m, int32_t routine, V you, V this, V values, int64_t from) {
    const Routine *r = &ROUTINE[routine];
    Frame *f = push(m, routine, 0, r->size);
    int64_t n, i;
    const V *p = items_of(m, values, &n);
    for (i = 0; i < r->size; i++) LV(f)[i] = NONE;
    LV(f)[0] = you;
    LV(f)[1] = this;
    for (i = 0; i < r->n_params && i + from < n; i++) LV(f)[PARAMS[r->params + i]] = p[i + from];
}
static V set_aside(M *m, V word, V name);
static void perform_verb(M *m, V event) {
    int32_t verb = verb_number(m, part(m, event, 0));
    V subject = part(m, event, 1);
    if (verb < 0) bail(m, BAD_DATA);
    if (VERBS[verb].routine < 0) return;
    enter_routine(m, VERBS[verb].routine, subject, NONE, part(m, event, 3), 0);
    if (VERBS[verb].scoped) {
        V saved = set_aside(m, W_verb, part(m, event, 0));
        open_scope(m, W_verb, part(m, event, 0), subject, -1, subject, m->s.n_stack - 1, saved);
    }
}
static V stores_of(M *m, V player, V resource);
static int32_t power_of(M *m, V thing, V power) {
    int32_t row;
    at_thing(m, thing);
    if (TAG(power) != T_WORD || (uint32_t)power >= N_WORDS) bail(m, BAD_DATA);
    row = POWER[(uint32_t)power];
    return row < 0 ? -1 : POWER_OF[row][thing];
}
static void report_loss(M *m, V resource, V lost, V holder) {
    int32_t at;
    for (at = m->s.n_stack - 1; at >= 0; at--)
        if (m->stack[at].routine == F_GAIN) {
            V *all = &LV(&m->stack[at])[4];
            *all = put_at(m, *all, length(m, *all), LIST(resource, lost, holder));
            return;
        }
}
static void perform(M *m, V event) {
    V verb = part(m, event, 0), subject = part(m, event, 1), args = part(m, event, 3);
    if (verb_number(m, verb) >= 0) {
        perform_verb(m, event);
    } else if (verb == W_gain) {
        V resource = part(m, args, 0), holder = length(m, args) > 2 ? part(m, args, 2) : NONE;
        V stores = holder == NONE ? stores_of(m, subject, resource) : EMPTY;
        if (stores != EMPTY) PUSH(F_STORE, subject, resource, part(m, args, 1), stores);
        else change_amount(m, resource, owner_in(m, resource, subject, holder), part(m, args, 1));
    } else if (verb == W_lose) {
        V resource = part(m, args, 0), holder = length(m, args) > 2 ? part(m, args, 2) : NONE;
        V lost = -change_amount(m, resource, owner_in(m, resource, subject, holder), -part(m, args, 1));
        report_loss(m, resource, lost, IS_PAIR[resource_of(m, resource)] ? holder : NONE);
    } else if (verb == W_move) {
        move_thing(m, part(m, args, 0), part(m, args, 2), part(m, args, 3) == W_top);
    } else if (verb == W_reveal || verb == W_hide) {
        V thing = part(m, args, 0);
        at_thing(m, thing);
        m->s.up[thing] = verb == W_reveal;
    } else if (verb == W_roll) {
        PUSH(F_ROLLING, part(m, args, 0));
    } else if (verb == W_put) {
        put_in_place(m, part(m, args, 0), part(m, args, 1), 0);
    } else if (verb == W_activate) {
        int32_t routine = power_of(m, part(m, args, 0), part(m, args, 1));
        if (routine >= 0) enter_routine(m, routine, subject, part(m, args, 0), args, 2);
    } else {
        bail(m, UNPRINTED);
    }
}

/* ---------- raising ---------- */
static int answers_before(M *m, V event, V used, V *found) { /* 0 if it is banned or replaced */
    if (those_answering(m, event, FORBID, EMPTY) != EMPTY || those_answering(m, event, INSTEAD, used) != EMPTY) return 0;
    *found = those_answering(m, event, BEFORE, used);
    return 1;
}
static int perform_now(M *m, V event, V used) {
    int32_t depth = m->s.n_stack;
    m->s.result = NONE;
    PUSH(F_EVENT, event, used, NONE)->pc = 3;
    perform(m, event);
    if (m->s.n_stack > depth + 1) return 0;
    pop(m);
    return 1;
}
static V run_answers(M *m, V event, V used, V found, int stage) {
    V result = m->s.result, going;
    int32_t depth = m->s.n_stack;
    if (replied(m, found)) return DONE;
    PUSH(F_EVENT, event, used, stage == 4 ? result : NONE)->pc = stage;
    queue_abilities(m, found);
    going = length(m, found) == 1 ? run_top(m) : AGAIN;
    if (going) return going == ASK || stage == 2 ? going : run_rest(m, depth);
    m->s.n_stack = depth;
    m->s.result = result;
    return DONE;
}
static V run_before(M *m, V event, V used) {
    int32_t depth = m->s.n_stack;
    V found = EMPTY, going;
    if (!answers_before(m, event, used, &found)) {
        PUSH(F_EVENT, event, used, NONE);
        return run_rest(m, depth);
    }
    going = found != EMPTY ? run_answers(m, event, used, found, 2) : DONE;
    return going == AGAIN ? run_rest(m, depth) : going;
}
static void raise_event(M *m, V event, V used) {
    V found = EMPTY;
    if (!is_watched(m, part(m, event, 0))) { perform(m, event); return; }
    if (used == EMPTY) used = replacements_used(m);
    if (!answers_before(m, event, used, &found)) {
        PUSH(F_EVENT, event, used, NONE);
    } else if (found != EMPTY) {
        PUSH(F_EVENT, event, used, NONE)->pc = 2;
        queue_abilities(m, found);
    } else if (perform_now(m, event, used)) {
        found = those_answering(m, event, AFTER, used);
        if (!replied(m, found)) {
            PUSH(F_EVENT, event, used, m->s.result)->pc = 4;
            queue_abilities(m, found);
        }
    }
}
static V raise_and_run_as(M *m, V event) {
    int32_t depth = m->s.n_stack;
    V used = replacements_used(m), going = run_before(m, event, used), found;
    if (going) return going;
    if (!perform_now(m, event, used)) {
        going = run_top(m);
        if (going) return going == AGAIN ? run_rest(m, depth) : going;
        pop(m);
    }
    found = those_answering(m, event, AFTER, used);
    return found != EMPTY ? run_answers(m, event, used, found, 4) : DONE;
}
static V raise_and_run(M *m, V event) {
    int32_t depth = m->s.n_stack;
    if (is_watched(m, part(m, event, 0))) return raise_and_run_as(m, event);
    perform(m, event);
    return m->s.n_stack == depth ? DONE : run_rest(m, depth);
}
/* a verb of the rules that somebody may answer, with the locals of its routine */
static V call_verb(M *m, V event, int32_t routine, V locals, int scoped) {
    int32_t depth = m->s.n_stack;
    V used = replacements_used(m), going = run_before(m, event, used), found;
    if (going) return going;
    m->s.result = NONE;
    PUSH(F_EVENT, event, used, NONE)->pc = 3;
    push_list(m, routine, locals);
    if (scoped) {
        V verb = part(m, event, 0), saved = set_aside(m, W_verb, verb);
        open_scope(m, W_verb, verb, part(m, event, 1), -1, LV(TOP)[0], depth + 1, saved);
    }
    going = run_top(m);
    if (going) return going == AGAIN ? run_rest(m, depth) : going;
    pop(m);
    found = those_answering(m, event, AFTER, used);
    return found != EMPTY ? run_answers(m, event, used, found, 4) : DONE;
}
static void raise_all(M *m, V events) {
    int64_t n, i;
    const V *p = items_of(m, events, &n);
    V used;
    if (n < 2 || !is_watched(m, part(m, p[0], 0))) {
        for (i = 0; i < n; i++) raise_event(m, p[i], EMPTY);
        return;
    }
    used = replacements_used(m);
    for (i = n - 1; i >= 0; i--) PUSH(F_EVENT, p[i], used, NONE);
}
static int banned(M *m, V event) { return those_answering(m, event, FORBID, EMPTY) != EMPTY; }
static void proceed(M *m, V amount) {
    int32_t at;
    for (at = m->s.n_stack - 1; at >= 0; at--)
        if (m->stack[at].routine == F_REPLACE) {
            V event = LV(&m->stack[at])[0], used = LV(&m->stack[at])[1], verb = part(m, event, 0), args = part(m, event, 3);
            if (amount != NONE) {
                int64_t n, place = (verb == W_gain || verb == W_lose) ? 1 : 0;
                const V *p = items_of(m, args, &n);
                args = list_of(m, p, n);
                if (place >= n) bail(m, BAD_DATA);
                m->arena[(uint32_t)args + 1 + place] = amount;
            }
            raise_event(m, LIST(verb, part(m, event, 1), part(m, event, 2), args), used);
            return;
        }
}
static V activate_and_run(M *m, Frame *f, V subject, V thing, V power, V args) {
    int32_t depth = m->s.n_stack;
    int watched = is_watched(m, W_activate);
    m->s.result = NONE;
    if (is_list(thing) || thing == NONE || watched) {
        V source = source_of(m, f), listed = is_list(thing) ? thing : LIST(thing);
        int64_t n, i;
        const V *p = items_of(m, listed, &n);
        Buf able = buf_new(m);
        for (i = 0; i < n; i++) {
            V item = p[watched ? i : n - 1 - i]; /* each is laid on the stack: the last one laid acts first */
            if (item != NONE && power_of(m, item, power) >= 0) {
                V given = joined(m, LIST(item, power), args);
                buf_add(m, &able, LIST(W_activate, subject, source, given));
            }
        }
        raise_all(m, buf_list(m, &able));
        return m->s.n_stack == depth ? DONE : run_rest(m, depth);
    }
    if (power_of(m, thing, power) < 0) return DONE;
    enter_routine(m, power_of(m, thing, power), subject, thing, args, 0);
    return run_top(m);
}
