/* Tic-tac-toe by hand, as the limit of what printed C can reach: random plays by the numbers that `rulekit.playout` takes. */

#include <stdint.h>
#include <string.h>

static uint64_t mix(uint64_t v) {
    v += UINT64_C(0x9E3779B97F4A7C15);
    v = (v ^ (v >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    v = (v ^ (v >> 27)) * UINT64_C(0x94D049BB133111EB);
    return v ^ (v >> 31);
}
static const uint16_t LINES[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

/* how often each has won, and how many moves were made */
void play(int64_t count, uint64_t seed, int64_t *won, int64_t *moves) {
    int64_t i;
    for (i = 0; i < count; i++) {
        uint64_t stream = 1 + mix(seed + (uint64_t)i) % (UINT64_C(1073741789) - 1);
        uint16_t side[2] = {0, 0}, taken = 0;
        int turn = 0, k, over = 0, winner = -1;
        while (!over && taken != 0777) {
            int free = 9 - __builtin_popcount(taken), pick = 0, cell;
            if (free > 1) { /* a choice of one is no choice */
                stream = stream * UINT64_C(837348330) % UINT64_C(1073741789);
                pick = (int)((uint32_t)stream % (uint32_t)free);
                ++*moves;
            }
            for (cell = 0;; cell++)
                if (!(taken >> cell & 1) && !pick--) break;
            side[turn] |= (uint16_t)(1 << cell);
            taken |= (uint16_t)(1 << cell);
            for (k = 0; k < 8; k++)
                if ((side[turn] & LINES[k]) == LINES[k]) { over = 1; winner = turn; }
            turn = !turn;
        }
        if (winner >= 0) won[winner]++;
    }
}
