"""Built-in functions of expressions: lists, players, boards."""

from __future__ import annotations

from typing import Any

from rulekit.boards.paths import distance, reachable, shortest_path
from rulekit.interpreter.evaluate import Evaluator, Locals
from rulekit.program import core as c
from rulekit.program.types import empty_of
from rulekit.runtime.bundles import amount_of
from rulekit.runtime.dice import extremes
from rulekit.runtime.numbers import number


class Builtins(Evaluator):
    """`fn_NAME(node, args, env)` for each function."""

    # ---------- lists ----------
    def fn_size(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return len(args[0])

    def fn_bundle_size(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return number(sum(n for _, n, _ in args[0][0]))

    def fn_first(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return args[0][0] if args[0] else empty_of(node.type)

    def fn_last(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return args[0][-1] if args[0] else empty_of(node.type)

    def fn_item(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        items, at = args
        return items[at - 1] if at is not None and 0 < at <= len(items) else empty_of(node.type)

    def fn_distinct(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return tuple(dict.fromkeys(args[0]))

    def fn_reversed(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return args[0][::-1]

    def fn_starting(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        first, items = args
        at = items.index(first) if first in items else 0
        return items[at:] + items[:at]

    def fn_min(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return min(a or 0 for a in args)

    def fn_max(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return max(a or 0 for a in args)

    def fn_min_roll(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return 0 if args[0] is None else extremes(args[0])[0]

    def fn_max_roll(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return 0 if args[0] is None else extremes(args[0])[1]

    def fn_amount(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return amount_of(args[0], args[1])

    def fn_all_of_kind(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return self.t.players if node.word == "player" else self.t.bearers(f"kind:{node.word}")

    def fn_all_of_design(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return self.t.bearers(f"design:{node.word}")

    def fn_top(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        items = () if args[0] is None else self.s.zones[args[0]]
        return items[0] if items else None

    def fn_bottom(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        items = () if args[0] is None else self.s.zones[args[0]]
        return items[-1] if items else None

    # ---------- players and flow ----------
    def fn_players(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return self.t.players

    fn_seating = fn_everyone = fn_players

    def fn_opponents(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        players, you = self.t.players, args[0]
        if you not in players:
            return players
        return players[you + 1 :] + players[:you]

    def fn_turn_order(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return self.from_active(self.t.players)

    def from_active(self, players: tuple[int, ...]) -> tuple[int, ...]:
        active = self.active()
        if active not in players:
            return players
        at = players.index(active)
        return players[at:] + players[:at]

    def active(self) -> int | None:
        """Whose turn it is."""
        for scope in reversed(self.s.scopes):
            if scope.word == "turn":
                player: int | None = scope.player
                return player
        return None

    def fn_active(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return self.active()

    def fn_actor(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return self.t.actors[node.word]

    def fn_round_number(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return self.s.rounds

    def fn_winners(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return self.s.winners

    def fn_game_over(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return self.s.ended

    def fn_box(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return self.t.box

    def fn_in_phase(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return any(s.word == "phase" and s.name == node.word for s in self.s.scopes)

    def fn_in_step(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return any(s.word == "step" and s.name == node.word for s in self.s.scopes)

    def fn_paying_for(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return self.s.paying == node.word

    def fn_zone_owner(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return None if args[0] is None else self.t.owner_zone(args[0])

    # ---------- boards ----------
    def fn_cells(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return self.t.board_cells.get(node.word, ())

    def fn_place(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        for name, data in self.t.maps.items():
            if node.word in data.places:
                return tuple(self.t.board_cells[name][i] for i in data.places[node.word])
        return ()

    def fn_map_value(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        for data in self.t.maps.values():
            if node.word in data.values:
                value = data.values[node.word]
                return tuple(value) if isinstance(value, list) else value
        return None

    def _at(self, cell: int | None) -> tuple[Any, int, tuple[int, ...]] | None:
        if cell is None or cell not in self.t.board_at:
            return None
        name, index = self.t.board_at[cell]
        return self.t.boards[name], index, self.t.board_cells[name]

    def fn_neighbours(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        at = self._at(args[0])
        return () if at is None else tuple(at[2][i] for i in at[0].neighbours[at[1]])

    def fn_blank_sides(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        at = self._at(args[0])
        return 0 if at is None else len(at[0].blank_sides(at[1]))

    def fn_sides(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        at = self._at(args[0])
        return 0 if at is None else len(at[0].marked_sides(at[1], node.word))

    def fn_ahead(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        at = self._at(args[0])
        found = -1 if at is None or args[1] is None else at[0].ahead(at[1], args[1])
        return None if found < 0 or at is None else at[2][found]

    def fn_directions(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        at = self._at(args[0])
        return () if at is None else tuple(at[0].directions(at[1]))

    def fn_heading(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        a, b = self._at(args[0]), self._at(args[1])
        if a is None or b is None or a[0] is not b[0]:
            return None
        found = a[0].line(a[1], b[1])
        return None if found < 0 else found

    def _step(self, node: c.Builtin, env: Locals, extra: list[Any]) -> Any:
        you = env[c.YOU] if env else None
        known: dict[int, Any] = {}

        def step(cell: int) -> Any:
            if cell not in known:
                known[cell] = self.call(node.step, [cell, *extra], you)
            return known[cell]

        return step

    def fn_distance(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        if args[0] is None or args[1] is None:
            return None
        return distance(args[0], args[1], self._step(node, env, args[2:]))

    def fn_reachable(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        return () if args[0] is None else reachable(args[0], max(0, args[1] or 0), self._step(node, env, args[2:]))

    def fn_path(self, node: c.Builtin, args: list[Any], env: Locals) -> Any:
        if args[0] is None or args[1] is None:
            return ()
        return tuple(x for x in shortest_path(args[0], args[1], self._step(node, env, args[2:])) if x != args[0])
