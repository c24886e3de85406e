"""Le Secret du Nil: what each viewer sees."""

from typing import Final

import pytest

from cluehouse.core.ids import RAIL, Viewer
from cluehouse.core.wire import encode
from cluehouse.games.secret_du_nil.events import (
    Announced,
    Answered,
    BankHidden,
    BankLaid,
    BoatMoved,
    Braked,
    CardsChosen,
    CardsPlayed,
    CardsRevealed,
    Dealt,
    Event,
    GameBegun,
    PairPutBack,
    PairsHidden,
    PlaceTaken,
    PlaceTurned,
    ProofsHidden,
    ProofTurned,
    Revealed,
    SaidReady,
    TurnBegun,
)
from cluehouse.games.secret_du_nil.moves import Answer, Look, PutBack, Take
from cluehouse.games.secret_du_nil.pieces import MET_AT, Options
from cluehouse.games.secret_du_nil.state import State
from cluehouse.games.secret_du_nil.view import (
    HasAnswered,
    HasChosen,
    Lifted,
    RailView,
    SeatView,
    see,
    view,
)
from tests.games.secret_du_nil.stage import (
    BAR,
    BAR_AND_POOL,
    FIVE,
    NO_IDEA,
    ONE,
    ONE_EACH,
    ROW,
    TWO,
    ZERO,
    aboard,
    answering,
    choose,
    holding,
    look,
    play,
    write,
)
from tests.rules import rule

_DOWN: Final = "face_down"
ALL_VIEWERS: tuple[Viewer, ...] = (ZERO, ONE, TWO, RAIL)


# Sights


@rule("NI-CAR-1")
def test_a_choice_of_cards_is_seen_by_its_seat_alone() -> None:
    event = CardsChosen(by=ONE, cards=("bar", "joker"))
    assert [see(event, viewer) for viewer in ALL_VIEWERS] == [
        HasChosen(ONE),
        event,
        HasChosen(ONE),
        HasChosen(ONE),
    ]


@rule("NI-END-1")
def test_a_report_is_seen_by_its_seat_alone() -> None:
    event = Answered(by=ONE, fingerprint="watson", stain="nobody", shoe_print="blank")
    assert [see(event, viewer) for viewer in ALL_VIEWERS] == [
        HasAnswered(ONE),
        event,
        HasAnswered(ONE),
        HasAnswered(ONE),
    ]


@rule("NI-DEC-8")
def test_dealt_cards_are_seen_by_their_seat_alone() -> None:
    event = Dealt(to=TWO, places=ONE_EACH, clues=("stain-red", "stain-blue"))
    assert [see(event, viewer) for viewer in ALL_VIEWERS] == [None, None, event, None]


@rule("NI-SET-1", "NI-SET-2", "NI-SET-3")
@pytest.mark.parametrize(
    "event",
    [
        BankHidden(("bar",) * 12),
        ProofsHidden(("red", "blue", "green")),
        PairsHidden((ROW, ROW, ROW)),
    ],
)
def test_face_down_cards_are_seen_by_no_viewer(event: Event) -> None:
    assert [see(event, viewer) for viewer in ALL_VIEWERS] == [None] * 4


@rule("NI-DEC-8")
@pytest.mark.parametrize(
    "event",
    [
        GameBegun(number=1),
        BankLaid(bank="upper", places=("bar",) * 12),
        TurnBegun(first=ONE),
        Announced(by=ONE, squares="two"),
        Braked(by=ONE, paid="pool"),
        BoatMoved(square=5),
        PlaceTurned(square=5, place="pool"),
        ProofTurned(category="stain", colour="red"),
        CardsRevealed(cards=(("bar",), ("joker",), ("no_idea",))),
        CardsPlayed(by=ONE, cards=("bar",)),
        PairPutBack(by=ONE, suspect="marpel", category="stain"),
        PlaceTaken(by=ONE, bank="lower", place="pool"),
        Revealed(
            pairs=(ROW, ROW, ROW),
            answers=(("watson", "nobody", "blank"),) * 3,
            culprits=("watson", "nobody", "nobody"),
            points=(1, 1, 1),
            over=False,
        ),
        SaidReady(by=ONE),
    ],
)
def test_everything_else_is_public(event: Event) -> None:
    assert [see(event, viewer) for viewer in ALL_VIEWERS] == [event] * 4


# Views


def test_a_seat_sees_its_own_cards_and_only_how_many_the_others_have() -> None:
    state = aboard(3)
    mine = _seat_view(state, ONE)
    assert (mine.seat, mine.places) == (ONE, ONE_EACH)
    assert mine.clues == ("fingerprint-yellow", "stain-green", "stain-yellow", "shoe_print-green")
    assert (mine.open.place_hands, mine.open.clue_hand) == ((4, 4, 4), 4)
    assert mine.open == view(state, RAIL)


def test_the_rail_sees_what_lies_open() -> None:
    state = choose(aboard(2, square=5), BAR_AND_POOL, NO_IDEA)
    play(state, ZERO, Look("bar", "marpel", "stain"))
    assert view(state, RAIL) == RailView(
        match="single",
        game=1,
        phase="holding",
        first=ZERO,
        boat=5,
        upper=("bar",) * 12,
        lower=(*(_DOWN,) * 4, "pool", *(_DOWN,) * 7),
        proofs=("red", "red"),
        proof_squares=(1, 5, 9),
        met_at=MET_AT,
        place_hands=(2, 4),
        clue_hand=6,
        jokers=(ZERO, ONE),
        said=(),
        done=(),
        played=(("bar", "pool"), ("no_idea",)),
        to_use=("pool",),
        lifted=Lifted(ZERO, "marpel", "stain"),
        takers=(),
        points=(),
        last=None,
    )


@rule("NI-OBS-2")
def test_a_pair_is_in_the_view_of_its_looker_while_it_is_held() -> None:
    state = holding("marpel")
    assert _seat_view(state, ZERO).pair == ("green", "yellow")
    assert _seat_view(state, ONE).pair is None
    play(state, ZERO, PutBack())
    assert _seat_view(state, ZERO).pair is None


@rule("NI-CAR-1")
def test_a_secret_choice_is_in_the_view_of_its_seat_until_it_is_revealed() -> None:
    state = aboard(3)
    play(state, ONE, BAR)
    assert _seat_view(state, ONE).choice == ("bar",)
    assert _seat_view(state, ZERO).choice == ()
    assert _open(state).done == (ONE,)
    assert _open(state).played == ((), (), ())
    assert _open(state).place_hands == (4, 4, 4)


@rule("NI-END-1")
def test_a_report_is_in_the_view_of_its_seat_until_all_are_revealed() -> None:
    state = answering(2)
    answer = Answer("watson", "nobody", "marpel")
    play(state, ZERO, answer)
    assert _seat_view(state, ZERO).answers == ("watson", "nobody", "marpel")
    assert _seat_view(state, ONE).answers is None
    assert _open(state).done == (ZERO,)
    assert _open(state).last is None
    play(state, ONE, answer)
    last = _open(state).last
    assert last is not None
    assert last.pairs == (ROW, ROW, ROW)


@rule("NI-BOA-6")
@pytest.mark.parametrize(("square", "proofs"), [(1, 1), (4, 1), (5, 2), (8, 2), (9, 3), (12, 3)])
def test_only_the_proofs_turned_so_far_are_shown(square: int, proofs: int) -> None:
    colours = ("red", "blue", "green")
    assert _open(aboard(square=square, proofs=colours)).proofs == colours[:proofs]


@rule("NI-IDE-1", "NI-DEC-7")
def test_a_card_that_was_taken_is_gone_from_its_bank() -> None:
    state = choose(aboard(2, square=3), BAR, NO_IDEA)
    look(state, ZERO, "bar", "marpel", "stain")
    assert _open(state).takers == (ONE,)
    play(state, ONE, Take("bar"))
    assert (_open(state).upper[2], _open(state).lower[2]) == ("taken", "pool")
    assert _seat_view(state, ONE).places == ("bar", *ONE_EACH)


@rule("NI-OPT-1")
def test_with_both_banks_open_nothing_lies_face_down() -> None:
    assert _open(aboard(options=Options(both_banks=True))).lower == ("pool",) * 12


@pytest.mark.parametrize("viewer", [FIVE, RAIL])
def test_the_view_at_the_end_of_a_long_match_is_small(viewer: Viewer) -> None:
    options = Options(match=25, both_banks=True)
    state = answering(6, beside=("restaurant", "promenade"), options=options)
    state.points = [(-3, -3, -3, -3, -3, -3)] * 11
    write(state, *[Answer("stringer", "stringer", "stringer")] * 6)
    assert len(encode(view(state, viewer))) < 2048


def _seat_view(state: State, viewer: Viewer) -> SeatView:
    seen = view(state, viewer)
    assert isinstance(seen, SeatView)
    return seen


def _open(state: State) -> RailView:
    seen = view(state, RAIL)
    assert isinstance(seen, RailView)
    return seen
