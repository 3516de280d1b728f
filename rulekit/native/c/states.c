/* States of Python whose position lies in native memory: what is done again and again in a loop over `State`, without a
   detour through Python.

   Contract: this is compiled once for an interpreter, not for a table, and knows no word of any game. A `Runner` plays the
   games of one table from one beginning; a `Position` is one block of bytes that the code of the table has written. Whatever
   is not plain here (an answer that is none, rules that fail, a question that only the reference knows) is left to Python: the
   state is made an ordinary one at the position before, and the same is asked of that. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <stdint.h>
#include <structmember.h>
#include "position.h"

enum { GAME, TABLE, OVER, QUIET, DATA, TALE, LOOSE, PAST, ANSWERS, HEARD, DRAWING, SHARED, MACHINE, STOP, QUESTION, DECISION, POSITION, SLOTS };
static const char *const SLOT_NAMES[SLOTS] = {"game", "table", "over", "quiet", "_data", "_tale", "_loose", "_past", "_answers",
    "_heard", "_drawing", "_shared", "_machine", "_stop", "_question", "_decision", "_position"};
enum { D_KIND, D_PLAYER, D_OPTIONS, D_PROMPT, D_STOP, D_POSITION, D_RUNNER, D_SLOTS };
static const char *const DECISION_NAMES[D_SLOTS] = {"kind", "player", "options", "_prompt", "_stop", "_position", "_runner"};
enum { ROOM, KEEP, RESUME, ANSWER, TELL, RESEED, READY, FUNCTIONS };
enum { CHOICE, MENU, YES_OR_NO, ODD }; /* how a place offers: ODD where options hang on the position */
enum { TRUTH = 2, WORD = 3, LIST = 4, MISSING = 6 }; /* as in core.h */
#define TAG(v) ((v) >> 40)
#define NOBODY (INT64_C(1) << 40)

typedef struct { int64_t routine, place; int form; PyObject *kind, *done, *heads; } Site;
typedef struct {
    PyObject_HEAD
    PyObject *game, *table, *states, *decisions, *over; /* the types of states and decisions; the decision of a game that is over */
    PyObject *owner; /* is asked for what Python knows: `site_of`, `leave` */
    PyObject *words; /* of the rules, by number */
    Py_ssize_t slots[SLOTS], decision_slots[D_SLOTS];
    Site *sites;
    int64_t n_sites;
    void *machine, *functions[FUNCTIONS];
    char *beginning;
    int unasked; /* does the beginning come before the first question? */
} Runner;
typedef struct {
    PyObject_VAR_HEAD
    Runner *runner;
    PyObject *seed;
    Told told;
    int64_t block[];
} Position;
static PyTypeObject RunnerType, PositionType;

#define AT(object, offset) (*(PyObject **)((char *)(object) + (offset)))
#define SLOT(r, state, name) AT(state, (r)->slots[name])
#define CALL(r, number, result, types, args) (((result (*) types)(r)->functions[number]) args)

static void put(PyObject **to, PyObject *value) { /* takes the reference */
    PyObject *old = *to;
    *to = value;
    Py_XDECREF(old);
}
static void put_none(PyObject **to) {
    if (*to != Py_None) put(to, Py_NewRef(Py_None));
}

/* ---------- positions ---------- */
static Position *kept(Runner *r, PyObject *seed, Position *old) { /* what the machine holds; `old` is written over if nobody else has it */
    Py_ssize_t bytes = (Py_ssize_t)CALL(r, ROOM, int64_t, (void *), (r->machine));
    Position *p = old;
    if (!old || Py_REFCNT(old) > 1 || Py_SIZE(old) < bytes) {
        p = PyObject_NewVar(Position, &PositionType, (bytes + 255) & ~(Py_ssize_t)127);
        if (!p) return NULL;
        p->runner = (Runner *)Py_NewRef(r);
        p->seed = Py_NewRef(seed);
    } else Py_INCREF(p);
    CALL(r, KEEP, void, (void *, void *), (r->machine, p->block));
    CALL(r, TELL, void, (const void *, Told *), (p->block, &p->told));
    return p;
}
static void position_dealloc(Position *p) {
    Py_DECREF(p->runner);
    Py_DECREF(p->seed);
    PyObject_Free(p);
}
static PyObject *position_address(Position *p, void *unused) { (void)unused; return PyLong_FromVoidPtr(p->block); }
static PyObject *position_site(Position *p, void *unused) {
    (void)unused;
    return Py_BuildValue("(LLL)", (long long)p->told.site, (long long)p->told.routine, (long long)p->told.place);
}
static PyMemberDef POSITION_MEMBERS[] = {
    {"seed", T_OBJECT_EX, offsetof(Position, seed), READONLY, NULL},
    {"runner", T_OBJECT_EX, offsetof(Position, runner), READONLY, NULL},
    {NULL, 0, 0, 0, NULL}};
static PyGetSetDef POSITION_GETTERS[] = {
    {"address", (getter)position_address, NULL, "Where the block lies.", NULL},
    {"site", (getter)position_site, NULL, "The place that asks: its number, the routine, and where in it.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};
static PyTypeObject PositionType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "positions.Position", .tp_basicsize = offsetof(Position, block), .tp_itemsize = 1,
    .tp_flags = Py_TPFLAGS_DEFAULT, .tp_dealloc = (destructor)position_dealloc, .tp_members = POSITION_MEMBERS,
    .tp_getset = POSITION_GETTERS};

/* ---------- states ---------- */
static PyObject *new_state(Runner *r, Position *p, PyObject *tale, PyObject *answers, PyObject *past, PyObject *quiet, PyObject *heard) {
    PyTypeObject *type = (PyTypeObject *)r->states;
    PyObject *s = type->tp_alloc(type, 0);
    if (!s) return NULL;
    SLOT(r, s, GAME) = Py_NewRef(r->game);
    SLOT(r, s, TABLE) = Py_NewRef(r->table);
    SLOT(r, s, OVER) = Py_NewRef(p->told.over ? Py_True : Py_False);
    SLOT(r, s, QUIET) = Py_NewRef(quiet);
    SLOT(r, s, TALE) = Py_NewRef(tale);
    SLOT(r, s, LOOSE) = Py_NewRef(Py_False);
    SLOT(r, s, PAST) = Py_NewRef(past);
    SLOT(r, s, ANSWERS) = Py_NewRef(answers);
    SLOT(r, s, HEARD) = Py_NewRef(heard);
    SLOT(r, s, DRAWING) = Py_NewRef(Py_None);
    SLOT(r, s, SHARED) = PyLong_FromLong(0);
    SLOT(r, s, MACHINE) = Py_NewRef(Py_None);
    SLOT(r, s, STOP) = Py_NewRef(Py_None);
    SLOT(r, s, QUESTION) = Py_NewRef(Py_None);
    SLOT(r, s, DECISION) = Py_NewRef(Py_None);
    SLOT(r, s, POSITION) = Py_NewRef((PyObject *)p);
    return s;
}
static Py_ssize_t position_slot; /* where the states of Python keep it: the same for all */

static PyObject *as_ordinary(Runner *r, PyObject *state) { /* from here on Python plays it */
    return PyObject_CallMethod(r->owner, "leave", "O", state);
}

/* ---------- values of a row ---------- */
typedef struct { const int64_t *row, *pool; int64_t count, arena; PyObject *words; } Row;
static PyObject *value_of(const Row *r, int64_t v);
static PyObject *tuple_of(const Row *r, const int64_t *items, int64_t left) { /* a length, and so many values behind it */
    PyObject *found;
    int64_t k;
    if (left < 1 || items[0] < 0 || items[0] >= left) { PyErr_SetString(PyExc_ValueError, "a damaged row"); return NULL; }
    found = PyTuple_New((Py_ssize_t)items[0]);
    for (k = 0; found && k < items[0]; k++) {
        PyObject *one = value_of(r, items[k + 1]);
        if (!one) Py_CLEAR(found);
        else PyTuple_SET_ITEM(found, (Py_ssize_t)k, one);
    }
    return found;
}
static PyObject *value_of(const Row *r, int64_t v) {
    const int64_t low = v & ((INT64_C(1) << 40) - 1);
    PyObject *found;
    switch (TAG(v)) {
    case 1: Py_RETURN_NONE;
    case TRUTH: return PyBool_FromLong((long)(v & 1));
    case WORD:
        if (low >= PyTuple_GET_SIZE(r->words)) break;
        return Py_NewRef(PyTuple_GET_ITEM(r->words, (Py_ssize_t)low));
    case LIST: case LIST + 1:
        if (Py_EnterRecursiveCall(" in a list of native code")) return NULL;
        found = TAG(v) == LIST ? tuple_of(r, r->row + r->arena + low, r->count - r->arena - low) : tuple_of(r, r->pool + low, INT64_MAX);
        Py_LeaveRecursiveCall();
        return found;
    case MISSING: return Py_NewRef(Py_Ellipsis);
    default: if (TAG(v) <= 0) return PyLong_FromLongLong(v);
    }
    PyErr_SetString(PyExc_ValueError, "a damaged row");
    return NULL;
}
/* ---------- what is offered ---------- */
static Site *new_site(Runner *r, const Told *told) {
    Site *more, site = {told->routine, told->place, ODD, NULL, NULL, NULL};
    PyObject *found = PyObject_CallMethod(r->owner, "site_of", "LLi", (long long)told->routine, (long long)told->place, told->site >= 0);
    if (!found) return NULL;
    if (found != Py_None && PyArg_ParseTuple(found, "OiOO!", &site.kind, &site.form, &site.done, &PyTuple_Type, &site.heads)) {
        Py_INCREF(site.kind); Py_INCREF(site.done); Py_INCREF(site.heads);
    }
    Py_DECREF(found);
    if (PyErr_Occurred()) return NULL;
    more = PyMem_Realloc(r->sites, (size_t)(r->n_sites + 1) * sizeof(Site)); /* others may have come here while Python was asked */
    if (!more) {
        Py_XDECREF(site.kind); Py_XDECREF(site.done); Py_XDECREF(site.heads);
        PyErr_NoMemory();
        return NULL;
    }
    r->sites = more;
    r->sites[r->n_sites] = site;
    return &r->sites[r->n_sites++];
}
static Site *site_at(Runner *r, const Told *told) { /* NULL with an error set, or where the reference must say what is offered */
    Site *site = NULL;
    int64_t k;
    if (told->routine < 0) return NULL;
    for (k = 0; k < r->n_sites && !site; k++) /* a game asks at a few places */
        if (r->sites[k].place == told->place && r->sites[k].routine == told->routine) site = &r->sites[k];
    if (!site) site = new_site(r, told);
    return site && site->form == ODD ? NULL : site;
}
static PyObject *of_things(PyObject *list, int64_t thing) {
    PyObject *found;
    if (!PyList_Check(list) || thing < 0 || thing >= PyList_GET_SIZE(list)) return NULL;
    found = PyList_GET_ITEM(list, thing);
    return found == Py_None ? NULL : found;
}
static PyObject *of_values(PyObject *said, const Runner *r, const Told *told, int64_t v) { /* by what is answered: a list of Python has it for good */
    const Row row = {told->arena, told->pool, INT64_MAX, 0, r->words};
    PyObject *value = value_of(&row, v), *found = value ? PyObject_GetItem(said, value) : NULL;
    Py_XDECREF(value);
    if (found) Py_DECREF(found);
    else if (PyErr_ExceptionMatches(PyExc_LookupError)) PyErr_Clear(); /* of too many values */
    return found;
}
static PyObject *option(const Runner *r, const Site *site, const Told *told, int64_t at) { /* borrowed; NULL where it is none that is kept */
    int64_t v = told->items[at], head = 0;
    PyObject *found;
    if (site->form == YES_OR_NO) return TAG(v) == TRUTH ? PyTuple_GET_ITEM(site->heads, v & 1 ? 0 : 1) : NULL;
    if (site->form == MENU) {
        const int64_t *pair = TAG(v) < LIST ? NULL : (TAG(v) == LIST ? told->arena : told->pool) + (uint32_t)v;
        if (!pair || pair[0] != 2 || pair[1] < 0 || pair[1] >= PyTuple_GET_SIZE(site->heads)) return NULL;
        head = pair[1];
        v = pair[2];
        if (PyUnicode_Check(PyTuple_GET_ITEM(site->heads, head))) return PyTuple_GET_ITEM(site->heads, head);
    }
    found = PyTuple_GET_ITEM(site->heads, head);
    if (PyDict_Check(found)) return of_values(found, r, told, v);
    return TAG(v) == WORD ? site->done : of_things(found, v);
}
static PyObject *options_of(const Runner *r, const Site *site, const Told *told) { /* NULL without an error where one is not kept */
    PyObject *found = PyTuple_New((Py_ssize_t)told->count);
    int64_t k;
    for (k = 0; found && k < told->count; k++) {
        PyObject *one = option(r, site, told, k);
        if (!one) { Py_DECREF(found); return NULL; }
        PyTuple_SET_ITEM(found, (Py_ssize_t)k, Py_NewRef(one));
    }
    return found;
}
static PyObject *who(const Told *told) { return told->asked == NOBODY ? Py_NewRef(Py_None) : PyLong_FromLongLong(told->asked); }

/* Which option an answer means; -1 where Python must say. An error may be set. */
static int64_t place_of(Runner *r, const Told *told, PyObject *answer, PyObject **taken) {
    const Site *site = site_at(r, told);
    int64_t k;
    if (!site) return -1;
    if (PyLong_CheckExact(answer)) {
        int over;
        k = PyLong_AsLongAndOverflow(answer, &over);
        *taken = over || k < 0 || k >= told->count ? NULL : option(r, site, told, k);
        return *taken ? k : -1;
    }
    for (k = 0; k < told->count; k++) {
        *taken = option(r, site, told, k);
        if (!*taken) return -1;
        if (*taken == answer) return k;
    }
    for (k = 0; PyUnicode_Check(answer) && k < told->count; k++) {
        *taken = option(r, site, told, k);
        if (PyUnicode_Compare(*taken, answer) == 0) return k;
    }
    return -1;
}

/* The position after an answer, in the machine; 0 where Python must play it. */
static int played(Runner *r, Position *p, PyObject *answer, PyObject **taken) {
    int64_t at = place_of(r, &p->told, answer, taken);
    if (at < 0) return 0;
    CALL(r, RESUME, void, (void *, const void *), (r->machine, p->block));
    return CALL(r, ANSWER, int, (void *, int64_t), (r->machine, at)) == 0;
}
static PyObject *linked(Runner *r, PyObject *state, PyObject *taken) { /* the answers with one more */
    PyObject *before = SLOT(r, state, ANSWERS);
    return SLOT(r, state, QUIET) == Py_True ? Py_NewRef(before) : PyTuple_Pack(2, before, taken);
}
static PyObject *by_python(Runner *r, PyObject *state, const char *name, PyObject *const *args, Py_ssize_t count, PyObject *names) {
    PyObject *left, *method, *found = NULL;
    if (PyErr_Occurred()) return NULL;
    left = as_ordinary(r, state);
    if (!left) return NULL;
    Py_DECREF(left);
    method = PyObject_GetAttrString(state, name);
    if (method) found = PyObject_Vectorcall(method, args, (size_t)count, names);
    Py_XDECREF(method);
    return found;
}
static Position *here(PyObject *state) {
    PyObject *p = AT(state, position_slot);
    if (p && Py_IS_TYPE(p, &PositionType)) return (Position *)p;
    PyErr_SetString(PyExc_TypeError, "this state has no native position");
    return NULL;
}
/* A method that somebody has kept may be called when the state has become an ordinary one. */
static int is_native(const Runner *r, PyObject *state) { return (PyObject *)Py_TYPE(state) == r->states; }
static PyObject *state_play(PyObject *state, PyObject *answer) {
    Position *p = here(state), *new;
    PyObject *taken = NULL, *answers;
    Runner *r;
    if (!p) return NULL;
    r = p->runner;
    /* who has looked at the data will look again: where they are there, Python goes on with them */
    if (!is_native(r, state) || SLOT(r, state, DATA) || !played(r, p, answer, &taken)) return by_python(r, state, "play", &answer, 1, NULL);
    answers = linked(r, state, taken);
    put_none(&SLOT(r, state, DECISION)); /* it holds the position */
    new = answers ? kept(r, p->seed, p) : NULL;
    if (!new) { Py_XDECREF(answers); return NULL; }
    Py_INCREF(r); /* the position may have been the last to hold it */
    put(&SLOT(r, state, ANSWERS), answers);
    put(&SLOT(r, state, POSITION), (PyObject *)new);
    put_none(&SLOT(r, state, PAST));
    if (new->told.over) put(&SLOT(r, state, OVER), Py_NewRef(Py_True));
    Py_DECREF(r);
    return Py_NewRef(state);
}
static PyObject *state_apply(PyObject *state, PyObject *const *args, Py_ssize_t count, PyObject *names) {
    Position *p = here(state), *new;
    PyObject *taken = NULL, *answers, *past, *heard, *found = NULL;
    Runner *r;
    if (!p) return NULL;
    r = p->runner;
    if (count != 1 || names) { /* `player=`: as it is, where it is the one who is asked */
        int64_t player = -1;
        int plain = count == 1 && PyTuple_GET_SIZE(names) == 1 && PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, 0), "player") == 0;
        if (plain && PyLong_CheckExact(args[1])) player = PyLong_AsLongLong(args[1]);
        if (PyErr_Occurred()) PyErr_Clear();
        if (!plain || (args[1] != Py_None && player != p->told.asked)) return by_python(r, state, "apply", args, count, names);
    }
    if (!is_native(r, state) || !played(r, p, args[0], &taken)) return by_python(r, state, "apply", args, count, names);
    answers = linked(r, state, taken);
    past = PyTuple_Pack(5, (PyObject *)p, SLOT(r, state, TALE), SLOT(r, state, ANSWERS), Py_None, SLOT(r, state, PAST));
    heard = PyDict_Check(SLOT(r, state, HEARD)) ? PyDict_Copy(SLOT(r, state, HEARD)) : Py_NewRef(Py_None);
    new = answers && past && heard ? kept(r, p->seed, NULL) : NULL;
    if (new) found = new_state(r, new, SLOT(r, state, TALE), answers, past, SLOT(r, state, QUIET), heard);
    Py_XDECREF(new); Py_XDECREF(answers); Py_XDECREF(past); Py_XDECREF(heard);
    return found;
}
static PyObject *state_copy(PyObject *state, PyObject *unused) {
    Position *p = here(state);
    Runner *r;
    (void)unused;
    if (!p) return NULL;
    r = p->runner;
    if (!is_native(r, state)) return by_python(r, state, "copy", NULL, 0, NULL);
    return new_state(r, p, SLOT(r, state, TALE), SLOT(r, state, ANSWERS), SLOT(r, state, PAST), SLOT(r, state, QUIET), Py_None);
}
static PyObject *decided(Runner *r, Position *p) { /* NULL without an error where the reference must say it */
    const Told *told = &p->told;
    PyTypeObject *type = (PyTypeObject *)r->decisions;
    PyObject *found, *options;
    const Site *site;
    if (told->over) return Py_NewRef(r->over);
    site = site_at(r, told);
    options = site ? options_of(r, site, told) : NULL;
    found = options ? type->tp_alloc(type, 0) : NULL;
    if (!found) { Py_XDECREF(options); return NULL; }
#define PART(name) AT(found, r->decision_slots[name])
    PART(D_KIND) = Py_NewRef(site->kind);
    PART(D_PLAYER) = who(told);
    PART(D_OPTIONS) = options;
    PART(D_PROMPT) = Py_NewRef(Py_None);
    PART(D_STOP) = Py_NewRef(Py_None);
    PART(D_POSITION) = Py_NewRef((PyObject *)p);
    PART(D_RUNNER) = Py_NewRef((PyObject *)r);
    return found;
}
static PyObject *state_decision(PyObject *state, void *unused) {
    Position *p = here(state);
    PyObject *found;
    Runner *r;
    (void)unused;
    if (!p) return NULL;
    r = p->runner;
    found = SLOT(r, state, DECISION);
    if (found != Py_None) return Py_NewRef(found);
    found = decided(r, p);
    if (found) put(&SLOT(r, state, DECISION), Py_NewRef(found));
    else if (!PyErr_Occurred()) {
        PyObject *left = as_ordinary(r, state);
        if (!left) return NULL;
        Py_DECREF(left);
        return PyObject_GetAttrString(state, "decision");
    }
    return found;
}
static PyObject *state_winners(PyObject *state, void *unused) {
    Position *p = here(state);
    PyObject *found;
    Py_ssize_t k;
    (void)unused;
    if (!p) return NULL;
    found = PyTuple_New((Py_ssize_t)p->told.winners[0]);
    for (k = 0; found && k < PyTuple_GET_SIZE(found); k++) PyTuple_SET_ITEM(found, k, PyLong_FromLongLong(p->told.winners[k + 1]));
    return found;
}
static PyMethodDef STATE_METHODS[] = {
    {"play", state_play, METH_O, "Answers in place: faster, and without a way back."},
    {"apply", (PyCFunction)(void (*)(void))state_apply, METH_FASTCALL | METH_KEYWORDS, "The state after an answer; this one stays as it is."},
    {"copy", state_copy, METH_NOARGS, "An independent state."},
    {"__copy__", state_copy, METH_NOARGS, "An independent state."}};
static PyGetSetDef STATE_GETTERS[] = {
    {"decision", state_decision, NULL, "What the game waits for.", NULL},
    {"winners", state_winners, NULL, "Who has won.", NULL}};

/* ---------- runners ---------- */
static int offsets(PyObject *type, const char *const *names, int count, Py_ssize_t *to) {
    int k;
    for (k = 0; k < count; k++) {
        PyObject *found = NULL, *mro = ((PyTypeObject *)type)->tp_mro;
        Py_ssize_t i;
        for (i = 0; i < PyTuple_GET_SIZE(mro) && !(found && Py_IS_TYPE(found, &PyMemberDescr_Type)); i++) { /* below a property of the same name */
            PyObject *of = PyObject_GetAttrString(PyTuple_GET_ITEM(mro, i), "__dict__");
            Py_XDECREF(found);
            found = of ? PyMapping_GetItemString(of, names[k]) : NULL;
            Py_XDECREF(of);
            if (!found) PyErr_Clear();
        }
        if (!found || !Py_IS_TYPE(found, &PyMemberDescr_Type)) {
            Py_XDECREF(found);
            PyErr_Format(PyExc_TypeError, "there is no slot %s", names[k]);
            return -1;
        }
        to[k] = ((PyMemberDescrObject *)found)->d_member->offset;
        Py_DECREF(found);
    }
    return 0;
}
static PyObject *runner_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *game, *table, *states, *decisions, *over, *owner, *words, *addresses;
    Runner *r;
    Py_ssize_t k;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "OOO!O!OOO!O!", &game, &table, &PyType_Type, &states, &PyType_Type, &decisions, &over, &owner,
                          &PyTuple_Type, &words, &PyTuple_Type, &addresses)) return NULL;
    if (PyTuple_GET_SIZE(addresses) != FUNCTIONS + 1) { PyErr_SetString(PyExc_TypeError, "these are not the functions"); return NULL; }
    r = (Runner *)type->tp_alloc(type, 0);
    if (!r) return NULL;
    r->game = Py_NewRef(game); r->table = Py_NewRef(table);
    r->states = Py_NewRef(states); r->decisions = Py_NewRef(decisions);
    r->over = Py_NewRef(over); r->owner = Py_NewRef(owner); r->words = Py_NewRef(words);
    r->machine = PyLong_AsVoidPtr(PyTuple_GET_ITEM(addresses, 0));
    for (k = 0; k < FUNCTIONS; k++) r->functions[k] = PyLong_AsVoidPtr(PyTuple_GET_ITEM(addresses, k + 1));
    if (PyErr_Occurred() || offsets(states, SLOT_NAMES, SLOTS, r->slots) || offsets(decisions, DECISION_NAMES, D_SLOTS, r->decision_slots)) {
        Py_DECREF(r);
        return NULL;
    }
    position_slot = r->slots[POSITION];
    return (PyObject *)r;
}
static int runner_traverse(Runner *r, visitproc visit, void *arg) {
    int64_t k;
    Py_VISIT(r->game); Py_VISIT(r->table); Py_VISIT(r->states); Py_VISIT(r->decisions);
    Py_VISIT(r->over); Py_VISIT(r->owner); Py_VISIT(r->words);
    for (k = 0; k < r->n_sites; k++) { Py_VISIT(r->sites[k].kind); Py_VISIT(r->sites[k].done); Py_VISIT(r->sites[k].heads); }
    return 0;
}
static int runner_clear(Runner *r) {
    int64_t k;
    Py_CLEAR(r->game); Py_CLEAR(r->table); Py_CLEAR(r->states); Py_CLEAR(r->decisions);
    Py_CLEAR(r->over); Py_CLEAR(r->owner); Py_CLEAR(r->words);
    for (k = 0; k < r->n_sites; k++) { Py_CLEAR(r->sites[k].kind); Py_CLEAR(r->sites[k].done); Py_CLEAR(r->sites[k].heads); }
    return 0;
}
static void runner_dealloc(Runner *r) {
    PyObject_GC_UnTrack(r);
    runner_clear(r);
    PyMem_Free(r->sites);
    PyMem_Free(r->beginning);
    Py_TYPE(r)->tp_free(r);
}
/* What the machine holds is the beginning of all games to come. */
static PyObject *runner_begin(Runner *r, PyObject *unasked) {
    int64_t bytes = CALL(r, ROOM, int64_t, (void *), (r->machine));
    char *block = PyMem_Realloc(r->beginning, (size_t)bytes);
    if (!block) return PyErr_NoMemory();
    r->beginning = block;
    r->unasked = PyObject_IsTrue(unasked);
    CALL(r, KEEP, void, (void *, void *), (r->machine, block));
    Py_RETURN_NONE;
}
/* A new game; None where the reference must begin it. */
static PyObject *runner_new_game(Runner *r, PyObject *const *args, Py_ssize_t count) {
    PyObject *found;
    Position *p;
    uint64_t seed;
    if (count != 2 || !PyLong_Check(args[0]) || !r->beginning) { PyErr_SetString(PyExc_TypeError, "a game needs a seed and a story"); return NULL; }
    seed = PyLong_AsUnsignedLongLongMask(args[0]);
    CALL(r, RESUME, void, (void *, const void *), (r->machine, r->beginning));
    CALL(r, RESEED, void, (void *, uint64_t), (r->machine, seed));
    if (r->unasked && CALL(r, READY, int, (void *), (r->machine))) Py_RETURN_NONE;
    p = kept(r, args[0], NULL);
    if (!p) return NULL;
    found = new_state(r, p, args[1], Py_None, Py_None, Py_False, Py_None);
    Py_DECREF(p);
    return found;
}
/* The state of a position: position, story, answers, past, is it quiet? */
static PyObject *runner_state(Runner *r, PyObject *const *args, Py_ssize_t count) {
    if (count != 5 || !Py_IS_TYPE(args[0], &PositionType) || ((Position *)args[0])->runner != r) {
        PyErr_SetString(PyExc_TypeError, "this is no position of these games");
        return NULL;
    }
    return new_state(r, (Position *)args[0], args[1], args[2], args[3], args[4], Py_None);
}
/* The options of a position; None where they are not made once for the table. */
static PyObject *runner_options(Runner *r, PyObject *position) {
    PyObject *found = NULL;
    if (Py_IS_TYPE(position, &PositionType)) {
        const Told *told = &((Position *)position)->told;
        const Site *site = site_at(r, told);
        found = site ? options_of(r, site, told) : NULL;
    }
    if (found || PyErr_Occurred()) return found;
    Py_RETURN_NONE;
}
static PyMethodDef RUNNER_METHODS[] = {
    {"begin", (PyCFunction)runner_begin, METH_O, "What the machine holds is the beginning; does it come before the first question?"},
    {"new_game", (PyCFunction)(void (*)(void))runner_new_game, METH_FASTCALL, "A new game with a seed."},
    {"state", (PyCFunction)(void (*)(void))runner_state, METH_FASTCALL, "The state of a position."},
    {"options", (PyCFunction)runner_options, METH_O, "The options of a position."},
    {NULL, NULL, 0, NULL}};
static PyMemberDef RUNNER_MEMBERS[] = {
    {"game", T_OBJECT_EX, offsetof(Runner, game), READONLY, NULL},
    {"table", T_OBJECT_EX, offsetof(Runner, table), READONLY, NULL},
    {"owner", T_OBJECT_EX, offsetof(Runner, owner), READONLY, NULL},
    {NULL, 0, 0, 0, NULL}};
static PyTypeObject RunnerType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "positions.Runner", .tp_basicsize = sizeof(Runner),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, .tp_new = runner_new, .tp_dealloc = (destructor)runner_dealloc,
    .tp_traverse = (traverseproc)runner_traverse, .tp_clear = (inquiry)runner_clear, .tp_methods = RUNNER_METHODS,
    .tp_members = RUNNER_MEMBERS};

/* ---------- values of a row, in a list ---------- */
/* Some values of a row in a list: the row, the words, where constant lists lie, where the arena begins, the first, how many. */
static PyObject *values(PyObject *module, PyObject *const *args, Py_ssize_t count) {
    PyObject *found = NULL;
    Py_buffer view;
    Row r;
    int64_t first, n, k;
    (void)module;
    if (count != 6 || !PyTuple_Check(args[1])) { PyErr_SetString(PyExc_TypeError, "these are no values of a row"); return NULL; }
    r.words = args[1];
    r.pool = PyLong_AsVoidPtr(args[2]);
    r.arena = PyLong_AsLongLong(args[3]);
    first = PyLong_AsLongLong(args[4]);
    n = PyLong_AsLongLong(args[5]);
    if (PyErr_Occurred() || PyObject_GetBuffer(args[0], &view, PyBUF_SIMPLE)) return NULL;
    r.row = view.buf;
    r.count = view.len / (Py_ssize_t)sizeof(int64_t);
    if (first < 0 || n < 0 || first + n > r.count) PyErr_SetString(PyExc_ValueError, "a damaged row");
    else found = PyList_New((Py_ssize_t)n);
    for (k = 0; found && k < n; k++) {
        PyObject *one = value_of(&r, r.row[first + k]);
        if (!one) Py_CLEAR(found);
        else PyList_SET_ITEM(found, (Py_ssize_t)k, one);
    }
    PyBuffer_Release(&view);
    return found;
}

/* ---------- the module ---------- */
static PyObject *equip(PyObject *module, PyObject *type) { /* gives a type of states the methods of here */
    size_t k;
    PyTypeObject *base = PyType_Check(type) ? ((PyTypeObject *)type)->tp_base : NULL;
    (void)module;
    if (!base) { PyErr_SetString(PyExc_TypeError, "this is no type"); return NULL; }
    /* Methods take any state: in `state.play(state.decision.options[0])` it may have become an ordinary one between the two dots. */
    for (k = 0; k < sizeof STATE_METHODS / sizeof *STATE_METHODS; k++) {
        PyObject *made = PyDescr_NewMethod(base, &STATE_METHODS[k]);
        int done = made ? PyObject_SetAttrString(type, STATE_METHODS[k].ml_name, made) : -1;
        Py_XDECREF(made);
        if (done) return NULL;
    }
    for (k = 0; k < sizeof STATE_GETTERS / sizeof *STATE_GETTERS; k++) {
        PyObject *made = PyDescr_NewGetSet(base, &STATE_GETTERS[k]);
        int done = made ? PyObject_SetAttrString(type, STATE_GETTERS[k].name, made) : -1;
        Py_XDECREF(made);
        if (done) return NULL;
    }
    Py_RETURN_NONE;
}
static PyMethodDef FUNCTIONS_HERE[] = {
    {"equip", equip, METH_O, "Gives a type of states the methods of here."},
    {"values", (PyCFunction)(void (*)(void))values, METH_FASTCALL, "Some values of a row."},
    {NULL, NULL, 0, NULL}};
static struct PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, "positions", NULL, -1, FUNCTIONS_HERE, NULL, NULL, NULL, NULL};
PyMODINIT_FUNC PyInit_positions(void) {
    PyObject *module;
    if (PyType_Ready(&RunnerType) < 0 || PyType_Ready(&PositionType) < 0) return NULL;
    module = PyModule_Create(&MODULE);
    if (module && (PyModule_AddObjectRef(module, "Runner", (PyObject *)&RunnerType) < 0 ||
                   PyModule_AddObjectRef(module, "Position", (PyObject *)&PositionType) < 0)) Py_CLEAR(module);
    return module;
}
