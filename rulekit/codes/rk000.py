"""RK001 to RK099: reading the text, names and types.

Entries are in order of code. `explanation` and `fix` are Markdown sentences, `example` is rules text that gives the
code.
"""

from __future__ import annotations

from rulekit.codes.code import Code

ENTRIES = (
    Code(
        code="RK001",
        title="syntax not understood",
        explanation="The line does not have the form of any statement that may stand in this place. The rest of the "
        "file is still checked.",
        example="resource coin for for each player",
        fix="Compare the line with the reference; the caret stands under the first word that does not fit.",
    ),
    Code(
        code="RK002",
        title="bad indentation",
        explanation="What belongs to a line stands below it, indented by spaces, and all lines of one block begin in "
        "the same column. A tab has no fixed width, so what looks aligned to one reader is not to another.",
        example="card Baker\n\tcost 1 coin",
        fix="Indent with two spaces a level and no tabs; `rulekit fmt` does it.",
    ),
    Code(
        code="RK010",
        title="unknown name",
        explanation="Every name must be declared in the game or in a module it imports, so that a slip of the pen "
        "never becomes a new, empty thing.",
        example="resource coin\n\ncard Baker\n  when played: gain 1 coyn",
        fix="Correct the spelling, declare the name, or import the module that declares it.",
    ),
    Code(
        code="RK011",
        title="name declared twice",
        explanation="Two declarations in the same scope have one name, so nobody could tell which one a rule means.",
        example="resource coin\nresource coin",
        fix="Rename one of them, or say `extend` or `replace` if a module is meant to change the first.",
    ),
    Code(
        code="RK012",
        title="wrong type",
        explanation="A value of one type stands where another is asked for: a card is no face, a cell is no player.",
        example='resource coin\n\ncard Baker\n  when played: gain "three" coin',
        fix="Give a value of the type that the message asks for.",
    ),
    Code(
        code="RK013",
        title="wrong number of arguments",
        explanation="An effect or a value is used with more or fewer arguments than its declaration has parameters.",
        example="effect reward a player with an amount\n  gain the amount coin\n\ncard Baker\n  when played: reward",
        fix="Give each parameter of the declaration exactly one argument; the label shows the declaration.",
    ),
    Code(
        code="RK090",
        title="not implemented yet",
        explanation="The text is marked `todo`: it loads and is counted, so that what is missing stays visible, and it "
        "stops the game with an error when it would be played.",
        example='card Baker\n  todo "copies the card of a neighbour"',
        fix="Write the rule and take the `todo` away.",
    ),
)
