"""Whole declarations to fill in, for every place where one may begin.

Contract: texts in the notation of the protocol (`${1:name}`). A test fills each of them in and checks what comes out.
"""

from __future__ import annotations

DECLARATIONS: dict[str, str] = {
    "game": 'game ${1:my_game} "${2:My game}": players ${3:2..4}\n\nto play_game:\n  ${0:end game}',
    "kind": 'kind ${1:card} "${2:card}":\n  field ${3:cost}: ${4:bundle = nothing}\n  power ${5:played}',
    "values": 'values ${1:colour} "${2:colour}": ${3:red "red", blue "blue"}',
    "resource": 'resource ${1:coin} of player "${2:coin}"',
    "zone": 'zone ${1:hand} of player "${2:hand}": holds ${3:thing}; seen by ${4:owner}',
    "var": "var ${1:pot}: ${2:number = 0}",
    "record": "record ${1:promise}:\n  ${2:heir}: ${3:player}",
    "define": "define ${1:riches}(player p) = ${0:1}",
    "to": "to ${1:take_turn}:\n  ${0:nothing}",
    "moment": "moment ${1:cheer} player p",
    "rule": 'rule ${1:manners} "${2:Manners}":\n  after player p ${3:gains} ${4:resource r}: ${0:nothing}',
    "board": 'board ${1:yard} "${2:yard}":\n  square\n  map:\n    | ${3:a1 b1}\n    | ${4:a2 b2}',
    "module": 'module ${1:winter} "${2:Winter}":\n  ${0:needs nothing_else}',
    "option": 'option ${1:wage} "${2:Wage}": ${3:number = 2}',
    "actor": 'actor ${1:bank} "${2:The bank}": decided by ${3:first(players)}',
    "stat": "stat ${1:reach} of player: ${2:number = 1}",
    "invariant": 'invariant "${1:nobody owes anything}": ${0:yes}',
    "example": 'example "${1:what it shows}":\n  given:\n    players ann, bob\n  then:\n    ${0:not game_over}',
    "import": "import ${1:other}",
    "extend": "extend kind ${1:card}:\n  ${0:field worth: number}",
    "replace": "replace define ${1:name} = ${0:1}",
    "remove": "remove ${1:card} ${2:name}",
}
STATEMENTS: dict[str, str] = {
    "if": "if ${1:condition}:\n  ${0:nothing}",
    "for each": "for each ${1:player} ${2:p} in ${3:players}:\n  ${0:nothing}",
    "choose": "choose ${1:card} ${2:c} in ${3:your hand}",
    "menu": 'menu:\n  option ${1:pass} "${2:Pass}": ${0:end menu}',
    "repeat": "repeat ${1:3} times:\n  ${0:nothing}",
    "let": "let ${1:x} = ${0:1}",
    "set": "set ${1:variable} to ${0:1}",
    "turn of": "turn of ${1:you}:\n  ${0:nothing}",
    "round": "round:\n  ${0:nothing}",
    "phase": 'phase ${1:actions} "${2:Actions}":\n  ${0:nothing}',
    "match": "match ${1:value}:\n  ${2:one}: ${3:nothing}\n  else: ${0:nothing}",
    "you may": "you may:\n  ${0:nothing}",
    "pay": "pay ${0:1 coin}",
    "require": 'require ${1:condition} because "${0:why not}"',
    "activate": "activate ${1:c}'s ${0:played}",
    "end game": "end game with ${0:players}",
    "end turn": "end turn",
    "nothing": "nothing",
    "pick random": "pick random ${1:card} ${2:c} in ${0:market}",
    "cycle": "cycle player ${1:p} in players:\n  ${0:nothing}",
    "under": "under:\n  ${1:forbid you gain coin}\ndo:\n  ${0:nothing}",
    "until": "until end of ${1:turn}:\n  ${0:forbid you gain coin}",
    "later": "later at end of ${1:turn}: ${0:nothing}",
    "announce": 'announce "${0:what has happened}"',
    "result": "result ${0:1}",
    "todo": 'todo "${0:what is missing}"',
}
ABILITIES: dict[str, str] = {
    "after": "after ${1:player p} ${2:gains} ${3:resource r}: ${0:nothing}",
    "before": "before ${1:player p} ${2:gains} ${3:resource r}: ${0:nothing}",
    "instead of": "instead of ${1:player p} ${2:gains} ${3:n coin}: ${0:nothing}",
    "forbid": "forbid ${1:you} ${2:gain} ${0:coin}",
    "at end of": "at end of ${1:turn}: ${0:nothing}",
    "at start of": "at start of ${1:round}: ${0:nothing}",
    "anytime option": 'anytime option ${1:use} "${2:Use}": ${0:nothing}',
}
KIND_LINES: dict[str, str] = {
    "field": "field ${1:cost}: ${0:number = 0}",
    "var": "var ${1:tired}: ${0:yesno = no}",
    "stat": "stat ${1:worth}: ${0:number = 1}",
    "power": "power ${0:played}",
    "link": "link ${1:next}: list of ${0:cell}",
    "works in": "works in ${0:hand}",
    "starts in": "starts in ${0:market}",
    "copies": "copies ${0:2}",
}
THING_LINES: dict[str, str] = {
    "copies": "copies ${0:2}",
    "starts in": "starts in ${0:market}",
    "todo": 'todo "${0:what is missing}"',
}
ZONE_LINES: dict[str, str] = {
    "holds": "holds ${0:card}",
    "seen by": "seen by ${0|owner,nobody,everyone,others|}",
    "reshuffles": "reshuffles ${0:discards}",
}
RESOURCE_LINES: dict[str, str] = {
    "cap": "cap ${0:9}",
    "floor": "floor ${0:-5}",
    "no_floor": "no_floor",
    "unspendable": "unspendable",
    "lasts": "lasts ${0:turn}",
}
ACTOR_LINES: dict[str, str] = {"decided by": "decided by ${0:first(players)}"}
GAME_LINES: dict[str, str] = {
    "players": "players ${0:2..4}",
    "start": "start ${0:play_game}",
    "goal": 'goal "${0:How to win.}"',
    "theme": 'theme "${0:What it is about.}"',
    "hint": 'hint "${0:What is easily missed.}"',
    "language": "language ${0:fr}",
}
EXAMPLE_LINES: dict[str, str] = {
    "given:": "given:\n  players ${1:ann, bob}",
    "when:": "when:\n  do ${1:ann} ${0:takes_turn}",
    "then:": "then:\n  ${0:not game_over}",
}
