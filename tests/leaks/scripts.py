"""Scripts of games that a server plays step by step: the true one, and a twin of it that looks the
same to one viewer.

In a twin everything differs that its viewer may not know: every field of every event that the
audience table hides, and the state, which after every step is one that the viewer imagines. So
whatever the viewer receives in the two runs must be the same, to the byte.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Level, Seat, Viewer, seats_of
from cluehouse.core.mind import Mind
from cluehouse.core.wire import Wire
from tests.contract.case import Case
from tests.contract.secrecy_checks import variants


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A move, its events and the state after it. The deal has no seat and no move."""

    seat: Seat | None
    move: Wire | None
    events: tuple[Any, ...]
    world: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    case: Case
    steps: tuple[Step, ...]

    def cut(self, steps: int) -> Self:
        return replace(self, steps=self.steps[:steps])

    def around(self, step: int) -> Self:
        """This step with one step before and one after; the first becomes the deal."""
        first, *others = self.steps[max(0, step - 1) : step + 2]
        return replace(self, steps=(replace(first, seat=None, move=None), *others))


def whole_script(case: Case, key: bytes, level: Level = "random") -> Script:
    """A whole game played by bots."""
    return Script(case=case, steps=tuple(_played(case, key, level)))


def unfinished_script(case: Case, key: bytes, level: Level = "random") -> Script:
    """The same without the last move: after the end nothing is hidden."""
    whole = whole_script(case, key, level)
    return whole.cut(len(whole.steps) - 1)


def _played(case: Case, key: bytes, level: Level) -> Iterator[Step]:
    play, seats = case.play(key), seats_of(case.seats)
    minds = {seat: Mind(case.game, case.options, case.seats, seat, level) for seat in seats}
    step = Step(seat=None, move=None, events=tuple(play.setup()), world=None)
    while True:
        play.advance(step.events)
        yield replace(step, world=play.state.copy())
        if play.outcome() is not None:
            return
        for seat, mind in minds.items():
            mind.hear(play.sights(step.events, seat))
        seat = Chance(subkey(key, "seat"), play.seq).choice(play.asked())
        luck = Chance(subkey(key, "move", seat), play.seq)
        move = minds[seat].choose(play.view(seat), play.legal_moves(seat), luck)
        step = Step(seat=seat, move=move, events=tuple(play.decide(seat, move)), world=None)


def twin(script: Script, viewer: Viewer, key: bytes = b"twin") -> Script:
    """A script that differs for all viewers but this one."""
    return replace(script, steps=tuple(_twin_pages(script, viewer, key)))


def _twin_pages(script: Script, viewer: Viewer, key: bytes) -> Iterator[Step]:
    for number, (step, world) in enumerate(
        zip(script.steps, imagined(script, viewer, key), strict=True)
    ):
        luck = Chance(subkey(key, "events", viewer), number)
        events = tuple(_changed(script.case, event, viewer, luck) for event in step.events)
        yield replace(step, events=events, world=world)


def imagined(script: Script, viewer: Viewer, key: bytes) -> Iterator[Any]:
    """After each step, a state that this viewer imagines."""
    case, game = script.case, script.case.game
    belief = game.start(case.options, case.seats, viewer, "detective")
    for number, step in enumerate(script.steps):
        for event in step.events:
            if (sight := game.see(event, viewer)) is not None:
                game.update(belief, sight)
        yield game.imagine(belief, Chance(subkey(key, "world", viewer), number))


def _changed(case: Case, event: Wire, viewer: Viewer, luck: Chance) -> Wire:
    """The event with as many hidden fields changed as possible at once."""
    others = list(variants(case, event, viewer))
    most = max((_count_changes(event, other) for other in others), default=0)
    return (
        luck.choice([it for it in others if _count_changes(event, it) == most]) if others else event
    )


def _count_changes(event: Wire, other: Wire) -> int:
    fields = event.__struct_fields__
    return sum(getattr(event, field) != getattr(other, field) for field in fields)


class StepDone(Wire, frozen=True):
    """Marks the step as played; no viewer sees it."""

    step: int


class ScriptState:
    """The state of a scripted game: the number of the last step."""

    __slots__ = ("step",)

    def __init__(self, step: int = -1) -> None:
        self.step = step

    def copy(self) -> Self:
        return type(self)(self.step)


def scripted(game: AnyGame, script: Script) -> AnyGame:
    """A game whose moves have the events of the script. Views, sights, seats asked, refusals and
    the outcome are the game's own."""
    steps = script.steps

    def events_of(step: int) -> list[Any]:
        return [*steps[step].events, StepDone(step)]

    def decide(state: ScriptState, seat: Seat, move: Any, chance: Chance) -> list[Any]:
        coming = steps[state.step + 1 :][:1]
        if [(step.seat, step.move) for step in coming] == [(seat, move)]:
            return events_of(state.step + 1)
        return game.decide(steps[state.step].world, seat, move, chance)

    def apply(state: ScriptState, event: Any) -> None:
        if isinstance(event, StepDone):
            state.step = event.step

    def see(event: Any, viewer: Viewer) -> Any:
        return None if isinstance(event, StepDone) else game.see(event, viewer)

    def legal_moves(state: ScriptState, seat: Seat) -> Sequence[Any]:
        return game.legal_moves(steps[state.step].world, seat)

    return replace(
        game,
        types=replace(game.types, event=game.types.event | StepDone),
        blank=lambda _options, _seats: ScriptState(),
        setup=lambda _options, _seats, _chance: events_of(0),
        decide=decide,
        apply=apply,
        legal_moves=legal_moves,
        outcome=lambda state: game.outcome(steps[state.step].world),
        see=see,
        view=lambda state, viewer: game.view(steps[state.step].world, viewer),
    )
