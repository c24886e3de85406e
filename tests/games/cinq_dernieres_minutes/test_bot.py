"""What the bots do: novices first, then plain ones, then detectives."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level, Seat
from cluehouse.games.cinq_dernieres_minutes.belief import TALE, Belief, facts_of
from cluehouse.games.cinq_dernieres_minutes.bot import choose
from cluehouse.games.cinq_dernieres_minutes.events import (
    Accused,
    Claimed,
    Event,
    Misremembered,
    VisitMade,
)
from cluehouse.games.cinq_dernieres_minutes.moves import Accuse, Claim, DrawLots, Move, Visit
from cluehouse.games.cinq_dernieres_minutes.pieces import ITEM, ROOM, ROOMS, Options, Whom
from cluehouse.games.cinq_dernieres_minutes.rules import legal_moves
from cluehouse.games.cinq_dernieres_minutes.state import State
from cluehouse.games.cinq_dernieres_minutes.tales import TALES, Heard, Kind
from cluehouse.games.cinq_dernieres_minutes.view import view
from cluehouse.games.cinq_dernieres_minutes.worlds import Lie, Statement, Worlds, any_tale
from tests.games.cinq_dernieres_minutes.stage import (
    MEMORY,
    ONE,
    PERSON,
    THREE,
    TWO,
    ZERO,
    RoomAndFind,
    accusing,
    believing,
    bots,
    drawn,
    hiding,
    inquiry,
    novices,
    tell,
    truth,
)
from tests.rules import rule

CHOICES = 400
BOTS: Final[tuple[Level, ...]] = ("novice", "plain", "detective")


def believed(state: State, seat: Seat, claims: Sequence[RoomAndFind] = ()) -> Belief:
    """The belief of this seat at this moment of a round that `stage` set up. `claims`: used instead
    of what was really said, from the last number on."""
    visits = [VisitMade(each, *truth(state, each), bourrel=None) for each in state.gone]
    said = zip(state.order[::-1], claims, strict=False)
    heard: list[Event] = [Claimed(each, *claim) for each, claim in said]
    return believing([*drawn(Seat(state.thief)), *visits, *heard], seat, options=state.options)


def choices(state: State, seat: Seat, belief: Belief, level: Level = "novice") -> Counter[Move]:
    moves, seen = legal_moves(state, seat), view(state, seat)
    return Counter(
        choose(belief, seen, moves, Chance(b"novice", number), level) for number in range(CHOICES)
    )


@pytest.mark.parametrize("level", BOTS)
def test_a_suspect_opens_any_box(level: Level) -> None:
    """No room tells more than another: the ring may be in each of them, equally likely."""
    state = hiding(ONE)
    belief = believed(state, ZERO)
    assert set(belief.worlds.rings()) == {0.25}
    assert set(choices(state, ZERO, belief, level)) == {Visit(room) for room in ROOMS[:4]}


@rule("CD-INQ-2")
@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("options", [Options(), MEMORY])
def test_a_suspect_tells_the_truth_from_memory_too(options: Options, level: Level) -> None:
    state = inquiry(ONE, "study", "study", "study", "dining-room", options=options)
    chosen = choices(state, THREE, believed(state, THREE), level)
    assert set(chosen) == {Claim("dining-room", "nothing")}


def test_a_thief_says_anything_but_the_truth() -> None:
    state = inquiry(THREE, "study", "study", "study", "study")
    chosen = choices(state, THREE, believed(state, THREE))
    assert set(chosen) == set(legal_moves(state, THREE)) - {Claim("dining-room", "ring")}
    assert max(chosen.values()) < 3 * CHOICES / len(chosen)


@rule("CD-ACC-1")
def test_a_suspect_accuses_a_player_refuted_by_what_it_saw() -> None:
    """Seat 3 has seen the key in the study."""
    state = accusing(ONE)
    claims: list[RoomAndFind] = [("study", "key"), ("bedroom", "pipe"), ("study", "watch")]
    belief = believed(state, THREE, claims)
    assert set(choices(state, THREE, belief)) == {Accuse(ONE)}


@rule("CD-ACC-1")
def test_a_novice_that_can_refute_no_player_abstains_half_the_time_and_else_guesses() -> None:
    state = accusing(ONE)
    claims: list[RoomAndFind] = [("study", "key"), ("bedroom", "pipe"), ("study", "key")]
    chosen = choices(state, THREE, believed(state, THREE, claims))
    assert set(chosen) == {Accuse("nobody"), Accuse(ZERO), Accuse(ONE), Accuse(TWO)}
    assert chosen[Accuse("nobody")] == pytest.approx(CHOICES / 2, rel=0.2)
    for whom in (ZERO, ONE, TWO):
        assert chosen[Accuse(whom)] == pytest.approx(CHOICES / 6, rel=0.4)


@rule("CD-DEC-3")
def test_a_novice_thief_accuses_like_a_suspect_that_knows_nothing() -> None:
    state = accusing(ONE)
    claims: list[RoomAndFind] = [("study", "key"), ("bedroom", "pipe")]
    chosen = choices(state, ONE, believed(state, ONE, claims))
    assert set(chosen) == {Accuse("nobody"), Accuse(ZERO), Accuse(TWO), Accuse(THREE)}


@rule("CD-DEC-1")
def test_a_bot_as_bourrel_leaves_everything_to_chance() -> None:
    moments = 0
    for game, _ in novices(5, PERSON):
        if DrawLots() in game.legal_moves(ZERO):
            belief = believing([], ZERO, seats=5, options=PERSON)
            moves = game.legal_moves(ZERO)
            assert choose(belief, game.view(ZERO), moves, Chance(b"", 0), "novice") == DrawLots()
            moments += 1
    assert moments == 2 + 4


@pytest.mark.parametrize("options", [Options(), MEMORY, PERSON])
@pytest.mark.parametrize("seats", [5, 8])
def test_bots_of_all_levels_play_whole_games_and_remember_well(
    seats: int, options: Options
) -> None:
    levels = (BOTS * seats)[:seats]
    for number in range(2):
        story = [(game.outcome(), events) for game, events, _ in bots(levels, options, number)]
        assert story[-1][0] is not None
        assert not any(isinstance(event, Misremembered) for _, events in story for event in events)


# Plain


SEEN: RoomAndFind = ("dining-room", "ring")
GONE: RoomAndFind = ("dining-room", "nothing")
KEY: RoomAndFind = ("study", "key")
PIPE: RoomAndFind = ("bedroom", "pipe")


@rule("CD-THI-1", "CD-THI-2", "CD-THI-3", "CD-THI-4")
def test_a_plain_thief_takes_each_of_the_four_defences_as_often() -> None:
    state = tell(inquiry(TWO, "study", "study", "study", "study"), SEEN, upto=1)
    chosen = choices(state, TWO, believed(state, TWO, [KEY]), "plain")
    new = sum(
        count
        for claim, count in chosen.items()
        if isinstance(claim, Claim) and claim.room != "study" and claim.found in ("watch", "pipe")
    )
    assert chosen[Claim(*SEEN)] + chosen[Claim(*GONE)] + chosen[Claim(*KEY)] + new == CHOICES
    for count in (chosen[Claim(*SEEN)], chosen[Claim(*GONE)], chosen[Claim(*KEY)], new):
        assert count == pytest.approx(CHOICES / 4, rel=0.3)


def test_a_plain_thief_takes_idle_defences_too() -> None:
    state = inquiry(THREE, "study", "study", "study", "study")
    chosen = choices(state, THREE, believed(state, THREE), "plain")
    assert chosen[Claim(*SEEN)] == pytest.approx(CHOICES / 3, rel=0.3)


@pytest.mark.parametrize(
    ("claims", "whom"),
    [
        ([("study", "pipe"), PIPE, KEY, KEY], THREE),  # two against one
        ([KEY, ("study", "pipe"), ("drawing-room", "watch")], "nobody"),  # one against one
        ([KEY, PIPE, KEY], "nobody"),
    ],
)
def test_a_plain_suspect_accuses_the_most_contradicted_player(
    claims: list[RoomAndFind], whom: Whom
) -> None:
    """Seat 0 has seen the watch in the drawing room."""
    state = accusing(ONE)
    assert set(choices(state, ZERO, believed(state, ZERO, claims), "plain")) == {Accuse(whom)}


def test_to_a_plain_suspect_its_own_eyes_outweigh_any_number_of_words() -> None:
    """Seat 2 has seen the pipe in the bedroom. Two contradict what seat 1 says; one of them
    contradicts seat 2 as well."""
    state = accusing(ONE)
    claims: list[RoomAndFind] = [("study", "watch"), PIPE, KEY, ("bedroom", "key")]
    assert set(choices(state, TWO, believed(state, TWO, claims), "plain")) == {Accuse(ZERO)}


# Detectives


def test_a_detective_accuses_a_proved_thief() -> None:
    """Number 4 says that the ring was there, and no player came after."""
    state = accusing(ONE)
    belief = believed(state, ZERO, [SEEN, PIPE, KEY])
    assert belief.thieves() == [0, 0, 0, 1]
    assert set(choices(state, ZERO, belief, "detective")) == {Accuse(THREE)}


@rule("CD-ACC-2")
def test_a_detective_abstains_at_even_chances() -> None:
    """Two contradict each other, and if thieves said anything both would be equally likely to
    lie."""
    state = accusing(ONE)
    belief = believed(state, ZERO, [KEY, ("study", "pipe"), ("drawing-room", "watch")])
    belief._worlds = {TALE: Worlds(facts_of(belief), any_tale)}
    assert belief.thieves() == [0, 0, 0.5, 0.5]
    assert set(choices(state, ZERO, belief, "detective")) == {Accuse("nobody")}


@rule("CD-ACC-2")
def test_detectives_accuse_a_player_who_is_more_likely_than_not_the_thief() -> None:
    seen = set()
    for game, events, beliefs in bots(["detective"] * 6, Options()):
        match events:
            case [Accused(by=by, whom=whom)] if by != game.state.thief:
                chances = dict(zip(game.state.order, beliefs[by].thieves(), strict=True))
                assert {seat for seat, chance in chances.items() if chance > 0.5} == (
                    set() if whom == "nobody" else {whom}
                )
                seen.add(whom == "nobody")
            case _:
                pass
    assert seen == {True, False}


@rule("CD-DEC-3")
@pytest.mark.parametrize("level", ["plain", "detective"])
def test_a_plain_or_detective_thief_abstains(level: Level) -> None:
    state = accusing(ONE)
    chosen = choices(state, ONE, believed(state, ONE, [KEY, PIPE]), level)
    assert set(chosen) == {Accuse("nobody")}


def test_a_detective_lies_as_often_as_the_mix_says() -> None:
    state = tell(inquiry(TWO, "study", "study", "study", "study"), SEEN, upto=1)
    lie = Lie(4, 4, state.items, TWO, ROOM["dining-room"], (_statement(THREE, KEY),))
    chosen = choices(state, TWO, believed(state, TWO, [KEY]), "detective")
    heard, shares = Heard(lie), Counter[Kind | None]()
    for claim, count in chosen.items():
        assert isinstance(claim, Claim)
        shares[heard.kind(_statement(TWO, (claim.room, claim.found)))] += count
    mix = TALES.mix(lie, heard)
    assert set(shares) == set(mix) >= {"seen", "gone", "repeat", "new"}
    for kind, share in mix.items():
        assert shares[kind] / CHOICES == pytest.approx(share, abs=0.08)


def _statement(player: int, claim: RoomAndFind) -> Statement:
    return Statement(player, ROOM[claim[0]], ITEM[claim[1]])
