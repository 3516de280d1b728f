/* Sorting: what ties stays in its order, as with `sorted` of the reference, and long lists take no more than a little longer. */

typedef int Order(M *m, V a, V b);
enum { SHORT = 8 }; /* pieces that are sorted by laying each item where it belongs */
static void merged(M *m, Order *order, const V *from, int64_t first, int64_t count, V *to) { /* two pieces, one behind the other */
    int64_t i = 0, k = first;
    while (i < first && k < count) {
        const int other = order(m, from[i], from[k]) > 0;
        *to++ = other ? from[k++] : from[i++];
    }
    memcpy(to, from + i, (size_t)(first - i) * sizeof(V));
    memcpy(to + first - i, from + k, (size_t)(count - k) * sizeof(V));
}
static void sort_items(M *m, V *items, int64_t n, Order *order) { /* `order` makes no lists */
    int64_t i, k, size;
    V *spare;
    for (i = 1; i < n; i++) {
        const V one = items[i];
        for (k = i; k % SHORT && order(m, items[k - 1], one) > 0; k--) items[k] = items[k - 1];
        items[k] = one;
    }
    if (n <= SHORT) return;
    spare = room(m, n);
    for (size = SHORT; size < n; size *= 2) {
        for (i = 0; i < n; i += 2 * size) {
            const int64_t count = n - i < 2 * size ? n - i : 2 * size;
            merged(m, order, items + i, count < size ? count : size, count, spare + i);
        }
        memcpy(items, spare, (size_t)n * sizeof(V));
    }
}
