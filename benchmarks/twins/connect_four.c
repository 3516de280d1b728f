/* Connect four by hand: two boards of bits, seven bits a column. */

#include <stdint.h>

static uint64_t mix(uint64_t v) {
    v += UINT64_C(0x9E3779B97F4A7C15);
    v = (v ^ (v >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    v = (v ^ (v >> 27)) * UINT64_C(0x94D049BB133111EB);
    return v ^ (v >> 31);
}
static int four(uint64_t b) {
    static const int STEPS[4] = {1, 6, 7, 8};
    int k;
    for (k = 0; k < 4; k++) {
        uint64_t pairs = b & (b >> STEPS[k]);
        if (pairs & (pairs >> 2 * STEPS[k])) return 1;
    }
    return 0;
}

void play(int64_t count, uint64_t seed, int64_t *won, int64_t *moves) {
    int64_t i;
    for (i = 0; i < count; i++) {
        uint64_t stream = 1 + mix(seed + (uint64_t)i) % (UINT64_C(1073741789) - 1), side[2] = {0, 0};
        int height[7] = {0}, turn = 0, winner = -1;
        for (;;) {
            int open[7], n = 0, c, pick = 0;
            for (c = 0; c < 7; c++)
                if (height[c] < 6) open[n++] = c;
            if (!n) break;
            if (n > 1) {
                stream = stream * UINT64_C(837348330) % UINT64_C(1073741789);
                pick = (int)((uint32_t)stream % (uint32_t)n);
                ++*moves;
            }
            c = open[pick];
            side[turn] |= UINT64_C(1) << (7 * c + height[c]++);
            if (four(side[turn])) { winner = turn; break; }
            turn = !turn;
        }
        if (winner >= 0) won[winner]++;
    }
}
