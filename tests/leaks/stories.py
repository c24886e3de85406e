"""A game as a story told to a house, page by page: the true one, and one that a viewer could not
tell from it.

In a twin of a story everything is otherwise that its viewer may not know: every field of every
event that the audience table hides from them, and the truth itself, which on every page is one
that they hold possible. So whatever they are told of the two must be the same, to the byte.
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
class Page:
    """A move, what came of it, and how things stand then. The deal is nobody's move."""

    seat: Seat | None
    move: Wire | None
    events: tuple[Any, ...]
    world: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    case: Case
    pages: tuple[Page, ...]

    def cut(self, pages: int) -> Self:
        return replace(self, pages=self.pages[:pages])

    def around(self, page: int) -> Self:
        """From the page before, or from the deal: what came until then is told as nobody's move."""
        first, *others = self.pages[max(0, page - 1) : page + 2]
        return replace(self, pages=(replace(first, seat=None, move=None), *others))


def whole_story(case: Case, key: bytes, level: Level = "random") -> Story:
    """A game by bots."""
    return Story(case=case, pages=tuple(_played(case, key, level)))


def true_story(case: Case, key: bytes, level: Level = "random") -> Story:
    """The same up to the move that ends it: afterwards nothing is hidden."""
    whole = whole_story(case, key, level)
    return whole.cut(len(whole.pages) - 1)


def _played(case: Case, key: bytes, level: Level) -> Iterator[Page]:
    play, seats = case.play(key), seats_of(case.seats)
    minds = {seat: Mind(case.game, case.options, case.seats, seat, level) for seat in seats}
    page = Page(seat=None, move=None, events=tuple(play.setup()), world=None)
    while True:
        play.advance(page.events)
        yield replace(page, world=play.state.copy())
        if play.outcome() is not None:
            return
        for seat, mind in minds.items():
            mind.hear(play.sights(page.events, seat))
        seat = Chance(subkey(key, "seat"), play.seq).choice(play.asked())
        luck = Chance(subkey(key, "move", seat), play.seq)
        move = minds[seat].choose(play.view(seat), play.legal_moves(seat), luck)
        page = Page(seat=seat, move=move, events=tuple(play.decide(seat, move)), world=None)


def twin(story: Story, viewer: Viewer, key: bytes = b"twin") -> Story:
    """Another story for everybody but this viewer."""
    return replace(story, pages=tuple(_twin_pages(story, viewer, key)))


def _twin_pages(story: Story, viewer: Viewer, key: bytes) -> Iterator[Page]:
    for number, (page, world) in enumerate(
        zip(story.pages, imagined(story, viewer, key), strict=True)
    ):
        luck = Chance(subkey(key, "events", viewer), number)
        events = tuple(_disguised(story.case, event, viewer, luck) for event in page.events)
        yield replace(page, events=events, world=world)


def imagined(story: Story, viewer: Viewer, key: bytes) -> Iterator[Any]:
    """After each page, a truth that this viewer holds possible."""
    case, game = story.case, story.case.game
    belief = game.start(case.options, case.seats, viewer, "detective")
    for number, page in enumerate(story.pages):
        for event in page.events:
            if (sight := game.see(event, viewer)) is not None:
                game.update(belief, sight)
        yield game.imagine(belief, Chance(subkey(key, "world", viewer), number))


def _disguised(case: Case, event: Wire, viewer: Viewer, luck: Chance) -> Wire:
    """With as many fields changed as can be at once."""
    others = list(variants(case, event, viewer))
    most = max((_changes(event, other) for other in others), default=0)
    return luck.choice([it for it in others if _changes(event, it) == most]) if others else event


def _changes(event: Wire, other: Wire) -> int:
    fields = event.__struct_fields__
    return sum(getattr(event, field) != getattr(other, field) for field in fields)


class Turned(Wire, frozen=True):
    """To this page: nobody sees it."""

    page: int


class Reader:
    """How far a story has been told. That is all the state there is."""

    __slots__ = ("page",)

    def __init__(self, page: int = -1) -> None:
        self.page = page

    def copy(self) -> Self:
        return type(self)(self.page)


def told(game: AnyGame, story: Story) -> AnyGame:
    """The game as a house plays it that is told this story: every move comes out as it is written,
    and all that is shown, asked, refused and scored is the game's own."""
    pages = story.pages

    def events_of(page: int) -> list[Any]:
        return [*pages[page].events, Turned(page)]

    def decide(reader: Reader, seat: Seat, move: Any, chance: Chance) -> list[Any]:
        coming = pages[reader.page + 1 :][:1]
        if [(page.seat, page.move) for page in coming] == [(seat, move)]:
            return events_of(reader.page + 1)
        return game.decide(pages[reader.page].world, seat, move, chance)

    def apply(reader: Reader, event: Any) -> None:
        if isinstance(event, Turned):
            reader.page = event.page

    def see(event: Any, viewer: Viewer) -> Any:
        return None if isinstance(event, Turned) else game.see(event, viewer)

    def legal_moves(reader: Reader, seat: Seat) -> Sequence[Any]:
        return game.legal_moves(pages[reader.page].world, seat)

    return replace(
        game,
        types=replace(game.types, event=game.types.event | Turned),
        blank=lambda _options, _seats: Reader(),
        setup=lambda _options, _seats, _chance: events_of(0),
        decide=decide,
        apply=apply,
        legal_moves=legal_moves,
        outcome=lambda reader: game.outcome(pages[reader.page].world),
        see=see,
        view=lambda reader, viewer: game.view(pages[reader.page].world, viewer),
    )
