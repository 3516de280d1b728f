/* One of several by chance: draws from a pile, dice with faces. As `runtime/draws.py`. */

static V looks(M *m, V thing) { /* all that tells a thing from another copy */
    int32_t z;
    V maker;
    Buf slots, zones;
    V kept, held;
    int32_t i;
    at_thing(m, thing);
    if (STANDS[thing]) return thing;
    z = m->s.where[thing];
    maker = z < 0 || ZONE_OWNER[z] == NONE ? MAKER[thing] : NONE;
    slots = buf_new(m);
    for (i = SLOTS_AT[thing]; i < SLOTS_AT[thing + 1]; i++) buf_add(m, &slots, m->s.vals[OWN_SLOTS[i]]);
    kept = buf_list(m, &slots);
    zones = buf_new(m);
    for (i = ZONES_AT[thing]; i < ZONES_AT[thing + 1]; i++) buf_add(m, &zones, m->s.zones[OWN_ZONES[i]]);
    held = buf_list(m, &zones);
    return LIST(DESIGN[thing], maker, z, TRUTH(m->s.up[thing]), kept, held);
}
static int bears(V thing) { return SLOTS_AT[thing] < SLOTS_AT[thing + 1] || ZONES_AT[thing] < ZONES_AT[thing + 1]; }

/* things that somebody can tell apart: what one looks like is asked only where there is another of its name */
static V distinguishable(M *m, V list) {
    int64_t n, i, k;
    const V *p = items_of(m, list, &n);
    Buf kept, marks;
    int twice = 0;
    for (i = 0; i < n; i++) at_thing(m, p[i]);
    for (i = 1; i < n && !twice; i++)
        for (k = 0; k < i && !twice; k++) twice = DESIGN[p[i]] == DESIGN[p[k]];
    if (!twice) return list;
    kept = buf_new(m);
    marks = buf_new(m);
    for (i = 0; i < n; i++) {
        int known = 0, first = 1;
        V mark = NONE;
        for (k = 0; k < kept.count && !known; k++) {
            V other = m->arena[kept.at + 1 + k];
            if (DESIGN[other] != DESIGN[p[i]]) continue;
            first = 0;
            if (mark == NONE) mark = looks(m, p[i]);
            if (m->arena[marks.at + 1 + k] == NONE) { V seen = looks(m, other); m->arena[marks.at + 1 + k] = seen; }
            known = same(m, mark, m->arena[marks.at + 1 + k]);
        }
        if (known) continue;
        m->alike |= !first;
        buf_add(m, &kept, p[i]);
        buf_add(m, &marks, first ? NONE : mark);
    }
    return buf_list(m, &kept);
}

static V by_chance(M *m, V list) {
    int64_t n, i, k, groups = 0, at;
    const V *p = items_of(m, list, &n);
    int plain = 1, in_order = n > 8, own, made_for = 0;
    V *marks;
    if (!n) bail(m, BAD_DATA);
    for (i = 0; i < n; i++) at_thing(m, p[i]);
    own = ZONE_OWNER[m->s.where[p[0]] < 0 ? N_ZONES - 1 : m->s.where[p[0]]] != NONE;
    for (i = 0; i < n; i++) {
        if (MAKER[p[i]] != NONE) made_for = 1;
        if (m->s.up[p[i]] || bears(p[i]) || SCATTERED[p[i]] || (i && p[i] < p[i - 1])) in_order = 0;
    }
    if (!own && made_for) in_order = 0;
    if (in_order) {
        if (DESIGN[p[0]] == DESIGN[p[n - 1]]) return p[0];
        at = random_below(m, (uint64_t)n);
        while (at && DESIGN[p[at - 1]] == DESIGN[p[at]]) at--;
        return p[at];
    }
    for (i = 1; i < n && plain; i++)
        for (k = 0; k < i && plain; k++) plain = DESIGN[p[i]] != DESIGN[p[k]];
    if (plain) return n > 1 ? p[random_below(m, (uint64_t)n)] : p[0];
    /* what each looks like among the others, then the first of its group */
    for (i = 0, k = 0; i < n; i++) k |= m->s.up[p[i]];
    marks = room(m, 3 * n) + 1;
    made(m, marks - 1, 3 * n);
    for (i = 0; i < n; i++) marks[i] = (!own && made_for) || k || bears(p[i]) ? looks(m, p[i]) : DESIGN[p[i]];
    for (i = 0; i < n; i++) { /* behind the marks: the first of each group, and how many it has */
        V *first = marks + n, *many = marks + 2 * n;
        for (at = 0; at < groups && !same(m, marks[first[at]], marks[i]); at++) {}
        if (at == groups) { first[groups] = i; many[groups++] = 0; }
        many[at]++;
    }
    at = groups > 1 ? random_below(m, (uint64_t)n) : 0;
    for (i = 0; i < groups; i++) {
        at -= marks[2 * n + i];
        if (at < 0) return p[marks[n + i]];
    }
    bail(m, BAD_DATA);
}

static int something_to_draw(M *m, V source) {
    int64_t n, i;
    const V *p;
    V discards;
    if (length(m, zone(m, source))) return 1;
    discards = DISCARDS[source];
    if (discards == NONE) return 0;
    p = items_of(m, zone(m, discards), &n);
    if (!n) return 0;
    for (i = 0; i < n; i++) lay(m, p[i], source, 0);
    shuffle_zone(m, source);
    return 1;
}
static V next_drawn(M *m, V source) {
    V items = zone(m, source);
    return m->s.mixed[source] ? by_chance(m, sliced(m, items, 0, m->s.mixed[source])) : part(m, items, 0);
}
static V roll_die(M *m, V die) {
    V faces;
    at_thing(m, die);
    if (FACES[die] == NONE) bail(m, BAD_DATA);
    faces = zone(m, FACES[die]);
    return length(m, faces) ? by_chance(m, faces) : NONE;
}
static void show_face(M *m, V die, V face) { if (SHOWN[die] == NONE) bail(m, BAD_DATA); put_val(m, SHOWN[die], face); }
static void roll_all(M *m, V dice) {
    int64_t n, i;
    const V *p;
    V one = is_list(dice) ? dice : LIST(dice);
    p = items_of(m, one, &n);
    for (i = 0; i < n; i++) {
        V face = p[i] == NONE ? NONE : roll_die(m, p[i]);
        if (face != NONE) show_face(m, p[i], face);
    }
}
