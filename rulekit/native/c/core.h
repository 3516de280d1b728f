/* Values, the state of a game, lists and frames.

   Contract: a value is 64 bits. Numbers, things and zones are themselves; what is none, yes or no, a word or a list has its
   tag above the 40th bit, so that whatever a state holds can be told without knowing its type, and a number is never taken
   for a place in memory. Lists are never changed once they are made, like the tuples of the reference: a length and the items
   behind it, in the arena of the state or among the constants. The arena never moves while rules run; what nobody holds
   any more is left behind when a decision is taken from outside. Whatever is beyond a limit leaves by `bail`: the caller
   then plays the same with the reference, which has the words for it. */

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t V;
typedef struct M M;

#define TAG(v) ((v) >> 40)
#define TAGGED(t, n) (((V)(t) << 40) + (V)(n))
enum { T_NONE = 1, T_TRUTH = 2, T_WORD = 3, T_LIST = 4, T_FIXED = 5, T_MISS = 6 };
#define NONE TAGGED(T_NONE, 0)
#define NO TAGGED(T_TRUTH, 0)
#define YES TAGGED(T_TRUTH, 1)
#define WORD(n) TAGGED(T_WORD, n)
#define FIXED(n) TAGGED(T_FIXED, n)
#define EMPTY FIXED(0)
#define MISS TAGGED(T_MISS, 0)
#define TRUTH(test) ((test) ? YES : NO)
#define NUMBER_MAX INT64_C(2147483647)

enum { DONE = 0, AGAIN = -1, ASK = -2, LEFT = -3, NESTED = 60, SPELL = 500, DEEPEST = 350 };
enum { LIST_MAX = 10000, OPTIONS_MAX = 10000, LOCALS = 1 << 15, SCOPES = 512, PATIENCE = 20000, SUPPOSED = 8 };
enum { ARENA = 1 << 20, FULL = 1 << 18 }; /* values; above FULL it is tidied as soon as no function holds a list */
/* why the reference must say how it goes on */
enum { OK = 0, BEYOND = 1, SPENT = 2, DEEP = 3, ODD_PLACE = 4, UNPRINTED = 5, NO_ROOM = 6, RULE_FAILS = 7, BAD_DATA = 8, NO_OPTION = 9 };

typedef struct {
    int32_t routine, pc, base, size; /* a routine by number, below 0 a frame of the machine itself; its locals */
    uint32_t serial;                 /* no two frames have the same */
} Frame;

enum { SMALL = 8, KINDS = SMALL + 2 }; /* values whose places are kept: small numbers, none; all others together */

typedef struct {
    V word, name, player, you, saved, once, then, bundle, locals, lent;
    int32_t depth, end, closing;
} Scope;

/* what is copied of a state whole */
typedef struct {
    V vals[N_VALS + 1];
    V zones[N_ZONES + 1];
    int32_t where[N_THINGS + 1], mixed[N_ZONES + 1], pools[N_ZONES + 1];
    uint8_t up[N_THINGS + 1];
    V known, once, result, paying, winners, lasting;
    int64_t rounds, counter, answered;
    uint64_t seed;
    int32_t asking, ended, n_stack, n_scopes;
    int32_t ask_forced; /* is a player asked even where there is one answer? */
    uint32_t used;
    uint64_t sets[N_SETS][KINDS]; /* of a variable the places that hold a value */
} Head;

struct M {
    Head s;
    Frame stack[DEEPEST + 16];
    Scope scopes[SCOPES];
    V lv[LOCALS];
    /* of the machine, not of the state */
    uint64_t chance;     /* the seed, mixed */
    uint64_t stream;     /* what a playout picks options by */
    int64_t limit;       /* answers the game may have had */
    int64_t units, since, spent, nested;
    uint32_t serial, kept; /* `kept`: how much of the arena was in use when it was last tidied */
    int32_t site;        /* the place that has asked: the number of what goes on there, -1 for a frame or a rare operation */
    int32_t sealed;      /* is it known to the one alone who is asked? */
    int32_t alike;       /* 1: something that was listed since the last answer has the name of another; 2: something is hidden */
    V asked, offered;    /* who is asked, and what may be answered */
    V substitutes;       /* what may be paid with, as long as a menu is made */
    int32_t supposing;   /* deeds that are supposed within each other */
    int32_t crowded;     /* is the driver wanted to tidy the arena? */
    int64_t brim;        /* how much of it may be in use before that; the whole while somebody outside holds a list */
    int64_t version;     /* of what hangs on where things lie */
    jmp_buf out;
#ifdef RK_TRACE
    void *trace[12];
#endif
    V *arena, *spare;
    int64_t told[4];     /* for the outside: how many options there are, whether it is over, who is asked, answers so far */
};

static _Noreturn void bail(M *m, int why) { longjmp(m->out, why); }
#ifdef RK_TRACE /* for those who look for a mistake here: where it was left */
#include <execinfo.h>
#define bail(m, why) (backtrace_symbols_fd(m->trace, backtrace(m->trace, 12), 2), fprintf(stderr, "bail %d at %s:%d\n", why, __func__, __LINE__), (bail)(m, why))
#endif

/* ---------- lists ---------- */
static const V POOL[];

static inline const V *items_of(M *m, V list, int64_t *count) {
    const V *at;
    if (TAG(list) == T_LIST) at = m->arena + (uint32_t)list;
    else if (TAG(list) == T_FIXED) at = POOL + (uint32_t)list;
    else bail(m, BAD_DATA);
    *count = at[0];
    return at + 1;
}
static inline const V *fixed_items(M *m, V list, int64_t *count) { /* of a constant list */
    const V *at = POOL + (uint32_t)list;
    (void)m;
    *count = at[0];
    return at + 1;
}
static inline int is_list(V v) { return TAG(v) == T_LIST || TAG(v) == T_FIXED; }
static inline int64_t length(M *m, V list) { int64_t n; items_of(m, list, &n); return n; }
static inline V part(M *m, V list, int64_t at) {
    int64_t n;
    const V *p = items_of(m, list, &n);
    if (at < 0) at += n;
    if (at < 0 || at >= n) bail(m, BAD_DATA);
    return p[at];
}
static __attribute__((noinline, cold)) void crowd(M *m, int64_t count) {
    if (count < 0 || count > ARENA - 2 - (int64_t)m->s.used) bail(m, NO_ROOM);
    m->brim = ARENA - 2;
    m->crowded = 1;
    m->spent += SPELL; /* who runs what he has called goes back to the driver, as after many steps */
}
static inline V *room(M *m, int64_t count) {
    if (count < 0 || count > m->brim - (int64_t)m->s.used) crowd(m, count);
    return m->arena + m->s.used;
}
static inline V made(M *m, V *at, int64_t count) {
    at[0] = count;
    m->s.used = (uint32_t)(at - m->arena + count + 1);
    return TAGGED(T_LIST, at - m->arena);
}
static V list_of(M *m, const V *from, int64_t count) {
    V *at;
    if (!count) return EMPTY;
    at = room(m, count);
    memmove(at + 1, from, (size_t)count * sizeof(V));
    return made(m, at, count);
}
#define LIST(...) list_of(m, (const V[]){__VA_ARGS__}, (int64_t)(sizeof((const V[]){__VA_ARGS__}) / sizeof(V)))

/* a list that is being made: it grows where it lies as long as nothing else was made meanwhile */
typedef struct { uint32_t at, count, room; } Buf;
static inline Buf buf_new(M *m) { Buf b = {m->s.used, 0, 0}; return b; }
static inline void buf_add(M *m, Buf *b, V v) {
    if (b->count == b->room) {
        if (b->at + 1 + b->room == m->s.used || !b->room) {
            int64_t more = b->room ? b->room : 6;
            if (!b->room) { b->at = m->s.used; room(m, more); m->s.used += 1; }
            room(m, more);
            b->room += (uint32_t)more;
            m->s.used = b->at + 1 + b->room;
        } else {
            V *at = room(m, 2 * (int64_t)b->room);
            memcpy(at + 1, m->arena + b->at + 1, b->count * sizeof(V));
            b->at = (uint32_t)(at - m->arena);
            b->room *= 2;
            m->s.used = b->at + 1 + b->room;
        }
    }
    m->arena[b->at + 1 + b->count++] = v;
}
static inline V buf_list(M *m, Buf *b) {
    if (!b->count) { if (b->room && b->at + 1 + b->room == m->s.used) m->s.used = b->at; return EMPTY; }
    m->arena[b->at] = b->count;
    if (b->at + 1 + b->room == m->s.used) { m->s.used = b->at + 1 + b->count; b->room = b->count; }
    return TAGGED(T_LIST, b->at);
}
static void buf_all(M *m, Buf *b, V list) {
    int64_t n, i;
    const V *p = items_of(m, list, &n);
    for (i = 0; i < n; i++) buf_add(m, b, p[i]);
}

/* ---------- comparing ---------- */
static int same_lists(M *m, V a, V b);
static inline int same(M *m, V a, V b) { return a == b || (is_list(a) && is_list(b) && same_lists(m, a, b)); }
static int same_lists(M *m, V a, V b) {
    int64_t n, k, i;
    const V *p = items_of(m, a, &n), *q = items_of(m, b, &k);
    if (n != k) return 0;
    for (i = 0; i < n; i++)
        if (!same(m, p[i], q[i])) return 0;
    return 1;
}
/* as sorting compares: numbers, words by their order, lists item by item */
static int compared(M *m, V a, V b) {
    if (is_list(a) && is_list(b)) {
        int64_t n, k, i;
        const V *p = items_of(m, a, &n), *q = items_of(m, b, &k);
        for (i = 0; i < n && i < k; i++) {
            int found = compared(m, p[i], q[i]);
            if (found) return found;
        }
        return n < k ? -1 : n > k;
    }
    if (TAG(a) == T_TRUTH) a = a == YES; /* yes and no are 1 and 0 beside numbers */
    if (TAG(b) == T_TRUTH) b = b == YES;
    if (TAG(a) > 0 || TAG(b) > 0)
        if (TAG(a) != TAG(b)) bail(m, BAD_DATA);
    return a < b ? -1 : a > b;
}
static inline int64_t place_in(M *m, V item, V list) {
    int64_t n, i;
    const V *p = items_of(m, list, &n);
    for (i = 0; i < n; i++)
        if (same(m, p[i], item)) return i;
    return -1;
}
static inline int contains(M *m, V item, V list) { return place_in(m, item, list) >= 0; }
static inline int holds(M *m, V v) { /* does a value count as yes? */
    if (TAG(v) <= 0) return v != 0;
    if (is_list(v)) return length(m, v) != 0;
    return v == YES || (TAG(v) == T_WORD && v != WORD(0));
}

/* ---------- numbers ---------- */
static inline int64_t nz(V v) { return v == NONE ? 0 : v; } /* none counts as 0 */
static inline V number(M *m, int64_t n) {
    if (n > NUMBER_MAX || n < -NUMBER_MAX) bail(m, BEYOND);
    return n;
}
static inline int less(V a, V b) { return a != NONE && b != NONE && a < b; }
static inline int at_most(V a, V b) { return a != NONE && b != NONE && a <= b; }
static inline int64_t divided(int64_t a, int64_t b) {
    int64_t q;
    if (!b) return 0;
    q = a / b;
    return (a % b != 0 && ((a < 0) != (b < 0))) ? q - 1 : q;
}

/* ---------- the budget ---------- */
static void exhausted(M *m) {
    if (m->since == m->s.answered) bail(m, SPENT);
    m->units = BUDGET;
    m->nested = 0;
    m->since = m->s.answered;
}
static inline void spend(M *m, int64_t units) { m->units -= units; if (m->units < 0) exhausted(m); }
static inline V spent(M *m, V list) { spend(m, length(m, list)); return list; }

/* ---------- frames ---------- */
#define LV(f) (m->lv + (f)->base)
#define TOP (&m->stack[m->s.n_stack - 1])
static inline Frame *push(M *m, int32_t routine, int32_t pc, int32_t size) {
    int32_t at = m->s.n_stack, base = at ? m->stack[at - 1].base + m->stack[at - 1].size : 0;
    Frame *f = &m->stack[at];
    if (at >= DEEPEST || size > LOCALS - base) bail(m, DEEP);
    f->routine = routine; f->pc = pc; f->base = base; f->size = size; f->serial = ++m->serial;
    m->s.n_stack = at + 1;
    return f;
}
static Frame *push_with(M *m, int32_t routine, int32_t pc, const V *locals, int32_t size) {
    Frame *f = push(m, routine, pc, size);
    memcpy(LV(f), locals, (size_t)size * sizeof(V));
    return f;
}
#define PUSH(routine, ...) push_with(m, routine, 0, (const V[]){__VA_ARGS__}, (int32_t)(sizeof((const V[]){__VA_ARGS__}) / sizeof(V)))
static inline void pop(M *m) { m->s.n_stack--; }
static inline int on_top(M *m, uint32_t serial) { return m->s.n_stack && TOP->serial == serial; }

static inline void at_slot(M *m, V at) { if (at < 0 || at >= N_VALS) bail(m, BAD_DATA); }
static inline void at_zone(M *m, V at) { if (at < 0 || at >= N_ZONES) bail(m, BAD_DATA); }
static inline void at_thing(M *m, V at) { if (at < 0 || at >= N_THINGS) bail(m, BAD_DATA); }
static inline V *val(M *m, V at) { at_slot(m, at); return &m->s.vals[at]; }
/* ---------- places of a variable that hold a value, as bits ---------- */
static inline uint32_t kind_of(V v) { return (uint64_t)v < SMALL ? (uint32_t)v : v == NONE ? SMALL : SMALL + 1; }
#define MOVE_BIT(set, first, count) if ((uint64_t)(at - (first)) < (count)) { \
    const uint64_t bit = UINT64_C(1) << (at - (first)); \
    m->s.sets[set][kind_of(*to)] &= ~bit; m->s.sets[set][kind_of(v)] |= bit; }
static inline void put_val(M *m, V at, V v) { V *to = val(m, at); EACH_SET(MOVE_BIT) *to = v; }
static uint64_t odd_places(M *m, V first, V count, V v) {
    uint64_t found = 0;
    V i;
    for (i = 0; i < count; i++) found |= (uint64_t)(*val(m, first + i) == v) << i;
    return found;
}
static inline uint64_t places(M *m, int set, V first, V count, V v) {
    const uint32_t kind = kind_of(v);
    return kind > SMALL ? odd_places(m, first, count, v) : m->s.sets[set][kind];
}
#define COVERS(held, mask) (!((uint64_t)(mask) & ~(held)))
#define MEETS(held, mask) (((uint64_t)(mask) & (held)) != 0)
#define FILL_SET(set, first, count) for (at = first; at < first + count; at++) \
    m->s.sets[set][kind_of(m->s.vals[at])] |= UINT64_C(1) << (at - (first));
static void fill_sets(M *m) { /* of a state that has just come in */
    V at = 0;
    memset(m->s.sets, 0, sizeof m->s.sets);
    EACH_SET(FILL_SET)
    (void)at;
}
static inline V zone(M *m, V at) { at_zone(m, at); return m->s.zones[at]; }
static inline int32_t where(M *m, V at) { at_thing(m, at); return m->s.where[at]; }
static inline V lying(M *m, V at) { return at == NONE ? EMPTY : zone(m, at); }

/* ---------- tables ---------- */
static inline V row_at(const V *row, int64_t count, V at) { return (uint64_t)at < (uint64_t)count ? row[at] : MISS; }
static inline V known(M *m, V found) { if (found == MISS) bail(m, BAD_DATA); return found; }
static V found_in(M *m, const V *pairs, V key) { /* pairs of key and value */
    for (; *pairs != MISS; pairs += 2)
        if (same(m, *pairs, key)) return pairs[1];
    return MISS;
}
static inline int is_member(const uint8_t *row, int64_t count, V at) { return (uint64_t)at < (uint64_t)count && row[at]; }

/* ---------- lists that rules make ---------- */
static inline V begun_list(M *m) { /* an empty list behind all others, that may grow there */
    V *at = room(m, 1);
    at[0] = 0;
    m->s.used++;
    return TAGGED(T_LIST, at - m->arena);
}
static V grown(M *m, V list, int *own, V item) {
    int64_t n;
    const V *p = items_of(m, list, &n);
    V *at = room(m, n + 1);
    memcpy(at + 1, p, (size_t)n * sizeof(V));
    at[1 + n] = item;
    *own = 1;
    return made(m, at, n + 1);
}
static inline V appended(M *m, V list, int *own, V item) {
    uint32_t at = (uint32_t)list;
    if (!*own || (int64_t)at + 1 + m->arena[at] != m->s.used || m->s.used >= m->brim) return grown(m, list, own, item);
    m->arena[m->s.used++] = item; /* it lies behind all others, and nobody else holds it */
    m->arena[at]++;
    return list;
}
static V extended(M *m, V list, int *own, V more) {
    int64_t n, i;
    const V *p = items_of(m, more, &n);
    for (i = 0; i < n; i++) list = appended(m, list, own, p[i]);
    return list;
}
static inline V end_of(M *m, V list, int64_t at, V empty) { return length(m, list) ? part(m, list, at) : empty; }
static inline V nth(M *m, V list, V at, V empty) {
    int64_t n;
    const V *p = items_of(m, list, &n);
    return at != NONE && at > 0 && at <= n ? p[at - 1] : empty;
}
static inline int64_t in_set(M *m, V v) { if (v == NONE) return 0; at_thing(m, v); return v + 1; } /* its place in a set */
static inline V thing_at(M *m, V at) { at_thing(m, at); return at; }
