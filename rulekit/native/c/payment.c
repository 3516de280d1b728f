/* The one resolver of costs. As `runtime/payment.py`: a way to pay is a list of (variable, owner, amount). */

static V substitutes_for(M *m, V player, V purpose); /* pairs of what each gives, and what it costs */
static int odd_place(M *m, V entry) { /* is an amount held by something that native code does not follow? */
    V holder = part(m, entry, 2);
    return holder != NONE && (is_list(holder) || TAG(holder) == T_WORD || IS_PAIR[resource_of(m, part(m, entry, 0))]);
}
static void plain_substitute(M *m, V gives, V cost) {
    int64_t n, k, i, j;
    const V *p = items_of(m, gives, &n), *q;
    for (i = 0; i < n; i++) {
        q = items_of(m, p[i], &k);
        for (j = 0; j < k; j++)
            if (part(m, q[j], 2) != NONE) bail(m, ODD_PLACE);
    }
    q = items_of(m, cost, &k);
    for (j = 0; j < k; j++)
        if (odd_place(m, q[j])) bail(m, ODD_PLACE);
}
static V not_below_0(M *m, V entries) { /* amounts below 0 are nothing */
    int64_t n, i, low = 0;
    const V *p = items_of(m, entries, &n);
    Buf all;
    for (i = 0; i < n; i++) low |= part(m, p[i], 1) < 0;
    if (!low) return entries;
    all = buf_new(m);
    for (i = 0; i < n; i++) {
        V one = items_of(m, entries, &n)[i], amount = part(m, one, 1), kept = LIST(part(m, one, 0), amount < 0 ? 0 : amount, part(m, one, 2));
        buf_add(m, &all, kept);
    }
    return buf_list(m, &all);
}
static int has_stores(M *m, V resource) { return HAS_STORES[resource_of(m, resource)]; }

static int64_t left_of(M *m, V resource, V owner, V debits) {
    int64_t n, i, left = amount_held(m, resource, owner);
    const V *p = items_of(m, debits, &n);
    for (i = 0; i < n; i++)
        if (part(m, p[i], 0) == resource && part(m, p[i], 1) == owner) left -= part(m, p[i], 2);
    return left;
}
static int owner_text_order(V a, V b) { /* as their texts are ordered: `10` stands before `9`, and a number before `None` */
    char x[24], y[24];
    if (a == b) return 0;
    if (a == NONE) return 1;
    if (b == NONE) return -1;
    snprintf(x, sizeof x, "%lld", (long long)a);
    snprintf(y, sizeof y, "%lld", (long long)b);
    return strcmp(x, y);
}
static V merged_way(M *m, V debits) {
    int64_t n, i, k;
    const V *p = items_of(m, debits, &n);
    Buf all = buf_new(m);
    for (i = 0; i < n; i++) {
        V resource = part(m, p[i], 0), owner = part(m, p[i], 1), amount = part(m, p[i], 2);
        for (k = 0; k < all.count; k++) {
            V *one = &m->arena[all.at + 1 + k];
            if (part(m, *one, 0) != resource || part(m, *one, 1) != owner) continue;
            amount += part(m, *one, 2);
            { V new = LIST(resource, owner, amount); m->arena[all.at + 1 + k] = new; }
            break;
        }
        if (k == all.count) { V new = LIST(resource, owner, amount); buf_add(m, &all, new); }
    }
    {
        Buf kept = buf_new(m);
        V *q;
        for (k = 0; k < all.count; k++)
            if (part(m, m->arena[all.at + 1 + k], 2)) buf_add(m, &kept, m->arena[all.at + 1 + k]);
        q = m->arena + kept.at + 1;
        for (i = 1; i < kept.count; i++) {
            V one = q[i];
            for (k = i; k > 0; k--) {
                V resource = part(m, q[k - 1], 0), mine = part(m, one, 0);
                if (resource < mine || (resource == mine && owner_text_order(part(m, q[k - 1], 1), part(m, one, 1)) <= 0)) break;
                q[k] = q[k - 1];
            }
            q[k] = one;
        }
        return buf_list(m, &kept);
    }
}

/* each way is handed on as soon as it is found; with `first` one is enough */
typedef struct { Buf found; int first; } Ways;
static void one_way(M *m, Ways *w, V debits) {
    V way = merged_way(m, debits);
    int64_t i;
    for (i = 0; i < w->found.count; i++)
        if (same(m, m->arena[w->found.at + 1 + i], way)) return;
    if (w->found.count >= OPTIONS_MAX) bail(m, BEYOND);
    buf_add(m, &w->found, way);
}
static int enough(Ways *w) { return w->first && w->found.count; }
static void out_of_reserves(M *m, Ways *w, V player, V needs, int64_t at, V debits);
static void shares(M *m, Ways *w, V player, V needs, int64_t need, V resource, int64_t amount, int64_t own, V places, int64_t place, V debits, V split) {
    int64_t n, k;
    const V *p = items_of(m, places, &n);
    V holder, store, most;
    if (place == n) {
        if (own < amount) return;
        if (amount) split = put_at(m, split, length(m, split), LIST(resource, player, amount));
        out_of_reserves(m, w, player, needs, need + 1, joined(m, debits, split));
        return;
    }
    store = part(m, p[place], 0);
    holder = part(m, p[place], 1);
    most = left_of(m, store, holder, debits);
    if (amount < most) most = amount;
    for (k = 0; k <= most && !enough(w); k++) {
        V more = split;
        spend(m, 1);
        if (k) more = put_at(m, split, length(m, split), LIST(store, holder, k));
        shares(m, w, player, needs, need, resource, amount - k, own, places, place + 1, debits, more);
    }
}
static void out_of_reserves(M *m, Ways *w, V player, V needs, int64_t at, V debits) {
    int64_t n;
    const V *p = items_of(m, needs, &n);
    spend(m, 1);
    while (at < n && part(m, p[at], 1) <= 0) at++;
    if (enough(w)) return;
    if (at == n) { one_way(m, w, debits); return; }
    {
        V resource = part(m, p[at], 0), places = stores_of(m, player, resource), kept;
        int64_t k, count;
        const V *q = items_of(m, places, &count);
        Buf spendable = buf_new(m);
        for (k = 0; k < count; k++)
            if (!UNSPENDABLE[resource_of(m, part(m, q[k], 0))]) buf_add(m, &spendable, q[k]);
        kept = buf_list(m, &spendable);
        shares(m, w, player, needs, at, resource, part(m, p[at], 1), left_of(m, resource, player, debits), kept, 0, debits, EMPTY);
    }
}
static V need_of(M *m, V needs, V resource) {
    int64_t n, i;
    const V *p = items_of(m, needs, &n);
    for (i = 0; i < n; i++)
        if (part(m, p[i], 0) == resource) return part(m, p[i], 1);
    return NONE;
}
static V needing(M *m, V needs, V resource, int64_t amount) { /* so much more of a resource */
    int64_t n, i;
    const V *p = items_of(m, needs, &n);
    for (i = 0; i < n; i++)
        if (part(m, p[i], 0) == resource) {
            V copy = list_of(m, p, n), pair = LIST(resource, part(m, p[i], 1) + amount);
            m->arena[(uint32_t)copy + 1 + i] = pair;
            return copy;
        }
    return put_at(m, needs, n, LIST(resource, amount));
}
static void with_substitutes(M *m, Ways *w, V player, V needs, V rules, int64_t at, V debits) {
    int64_t n, i, k, count;
    const V *p = items_of(m, rules, &n);
    spend(m, 1);
    out_of_reserves(m, w, player, needs, 0, debits);
    for (i = at; i < n && !enough(w); i++) {
        V gives = part(m, p[i], 0), cost = part(m, p[i], 1), left = needs, more = debits;
        int helps = 0, payable = 1, some = 0;
        const V *q = items_of(m, gives, &count);
        for (k = 0; k < count; k++) { V need = need_of(m, needs, part(m, q[k], 0)); helps |= need != NONE && need > 0; }
        q = items_of(m, cost, &count);
        for (k = 0; k < count; k++) {
            V owner = part(m, q[k], 2) == NONE ? player : part(m, q[k], 2);
            payable &= left_of(m, part(m, q[k], 0), owner, debits) >= part(m, q[k], 1);
            some |= part(m, q[k], 1) != 0;
        }
        if (!helps || !payable || !some) continue;
        for (k = 0; k < count; k++) {
            V owner = part(m, q[k], 2) == NONE ? player : part(m, q[k], 2);
            more = put_at(m, more, length(m, more), LIST(part(m, q[k], 0), owner, part(m, q[k], 1)));
        }
        q = items_of(m, gives, &count);
        for (k = 0; k < count; k++)
            if (need_of(m, needs, part(m, q[k], 0)) != NONE) left = needing(m, left, part(m, q[k], 0), -part(m, q[k], 1));
        with_substitutes(m, w, player, left, rules, i, more);
    }
}
static void each_way(M *m, Ways *w, V player, V bundle, V purpose) {
    V rules = substitutes_for(m, player, purpose);
    int64_t n, i, k, count;
    const V *p = items_of(m, bundle, &n);
    for (i = 0; i < n && !enough(w); i++) {
        const V *q = items_of(m, p[i], &count);
        V needs = EMPTY, debits = EMPTY;
        for (k = 0; k < count; k++) {
            V resource = part(m, q[k], 0), amount = part(m, q[k], 1), holder = part(m, q[k], 2);
            if (odd_place(m, q[k])) bail(m, ODD_PLACE);
            if (holder != NONE) {
                if (left_of(m, resource, holder, debits) < amount) break;
                debits = put_at(m, debits, length(m, debits), LIST(resource, holder, amount));
            } else if (amount > 0) {
                needs = needing(m, needs, resource, amount);
            }
        }
        if (k == count) with_substitutes(m, w, player, needs, rules, 0, debits);
    }
}
static int other_means(M *m, V player, V bundle, V purpose) {
    int64_t n, i, k, count;
    const V *p = items_of(m, bundle, &n);
    if (N_STORES)
        for (i = 0; i < n; i++) {
            const V *q = items_of(m, p[i], &count);
            for (k = 0; k < count; k++)
                if (has_stores(m, part(m, q[k], 0)) && stores_of(m, player, part(m, q[k], 0)) != EMPTY) return 1;
        }
    return N_PAYMENTS && substitutes_for(m, player, purpose) != EMPTY;
}
static int has_all(M *m, V player, V entries) {
    int64_t n, i;
    const V *p = items_of(m, entries, &n);
    for (i = 0; i < n; i++) {
        V holder = part(m, p[i], 2);
        if (amount_held(m, part(m, p[i], 0), owner_in(m, part(m, p[i], 0), player, holder)) < part(m, p[i], 1)) return 0;
    }
    return 1;
}
static int can_pay(M *m, V player, V bundle, V purpose) {
    int64_t n, i;
    const V *p = items_of(m, bundle, &n);
    Ways w = {{0, 0, 0}, 1};
    uint32_t used = m->s.used;
    int found;
    if (player == NONE) return 0;
    for (i = 0; i < n; i++)
        if (has_all(m, player, p[i])) return 1;
    if (n == 1 && !N_STORES && !N_PAYMENTS) {
        /* several entries of one resource are held together against what there is; one alone is too much already */
        return 0;
    }
    if (n != 1 && !other_means(m, player, bundle, purpose)) return 0;
    w.found = buf_new(m);
    each_way(m, &w, player, bundle, purpose);
    found = w.found.count > 0;
    m->s.used = used; /* nothing of it is kept */
    return found;
}
static V ways_sorted(M *m, Ways *w);
static V ways(M *m, V player, V bundle, V purpose) {
    int64_t n, i;
    const V *p = items_of(m, bundle, &n);
    Ways w = {{0, 0, 0}, 0};
    int held = 0;
    if (n == 1) {
        int64_t count;
        const V *q = items_of(m, p[0], &count);
        for (i = 0; i < count; i++) held |= part(m, q[i], 2) != NONE;
    }
    if (n == 1 && !held && !other_means(m, player, bundle, purpose)) { /* one way, by the names of what is needed */
        int64_t count, k;
        const V *q = items_of(m, p[0], &count);
        V needs = EMPTY;
        Buf way = buf_new(m);
        for (i = 0; i < count; i++)
            if (part(m, q[i], 1) > 0) needs = needing(m, needs, part(m, q[i], 0), part(m, q[i], 1));
        q = items_of(m, needs, &count);
        for (i = 0; i < count; i++)
            if (amount_held(m, part(m, q[i], 0), player) < part(m, q[i], 1)) return EMPTY;
        for (i = 0; i < count; i++) {
            V one = LIST(part(m, q[i], 0), player, part(m, q[i], 1));
            buf_add(m, &way, one);
        }
        {
            V *r = m->arena + way.at + 1;
            for (i = 1; i < way.count; i++) {
                V one = r[i];
                for (k = i; k > 0 && part(m, r[k - 1], 0) > part(m, one, 0); k--) r[k] = r[k - 1];
                r[k] = one;
            }
        }
        { V only = buf_list(m, &way); return LIST(only); }
    }
    w.found = buf_new(m);
    each_way(m, &w, player, bundle, purpose);
    return ways_sorted(m, &w);
}
static int part_order(M *m, V a, V b) { /* as the texts of two parts of ways are ordered */
    char x[512], y[512];
    V parts[2] = {a, b};
    char *texts[2] = {x, y};
    int i;
    for (i = 0; i < 2; i++) {
        V owner = part(m, parts[i], 1);
        const char *name = WORD_TEXT[(uint32_t)part(m, parts[i], 0)];
        if (owner == NONE) snprintf(texts[i], 512, "('%s', None, %lld)", name, (long long)part(m, parts[i], 2));
        else snprintf(texts[i], 512, "('%s', %lld, %lld)", name, (long long)owner, (long long)part(m, parts[i], 2));
    }
    return strcmp(x, y);
}
static int way_order(M *m, V a, V b) {
    int64_t n, k, i;
    const V *p = items_of(m, a, &n), *q = items_of(m, b, &k);
    if (n != k) return n < k ? -1 : 1;
    for (i = 0; i < n; i++) {
        int found = part_order(m, p[i], q[i]);
        if (found) return found;
    }
    return 0;
}
static V ways_sorted(M *m, Ways *w) {
    sort_items(m, m->arena + w->found.at + 1, w->found.count, way_order);
    return buf_list(m, &w->found);
}
static void debit(M *m, V way) {
    int64_t n, i;
    const V *p = items_of(m, way, &n);
    for (i = 0; i < n; i++) {
        V at = slot_of(m, resource_of(m, part(m, p[i], 0)), part(m, p[i], 1));
        if (at != MISS) put_val(m, at, *val(m, at) - part(m, p[i], 2));
    }
}
static V paid(M *m, V player, V way) { /* a way to pay as a bundle of the one who has paid */
    int64_t n, i;
    const V *p = items_of(m, way, &n);
    Buf all = buf_new(m);
    V entries;
    for (i = 0; i < n; i++) {
        V owner = part(m, p[i], 1), one = LIST(part(m, p[i], 0), part(m, p[i], 2), owner == player ? NONE : owner);
        buf_add(m, &all, one);
    }
    entries = buf_list(m, &all);
    return LIST(entries);
}
static int affords(M *m, V player, V price) { /* (resource, amount) for each */
    int64_t n, i;
    const V *p = items_of(m, price, &n);
    for (i = 0; i < n; i++) {
        int32_t resource = (int32_t)part(m, p[i], 0);
        V at = player == NONE || TAG(player) > 0 || player < 0 || player >= N_THINGS ? MISS : HOLDERS[resource][player + 1];
        if ((at == MISS ? 0 : *val(m, at)) < part(m, p[i], 1)) return 0;
    }
    return 1;
}
static int64_t most_times(M *m, V player, V bundle, V purpose);
static void pay_cost(M *m, Frame *f, V player, V cost, V purpose, int32_t failed, int told) {
    V found;
    if (player == NONE) bail(m, RULE_FAILS);
    found = ways(m, player, cost, purpose);
    spend(m, length(m, found));
    if (found == EMPTY) { f->pc = failed >= 0 ? failed : f->pc + 1; return; }
    f->pc++;
    if (length(m, found) == 1) {
        debit(m, part(m, found, 0));
        if (told) m->s.result = paid(m, player, part(m, found, 0));
    } else {
        PUSH(F_PAY, player, found);
    }
}
