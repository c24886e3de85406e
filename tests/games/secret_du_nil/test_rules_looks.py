"""Le Secret du Nil's rules, one by one: looking at pairs and swapping clues."""

import pytest

from cluehouse.core.ids import RAIL
from cluehouse.games.secret_du_nil.cards import PAIRS, clues_in
from cluehouse.games.secret_du_nil.events import Looked, PairPutBack, Swapped
from cluehouse.games.secret_du_nil.moves import Look, PlayCards, PutBack, Swap
from cluehouse.games.secret_du_nil.pieces import (
    CATEGORIES,
    CLUES,
    COLOURS,
    MET_AT,
    SUSPECTS,
    Card,
    Category,
    Pair,
    Place,
    Suspect,
)
from cluehouse.games.secret_du_nil.rules import legal_moves
from cluehouse.games.secret_du_nil.state import State, pair_number
from cluehouse.games.secret_du_nil.view import SomeLooked, SomeSwapped, see
from tests.games.secret_du_nil.stage import (
    BAR,
    BAR_AND_POOL,
    JOKER,
    NO_IDEA,
    ONE,
    ROW,
    TWO,
    ZERO,
    aboard,
    asked,
    choose,
    holding,
    look,
    looking,
    play,
    random_game,
    refused,
)
from tests.rules import rule


def looks(state: State) -> set[tuple[Card, Suspect]]:
    """The suspects the looker may look at, each with the card for it."""
    moves = legal_moves(state, state.turn.player)
    return {(move.card, move.suspect) for move in moves if isinstance(move, Look)}


def pair(state: State, suspect: Suspect, category: Category = "fingerprint") -> Pair:
    return PAIRS[state.pairs[pair_number(suspect, category)]]


# Whom to look at


@rule("NI-OBS-1")
@pytest.mark.parametrize("place", ["bar", "restaurant", "pool", "promenade"])
def test_a_place_card_allows_looks_at_the_suspects_met_there(place: Place) -> None:
    state = looking(PlayCards((place,)), beside=(place, place))
    there = {suspect for suspect, met in zip(SUSPECTS, MET_AT, strict=True) if place in met}
    assert looks(state) == {(place, suspect) for suspect in there}
    for suspect in set(SUSPECTS) - there:
        refused("NI-OBS-1", state, ZERO, Look(place, suspect, "stain"))


@rule("NI-OBS-1")
def test_a_joker_allows_a_look_at_any_suspect() -> None:
    assert looks(looking(JOKER)) == {("joker", suspect) for suspect in SUSPECTS}


@rule("NI-OBS-1", "NI-DEC-6")
def test_any_category_may_be_looked_at_also_before_its_proof_is_turned() -> None:
    state = looking(BAR, square=1)
    moves = [move for move in legal_moves(state, ZERO) if isinstance(move, Look)]
    assert {move.category for move in moves} == set(CATEGORIES)


@rule("NI-OBS-1")
def test_players_look_in_turn_order_except_those_who_had_no_idea() -> None:
    state = choose(aboard(4, first=TWO), BAR, NO_IDEA, BAR, BAR)
    order = []
    while state.phase == "looking":
        (seat,) = asked(state)
        order.append(seat)
        look(state, seat, "bar", "marpel", "stain")
    assert order == [2, 3, 0]


@rule("NI-OBS-1")
def test_each_card_played_must_be_used_in_the_order_one_likes() -> None:
    for first, second in (("bar", "pool"), ("pool", "bar")):
        state = looking(BAR_AND_POOL)
        assert {card for card, _ in looks(state)} == {"bar", "pool"}
        look(state, ZERO, first, "marpel", "stain")  # type: ignore[arg-type]
        assert asked(state) == [ZERO]
        assert {card for card, _ in looks(state)} == {second}
        refused("NI-OBS-1", state, ZERO, Look(first, "marpel", "stain"))  # type: ignore[arg-type]


@rule("NI-OBS-1")
def test_two_cards_of_one_place_are_two_looks() -> None:
    state = looking(
        PlayCards(("bar", "bar")), beside=("bar", "bar"), hand=("bar", "bar", "pool", "pool")
    )
    look(state, ZERO, "bar", "marpel", "stain")
    look(state, ZERO, "bar", "christie", "stain")
    assert state.phase == "announcing"


@rule("NI-OBS-1")
def test_the_second_look_may_be_at_the_same_pair_and_swap_again() -> None:
    state = looking(PlayCards(("bar", "joker")))
    play(state, ZERO, Look("bar", "marpel", "stain"))
    play(state, ZERO, Swap("stain-green", "stain-blue"))
    play(state, ZERO, Look("joker", "marpel", "stain"))
    play(state, ZERO, Swap("stain-blue", "stain-green"))
    assert pair(state, "marpel", "stain") == ("green", "yellow")


@rule("NI-OBS-1")
def test_no_seat_looks_out_of_turn_or_with_a_card_not_played() -> None:
    state = choose(aboard(2), BAR, BAR)
    refused("NI-OBS-1", state, ONE, Look("bar", "marpel", "stain"))
    refused("NI-OBS-1", state, ZERO, Look("pool", "marpel", "stain"))
    refused("NI-OBS-1", state, ZERO, Look("joker", "marpel", "stain"))
    refused("NI-OBS-1", state, ZERO, Look("no_idea", "marpel", "stain"))
    refused("NI-OBS-1", aboard(2), ZERO, Look("bar", "marpel", "stain"))


# What is seen


@rule("NI-OBS-2")
def test_the_looker_sees_the_pair_and_the_others_see_whose_it_is() -> None:
    (looked,) = play(looking(BAR), ZERO, Look("bar", "marpel", "shoe_print"))
    assert looked == Looked(ZERO, "bar", "marpel", "shoe_print", ("green", "yellow"))
    assert see(looked, ZERO) == looked
    for viewer in (ONE, TWO, RAIL):
        assert see(looked, viewer) == SomeLooked(ZERO, "bar", "marpel", "shoe_print")


@rule("NI-OBS-2")
@pytest.mark.parametrize("seats", [2, 6])
def test_a_pair_is_always_sorted_by_colour(seats: int) -> None:
    for state in random_game(seats):
        for code in state.pairs:
            one, other = PAIRS[code]
            assert COLOURS.index(one) <= COLOURS.index(other)


# Swapping


@rule("NI-OBS-4")
def test_one_of_two_colours_may_be_swapped_for_a_clue_of_the_category_in_hand() -> None:
    """Seat 0 holds a blue and a green clue of each category."""
    state = holding("marpel")
    assert set(legal_moves(state, ZERO)) == {
        Swap("fingerprint-green", "fingerprint-blue"),
        Swap("fingerprint-green", "fingerprint-green"),
        Swap("fingerprint-yellow", "fingerprint-blue"),
        Swap("fingerprint-yellow", "fingerprint-green"),
        PutBack(),
    }


@rule("NI-OBS-4")
def test_a_swap_changes_the_pair_and_the_hand() -> None:
    state = holding("marpel")
    before = clues_in(state.clues[ZERO])
    swapped, *_ = play(state, ZERO, Swap("fingerprint-yellow", "fingerprint-green"))
    assert swapped == Swapped(
        ZERO, "marpel", "fingerprint", "fingerprint-yellow", "fingerprint-green"
    )
    assert pair(state, "marpel") == ("green", "green")
    after = [*before, "fingerprint-yellow"]
    after.remove("fingerprint-green")
    assert sorted(clues_in(state.clues[ZERO])) == sorted(after)


@rule("NI-OBS-4")
def test_the_others_hear_that_a_card_was_swapped_but_not_which() -> None:
    swapped, *_ = play(holding("marpel"), ZERO, Swap("fingerprint-yellow", "fingerprint-blue"))
    assert see(swapped, ZERO) == swapped
    for viewer in (ONE, RAIL):
        assert see(swapped, viewer) == SomeSwapped(ZERO, "marpel", "fingerprint")


@rule("NI-OBS-4")
def test_the_pair_need_not_become_equal() -> None:
    state = holding("marpel")
    play(state, ZERO, Swap("fingerprint-yellow", "fingerprint-blue"))
    assert pair(state, "marpel") == ("blue", "green")


@rule("NI-OBS-4")
def test_a_clue_of_another_category_does_not_fit_nor_one_not_held_or_not_there() -> None:
    state = holding("marpel")
    refused("NI-OBS-4", state, ZERO, Swap("fingerprint-yellow", "stain-blue"))
    refused("NI-OBS-4", state, ZERO, Swap("stain-yellow", "stain-blue"))
    refused("NI-OBS-4", state, ZERO, Swap("fingerprint-yellow", "fingerprint-red"))
    refused("NI-OBS-4", state, ZERO, Swap("fingerprint-red", "fingerprint-blue"))


@rule("NI-DEC-6", "NI-OBS-4")
def test_a_look_ends_with_one_swap() -> None:
    state = holding("marpel")
    play(state, ZERO, Swap("fingerprint-yellow", "fingerprint-blue"))
    refused("NI-OBS-4", state, ZERO, Swap("fingerprint-blue", "fingerprint-green"))
    refused("NI-OBS-4", state, ZERO, PutBack())


@rule("NI-OBS-4")
def test_a_pair_may_be_put_back_as_it_was() -> None:
    state = holding("marpel")
    assert play(state, ZERO, PutBack())[0] == PairPutBack(ZERO, "marpel", "fingerprint")
    assert pair(state, "marpel") == ("green", "yellow")


@rule("NI-OBS-3", "NI-OBS-4")
def test_two_of_one_colour_stay_and_the_looker_is_still_asked_to_put_them_back() -> None:
    state = holding("watson")
    assert legal_moves(state, ZERO) == (PutBack(),)
    refused("NI-OBS-3", state, ZERO, Swap("fingerprint-red", "fingerprint-blue"))


@rule("NI-OBS-3")
def test_only_the_looker_can_learn_that_a_pair_is_frozen() -> None:
    for suspect in ("watson", "marpel"):
        state = holding(suspect)
        refused("NI-OBS-4", state, ONE, Swap("fingerprint-red", "fingerprint-yellow"))
        refused("NI-OBS-4", state, ONE, PutBack())


@rule("NI-OBS-4")
def test_a_looker_without_a_clue_of_the_category_is_asked_to_put_the_pair_back_too() -> None:
    """Of six seats, seat 0 holds a blue fingerprint and a blue stain."""
    state = choose(aboard(6), JOKER, *[NO_IDEA] * 5)
    play(state, ZERO, Look("joker", "marpel", "shoe_print"))
    assert legal_moves(state, ZERO) == (PutBack(),)


@rule("NI-OBS-3", "NI-OBS-5")
@pytest.mark.parametrize("seats", range(2, 7))
def test_in_whole_games_equal_pairs_never_change_and_no_colour_makes_two(seats: int) -> None:
    made = 0
    for number in range(10):
        frozen: dict[int, int] = {}
        for state in random_game(seats, number=number):
            equal = {pair: code for pair, code in enumerate(state.pairs) if _is_equal(code)}
            assert equal.items() >= frozen.items()
            assert len({(pair // len(ROW), code) for pair, code in equal.items()}) == len(equal)
            made += bool(frozen) and len(equal) - len(frozen)
            frozen = equal
    assert made


def _is_equal(code: int) -> bool:
    one, other = PAIRS[code]
    return one == other


@rule("NI-MAT-5", "NI-OBS-4")
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_no_card_is_lost_or_made_by_swapping(seats: int) -> None:
    for state in random_game(seats):
        clues = [clue for hand in state.clues for clue in clues_in(hand)]
        for number, code in enumerate(state.pairs):
            category = CATEGORIES[number // len(ROW)]
            clues += [c for c in CLUES for colour in PAIRS[code] if c == f"{category}-{colour}"]
        assert sorted(clues) == sorted(CLUES * 3)
