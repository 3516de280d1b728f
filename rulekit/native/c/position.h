/* What is told of a position that is kept outside of a machine: known to the code of every table and to `states.c`. */

typedef struct {
    int64_t count, over, asked, answered; /* how many options there are, whether it is over, who is asked, answers so far */
    int64_t site, routine, place;         /* the place that asks: its number, below 0 where it is no code of its own that asks there */
    const int64_t *items, *winners;       /* what is offered, and who has won: numbers, each list behind its length */
    const int64_t *arena, *pool;          /* where lists lie */
} Told;
