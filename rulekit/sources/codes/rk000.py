"""RK001 to RK099: reading the text, names, types and what is hardly meant.

Entries are in order of code. `explanation` and `fix` are Markdown sentences, `example` is rules text that gives the
code; a test runs it.
"""

from __future__ import annotations

from rulekit.sources.codes.code import Code

ENTRIES = (
    Code(
        code="RK001",
        title="syntax not understood",
        explanation="The line does not have the form of anything that may stand in this place. Only the declaration "
        "it belongs to is left out; the rest of the file is still checked.",
        example="resource coin of player\n\nto play_game:\n  gian 1 coin",
        fix="The caret stands under the first word that does not fit. Look at that word and at the one before it: a verb "
        "with a slip of the pen is taken for a name.",
    ),
    Code(
        code="RK002",
        title="bad indentation",
        explanation="What belongs to a line stands below it, indented by spaces, and all lines of one block begin in "
        "the same column. A tab has no fixed width, so what looks aligned to one reader is not to another.",
        example="to play_game:\n  if yes:\n      nothing\n    nothing",
        fix="Indent with two spaces a level and without tabs, and begin the lines of a block in one column.",
    ),
    Code(
        code="RK003",
        title="too large",
        explanation="The file, a line, a number, or a nest of blocks or formulas is larger than anything an author "
        "writes by hand. The bounds keep a damaged or hostile file from using up the machine.",
        example="define lots = 10000000000",
        fix="Split the file and `import` the parts; break a long line inside brackets; name an inner part with "
        "`define` or `to`.",
    ),
    Code(
        code="RK010",
        title="unknown name",
        explanation="Every name must be declared in the game or in a file it imports, so that a slip of the pen "
        "never becomes a new, empty thing. A local name ends with the block it was given in.",
        example="resource coin of player\n\nto play_game:\n  gain 1 coyn",
        fix="Correct the spelling, declare the name, or import the file that declares it.",
    ),
    Code(
        code="RK011",
        title="name declared twice",
        explanation="Two declarations have one name, so nobody could tell which one a rule means. Rules, set-ups and "
        "games have names of their own and may be called like a thing.",
        example="resource coin of player\nzone coin",
        fix="Rename one of them, or say `extend` or `replace` if a module is meant to change the first.",
    ),
    Code(
        code="RK012",
        title="wrong type",
        explanation="A value of one type stands where another is asked for: a card is no number, a list of players is "
        "no player.",
        example='define three = 1 + "two"',
        fix="Give a value of the type that the message asks for.",
    ),
    Code(
        code="RK013",
        title="wrong number of values",
        explanation="A verb, a define, a function or a field is given more or fewer values than it takes; or what is of a pair "
        "(`resource camp of player, suit`) is asked for without both of its owners.",
        example="define double(number n) = 2 * n\ndefine odd = double(1, 2)",
        fix="Give each parameter exactly one value. Of a verb, the first stands directly after it and each further one "
        "after its preposition.",
    ),
    Code(
        code="RK014",
        title="no such part",
        explanation="A thing is asked for something that its kind does not have, or a declaration is given a property "
        "that its sort of declaration does not know.",
        example="kind card:\n  field worth: number\n\ncard baker: wort 3",
        fix="Correct the spelling, or declare it on the kind with `field`, `var` or `stat`.",
    ),
    Code(
        code="RK015",
        title="unknown kind or type",
        explanation="A thing, a zone, a variable or a parameter is said to be of a kind or type that nothing declares.",
        example="kind card\n\ncrad baker",
        fix="Correct the spelling, or declare it with `kind`, `values` or `record`.",
    ),
    Code(
        code="RK016",
        title="kind of itself",
        explanation="Following `is` from kind to kind comes back to where it began, so it would never be known what "
        "such a thing has.",
        example="kind chicken is egg\nkind egg is chicken",
        fix="Take one `is` of the circle away.",
    ),
    Code(
        code="RK017",
        title="preposition not taken",
        explanation="The verb has no value after this preposition, in a sentence or in the pattern of an ability.",
        example="resource coin of player\n\nto play_game:\n  gain 1 coin with 3",
        fix="Leave it out, or use the preposition that the verb declares.",
    ),
    Code(
        code="RK018",
        title="meaningless `you` or `this`",
        explanation="`this` is the thing in whose text it stands; `you` is the one who acts or owns it. In an "
        "invariant nobody acts, and a verb belongs to no thing.",
        example="to play_game:\n  destroy this",
        fix="Name the player or the thing, or give it to the verb as a parameter.",
    ),
    Code(
        code="RK019",
        title="cannot be changed",
        explanation="`set` changes variables and local names; abilities modify what is declared as `stat`. A `field` "
        "is printed on a thing and stays as it is.",
        example="kind card:\n  field worth: number\n\ncard baker: worth 1\n\nto play_game:\n  set baker's worth to 2",
        fix="Declare it as `var` if play sets it, as `stat` if abilities modify it.",
    ),
    Code(
        code="RK020",
        title="file cannot be read",
        explanation="The file is not there, is not UTF-8 text, or imports itself, directly or through others.",
        example="import nowhere_to_be_found",
        fix="`import` takes the bare name of a file in the same folder. Put what two files need from each other into a "
        "third one.",
    ),
    Code(
        code="RK021",
        title="replaced twice",
        explanation="Two modules that may be played together replace one declaration by different ones, and the order "
        "of modules must not matter.",
        example="define price = 1\n\nmodule cheap:\n  needs dear\n  replace define price = 0\n\n"
        "module dear:\n  replace define price = 2",
        fix="Keep one of the two, or let the modules exclude each other.",
    ),
    Code(
        code="RK022",
        title="modules do not go together",
        explanation="A module needs another one that was not chosen, or excludes one that was.",
        example="module night:\n  needs day\n  excludes day\n\nmodule day:\n  define light = yes",
        fix="Choose other modules, or correct their `needs` and `excludes`.",
    ),
    Code(
        code="RK023",
        title="nothing to change",
        explanation="`replace`, `extend` or `remove` names something that is not declared before, or that has no lines "
        "to add to.",
        example="module night:\n  replace define dark = yes",
        fix="Correct the name, take the word away, or use `replace` where `extend` cannot work.",
    ),
    Code(
        code="RK024",
        title="no way to start",
        explanation="A game is played by one verb that takes no values: `play_game`, or the one that `start` names.",
        example="game odd: players 2",
        fix="Declare `to play_game:` with the course of the game, or name another verb: `start begin`.",
    ),
    Code(
        code="RK030",
        title="defined by itself",
        explanation="To know the value of this define or stat one would have to know it already, or a modifier asks for the "
        "very value that it changes. The message shows the circle. Nor can a record hold a record like itself.",
        example="define chicken = egg + 1\ndefine egg = chicken - 1",
        fix="Break the circle; what is counted up step by step is the work of a verb.",
    ),
    Code(
        code="RK031",
        title="no such power",
        explanation="`when` gives a text to a power that the kind does not declare, `activate` does not name one that the "
        "thing may have, or `under` names rules that nothing of that kind lends.",
        example="kind card:\n  power played\n\ncard baker: when plaid: nothing",
        fix="Correct the spelling, or declare it on the kind: `power played`, `rules beside: ...`.",
    ),
    Code(
        code="RK032",
        title="stray `proceed`",
        explanation="`proceed` lets the replaced event happen after all. Anywhere else there is no such event.",
        example="to play_game:\n  proceed",
        fix="Take it away, or write the rule as `instead of ...`.",
    ),
    Code(
        code="RK034",
        title="zone does not hold it",
        explanation="A zone says which kinds of things may lie in it, and this thing is of another kind.",
        example="kind card\nkind coin\nzone purse of player: holds coin\ncard baker\n\nto play_game:\n"
        "  move baker to your purse",
        fix="Move it elsewhere, or let the zone hold this kind too: `holds coin, card`.",
    ),
    Code(
        code="RK035",
        title="more than a choice in a sealed part",
        explanation="In `sealed for each` all players choose before anything is shown, so nothing may happen before `then`. "
        "That goes for what a choice costs, which is paid at once and openly, and for what chance picks, which all are told.",
        example="resource coin of player\n\nto play_game:\n  sealed for each player p in players:\n    p gains 1 coin\n"
        "  then:\n    gain 1 coin",
        fix="Keep `choose` and `let` above and move the rest below `then:`: let choose among what can be paid "
        "(`where can_pay(its price coin)`), and `pay` it there.",
    ),
    Code(
        code="RK036",
        title="the order of a shuffled hidden zone",
        explanation="After a shuffle, a zone that nobody sees has no order until something is drawn from it. A text that "
        "asks for its first or last thing would know what nobody can know.",
        example="kind card\n\nzone deck: holds card; seen by nobody\n\ncard ace: copies 3; starts in deck\n\n"
        "to play_game:\n  shuffle deck\n  destroy first(deck)",
        fix="Take something from it with `draw 1 from deck to ...` or `pick random card c in deck`. The bottom card is as "
        "unknown as the top one: a draw stands for both.",
    ),
    Code(
        code="RK037",
        title="required field missing",
        explanation="The kind says `required` of a field, and this thing gives it no value.",
        example="kind card:\n  field rank: number required\n\ncard baker",
        fix="Give the thing a value, `rank 3`, or let its kind give one to all its things.",
    ),
    Code(
        code="RK038",
        title="name that nothing can say",
        explanation="`x is card c` gives a name to what follows where the condition holds. Under `or` or `not`, and where "
        "several are meant, there is nothing that the name could stand for. The cost of a choice of several things is paid "
        "once for all of them, so it cannot hang on which they are.",
        example="kind card\n\ndefine odd(thing x) = x is card c or x is none",
        fix="Join the conditions by `and`, ask in two steps, or leave the name out.",
    ),
    Code(
        code="RK039",
        title="match without an answer",
        explanation="A value may be something that no arm of a `match` names, so that nothing would happen, or no value "
        "come out.",
        example="values suit: red, black\n\ndefine worth(suit s) = (match s: red then 1)",
        fix="Add an arm for what is missing, or end with `else`.",
    ),
    Code(
        code="RK040",
        title="arm that is never taken",
        explanation="The arms of a `match` are tried from the top, and an arm above takes all that this one is for.",
        example="values suit: red, black\n\ndefine worth(suit s) = (match s: red then 1, red then 2, else 0)",
        fix="Take one of them away; put the particular before the general.",
    ),
    Code(
        code="RK041",
        title="no formula",
        explanation="The text of a define works out a value and changes nothing: it may have `let`, `if`, `match` and "
        "`result`, and every way through it ends with `result`.",
        example="resource coin of player\n\ndefine twice(number n):\n  gain 1 coin\n  result 2 * n",
        fix="Say what acts in a verb (`to`), and give each branch its `result`.",
    ),
    Code(
        code="RK042",
        title="a deed that cannot be supposed",
        explanation="`after(deed: value)` tells what a value would be if something were done. The deed is tried on a copy of "
        "the table, so nobody can be asked and nothing can be rolled or drawn on the way, neither by the deed itself nor by "
        "what answers it.",
        example="resource coin of player\n\nto gamble:\n  roll 1d6 as n\n  gain n coin\n\n"
        "define lucky(player p) = after(p gambles: p's coin > 3)\n\n"
        "to play_game: end game with {p for p in players where lucky(p)}",
        fix="Suppose only what is certain: `after(p gains 4 coin: p's coin > 3)`.",
    ),
    Code(
        code="RK050",
        title="unused local name",
        explanation="A value gets a name by `let`, `as` or a choice, and nothing uses the name. Often another name was "
        "meant where it should stand.",
        example="to play_game:\n  let n = 3\n  end game",
        fix="Use the name, or leave it out.",
    ),
    Code(
        code="RK051",
        title="hidden name",
        explanation="A local name is the same as one that is in force already. From here on the other one cannot be "
        "reached, and a reader easily takes one for the other.",
        example="resource coin of player\n\nto play_game:\n  for each player p in players:\n"
        "    for each player p in players:\n      p gains 1 coin",
        fix="Give one of them another name; to change a value use `set`.",
    ),
    Code(
        code="RK052",
        title="declared and never used",
        explanation="Nothing in the game, in its modules, in its examples or in the files that import it mentions this "
        "zone, variable, resource, kind, define, verb or list of values.",
        example="define three = 3",
        fix="Use it where it was meant to be used, or take it out.",
    ),
    Code(
        code="RK053",
        title="never reached",
        explanation="`end` and `result` leave the block they stand in, so what follows is never done; nor is what waits "
        "for a condition that is written out as `no`.",
        example="to play_game:\n  end game\n  nothing",
        fix="Move it before the end, or take it out.",
    ),
    Code(
        code="RK054",
        title="never anything to choose from",
        explanation="A choice or a loop goes over things of a kind of which none is declared, over an empty list, or "
        "over numbers the wrong way round. It will always be passed over in silence.",
        example="resource coin of player\n\nto play_game:\n  choose number n in 3..1\n  gain n coin",
        fix="Declare such a thing, or choose among something else.",
    ),
    Code(
        code="RK055",
        title="cost nobody can pay",
        explanation="The cost asks for a resource that nothing in the game gives to anybody, or for more than its cap "
        "allows anybody to have.",
        example="resource coin of player: cap 4\n\nto play_game:\n  gain 3 coin\n  pay 5 coin\n  end game",
        fix="Lower the cost, raise the cap, or write the rule that gives the resource.",
    ),
    Code(
        code="RK056",
        title="never happens",
        explanation="An ability waits for a verb that no text of the game says, for gains of a resource that nothing "
        "gives, for a power that nothing activates, or for the start or end of a phase, step, turn or round that no text "
        "begins.",
        example="resource coin of player\nmoment dusk\n\nrule lamps:\n  after you dusk: gain 1 coin",
        fix="Let it wait for what really happens, or say the verb where the moment has come.",
    ),
    Code(
        code="RK057",
        title="possible endless loop",
        explanation="Verbs and triggers call each other in a circle on which nothing can stop: no condition, no choice, "
        "no chance, no `once`. The message shows the circle.",
        example="to ping:\n  pong\n\nto pong:\n  ping\n\nto play_game:\n  ping",
        fix="Put a condition or a choice on the way, or say `once per turn` in the trigger.",
    ),
    Code(
        code="RK058",
        title="word of the language as a name",
        explanation="The name means something already wherever it could be used: a verb of the language is always "
        "meant before one of yours, and `owner` is a part of every thing.",
        example="kind card\nzone hand of player: holds card\ncard baker\n\nto destroy card c:\n  move c to your hand\n\n"
        "to play_game:\n  destroy baker",
        fix="Choose another name.",
    ),
    Code(
        code="RK059",
        title="zone of everybody",
        explanation="The bare name of a zone that each player has means all of them together. Here it is a zone that players "
        "hide from each other, so the choice would offer what others hold and show it.",
        example="kind card\nzone hand of player: holds card; seen by owner\nzone pile: holds card\ncard baker: copies 4\n\n"
        "to play_game:\n  choose card c in hand\n  move c to pile",
        fix="Write `your hand`; or `players' hand`, if the cards of all players are meant.",
    ),
    Code(
        code="RK060",
        title="more work than a decision may take",
        explanation="Defines or verbs call others several times, which do the same, so that each level multiplies the work; or "
        "ranges are gone through one in the other. The game would end with an error when it comes there.",
        example="define pairs = count(number i in 1..9000 where some(number j in 1..9000 where i == j * j))\n\n"
        "to play_game:\n  if pairs > 0: end game",
        fix="Work a value out once and keep it, or go through fewer of them.",
    ),
    Code(
        code="RK061",
        title="amount below nothing",
        explanation="The amount is less than 0, and of a resource that cannot go below 0 such an amount is nothing: "
        "nobody gains, loses or pays anything.",
        example="resource coin of player\n\nto play_game:\n  first(players) does: gain (0 - 2) coin\n  end game",
        fix="Say `lose 2 coin`, or declare the resource with `no_floor`: then a gain of -2 takes 2 away.",
    ),
    Code(
        code="RK062",
        title="secret that was rolled openly",
        explanation="Everybody is told what is rolled. A `secret` variable that is set to it afterwards is known to all.",
        example="var luck of player: number = 0 secret\n\nto play_game:\n  for each player p in players:\n"
        "    roll 1d6 as n\n    set p's luck to n\n  end game with {p for p in players where p's luck > 3}",
        fix="Roll into the variable: `p rolls 1d6 as p's luck`. Then only those who see it are told.",
    ),
    Code(
        code="RK063",
        title="resource that is set",
        explanation="Resources are gained, lost, given and paid: then caps and floors hold, and abilities answer. "
        "`set` writes the amount past all of that.",
        example="resource coin of player: cap 5\n\nto play_game:\n  for each player p in players: set p's coin to 9\n"
        "  end game with players",
        fix="Gain or lose the difference, `lose (your coin) coin then gain 2 coin`, or declare it as a `var`.",
    ),
    Code(
        code="RK064",
        title="nobody is there to do it",
        explanation="The verb that plays the whole game is done by nobody, so there is no `you` in it. What asks or "
        "pays there without saying who stops the game when it is reached. In an example, `do VERB` is done by nobody too.",
        example="game guess: players 2\n\nto play_game:\n  choose number n in 1..3\n  repeat n times: nothing\n  end game",
        fix="Say who does it: `p chooses ...`, or write it within `turn of p:`.",
    ),
    Code(
        code="RK065",
        title="advice that rates nothing",
        explanation="A define whose name begins with `prefer_` tells the bot `advice` how good an answer is: `prefer_hold` "
        "rates the option `hold`, `prefer_card` a card that is chosen. This fits no option and no choice, so nobody asks it.",
        example="game guess: players 2\n\ndefine prefer_pas(player p) = 1\n\nto play_game:\n  turn of first(players):\n"
        "    choose one:\n      option pass: nothing\n      option win: end game with {you}\n  end game",
        fix="Name an option or the type of what is chosen, and let it take the player and what goes with the answer.",
    ),
    Code(
        code="RK066",
        title="label that makes different things read alike",
        explanation="A text that calls a verb with a label is told by that label. What the verb is given shows only where the "
        "label has a slot for it: without one, cards that do different things have the same text.",
        example="resource coin of player\n\nkind card: power played\n\ncard porter: when played: earn 3\n\n"
        'card smith: when played: earn 5\n\nto earn number n "take the wages": gain n coin',
        fix='Give the label a slot: `to earn number n "take {n} coin of wages"`.',
    ),
    Code(
        code="RK067",
        title="a draw that is every move",
        explanation="A draw is a move, and a pattern that says `draw` answers every move of such a thing, as one that says "
        "`move`. What tells a draw from other moves is where the thing comes from.",
        example="resource coin of player\n\nkind card\n\ncard porter\n\nzone deck: holds card\n\nrule tips:\n"
        "  after player p draws card c: p gains 1 coin\n\nto play_game: move porter to deck",
        fix="Name the zone: `after player p draws card c from deck: ...`.",
    ),
    Code(
        code="RK090",
        title="not done yet",
        explanation="The text is marked `todo`: it loads and is counted, so that what is missing stays visible, and it "
        "stops the game with an error when it would be played.",
        example='to play_game:\n  todo "scoring"',
        fix="Write the rule and take the `todo` away.",
    ),
)
