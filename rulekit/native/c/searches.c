/* Ways between values of any kind, such as records, by a step of the rules. As `boards/paths.py`. */

typedef V Onward(M *m, V you, const V *more, V place); /* where one may go from a place */

static V steps_from(M *m, Onward *step, V you, const V *more, V place) { /* all of them but none */
    V found = step(m, you, more, place);
    return contains(m, NONE, found) ? without_nones(m, found) : found;
}
/* the places behind those of an edge that were not found yet; these are found now */
static V next_edge(M *m, Onward *step, V you, const V *more, V edge, V *seen) {
    int64_t n, i, count, k;
    V fresh = EMPTY;
    n = length(m, edge);
    for (i = 0; i < n; i++) {
        V around = steps_from(m, step, you, more, part(m, edge, i));
        count = length(m, around);
        for (k = 0; k < count; k++) {
            V other = part(m, around, k);
            if (contains(m, other, *seen)) continue;
            *seen = put_at(m, *seen, length(m, *seen), other);
            fresh = put_at(m, fresh, length(m, fresh), other);
        }
    }
    return fresh;
}
static V steps_between(M *m, Onward *step, V you, const V *more, V start, V goal) {
    V edge, seen;
    int64_t far = 0;
    if (start == NONE || goal == NONE) return NONE;
    edge = seen = LIST(start);
    while (edge != EMPTY) {
        if (contains(m, goal, seen)) return far;
        far++;
        edge = next_edge(m, step, you, more, edge, &seen);
    }
    return NONE;
}
static int order_rank(V v) { return v == NONE ? 0 : is_list(v) ? 3 : TAG(v) == T_WORD ? 2 : 1; }
static int ordered_before(M *m, V a, V b) { /* numbers before words before lists, lists part by part: -1, 0 or 1 */
    int64_t n, k, i;
    if (order_rank(a) != order_rank(b)) return order_rank(a) < order_rank(b) ? -1 : 1;
    if (!is_list(a)) {
        V one = TAG(a) == T_TRUTH ? a == YES : a, other = TAG(b) == T_TRUTH ? b == YES : b;
        return one < other ? -1 : one > other;
    }
    n = length(m, a);
    k = length(m, b);
    for (i = 0; i < n && i < k; i++) {
        int found = ordered_before(m, part(m, a, i), part(m, b, i));
        if (found) return found;
    }
    return n < k ? -1 : n > k;
}
static V places_within(M *m, Onward *step, V you, const V *more, V start, V limit) { /* nearest first, then by number */
    V edge, seen, found = EMPTY;
    int64_t far = nz(limit), n;
    if (start == NONE) return EMPTY;
    edge = seen = LIST(start);
    for (; far > 0 && edge != EMPTY; far--) {
        V sorted, *p;
        edge = next_edge(m, step, you, more, edge, &seen);
        n = length(m, edge);
        if (!n) break;
        sorted = sliced(m, edge, 0, n);
        sorted = list_of(m, items_of(m, sorted, &n), n);
        p = m->arena + (uint32_t)sorted + 1;
        sort_items(m, p, n, ordered_before);
        found = joined(m, found, sorted);
    }
    return found;
}
/* items that hang together by steps, one way or the other, in the order of the first of each group */
static V parts_of(M *m, Onward *step, V you, const V *more, V items) {
    V members = told_apart(m, items), groups;
    int64_t n = length(m, members), i, k, j;
    Buf all;
    V *group;
    if (!n) return EMPTY;
    group = room(m, n);
    groups = made(m, group, n);
    group++;
    for (i = 0; i < n; i++) group[i] = i;
    for (i = 0; i < n; i++) {
        V around = steps_from(m, step, you, more, part(m, members, i));
        int64_t count = length(m, around);
        for (k = 0; k < count; k++) {
            int64_t other = place_in(m, part(m, around, k), members);
            V one, two;
            if (other < 0) continue;
            one = group[i] < group[other] ? group[i] : group[other];
            two = group[i] < group[other] ? group[other] : group[i];
            for (j = 0; j < n; j++)
                if (group[j] == two) group[j] = one;
        }
    }
    (void)groups;
    all = buf_new(m);
    for (i = 0; i < n; i++) {
        V together = EMPTY;
        if (group[i] != i) continue; /* a group is known by its first one */
        for (j = 0; j < n; j++)
            if (group[j] == i) together = put_at(m, together, length(m, together), part(m, members, j));
        buf_add(m, &all, together);
    }
    return buf_list(m, &all);
}
