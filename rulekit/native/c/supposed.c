/* What a value would be if something were done. As `runtime/supposed.py`: the deed is carried out, the value worked out, and
   all is put back as it was. What was there is laid aside in the arena, behind everything that the state holds; what the
   value is made of lies behind that, so that it stays. Chance and questions are left to the reference, which has the words. */

static int64_t words_of(size_t bytes) { return (int64_t)((bytes + sizeof(V) - 1) / sizeof(V)); }
static V *aside(M *m, const void *from, size_t bytes) {
    const int64_t count = words_of(bytes);
    V *to = room(m, count);
    memcpy(to, from, bytes);
    m->s.used += (uint32_t)count;
    return to;
}
typedef V Works(M *m, V *L);
static V suppose(M *m, int32_t routine, Works *value, V *env, int32_t captured) {
    const int32_t depth = m->s.n_stack, size = ROUTINE[routine].size;
    const size_t locals = depth ? (size_t)(TOP->base + TOP->size) * sizeof(V) : 0;
    const int64_t limit = m->limit, nested = m->nested, spent = m->spent, brim = m->brim;
    const V asked = m->asked, offered = m->offered;
    const int32_t site = m->site;
    int64_t ticks = 0;
    int32_t i;
    uint32_t used;
    Frame *f;
    V found, *head, *stack, *scopes, *lv;
    if (++m->supposing > SUPPOSED) bail(m, RULE_FAILS);
    head = aside(m, &m->s, sizeof(Head));
    stack = aside(m, m->stack, (size_t)depth * sizeof(Frame));
    scopes = aside(m, m->scopes, (size_t)m->s.n_scopes * sizeof(Scope));
    lv = aside(m, m->lv, locals);
    spend(m, 1);
    m->limit = 0; /* whoever would be asked is not answered for */
    m->brim = ARENA - 2;
    f = push(m, routine, 0, size);
    for (i = 0; i < size; i++) LV(f)[i] = i < captured ? env[i] : NONE;
    while (m->s.n_stack > depth && !m->s.ended) {
        if (++ticks > PATIENCE) bail(m, SPENT);
        m->spent = 0;
        if (m->units < 0) exhausted(m);
        if (run_frame(m, TOP) == ASK) bail(m, RULE_FAILS);
    }
    found = value(m, env);
    used = m->s.used;
    memcpy(&m->s, head, sizeof(Head));
    m->s.used = used;
    memcpy(m->stack, stack, (size_t)depth * sizeof(Frame));
    memcpy(m->scopes, scopes, (size_t)m->s.n_scopes * sizeof(Scope));
    memcpy(m->lv, lv, locals);
    m->limit = limit;
    m->nested = nested;
    m->spent = spent;
    m->brim = brim;
    m->asked = asked;
    m->offered = offered;
    m->site = site;
    m->supposing--;
    m->version++;
    return found;
}
