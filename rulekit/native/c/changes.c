/* Changes of a state: places, orders, faces, amounts. As `runtime/changes.py`. */

static V without(M *m, V list, int64_t at) {
    int64_t n;
    const V *p = items_of(m, list, &n);
    V *q;
    if (n < 2) return EMPTY;
    q = room(m, n);
    memcpy(q + 1, p, (size_t)at * sizeof(V));
    memcpy(q + 1 + at, p + at + 1, (size_t)(n - at - 1) * sizeof(V));
    return made(m, q, n - 1);
}
static V put_at(M *m, V list, int64_t at, V item) { /* with one more item, before the one at a place */
    int64_t n;
    const V *p = items_of(m, list, &n);
    V *q = room(m, n + 1);
    memcpy(q + 1, p, (size_t)at * sizeof(V));
    q[1 + at] = item;
    memcpy(q + 2 + at, p + at, (size_t)(n - at) * sizeof(V));
    return made(m, q, n + 1);
}
static V sliced(M *m, V list, int64_t from, int64_t to) {
    int64_t n;
    const V *p = items_of(m, list, &n);
    if (to > n) to = n;
    return from >= to ? EMPTY : list_of(m, p + from, to - from);
}
static V joined(M *m, V a, V b) {
    int64_t n, k;
    const V *p = items_of(m, a, &n), *q = items_of(m, b, &k);
    V *to;
    if (!n) return b;
    if (!k) return a;
    if (n + k > LIST_MAX) bail(m, BEYOND);
    to = room(m, n + k);
    memcpy(to + 1, p, (size_t)n * sizeof(V));
    memcpy(to + 1 + n, q, (size_t)k * sizeof(V));
    return made(m, to, n + k);
}

static void forget_known(M *m, V things) {
    int64_t n, i;
    const V *p = items_of(m, m->s.known, &n);
    Buf kept = buf_new(m);
    if (!n) return;
    for (i = 0; i < n; i++)
        if (!contains(m, part(m, p[i], 0), things)) buf_add(m, &kept, p[i]);
    m->s.known = buf_list(m, &kept);
}
static int sees(M *m, V thing, V player);
static V seer(M *m, V owner);
static void know(M *m, V thing, V player) { /* pairs in order, each once */
    V pair = LIST(thing, player);
    int64_t n, k;
    const V *p = items_of(m, m->s.known, &n);
    for (k = 0; k < n && compared(m, p[k], pair) < 0; k++) {}
    if (k == n || compared(m, p[k], pair)) m->s.known = put_at(m, m->s.known, k, pair);
}
typedef struct { uint8_t any, of[N_PLAYERS + 1]; } Onlookers;
static Onlookers going_from_sight(M *m, V thing, V to, int top) { /* who sees a thing that goes where he will not */
    Onlookers saw = {0};
    int32_t old = where(m, thing);
    V owner;
    int64_t i;
    at_zone(m, to);
    if (!HIDES[to] || old < 0 || old == BOX || !(SHOWS[old] || m->s.up[thing])) return saw;
    if (SEEN[to] == 3 && (top || m->s.zones[to] == EMPTY)) return saw;
    owner = seer(m, ZONE_OWNER[to]);
    for (i = 0; i < N_PLAYERS; i++)
        if ((SEEN[to] != 1 && SEEN[to] != 2) || (owner == i) != (SEEN[to] == 1)) saw.any |= saw.of[i] = (uint8_t)sees(m, thing, i);
    return saw;
}
static void keep_known(M *m, V thing, V to, const Onlookers *saw) {
    int64_t i;
    for (i = 0; saw->any && i < N_PLAYERS; i++)
        if (saw->of[i]) know(m, thing, i);
    if (!HIDES[to] && to != BOX && m->s.known != EMPTY) forget_known(m, LIST(thing)); /* of what lies open nothing need be kept */
}
static void mix_pools(M *m, int32_t old, int32_t to) { /* a pool is known by the first of its zones */
    int32_t *pools = m->s.pools, i, first = -1, pool;
    if (pools[old] != pools[to]) {
        int32_t one = pools[old] < pools[to] ? pools[old] : pools[to], other = pools[old] < pools[to] ? pools[to] : pools[old];
        for (i = 0; i < N_ZONES; i++)
            if (pools[i] == other) pools[i] = one;
    }
    if (length(m, m->s.zones[old]) == 1) { /* nothing is left there */
        pool = pools[old];
        for (i = 0; i < N_ZONES; i++)
            if (pools[i] == pool && i != old) {
                if (first < 0) first = i;
                pools[i] = first;
            }
        pools[old] = old;
    }
}
static void take_out(M *m, V thing) {
    int32_t old = where(m, thing);
    int64_t at = place_in(m, thing, zone(m, old));
    if (at < 0) bail(m, BAD_DATA);
    if (at < m->s.mixed[old]) {
        m->s.mixed[old]--;
        if (m->s.known != EMPTY) forget_known(m, LIST(thing));
    }
    m->s.zones[old] = without(m, m->s.zones[old], at);
}
static void settle_order(M *m, V z) {
    int64_t n, i;
    int32_t count;
    const V *p;
    V *q;
    at_zone(m, z);
    count = m->s.mixed[z];
    if (!count) return;
    p = items_of(m, m->s.zones[z], &n);
    if (count > n) bail(m, BAD_DATA);
    if (m->s.known != EMPTY) forget_known(m, sliced(m, m->s.zones[z], 0, count));
    q = room(m, n);
    memcpy(q + 1, p, (size_t)n * sizeof(V));
    for (i = count - 1; i > 0; i--) {
        int64_t other = random_below(m, (uint64_t)i + 1);
        V item = q[1 + i];
        q[1 + i] = q[1 + other];
        q[1 + other] = item;
    }
    m->s.zones[z] = made(m, q, n);
    m->s.mixed[z] = 0;
}
static void lay(M *m, V thing, V to, int top) {
    int32_t old = where(m, thing);
    at_zone(m, to);
    if (old >= 0) {
        if (HIDES[old] && HIDES[to]) mix_pools(m, old, (int32_t)to);
        take_out(m, thing);
    }
    if (top) {
        settle_order(m, to);
        m->s.zones[to] = put_at(m, m->s.zones[to], 0, thing);
    } else {
        m->s.zones[to] = put_at(m, m->s.zones[to], length(m, m->s.zones[to]), thing);
    }
    m->s.where[thing] = (int32_t)to;
    if (LISTENS[thing]) m->version++;
    if (HIDES[to]) m->s.up[thing] = 0;
}
static void move_thing(M *m, V thing, V to, int top) {
    Onlookers saw = going_from_sight(m, thing, to, top);
    lay(m, thing, to, top);
    keep_known(m, thing, to, &saw);
}

static int by_number(const void *a, const void *b) { V x = *(const V *)a, y = *(const V *)b; return x < y ? -1 : x > y; }
static V sorted_numbers(M *m, V list) {
    int64_t n;
    const V *p = items_of(m, list, &n);
    V copy = list_of(m, p, n);
    if (n > 1) qsort(m->arena + (uint32_t)copy + 1, (size_t)n, sizeof(V), by_number);
    return copy;
}
static void shuffle_zone(M *m, V z) {
    at_zone(m, z);
    if (m->s.known != EMPTY) forget_known(m, m->s.zones[z]);
    m->s.mixed[z] = (int32_t)length(m, m->s.zones[z]);
    if (!KEEPS_MIXED[z]) settle_order(m, z);
    else m->s.zones[z] = sorted_numbers(m, m->s.zones[z]);
}
static void put_in_place(M *m, V new, V old, int swap) {
    int32_t z, came, target;
    int64_t at, other = 0;
    Onlookers saw_new = {0}, saw_old = {0};
    if (new == old) return;
    z = where(m, old);
    came = where(m, new);
    if (z < 0) bail(m, RULE_FAILS);
    target = swap && came >= 0 ? came : BOX;
    if (!m->s.up[new]) saw_new = going_from_sight(m, new, z, place_in(m, old, m->s.zones[z]) == 0);
    if (!m->s.up[old]) saw_old = going_from_sight(m, old, target, came >= 0 && place_in(m, new, m->s.zones[came]) == 0);
    if (came >= 0) {
        other = place_in(m, new, m->s.zones[came]);
        take_out(m, new);
    }
    at = place_in(m, old, m->s.zones[z]);
    if (at < 0) bail(m, BAD_DATA);
    m->s.zones[z] = put_at(m, without(m, m->s.zones[z], at), at, new);
    m->s.where[new] = z;
    at = swap && came >= 0 ? other : length(m, m->s.zones[target]);
    m->s.zones[target] = put_at(m, m->s.zones[target], at, old);
    m->s.where[old] = target;
    keep_known(m, new, z, &saw_new);
    keep_known(m, old, target, &saw_old);
    m->version++;
}

/* ---------- amounts ---------- */
static V owner_of(M *m, V thing) {
    int32_t z;
    V found;
    at_thing(m, thing);
    if (IS_PLAYER[thing]) return thing;
    z = m->s.where[thing];
    found = z >= 0 ? ZONE_OWNER[z] : NONE;
    return found == NONE ? MAKER[thing] : found;
}
static V keyed_slot(M *m, int32_t resource, V owner) { /* of two owners, or of a value */
    V one = owner, other = MISS;
    const V *row = KEYED[resource];
    if (!row) return MISS;
    if (is_list(owner)) {
        if (length(m, owner) != 2) return MISS;
        one = part(m, owner, 0);
        other = part(m, owner, 1);
    }
    for (; *row != MISS; row += 3)
        if (row[0] == one && row[1] == other) return row[2];
    return MISS;
}
static V slot_of(M *m, int32_t resource, V owner) { /* the slot of a resource by the one who holds it; MISS if there is none */
    V at = MISS;
    if (TAG(owner) == T_WORD || is_list(owner)) at = keyed_slot(m, resource, owner);
    if (owner == NONE) at = HOLDERS[resource][0];
    else if (TAG(owner) <= 0 && owner >= 0 && owner < N_THINGS) at = HOLDERS[resource][owner + 1];
    return at == MISS ? HOLDERS[resource][0] : at;
}
static int32_t resource_of(M *m, V word) {
    if (TAG(word) != T_WORD || (uint32_t)word >= N_WORDS || RESOURCE[(uint32_t)word] < 0) bail(m, BAD_DATA);
    return RESOURCE[(uint32_t)word];
}
/* whose an amount is: of the one who gains or pays, of who holds it, or of both together */
static V owner_in(M *m, V resource, V subject, V holder) {
    if (holder == NONE) return subject;
    return IS_PAIR[resource_of(m, resource)] ? LIST(subject, holder) : holder;
}
static V amount_held(M *m, V resource, V owner) {
    V at = slot_of(m, resource_of(m, resource), owner);
    return at == MISS ? 0 : *val(m, at);
}
static V cap_of(M *m, int32_t resource, V you, V owner);
static V change_amount(M *m, V word, V owner, int64_t amount) {
    int32_t resource = resource_of(m, word);
    V at = slot_of(m, resource, owner), old, new;
    if (at == MISS) {
        if (amount) bail(m, RULE_FAILS); /* nothing comes from nowhere, nor goes there, in silence */
        return 0;
    }
    old = *val(m, at);
    if (TAG(old) > 0) bail(m, BAD_DATA);
    new = old + amount;
    if (amount > 0 && HAS_CAP[resource]) {
        V you = NONE, held_by = NONE, limit;
        if (is_list(owner)) {
            V one = part(m, owner, 0), other = part(m, owner, 1);
            if (TAG(one) > 0 || (TAG(other) <= 0 && !IS_PLAYER[one] && IS_PLAYER[other])) {
                V last = one; /* the player first, or the thing where there is but one */
                one = other;
                other = last;
            }
            if (TAG(one) <= 0) held_by = TAG(other) <= 0 ? other : one;
            if (held_by != NONE) you = IS_PLAYER[one] ? one : owner_of(m, held_by);
        } else if (TAG(owner) <= 0) {
            you = IS_PLAYER[owner] ? owner : owner_of(m, owner);
            held_by = owner;
        }
        limit = cap_of(m, resource, you, held_by);
        if (limit != NONE) {
            if (limit < new) new = limit;
            if (old > new) new = old;
        }
    }
    if (amount < 0 && FLOOR[resource] != NONE) {
        V least = old < FLOOR[resource] ? old : FLOOR[resource];
        if (new < least) new = least;
    }
    put_val(m, at, number(m, new));
    return new - old;
}
