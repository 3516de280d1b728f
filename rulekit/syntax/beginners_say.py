"""What people write before they know the language, and how the language puts it: tables for `beginners.py`."""

from __future__ import annotations

_BLOCK = "this has a block of its own: begin a new line with it, indented below"
# The beginning of a line up to the mistake, and the way to say it.
TURNS: tuple[tuple[str, str], ...] = (
    (r"^\s*print\s*\(.*\)$", 'players are told something with `announce "..."`'),
    (r"\bif you have$", "compare: `if your coin >= 2:`, or ask `can_pay(2 coin)`"),
    (r"^\s*at$", "write `at start of turn:` or `at end of turn of you:`, without `the`"),
    (r"^\s*at (start|end) of$", "whose turn comes after it: `at end of turn of you:`"),
    (
        r"\bwhen (you|player \w+|someone|somebody|anyone|anybody|(an?|any|another|each|every)( \w+)?)$",
        "an event is answered with `after you gain n coin:` or `before ...:`; `when` begins a text of the thing",
    ),
    (
        r"^(after|before|instead|forbid|at (start|end))\b[\w ]*$",  # no space before it: nothing is above it
        "what answers an event stands on a thing, or below `rule name:`, indented",
    ),
    (r"\bwhen \w+$", "put `:` after the name of the text: `when played: ...`"),
    (r":\s*(if|for|repeat|menu|cycle|under)\b.*$", _BLOCK),
    (r"(^|[:;]|\bthen)\s*(each|all|every)$", "say it of each: `for each player p in opponents: p loses 1 coin`"),
    (
        r"\bchoose (?!one$)(an? |any |one |some )?[a-z_]+( [a-z_]+)?$",
        "name it, and say where from: `choose player p in opponents`",
    ),
    (
        r"\band (gain|lose|give|pay|move|draw|destroy|shuffle|reveal|roll)s?$",
        "join statements with `then`, or write one a line",
    ),
)
_LABELS = "a name has one label; other languages stand in a catalogue: `rulekit translate extract`"
_PREPOSITIONS = (
    "each further thing that a verb takes stands behind `with`, `to`, `from`, `into`, `onto`, `at`, `along`, `on`, `over`, "
    "`under`, `by`, `for`, `against`, `through` or `beside`"
)
# What stands before the mistake, what stands there, and the way to say it.
_IN_WORDS = (
    'yes or no has no words of its own: `choose one "Take it?":` asks in words, with a line `- gain 1 coin` and one `- nothing`'
)
_IN_ORDER = (
    "all choose at once; in the second part they come in the order of the list: "
    "`in sorted(player p in players by p's coin down):`"
)
SIGNS: tuple[tuple[str, str, str], ...] = (
    (
        r"\bmay$",
        '"',
        _IN_WORDS,
    ),
    (
        r"^\s*sealed for each .* in ",
        "ordered|in any order",
        _IN_ORDER,
    ),
    (r":\s*(\w+ )?(choose|chooses|pick random)\b[^:]*$", ":", _BLOCK),
    (r"^record \w+[^:]*:$", r"\w", "the parts of a record stand below it, one a line, indented"),
    (r"^(to|moment) \w+( \w+)+$", r"in\b|of\b|as\b|and\b|,", _PREPOSITIONS),
    (r"^rule \w+[^:]*:$", r"\w", "what answers an event stands below the rule, one a line, indented"),
    (r'^[a-z_]+ \w+ "[^"]*"$', r", ?\w+ *\"", "things with labels of their own are declared one by one, each on its line"),
    ("", "[“”„«»‘’`]", 'texts stand between straight quotes: `"Miller"`'),
    ("", r"'[^']*'", 'texts stand in double quotes: `"Miller"`'),
    (r"^\s*$", "//|--", "a comment begins with `#`"),
    ("[0-9a-z_]$", r";\s*$", "a line needs no `;` at its end"),
    (r"\bwhen \w+:|^\s+", ";", "one statement a line, or join them with `then`"),
    (r'"$', r',?\s*"', _LABELS),
    (
        r"^\s*(before|after|instead of|forbid|next time)\b.*\b(gain|lose|pay|give)s? \w+ \w+$",
        r"\(",
        "a pattern knows the resource alone; gain what is of a pair by a verb of your own, and answer that",
    ),
    (r"^[a-z]\w* \w+:$", '"', 'labels stand before the colon: `card apple "Apple": ...`'),
    (
        r"^[a-z]\w* \w+[^:]*: (?!.*\bwhen\b).*, ?[a-z_]+$",
        "",
        "divide parts of a declaration by `;`: `copies 3; cost 2 coin`",
    ),
    (r"^\s*(def|func|function|fn) \w+$", "", "a verb is declared with `to`: `to fill_market:`"),
    (r"^\s*to \w+$", r"\(", "what a verb takes follows without brackets: `to play_card card c:`"),
    (r"^\s*to \w+ \w+$", r'["\[:]', "say what it is: `to play_card card c:`"),
    (r"^\s*import$", '"', "an import names a file without quotes and ending: `import my_game`"),
    (r"\bfor each \w+( \w+)?$", ":", "say where from: `for each player p in opponents:`, `for each card c in all(card):`"),
    (r"^\s*repeat \d+$", ":", "say `times`: `repeat 6 times:`"),
    (r"^\s*(else )?if\b", r"then\b", "a condition ends with `:`, and what happens stands below it, indented"),
    (r"\bis( not)? *$", "in", "without `is`: `apple in market`, `apple not in market`"),
    (
        r"\bis (more|greater|less|bigger|smaller|equal|higher|lower)( than)?$",
        "",
        "compare with `>`, `<`, `>=`, `<=`, `==` or `!=`",
    ),
    (r"\bhas$", r"\d", "compare: `ann's coin == 3`"),
    (r"\bchoose\b.* in \S+$", r"with\b", "`where` says which: `choose card c in market where c's cost == 1 coin`"),
    (r"\bdraws? from\b", "", "the number comes first: `draw 3 from deck to market`"),
    (r"^\s*(var|field|stat|option) [a-z0-9_, ]+$", "=", "say its type: `var streak: number = 0`"),
    (r"\b(highest|lowest|sorted)\([^()]*$", r"\)", "of what, by what: `highest(player p in players by p's coin)`"),
    (r"\bcount\([^()]*$", r"\)", "`size(your hand)` counts all, `count(card c in your hand where ...)` some"),
    (r"^\s*$", r"(I|we|me)\b", "whoever does it is `you`, and need not be named: `gain 2 coin`"),
    (
        r"^\s*(resource|var|zone|stat) [a-z0-9_, ]+\".*\"$",
        r"of\b",
        'whose it is stands before the label: `resource coin of player "coin"`',
    ),
    ("", r"\$", "an amount names its resource: `2 coin`"),
    ("", "%", "what is left over by a division is `remainder(a, b)`"),
    ("", r"[^\x00-\x7f]", "names are letters from a to z, digits and `_`; other signs stand in texts"),
    (r"^[a-z_]+$", r"\d", "a name begins with a letter"),
    ("", "&", "join conditions with `and`"),
    ("", r"\|", "join conditions with `or`"),
    ("", r"!(?!=)", "`not` turns a condition round: `not (p's coin == 0)`"),
    (r"\d$", r"\.\d", "numbers are whole: there are no fractions"),
    (r"[a-z0-9_)]$", r"\.\s*[a-z]", "what belongs to something follows `'s`: `p's coin`"),
    ("", r"[-+*/]=", "a resource changes by `gain` and `lose`, a variable by `set x to x + 1`"),
    ("", r"==", "here a value is set, with one `=`: `ann's coin = 3`"),
    (r"^\s*while$", "", "a loop has an end: `repeat up to 20 times while ...:`"),
    (r"^\s*[a-z]\w*s [a-z]\w*$", "=", "whose it is follows `'s`: `bob's coin`"),
    (r"^\s*[a-z]\w*$", "=(?!=)", "name a value with `let x = 2`; a variable changes with `set x to 2`"),
    ("", r"(true|false)\b", "the words for it are `yes` and `no`"),
    (r"\bfor$", r"\w+ in range\b", "so many times is `repeat 6 times:`; `for each number n in 1..6:` goes over numbers"),
    (r"^game$", ":", "a game has a name: `game my_game: players 2..4`"),
    (r"^[a-z]+ [a-z][a-z0-9_]*$", "[A-Z][a-z0-9]*", "names are written in small letters, words joined by `_`: `master_thief`"),
    (r"^$", r"[A-Z]\w* \w+ \w+", "a line begins with a word of the language, such as `card` or `to`; a remark begins with `#`"),
    (r"\bfor$", r"\w+ in\b", "say what each of them is: `for each player p in players:`"),
    (r"\bplayers \d+$", r"(to|or|and)\b", "a range is written with two dots: `players 2..4`"),
    (r"^\s*(example|invariant)$", ":", 'it has a name: `example "what happens":`'),
    (r"^\s*option\b[^:]* cost$", "", "what an option costs follows `costs`: `costs c's cost`"),
    (r"\bmy$", "", "whose it is: `your hand`"),
    (r"^\s*define \w+\([^)]*$", r"[,)]", "say what it is: `define score(player p) = ...`"),
    (
        r"^\s*define\b[^=:]*:\s*(?!(let|if|match|result)\b)\S",
        "",
        "a define is a formula: `define score(player p) = p's coin`; or `:`, and below it lines that end with `result ...`",
    ),
    (r"\bthen$", "$", "something follows `then`, on the same line"),
    (
        r"^\s*(the )?player$",
        "with|who",
        "name the winners: `end game with highest(player p in players by p's coin)`",
    ),
)
_LEAVING = "`end menu` leaves a menu, `end turn` ends a turn"
NO_VERBS = {
    **dict.fromkeys(("stop", "done", "quit", "exit", "leave", "pass"), _LEAVING),
    "elif": "write `else if ...:`",
    "elsif": "write `else if ...:`",
    "return": "a formula has a name: `define double(number n) = n + n`",
}
