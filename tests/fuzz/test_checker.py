"""Whatever the text: the parser, the checker, the lints and the formatter give findings, never an exception."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekit.program.facts import called, reserved
from rulekit.syntax.words import BUILTIN_VERBS, KEYWORDS, TYPES
from tests.fuzz.pipeline import found_in, samples, tokens

QUICK = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
SIGNS = ": ; , . .. ... ( ) { } [ ] ' 's + - * / = == != < > <= >= -> | # \" \\ @ % 0 1 7 2d6 \t".split(" ")
BUILT_IN = BUILTIN_VERBS | called() | reserved()
WORDS = sorted(KEYWORDS | TYPES | BUILT_IN | {"gold", "p", "card", "hand"})
GAPS = ["\n", "\n  ", "\n    ", " ", " ", " ", "", "\n\n"]
soup = st.lists(st.tuples(st.sampled_from([*WORDS, *SIGNS]), st.sampled_from(GAPS)), max_size=60)


@QUICK
@given(st.text(max_size=300))
def test_any_letters(text: str) -> None:
    found_in(text)


@QUICK
@given(st.text(alphabet="ab \n:{}()\"#[]|'0-=\t\x00é", max_size=200))
def test_letters_that_mean_something(text: str) -> None:
    found_in(text)


@QUICK
@given(soup)
def test_words_of_the_language_in_any_order(words: list[tuple[str, str]]) -> None:
    found_in("".join(word + gap for word, gap in words))


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """One or two real texts with some tokens left out, doubled, swapped or exchanged."""
    parts = draw(st.lists(st.sampled_from(samples()), min_size=1, max_size=2))
    pieces = tokens("\n\n".join(parts))
    for kind in draw(st.lists(st.sampled_from(["out", "twice", "swap", "other"]), min_size=1, max_size=6)):
        at, other = (draw(st.integers(0, max(len(pieces) - 1, 0))) for _ in range(2))
        if not pieces:
            break
        if kind == "out":
            del pieces[at]
        elif kind == "twice":
            pieces.insert(at, pieces[at])
        elif kind == "swap":
            pieces[at], pieces[other] = pieces[other], pieces[at]
        else:
            pieces[at] = draw(st.sampled_from([*WORDS, *SIGNS, "\n", "\n  "]))
    return "".join(pieces)


@settings(QUICK, max_examples=120)
@given(mutated())
def test_real_texts_with_slips(text: str) -> None:
    found_in(text)


@st.composite
def shuffled(draw: st.DrawFn) -> str:
    """A real text with some lines left out, doubled, swapped or moved to another depth."""
    lines = draw(st.sampled_from(samples())).split("\n")
    for kind in draw(st.lists(st.sampled_from(["out", "twice", "swap", "in", "left"]), min_size=1, max_size=5)):
        at, other = (draw(st.integers(0, max(len(lines) - 1, 0))) for _ in range(2))
        if not lines:
            break
        if kind == "out":
            del lines[at]
        elif kind == "twice":
            lines.insert(other, lines[at])
        elif kind == "swap":
            lines[at], lines[other] = lines[other], lines[at]
        else:
            lines[at] = "  " + lines[at] if kind == "in" else lines[at].removeprefix("  ")
    return "\n".join(lines)


@settings(QUICK, max_examples=80)
@given(shuffled())
def test_real_texts_with_lines_astray(text: str) -> None:
    found_in(text)
