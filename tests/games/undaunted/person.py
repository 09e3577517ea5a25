"""Somebody at a table who answers the adviser's questions by looking at the board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from kempelen.behaviour.question import StateOracle
from kempelen.desk.adviser import Advising, Answer, Query
from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup
from kempelen.engine.table import DirectTable
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.automa import questions
from kempelen.games.undaunted.automa.facts import EVERYWHERE, BoardFacts
from kempelen.games.undaunted.automa.selection import MORTAR_RANGE
from kempelen.games.undaunted.automa.solitaire import Automa, card_to_play
from kempelen.games.undaunted.desk.sketch import beside
from kempelen.games.undaunted.face.prompts import PLAY
from kempelen.games.undaunted.rules.cards import KIND, NAMES, SQUAD
from kempelen.games.undaunted.rules.terrain import FAR
from kempelen.parts.advice import adviser_of
from kempelen.web.pocket.desk import is_few


@cache
def decisions() -> list[BoardFacts]:
    """Cards that automas have played in a few games, on the boards they met."""
    found: list[BoardFacts] = []

    class Watched(Automa):
        def decide(self, decision, table):
            if decision.prompt is PLAY:
                v = decision.view().copy()
                card = card_to_play(v.sides[decision.seat], v)
                if not v.sides[decision.seat].suppressed >> card & 1:
                    found.append(BoardFacts(v, decision.seat, card))
            return super().decide(decision, table)

    for scenario in ("orchard", "platoon", "mortars"):
        for seed in range(2):
            dice = TapeDice(f"{scenario} {seed}")
            table = DirectTable(GAME, [Watched(), Watched()], dice)
            state = GAME.new(Setup("undaunted", scenario, ("solitaire", "solitaire")), table)
            while GAME.outcome(state) is None and state.round < 12:
                GAME.step(state, table)
    return found


def of_kind(*kinds, most=50):
    return [f for kind in kinds for f in [f for f in decisions() if f.kind == kind][:most]]


class Person:
    """Knows the board; `faces` are the dice that fall."""

    def __init__(self, f: BoardFacts, faces=(), aim="", action="attack"):
        self.f = f
        self.faces = iter(faces)
        self.aim = aim
        self.action = action
        self.advising = Advising(adviser_of(GAME, GAME.options_of(f.s)), TapeDice(1))
        self.keys: list[str] = []
        self.denied = 0
        self.denied_by_number = 0
        """So often the page offers a few numbers for a denial, and one tap does both."""
        self.answered: list[tuple[Query, Answer]] = []
        """Everything that was answered, also what a denial made void."""
        self.listed: Iterator[str] = iter(())
        self.paths: list[tuple[int, ...]] = []
        self.tiles: list[int] = []

    def consult(self, id, **known):
        """Ask, answer everything, deny what is not so; the advice."""
        advising = self.advising
        advising.open(id, known)
        while True:
            while advising.query is not None:
                query = advising.query
                name = query.text.key.removeprefix("undaunted.").replace(".", "_")
                self.keys.append(name)
                if query.kind == "roll":
                    answer = next(self.faces)
                elif query.kind == "lot":
                    answer = "1"
                else:
                    answer = getattr(self, name)(**dict(query.text.fields))
                self.answered.append((query, answer))
                advising.answer(answer)
            if advising.doubt is None or self.so(advising.doubt):
                return advising.advice
            self.denied += 1
            advising.deny()
            self.denied_by_number += is_few(advising.query)

    def so(self, doubt):
        name = doubt.key.removeprefix("undaunted.").replace(".", "_")
        return getattr(self, name)(**dict(doubt.fields))

    def __getattr__(self, name):
        if name.startswith("question_"):
            question = getattr(questions, name.removeprefix("question_"))
            if question is questions.can_suppress:
                return lambda: question.rule(self.f, self.aim)
            return lambda **fields: StateOracle(self.f).yes(question, *fields.values())
        raise AttributeError(name)

    # -- targets

    @property
    def foes(self):
        return [foe for foe in self.f.foes() if not (self.action == "suppress" and foe[3])]

    @property
    def main(self):
        return [foe for foe in self.foes if foe[0] in self.f.main_targets()]

    def lowest_of(self, foes):
        return min((foe[2] for foe in foes), default=0)

    def adviser_main_one_point(self):
        return bool(self.main)

    def adviser_main_wins(self):
        return bool(self.main)

    def adviser_weakest_main(self):
        self.among = self.main
        return self.lowest_of(self.main)

    def adviser_weakest_on_objective(self):
        self.among = [foe for foe in self.foes if foe[0] in self.f.objective_riflemen()]
        return self.lowest_of(self.among)

    def adviser_weakest_within(self, kind, x):
        self.among = [foe for foe in self.foes if f"undaunted.kind.{foe[1]}" == kind.key and foe[2] <= x]
        return self.lowest_of(self.among)

    def adviser_weakest(self, kind):
        self.among = [foe for foe in self.foes if f"undaunted.kind.{foe[1]}" == kind.key]
        self.others = [foe for foe in self.foes if foe not in self.among]
        return self.lowest_of(self.among)

    def adviser_any_lower(self, x):
        return self.lowest_of([*self.others, (0, "", 99, False)]) <= x

    def adviser_lowest(self):
        return self.lowest_of(self.others)

    def weakest_others(self):
        return [foe[1] for foe in self.others if foe[2] == self.lowest_of(self.others)]

    def adviser_lowest_kind(self, defence):
        self.listed = iter([*self.weakest_others()[1:], "done"])
        return self.weakest_others()[0]

    def adviser_only_counter(self, defence):
        return len(self.weakest_others()) == 1

    def adviser_lowest_more(self, defence):
        return next(self.listed)

    def adviser_only_one(self, kind, defence):
        return sum(foe[2] == defence for foe in self.among) == 1

    def adviser_how_many_equal(self, defence):
        return sum(foe[2] == defence for foe in self.among)

    # -- piles

    def first_pile(self, counter, kind_first):
        """The first kind that is shown, if kinds have an order; of those the biggest; of equal ones the first shown."""
        offered = [option.id for option in self.advising.query.options]
        found = [pile for pile in self.f.piles() if pile[2] == counter and NAMES[pile[0]] in offered]
        place = {pile[0]: offered.index(NAMES[pile[0]]) for pile in found}
        kinds = list(dict.fromkeys(name.partition("-")[0] for name in offered))

        def order(pile):
            return (kinds.index(KIND[pile[0]]) if kind_first else 0, -pile[1], place[pile[0]])

        self.pile = min(found, key=order, default=None)
        return NAMES[self.pile[0]] if self.pile else "done"

    def adviser_which_squad(self, kind):
        return SQUAD[self.pile[0]]

    def adviser_pile_counter(self):
        return self.first_pile(True, True)

    adviser_pile_more_counter = adviser_pile_counter

    def adviser_pile_big(self):
        return self.first_pile(False, False)

    adviser_pile_more_big = adviser_pile_big

    def adviser_enough(self, n):
        return self.pile[1] >= n

    def adviser_pile_size(self, card):
        return self.pile[1]

    # -- the Mortar

    def tiles_with_foes(self):
        far, foe = self.f.terrain.distance[self.f.at], self.f.foe.at
        tiles = sorted({tile for tile in foe if tile >= 0 and far[tile] >= MORTAR_RANGE})
        return [(tile, [KIND[unit] for unit, at in enumerate(foe) if at == tile]) for tile in tiles]

    def next_together(self):
        """Who stands together on the next tile with several."""
        if not hasattr(self, "stacks"):
            self.stacks = iter([kinds for _, kinds in self.tiles_with_foes() if len(kinds) > 1])
        self.listed = iter([*next(self.stacks, []), "done"])
        return next(self.listed)

    adviser_together_any = adviser_together_more_any = next_together

    def adviser_tile_more(self, units):
        return next(self.listed)

    def adviser_alone_any(self):
        alone = [kinds[0] for _, kinds in self.tiles_with_foes() if len(kinds) == 1]
        return next((option.id for option in self.advising.query.options if option.id in alone), "done")

    def adviser_how_many_alone(self, kind):
        alone = [kinds[0] for _, kinds in self.tiles_with_foes() if len(kinds) == 1]
        return sum(f"undaunted.kind.{one}" == kind.key for one in alone)

    # -- ways: where things lie, as cells of the sketch

    def cell(self, tile):
        (x, y), (x0, y0) = (self.f.terrain.tiles[one].place for one in (tile, self.f.at))
        return round(2 * (x - x0)), round(y - y0)

    def name(self, tile):
        across, down = self.cell(tile)
        return f"{across},{down}"

    def shown(self, advice):
        """The tiles that the picture of an advice shows as the way."""
        by_cell = {self.cell(tile): tile for tile in range(len(self.f.terrain))}
        way = sorted((spot for spot in advice.spots if spot.tag == "way"), key=lambda spot: spot.text)
        return tuple(by_cell[round(2 * spot.x), spot.y] for spot in way)

    def is_regular(self):
        """The tiles lie in rows, each half a tile further, and neighbours are those that touch."""
        terrain = self.f.terrain
        by_cell = {self.cell(tile): tile for tile in range(len(terrain))}
        return all(
            sorted(by_cell[cell] for cell in beside(self.cell(tile)) if cell in by_cell) == list(terrain.near[tile])
            for tile in range(len(terrain))
        )

    def tap(self, *tiles):
        return self.tap_names(*(self.name(tile) for tile in tiles))

    def tap_names(self, *names):
        """The first of these that was not tapped yet; then that there are no more."""
        query, done = self.advising.query, set()
        for asked, answer, _ in reversed(self.advising.said):
            if asked.text != query.text:
                break
            done.add(answer)
        offered = [option.id for option in query.options]
        left = [name for name in names if name in offered and name not in done]
        return left[0] if left else next(id for id in ("done", "nowhere") if id in offered)

    def goals(self, scouting):
        from kempelen.games.undaunted.automa import paths

        return paths.goals(self.f.terrain, self.f.s.values, self.f.me.marked, self.f.me.controlled, scouting=scouting)

    def where_goal(self, scouting):
        """First the holes in the map, then the goal, or that there are several."""
        if not self.showed_gaps and self.gaps():
            self.showed_gaps = True
            return "gaps"
        goals = self.goals(scouting)
        return "several" if len(goals) > 1 else self.name(goals[0])

    showed_gaps = False

    def gaps(self):
        """Where a way could lead if there were a tile: the rim of the map, as far as two steps and the goal reach."""
        there = {self.cell(tile) for tile in range(len(self.f.terrain))}
        rim = {cell for one in there for cell in beside(one)} - there
        return sorted(cell for cell in rim if abs(cell[0]) <= 5 and abs(cell[1]) <= 3)

    def adviser_where_goal_rifleman(self):
        return self.where_goal(False)

    def adviser_where_goal_scout(self):
        return self.where_goal(True)

    absent = frozenset()
    """Those of the tiles he was asked about that are not there."""

    def adviser_missing(self):
        return self.tap_names(*sorted(self.absent), *(f"{across},{down}" for across, down in self.gaps()))

    def adviser_each_goal(self):
        return self.tap(*self.goals(self.f.kind == "scout")[:2])

    def adviser_top_goals(self):
        from kempelen.games.undaunted.automa import paths

        return self.tap(*paths.top_tiles(self.f.terrain, self.f.s.values))

    def adviser_which_round(self):
        return self.f.s.round

    @property
    def marked(self):
        return [tile for tile in range(len(self.f.terrain)) if self.f.me.marked >> tile & 1]

    def adviser_linked(self):
        return self.f.terrain.ways(self.f.goal(), self.f.me.marked | 1 << self.f.at)[self.f.at] < FAR

    adviser_detour = adviser_linked

    def adviser_every_marked(self):
        return self.tap(*self.marked)

    def adviser_which_marked(self):
        options = {option.id for option in self.advising.query.options}
        offered = {id for id in options if "," in id}
        absent = offered - {self.name(tile) for tile in range(len(self.f.terrain))}
        if absent and "missing" in options:
            self.absent = absent
            return "missing"
        if len(offered) > 1 and offered <= {self.name(tile) for tile in self.marked}:
            return "all"
        return self.tap(*self.marked)

    def tile_named(self, name):
        return next(tile for tile in range(len(self.f.terrain)) if self.name(tile) == name)

    def adviser_tile_cover(self, tile):
        asked = next(spot for spot in self.advising.query.spots if spot.tag == "asked")
        cell = round(2 * asked.x), asked.y
        return next((self.f.terrain.cover[one] for one in range(len(self.f.terrain)) if self.cell(one) == cell), 0)

    def most(self, tiles):
        """One of those with the most cover; he knows which are as good."""
        cover = self.f.terrain.cover
        top = max((cover[tile] for tile in tiles), default=0)
        self.good = [tile for tile in tiles if cover[tile] == top]
        return self.name(self.good[0]) if self.good else "nowhere"

    def adviser_only_best(self):
        return len(self.good) == 1

    adviser_only_shelter = adviser_only_best

    def adviser_as_good(self):
        return self.tap(*self.good[1:])

    def adviser_most_cover(self):
        there = [self.tile_named(option.id) for option in self.advising.query.options if "," in option.id]
        chosen = self.most(there)
        return "equal" if len(self.good) == len(there) else chosen

    def adviser_scouted_around(self):
        return self.most([tile for tile in self.f.terrain.near[self.f.at] if self.f.me.marked >> tile & 1])

    def adviser_tops_beside(self):
        from kempelen.games.undaunted.automa import paths

        top = paths.top_tiles(self.f.terrain, self.f.s.values)
        return self.most([tile for tile in self.f.terrain.near[self.f.at] if tile in top])

    def adviser_around(self):
        everywhere = self.f.kind in ("sniper", "scout")
        near = self.f.terrain.near[self.f.at]
        return self.most([tile for tile in near if everywhere or self.f.me.marked >> tile & 1])

    def better(self, allowed):
        terrain, at = self.f.terrain, self.f.at
        return [tile for tile in terrain.near[at] if allowed >> tile & 1 and terrain.cover[tile] > terrain.cover[at]]

    def adviser_better_neighbours_any(self):
        return self.tap(*self.better(EVERYWHERE))

    def adviser_best_neighbour_any(self):
        return self.most(self.better(EVERYWHERE))

    def adviser_best_neighbour_marked(self):
        return self.most(self.better(self.f.me.marked))

    def shelters(self, allowed):
        """The nearest tile with more cover, of those the one with the most."""
        terrain, at = self.f.terrain, self.f.at
        if not self.showed_gaps and self.gaps():
            self.showed_gaps = True
            return "gaps"
        far = terrain.ways(at, allowed | 1 << at)
        there = [
            tile for tile in range(len(terrain)) if allowed >> tile & 1 and terrain.cover[tile] > terrain.cover[at]
        ]
        there = [tile for tile in there if far[tile] < FAR]
        nearest = min((far[tile] for tile in there), default=0)
        return self.most([tile for tile in there if far[tile] == nearest])

    def adviser_shelters_any(self):
        return self.shelters(EVERYWHERE)

    def adviser_shelters_marked(self):
        return self.shelters(self.f.me.marked)


class InAHurry(Person):
    """Says that a tile is missing only when he is asked about it."""

    showed_gaps = True
