/* Bundles of resources, dice, and what changes values. As `runtime/bundles.py`, `dice.py` and `values.py`. */

/* ---------- bundles: alternatives, each of (resource, amount, holder) ---------- */
static V merged_entries(M *m, V entries) {
    int64_t n, i, k;
    const V *p = items_of(m, entries, &n);
    Buf all;
    if (n < 2 || (n == 2 && part(m, p[0], 0) != part(m, p[1], 0))) return entries;
    all = buf_new(m);
    for (i = 0; i < n; i++) {
        V resource = part(m, p[i], 0), holder = part(m, p[i], 2);
        for (k = 0; k < all.count; k++) {
            V one = m->arena[all.at + 1 + k];
            if (part(m, one, 0) != resource || part(m, one, 2) != holder) continue;
            one = LIST(resource, number(m, part(m, one, 1) + part(m, p[i], 1)), holder);
            m->arena[all.at + 1 + k] = one;
            break;
        }
        if (k == all.count) { V one = LIST(resource, number(m, part(m, p[i], 1)), holder); buf_add(m, &all, one); }
    }
    return buf_list(m, &all);
}
static V add_bundles(M *m, V left, V right) {
    int64_t n, k, i, j;
    const V *p = items_of(m, left, &n), *q = items_of(m, right, &k);
    Buf all = buf_new(m);
    if (n * k > 1000) bail(m, BEYOND);
    for (i = 0; i < n; i++)
        for (j = 0; j < k; j++) { V one = merged_entries(m, joined(m, p[i], q[j])); buf_add(m, &all, one); }
    return buf_list(m, &all);
}
static V all_bundles(M *m, V list) {
    int64_t n, i;
    const V *p = items_of(m, list, &n);
    V total = LIST(EMPTY);
    for (i = 0; i < n; i++) total = add_bundles(m, total, p[i]);
    return total;
}
static V either_bundle(M *m, V left, V right) {
    int64_t n, i;
    const V *p = items_of(m, right, &n);
    Buf all = buf_new(m);
    if (length(m, left) + n > 1000) bail(m, BEYOND);
    buf_all(m, &all, left);
    for (i = 0; i < n; i++)
        if (!contains(m, p[i], left)) buf_add(m, &all, p[i]);
    return buf_list(m, &all);
}
static V times_bundle(M *m, V bundle, V factor) {
    int64_t n, k, i, j;
    const V *p = items_of(m, bundle, &n);
    Buf all;
    if (TAG(factor) > 0) bail(m, BAD_DATA);
    if (factor == 1) return bundle;
    all = buf_new(m);
    for (i = 0; i < n; i++) {
        const V *q = items_of(m, p[i], &k);
        Buf one = buf_new(m);
        V made_;
        for (j = 0; j < k; j++) {
            V entry = LIST(part(m, q[j], 0), number(m, part(m, q[j], 1) * factor), part(m, q[j], 2));
            buf_add(m, &one, entry);
        }
        made_ = buf_list(m, &one);
        buf_add(m, &all, made_);
    }
    return buf_list(m, &all);
}
static V less_bundle(M *m, V left, V right) {
    int64_t n, k, i, j, h, o;
    const V *p = items_of(m, left, &n);
    Buf all = buf_new(m);
    for (i = 0; i < n; i++) {
        const V *q = items_of(m, p[i], &k);
        Buf one = buf_new(m);
        V made_;
        for (j = 0; j < k; j++) {
            V amount = part(m, q[j], 1), entry;
            if (length(m, right)) {
                const V *off = items_of(m, part(m, right, 0), &o);
                V gone = 0; /* the last of several entries counts */
                for (h = 0; h < o; h++)
                    if (part(m, off[h], 0) == part(m, q[j], 0) && part(m, off[h], 2) == part(m, q[j], 2)) gone = part(m, off[h], 1);
                amount -= gone;
            }
            entry = LIST(part(m, q[j], 0), amount < 0 ? 0 : amount, part(m, q[j], 2));
            buf_add(m, &one, entry);
        }
        made_ = buf_list(m, &one);
        buf_add(m, &all, made_);
    }
    return buf_list(m, &all);
}
static V amount_of(M *m, V bundle, V resource) {
    int64_t n, k, i, j, best = 0;
    const V *p = items_of(m, bundle, &n);
    for (i = 0; i < n; i++) {
        const V *q = items_of(m, p[i], &k);
        int64_t sum = 0;
        for (j = 0; j < k; j++)
            if (part(m, q[j], 0) == resource) sum += part(m, q[j], 1);
        if (!i || sum > best) best = sum;
    }
    return number(m, best);
}
static int entry_order(M *m, V a, V b) {
    if (part(m, a, 0) != part(m, b, 0)) return part(m, a, 0) < part(m, b, 0) ? -1 : 1;
    if (part(m, a, 1) != part(m, b, 1)) return part(m, a, 1) < part(m, b, 1) ? -1 : 1;
    return part(m, a, 2) < part(m, b, 2) ? -1 : part(m, a, 2) > part(m, b, 2);
}
static V in_order(M *m, V list, Order *order) {
    int64_t n;
    const V *p = items_of(m, list, &n);
    V copy = list_of(m, p, n);
    if (n > 1) sort_items(m, m->arena + (uint32_t)copy + 1, n, order);
    return copy;
}
static V plain_bundle(M *m, V bundle) { /* sorted, without what is nothing: equal if it is as much of everything */
    int64_t n, k, i, j;
    const V *p = items_of(m, bundle, &n);
    Buf all = buf_new(m);
    for (i = 0; i < n; i++) {
        V entries = merged_entries(m, p[i]), made_;
        const V *q = items_of(m, entries, &k);
        Buf one = buf_new(m);
        for (j = 0; j < k; j++)
            if (part(m, q[j], 1)) buf_add(m, &one, q[j]);
        made_ = in_order(m, buf_list(m, &one), entry_order);
        buf_add(m, &all, made_);
    }
    return in_order(m, buf_list(m, &all), compared);
}
static int same_bundle(M *m, V a, V b) { return same(m, plain_bundle(m, a), plain_bundle(m, b)); }

/* ---------- dice: (count, sides, plus) or, of several sizes, (plus, (count, sides), ...) ---------- */
typedef struct { int64_t plus, n; struct { int64_t sides, count; } group[64]; } Dice;
static Dice dice_parts(M *m, V dice) {
    Dice d = {0, 0, {{0, 0}}};
    int64_t n, i;
    const V *p = items_of(m, dice, &n);
    if (n == 3 && !is_list(p[1])) {
        d.plus = p[2];
        if (p[0]) { d.n = 1; d.group[0].count = p[0]; d.group[0].sides = p[1]; }
        return d;
    }
    if (!n || n > 64) bail(m, BAD_DATA);
    d.plus = p[0];
    for (i = 1; i < n; i++) { d.group[i - 1].count = part(m, p[i], 0); d.group[i - 1].sides = part(m, p[i], 1); }
    d.n = n - 1;
    return d;
}
static V dice_made(M *m, Dice *d) {
    int64_t i, k, all = 0;
    Buf made_;
    number(m, d->plus);
    for (i = 0; i < d->n; i++) all += d->group[i].count;
    if (all > 100) bail(m, BEYOND);
    if (d->n <= 1) return LIST(d->n ? d->group[0].count : 0, d->n ? d->group[0].sides : 0, d->plus);
    for (i = 1; i < d->n; i++)
        for (k = i; k > 0 && d->group[k - 1].sides > d->group[k].sides; k--) {
            Dice one = {0, 0, {{0, 0}}};
            one.group[0] = d->group[k]; d->group[k] = d->group[k - 1]; d->group[k - 1] = one.group[0];
        }
    made_ = buf_new(m);
    buf_add(m, &made_, d->plus);
    for (i = 0; i < d->n; i++) { V pair = LIST(d->group[i].count, d->group[i].sides); buf_add(m, &made_, pair); }
    return buf_list(m, &made_);
}
static V more_dice(M *m, V left, V right) {
    Dice a = dice_parts(m, left), b = dice_parts(m, right);
    int64_t i, k;
    for (i = 0; i < b.n; i++) {
        for (k = 0; k < a.n && a.group[k].sides != b.group[i].sides; k++) {}
        if (k == a.n) { if (k >= 64) bail(m, BEYOND); a.group[a.n++] = b.group[i]; }
        else a.group[k].count += b.group[i].count;
    }
    a.plus += b.plus;
    return dice_made(m, &a);
}
static V less_dice(M *m, V left, V right) {
    Dice a = dice_parts(m, left);
    a.plus -= dice_parts(m, right).plus;
    return dice_made(m, &a);
}
static V times_dice(M *m, V left, V right) {
    Dice a = dice_parts(m, left);
    int64_t factor = dice_parts(m, right).plus, i;
    a.plus *= factor;
    for (i = 0; i < a.n; i++) a.group[i].count *= factor;
    return dice_made(m, &a);
}
static V all_dice(M *m, V list) {
    int64_t n, i;
    const V *p = items_of(m, list, &n);
    V found = LIST(0, 0, 0);
    for (i = 0; i < n; i++) found = more_dice(m, found, p[i]);
    return found;
}
static V roll_dice(M *m, V dice) {
    Dice d = dice_parts(m, dice);
    uint64_t weights[10002], next[10002], total = 1, at;
    int64_t n = 1, i, k, j, low = d.plus;
    weights[0] = 1;
    for (i = 0; i < d.n; i++) { /* the smallest first; the order does not matter for the sums */
        if (d.group[i].count > 0) low += d.group[i].count;
        for (k = 0; k < d.group[i].count; k++) {
            int64_t sides = d.group[i].sides, more = n + sides - 1;
            uint64_t window = 0;
            if (sides < 1 || more > 10000 || total > UINT64_MAX / (uint64_t)sides / 2) bail(m, BEYOND);
            total *= (uint64_t)sides;
            for (j = 0; j < more; j++) {
                window += j < n ? weights[j] : 0;
                window -= j >= sides ? weights[j - sides] : 0;
                next[j] = window;
            }
            memcpy(weights, next, (size_t)more * sizeof(uint64_t));
            n = more;
        }
    }
    number(m, low);
    number(m, low + n - 1);
    if (n == 1) return low;
    at = (uint64_t)random_below(m, total);
    for (i = 0; i < n; i++) {
        if (at < weights[i]) return low + i;
        at -= weights[i];
    }
    bail(m, BAD_DATA);
}

/* ---------- a value after all that changes it, layer by layer: pairs of (change, amount) ---------- */
static V modified(M *m, V value, V changes) {
    V layers[] = {W_set_to, W_multiplied, W_raised, W_at_least, W_at_most};
    int64_t n, i, layer;
    const V *p = items_of(m, changes, &n);
    for (layer = 0; layer < 5; layer++)
        for (i = 0; i < n; i++) {
            V change = part(m, p[i], 0), amount = part(m, p[i], 1);
            if (change != layers[layer] && !(layers[layer] == W_raised && change == W_lowered)) continue;
            if (is_list(value)) {
                if (change == W_raised) value = more_dice(m, value, amount);
                else if (change == W_set_to) value = amount;
                continue;
            }
            if (change != W_set_to && value == NONE) value = 0;
            if (change != W_set_to && amount == NONE) amount = 0;
            if (change != W_set_to && (TAG(value) > 0 || TAG(amount) > 0)) bail(m, RULE_FAILS);
            if (change == W_set_to) value = amount;
            else if (change == W_multiplied) value = number(m, value * amount);
            else if (change == W_raised) value = number(m, value + amount);
            else if (change == W_lowered) value = number(m, value - amount);
            else if (change == W_at_least) value = value > amount ? value : amount;
            else value = value < amount ? value : amount;
        }
    return value;
}

/* ---------- built-in functions ---------- */
static V bundle_size(M *m, V bundle) {
    int64_t n, i, sum = 0;
    const V *p = items_of(m, part(m, bundle, 0), &n);
    for (i = 0; i < n; i++) sum += part(m, p[i], 1);
    return number(m, sum);
}
static V opponents(M *m, V you) {
    int sits = TAG(you) <= 0 && you >= 0 && you < N_PLAYERS;
    int64_t n = sits ? N_PLAYERS - 1 : N_PLAYERS, i;
    V *at;
    if (!n) return EMPTY;
    at = room(m, n);
    for (i = 0; i < n; i++) at[1 + i] = sits ? (you + 1 + i) % N_PLAYERS : i;
    return made(m, at, n);
}
static int scope_named(M *m, V word, V name) {
    int32_t at;
    for (at = 0; at < m->s.n_scopes; at++)
        if (m->scopes[at].word == word && m->scopes[at].name == name) return 1;
    return 0;
}
static V dice_extreme(M *m, V dice, int high) {
    Dice d;
    int64_t i, sum;
    if (dice == NONE) return 0;
    d = dice_parts(m, dice);
    sum = d.plus;
    for (i = 0; i < d.n; i++) sum += d.group[i].count * (high ? d.group[i].sides : 1);
    return number(m, sum);
}
static V split_evenly(M *m, V list, V parts) { /* so many lists, the first ones longer by one where it does not come out even */
    int64_t count = nz(parts) < 0 ? 0 : nz(parts), n = length(m, list), i, at = 0;
    Buf all = buf_new(m);
    if (count > LIST_MAX) bail(m, BEYOND);
    for (i = 0; i < count; i++) {
        int64_t size = n / count + (i < n % count);
        V one = sliced(m, list, at, at + size);
        at += size;
        buf_add(m, &all, one);
    }
    return buf_list(m, &all);
}
