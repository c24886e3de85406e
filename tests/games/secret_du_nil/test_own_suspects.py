"""Le Secret du Nil's rules, one by one: the suspects and places of a table's own box (NI-DEC-1)."""

from collections.abc import Sequence
from typing import Any

import pytest

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.codec import codec
from cluehouse.core.errors import Malformed
from cluehouse.core.ids import RAIL, Viewer, viewers_of
from cluehouse.core.play import Play
from cluehouse.core.record import Record, entry_of, read_record, record_of
from cluehouse.core.wire import encode, strictly
from cluehouse.games.secret_du_nil import GAME
from cluehouse.games.secret_du_nil.detective import met_with
from cluehouse.games.secret_du_nil.moves import Look, PlayCards
from cluehouse.games.secret_du_nil.pieces import (
    MET_AT,
    SUSPECTS,
    Options,
    Place,
    SuspectNames,
)
from cluehouse.games.secret_du_nil.rules import legal_moves
from cluehouse.games.secret_du_nil.view import RailView, SeatView, SomeLooked, view
from cluehouse.study.command import retell
from cluehouse.study.sentences import LANGUAGES, Language, tell, words_of
from cluehouse.study.verify import verify
from tests.games.secret_du_nil.audience import MET
from tests.games.secret_du_nil.stage import JOKER, ONE, ZERO, aboard, looking, random_game, refused
from tests.rules import rule

NAMES: SuspectNames = ("Ada L.", "Œdipe", "Mr <b>Bold</b>", "王")
OWN = Options(names=NAMES, met_at=MET)


# --- what a table may choose --------------------------------------------------------------------


@rule("NI-DEC-1")
def test_a_table_has_the_suspects_of_the_page_unless_it_chooses_otherwise() -> None:
    assert Options().names is None
    assert Options().met_at == MET_AT


@rule("NI-DEC-1")
def test_options_stored_before_tables_could_choose_have_the_suspects_of_the_page() -> None:
    before = (
        b'{"type":"Options","match":20,"both_banks":true,"in_turn":false,"everybody_loses":true}'
    )
    assert codec(GAME).options.decode(before) == Options(match=20, both_banks=True)


@rule("NI-DEC-1")
def test_own_suspects_survive_the_wire() -> None:
    assert codec(GAME).options.decode(encode(OWN)) == OWN


@rule("NI-DEC-1")
@pytest.mark.parametrize(
    "names",
    [
        [],
        ["Ada", "Ben", "Cid"],
        ["Ada", "Ben", "Cid", "Dee", "Eve"],
        ["Ada", "Ben", "Cid", ""],
        ["Ada", "Ben", "Cid", "   "],
        ["Ada", "Ben", "Cid", " Dee"],
        ["Ada", "Ben", "Cid", "D  ee"],
        ["Ada", "Ben", "Cid", "D\nee"],
        ["Ada", "Ben", "Cid", "D\x00ee"],
        ["Ada", "Ben", "Cid", "D\x1b[2Jee"],
        ["Ada", "Ben", "Cid", "D\u202eee"],
        ["Ada", "Ben", "Cid", "D\u200bee"],
        ["Ada", "Ben", "Cid", "D{ee}"],
        ["Ada", "Ben", "Cid", "..."],
        ["Ada", "Ben", "Cid", "D" * 25],
        ["Ada", "Ben", "Cid", "ben"],
        ["Ada", "Ben", "Cid", 4],
        ["Ada", "Ben", "Cid", None],
        "Ada",
        {"watson": "Ada"},
    ],
)
def test_names_that_cannot_be_read_or_told_apart_are_refused(names: Any) -> None:
    _refused(names=names)


@rule("NI-DEC-1")
@pytest.mark.parametrize(
    "met_at",
    [
        [],
        MET_AT[:3],
        [*MET_AT, ["bar", "pool"]],
        [["bar", "bar"], *MET_AT[1:]],
        [["bar"], *MET_AT[1:]],
        [["bar", "pool", "promenade"], *MET_AT[1:]],
        [["bar", "cabin"], *MET_AT[1:]],
        [["bar", "joker"], *MET_AT[1:]],
        [["bar", "pool"], ["bar", "pool"], ["bar", "pool"], ["bar", "restaurant"]],
        None,
        "bar",
    ],
)
def test_places_that_leave_a_place_card_without_use_are_refused(met_at: Any) -> None:
    """Each suspect has two different places, and each place a suspect: a card played must be
    used (NI-OBS-1)."""
    _refused(met_at=met_at)


def _refused(**chosen: Any) -> None:
    with pytest.raises(Malformed):
        strictly(codec(GAME).options, encode({"type": "Options", **chosen}))


# --- playing --------------------------------------------------------------------------------------


@rule("NI-DEC-1", "NI-OBS-1")
@pytest.mark.parametrize("place", ["bar", "restaurant", "pool", "promenade"])
def test_a_place_card_is_good_for_the_suspects_this_table_meets_there(place: Place) -> None:
    state = looking(PlayCards((place,)), beside=(place, place), options=OWN)
    there = [suspect for suspect, met in zip(SUSPECTS, MET, strict=True) if place in met]
    looks = [move for move in legal_moves(state, ZERO) if isinstance(move, Look)]
    assert {(move.card, move.suspect) for move in looks} == {(place, each) for each in there}
    assert len(looks) == 3 * len(there)
    for suspect in set(SUSPECTS) - set(there):
        refused("NI-OBS-1", state, ZERO, Look(place, suspect, "stain"))


@rule("NI-DEC-1", "NI-OBS-1")
def test_a_joker_is_good_for_all_suspects_of_this_table() -> None:
    moves = legal_moves(looking(JOKER, options=OWN), ZERO)
    assert {move.suspect for move in moves if isinstance(move, Look)} == set(SUSPECTS)


@rule("NI-DEC-1")
@pytest.mark.parametrize("viewer", viewers_of(2))
def test_all_see_the_places_of_this_table(viewer: Viewer) -> None:
    seen = view(aboard(options=OWN), viewer)
    assert (seen.open if isinstance(seen, SeatView) else seen).met_at == MET


@rule("NI-DEC-1")
@pytest.mark.parametrize("seats", [2, 6])
def test_whole_games_with_other_places_are_played_to_the_end(seats: int) -> None:
    *_, phase = (state.phase for state in random_game(seats, OWN))
    assert phase == "over"


@rule("NI-DEC-1")
def test_two_tables_at_once_keep_their_places_apart() -> None:
    usual = looking(PlayCards(("pool",)), beside=("pool", "pool"))
    own = looking(PlayCards(("pool",)), beside=("pool", "pool"), options=OWN)
    assert {move.suspect for move in legal_moves(usual, ZERO) if isinstance(move, Look)} == {
        "watson",
        "marpel",
    }
    assert {move.suspect for move in legal_moves(own, ZERO) if isinstance(move, Look)} == {"watson"}
    assert isinstance(view(own, RAIL), RailView)


@rule("NI-DEC-1")
def test_a_detective_reckons_with_the_places_of_the_table() -> None:
    assert met_with(MET)["bar"] == [0, 1, 2, 3]
    assert met_with(MET)["pool"] == [0]
    assert met_with(MET)["joker"] == [0, 1, 2, 3]
    assert met_with(MET_AT)["pool"] == [0, 3]


# --- telling --------------------------------------------------------------------------------------


@rule("NI-DEC-1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_calls_suspects_by_the_names_of_the_table(language: Language) -> None:
    looked = SomeLooked(ONE, "bar", "stringer", "stain")
    assert "Mr <b>Bold</b>" in tell(looked, words_of(GAME, 2, language, options=OWN))
    usual = tell(looked, words_of(GAME, 2, language, options=Options()))
    assert usual == tell(looked, words_of(GAME, 2, language))
    assert "Stringer" in usual


@rule("NI-DEC-1")
def test_only_given_names_are_the_tables_own() -> None:
    assert GAME.own_names(Options()) == {}
    assert GAME.own_names(OWN) == {
        "name.watson": "Ada L.",
        "name.christie": "Œdipe",
        "name.stringer": "Mr <b>Bold</b>",
        "name.marpel": "王",
    }


@rule("NI-DEC-1")
def test_a_game_with_own_suspects_is_verified_and_retold_with_their_names() -> None:
    record = read_record(encode(_played()))
    assert verify(record).answer == "true"
    for language in LANGUAGES:
        lines = "\n".join(retell(record, None, language))
        assert any(name in lines for name in NAMES)
        assert not any(name in lines for name in _usual(language))


def _played() -> Record:
    key = subkey(b"own suspects", 0)
    play, entries = Play(GAME, OWN, 2, key), []
    events, seat, move = play.setup(), None, None
    while True:
        play.advance(events)
        entries.append(entry_of(seat, move, events))
        if not play.asked():
            return record_of(play, entries)
        chance = Chance(key, play.seq)
        seat = play.asked()[0]
        move = chance.choice(play.legal_moves(seat))
        events = play.decide(seat, move)


def _usual(language: Language) -> Sequence[str]:
    texts = words_of(GAME, 2, language).texts
    return [texts[f"name.{suspect}"] for suspect in SUSPECTS]
