/* Frames of the machine itself: gains, draws, moves, payments, abilities in a row. As `runtime/frames.py`. */

static V consult(M *m, V player, V values, int forced);
static void take_frame(M *m, Frame *f, V value);

/* ---------- gain, lose, give: [mode, subject, bundle, index, lost, other, source, bind, target] ---------- */
static V without_owner(M *m, V bundle) {
    int64_t n, i;
    const V *p;
    if (length(m, bundle) > 1) bail(m, RULE_FAILS);
    if (!length(m, bundle)) return EMPTY;
    p = items_of(m, part(m, bundle, 0), &n);
    for (i = 0; i < n; i++) {
        V amount = part(m, p[i], 1);
        if (amount != 0 && amount != NONE && part(m, p[i], 2) == NONE && HAS_OWNERS[resource_of(m, part(m, p[i], 0))])
            bail(m, RULE_FAILS); /* what somebody should gain or lose must not vanish in silence */
    }
    return n ? bundle : EMPTY;
}
#define NOTHING LIST(EMPTY)
static void gain_amounts(M *m, Frame *f, V mode, V subject, V bundle, V other, int32_t bind) {
    if (bind >= 0) LV(f)[bind] = NOTHING;
    if (subject == NONE) bundle = without_owner(m, bundle);
    if (subject != NONE || length(m, bundle)) {
        V target = m->s.n_stack - 1, source = source_of(m, f);
        PUSH(F_GAIN, mode, subject, bundle, 0, EMPTY, other, source, bind, target);
    }
}
static int64_t room_in(M *m, V var, V holder) {
    int32_t resource = resource_of(m, var);
    int64_t left;
    if (!HAS_CAP[resource]) return 1 << 30;
    left = cap_of(m, resource, owner_of(m, holder), holder);
    if (left == NONE) return 1 << 30;
    left -= amount_held(m, var, holder);
    return left < 0 ? 0 : left;
}
/* 0: something comes before it, instead of it, or it may go to several places, and nothing has happened yet */
static int gain_at_once(M *m, V event, V *found) {
    V subject = part(m, event, 1), args = part(m, event, 3), resource = part(m, args, 0), holder = part(m, args, 2);
    V stores = holder == NONE ? stores_of(m, subject, resource) : EMPTY, used = EMPTY;
    int64_t n, i;
    const V *p = items_of(m, stores, &n);
    for (i = 0; i < n; i++)
        if (room_in(m, part(m, p[i], 0), part(m, p[i], 1)) > 0) return 0;
    *found = EMPTY;
    if (is_watched(m, W_gain)) {
        used = replacements_used(m);
        if (!answers_before(m, event, used, found) || *found != EMPTY) return 0;
    }
    m->s.result = NONE;
    change_amount(m, resource, owner_in(m, resource, subject, holder), part(m, args, 1));
    if (is_watched(m, W_gain)) *found = those_answering(m, event, AFTER, used);
    return 1;
}
static V gain_and_run(M *m, Frame *f, V mode, V subject, V bundle, V other, int32_t bind) {
    int32_t depth = m->s.n_stack;
    int64_t n, i;
    const V *p;
    V source;
    int plain = mode == W_gain && subject != NONE && length(m, bundle) == 1 && verb_number(m, W_gain) < 0;
    if (plain) {
        p = items_of(m, part(m, bundle, 0), &n);
        for (i = 0; i < n; i++)
            if (part(m, p[i], 1) != NONE && part(m, p[i], 1) < 0) plain = 0;
    }
    if (!plain) {
        gain_amounts(m, f, mode, subject, bundle, other, bind);
        return m->s.n_stack == depth ? DONE : run_rest(m, depth);
    }
    if (bind >= 0) LV(f)[bind] = NOTHING;
    source = source_of(m, f);
    p = items_of(m, part(m, bundle, 0), &n);
    for (i = 0; i < n; i++) {
        V amount = part(m, p[i], 1), event, found = EMPTY, going;
        int at_once;
        if (amount == NONE || amount <= 0) continue;
        event = LIST(W_gain, subject, source, LIST(part(m, p[i], 0), amount, part(m, p[i], 2)));
        at_once = gain_at_once(m, event, &found);
        if (at_once && replied(m, found)) continue;
        PUSH(F_GAIN, mode, subject, bundle, i + 1, EMPTY, other, source, bind, depth - 1);
        going = at_once ? run_answers(m, event, replacements_used(m), found, 4) : raise_and_run(m, event);
        if (going) return going == AGAIN ? run_rest(m, depth) : going;
        pop(m);
    }
    if (bind >= 0) LV(f)[bind] = other == NONE ? bundle : NOTHING;
    return DONE;
}
static V step_gain(M *m, Frame *f) {
    V *l = LV(f), mode = l[0], bundle = l[2], entries;
    int64_t n = length(m, bundle), i;
    if (n > 1) {
        V *at = room(m, n);
        for (i = 0; i < n; i++) at[1 + i] = i;
        return consult(m, l[1], made(m, at, n), 1);
    }
    entries = n ? part(m, bundle, 0) : EMPTY;
    if (l[3] < length(m, entries)) {
        V entry = part(m, entries, l[3]), resource = part(m, entry, 0), amount = part(m, entry, 1), verb = NONE, counted;
        l[3]++;
        counted = amount == NONE ? 0 : amount;
        if (counted < 0 && mode != W_give && SIGNED[resource_of(m, resource)]) verb = mode == W_gain ? W_lose : W_gain;
        else if (counted > 0) verb = mode == W_gain ? W_gain : W_lose;
        if (verb != NONE) {
            V args = LIST(resource, counted < 0 ? -counted : counted, part(m, entry, 2));
            raise_event(m, LIST(verb, l[1], l[6], args), EMPTY);
        }
        return AGAIN;
    }
    if (mode == W_give) {
        V lost = l[4];
        l[0] = W_gain; l[1] = l[5]; l[2] = LIST(lost); l[3] = 0; l[4] = lost;
        return AGAIN;
    }
    pop(m);
    if (l[7] >= 0) {
        V target = l[8], bind = l[7], value = mode == W_lose || l[5] != NONE ? LIST(l[4]) : bundle;
        if (target < 0 || target >= m->s.n_stack || bind >= m->stack[target].size) bail(m, BAD_DATA);
        LV(&m->stack[target])[bind] = value;
    }
    return AGAIN;
}

/* ---------- extra reserves: [subject, resource, amount, stores] ---------- */
static V step_store(M *m, Frame *f) {
    V *l = LV(f), stores = l[3];
    int64_t most, i;
    V *at;
    if (stores == EMPTY || l[2] <= 0) {
        V resource = l[1], subject = l[0], amount = l[2];
        pop(m);
        change_amount(m, resource, subject, amount);
        return AGAIN;
    }
    most = room_in(m, part(m, part(m, stores, 0), 0), part(m, part(m, stores, 0), 1));
    if (l[2] < most) most = l[2];
    if (most <= 0) { l[3] = sliced(m, stores, 1, length(m, stores)); return AGAIN; }
    if (most + 1 > LIST_MAX) bail(m, BEYOND);
    spend(m, most + 1);
    at = room(m, most + 1);
    for (i = 0; i <= most; i++) at[1 + i] = i;
    return consult(m, l[0], made(m, at, most + 1), 1);
}

/* ---------- moves: [subject, items, zone, place, shuffle]; draws: [subject, left, source, zone, drawn, bind, target, place] */
static void move_things(M *m, V things, V to, V subject, V place, int shuffle) {
    Buf kept = buf_new(m);
    V items;
    int64_t n, i;
    const V *p;
    if (is_list(things)) {
        p = items_of(m, things, &n);
        for (i = 0; i < n; i++)
            if (p[i] != NONE) buf_add(m, &kept, p[i]);
    } else if (things != NONE) {
        buf_add(m, &kept, things);
    }
    items = buf_list(m, &kept);
    if (to == NONE) {
        if (items != EMPTY) bail(m, RULE_FAILS);
        return;
    }
    p = items_of(m, items, &n);
    spend(m, n);
    if (is_watched(m, W_move)) { PUSH(F_MOVES, subject, items, to, place, TRUTH(shuffle)); return; }
    for (i = 0; i < n; i++) move_thing(m, p[i], to, place == W_top);
    if (shuffle) shuffle_zone(m, to);
}
static V step_moves(M *m, Frame *f) {
    V *l = LV(f), item;
    if (l[1] == EMPTY) {
        V to = l[2], shuffle = l[4];
        pop(m);
        if (shuffle == YES) shuffle_zone(m, to);
        return AGAIN;
    }
    item = part(m, l[1], 0);
    l[1] = sliced(m, l[1], 1, length(m, l[1]));
    raise_event(m, LIST(W_move, l[0], acting_thing(m), LIST(item, where(m, item), l[2], l[3])), EMPTY);
    return AGAIN;
}
static void draw_things(M *m, V subject, int64_t count, V source, V to, int32_t bind, V place) {
    V drawn = EMPTY;
    Frame *f = TOP;
    if (source == NONE || to == NONE || is_watched(m, W_move)) {
        if (bind >= 0) LV(f)[bind] = EMPTY;
        if (source != NONE && to != NONE) {
            V target = m->s.n_stack - 1;
            PUSH(F_DRAW, subject, count, source, to, EMPTY, bind, target, place);
        } else if (source != NONE && count > 0 && length(m, zone(m, source))) {
            bail(m, RULE_FAILS);
        }
        return;
    }
    while (count > length(m, drawn) && something_to_draw(m, source)) {
        V item = next_drawn(m, source);
        move_thing(m, item, to, place == W_top);
        drawn = put_at(m, drawn, length(m, drawn), item);
        spend(m, 1);
        if (length(m, drawn) > LIST_MAX) bail(m, BEYOND);
    }
    if (bind >= 0) LV(f)[bind] = drawn;
}
static V step_draw(M *m, Frame *f) {
    V *l = LV(f), item;
    if (l[1] <= 0 || !something_to_draw(m, l[2])) {
        V bind = l[5], target = l[6], drawn = l[4];
        pop(m);
        if (bind >= 0) {
            if (target < 0 || target >= m->s.n_stack || bind >= m->stack[target].size) bail(m, BAD_DATA);
            LV(&m->stack[target])[bind] = drawn;
        }
        return AGAIN;
    }
    item = next_drawn(m, l[2]);
    if (length(m, l[4]) + 1 > LIST_MAX) bail(m, BEYOND);
    l[1]--;
    l[4] = put_at(m, l[4], length(m, l[4]), item);
    raise_event(m, LIST(W_move, l[0], acting_thing(m), LIST(item, l[2], l[3], l[7])), EMPTY);
    return AGAIN;
}

/* ---------- abilities in a row: [items], each [routine, locals, owner, number, thing] ---------- */
static void take_from_queue(M *m, Frame *f, V index) {
    V items = LV(f)[0], item = part(m, items, index);
    V path = part(m, item, 0);
    LV(f)[0] = without(m, items, index);
    if (TAG(path) != T_WORD || (uint32_t)path >= N_WORDS || ROUTINE_OF[(uint32_t)path] < 0) bail(m, BAD_DATA);
    push_list(m, ROUTINE_OF[(uint32_t)path], part(m, item, 1));
}
static int same_looks(M *m, V one, V other) { /* copies that nobody can tell apart, or no things */
    if (one == other) return 1;
    return one != NONE && other != NONE && same(m, looks(m, one), looks(m, other));
}
static V step_queue(M *m, Frame *f) {
    V items = LV(f)[0], owner, mine;
    int64_t n, i, k;
    const V *p = items_of(m, items, &n);
    int several = 0, matters = 0;
    Buf group;
    if (!n) { pop(m); return AGAIN; }
    owner = part(m, p[0], 2);
    group = buf_new(m);
    for (i = 0; i < n; i++)
        if (part(m, p[i], 2) == owner) buf_add(m, &group, i);
    mine = buf_list(m, &group);
    p = items_of(m, mine, &n);
    for (i = 0; i < n; i++) {
        V one = part(m, items, p[i]);
        for (k = 0; k < i; k++) {
            V other = part(m, items, p[k]);
            V a = part(m, other, 3), b = part(m, one, 3);
            if (part(m, one, 0) != part(m, other, 0) || !same_looks(m, part(m, one, 4), part(m, other, 4))) several = 1;
            if (a >= 0 && b >= 0) { ability(m, a); ability(m, b); matters |= ORDER_MATTERS[a * N_ABILITIES + b]; }
        }
    }
    if (owner == NONE || !several || !matters) { take_from_queue(m, f, 0); return AGAIN; }
    return consult(m, owner, mine, 1);
}

/* ---------- the others ---------- */
static V step_event(M *m, Frame *f) {
    V *l = LV(f), event = l[0], used = l[1], found;
    int32_t stage = f->pc;
    if (stage == 3) {
        found = those_answering(m, event, AFTER, used);
        if (replied(m, found)) { pop(m); return AGAIN; }
        f->pc = 4;
        l[2] = m->s.result;
        queue_abilities(m, found);
        return AGAIN;
    }
    f->pc = stage + 1;
    if (stage == 0) {
        if (banned(m, event)) { f->pc = 9; return AGAIN; }
        found = those_answering(m, event, INSTEAD, used);
        if (found != EMPTY) {
            V pair = part(m, found, 0), number = part(m, pair, 0), env = part(m, pair, 1), key = LIST(number, part(m, env, 1));
            const Ability *a = ability(m, number);
            if (a->once_word != NONE) use_up(m, a->once_word, a->once_name, key);
            f->pc = 9;
            used = put_at(m, used, length(m, used), key);
            PUSH(F_REPLACE, event, used);
            push_list(m, a->routine, env);
        }
    } else if (stage == 1) {
        queue_abilities(m, those_answering(m, event, BEFORE, used));
    } else if (stage == 2) {
        m->s.result = NONE;
        perform(m, event);
    } else {
        V result = l[2];
        pop(m);
        m->s.result = result;
    }
    return AGAIN;
}
static V step_rolls(M *m, Frame *f) {
    V *l = LV(f), die;
    if (l[1] == EMPTY) { pop(m); return AGAIN; }
    die = part(m, l[1], 0);
    l[1] = sliced(m, l[1], 1, length(m, l[1]));
    raise_event(m, LIST(W_roll, l[0], l[2], LIST(die)), EMPTY);
    return AGAIN;
}
static V machine_step(M *m, Frame *f) {
    V *l = LV(f);
    switch (f->routine) {
    case F_EVENT: return step_event(m, f);
    case F_REPLACE: pop(m); return AGAIN;
    case F_GAIN: return step_gain(m, f);
    case F_STORE: return step_store(m, f);
    case F_MOVES: return step_moves(m, f);
    case F_DRAW: return step_draw(m, f);
    case F_QUEUE: return step_queue(m, f);
    case F_ROLLS: return step_rolls(m, f);
    case F_ROLLING: {
        V die = l[0], face = roll_die(m, die);
        pop(m);
        if (face != NONE) show_face(m, die, face);
        return AGAIN;
    }
    case F_PAY: {
        int64_t n = length(m, l[1]), i;
        V *at = room(m, n);
        for (i = 0; i < n; i++) at[1 + i] = i;
        return consult(m, l[0], made(m, at, n), 1);
    }
    default: bail(m, ODD_PLACE); /* frames that lie there only where chance is asked */
    }
}
/* takes an answer to the question of a frame */
static void take_frame(M *m, Frame *f, V value) {
    V *l = LV(f);
    if (f->routine == F_GAIN) {
        l[2] = LIST(part(m, l[2], value));
    } else if (f->routine == F_STORE) {
        V store = part(m, l[3], 0), subject = l[0];
        l[2] -= value;
        l[3] = sliced(m, l[3], 1, length(m, l[3]));
        if (value) {
            V entry = LIST(part(m, store, 0), value, part(m, store, 1)), entries = LIST(entry), bundle = LIST(entries);
            V source = acting_thing(m);
            PUSH(F_GAIN, W_gain, subject, bundle, 0, EMPTY, NONE, source, -1, 0);
        }
    } else if (f->routine == F_PAY) {
        V way = part(m, l[1], value), player = l[0];
        pop(m);
        debit(m, way);
        m->s.result = paid(m, player, way);
    } else if (f->routine == F_QUEUE) {
        take_from_queue(m, f, value);
    } else {
        bail(m, ODD_PLACE);
    }
}
