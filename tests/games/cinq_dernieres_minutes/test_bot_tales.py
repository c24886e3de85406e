"""What thieves say: the stored strategy is valid, gives nothing away, and is what its tool
produces."""

from functools import cache

import pytest

from cluehouse.games.cinq_dernieres_minutes.pieces import NOTHING, RING
from cluehouse.games.cinq_dernieres_minutes.tales import KINDS, STORED, TALES, Heard, Kind
from cluehouse.games.cinq_dernieres_minutes.worlds import (
    Facts,
    Lie,
    Statement,
    Worlds,
    any_tale,
)
from tests.rules import rule
from tools import cinq_tales
from tools.cinq_rounds import best_thief, findings, records, share, suspicions, worth
from tools.cinq_tales import Inquiry, as_played, lead, seek, solved

FOUR = (0, 1, 2, 3)


@cache
def lies(players: int) -> list[Lie]:
    """All thieves about to testify, up to the names of rooms and objects."""
    return list({each.lie: None for record in records(players) for each in suspicions(record)})


@pytest.mark.parametrize("players", range(4, 9))
def test_for_every_number_of_players_a_mix_of_every_moment_is_stored(players: int) -> None:
    assert {moment[0] for moment in STORED[players]} == set("12345678"[:players])
    for mix in STORED[players].values():
        assert len(mix) == len(KINDS)
        assert min(mix) >= 0
        assert sum(mix) == pytest.approx(1, abs=0.004)


@pytest.mark.parametrize("players", [4, 5])
def test_whatever_a_thief_hears_there_is_a_mix_of_what_is_open(players: int) -> None:
    for lie in lies(players):
        heard = Heard(lie)
        assert heard.moment in STORED[players]
        mix = TALES.mix(lie, heard)
        assert sum(mix.values()) == pytest.approx(1)
        assert all(heard.kinds[kind] for kind in mix)


@pytest.mark.parametrize("players", [4, 5])
def test_a_moment_has_always_the_same_kinds_open(players: int) -> None:
    opened: dict[str, set[Kind]] = {}
    for lie in lies(players):
        heard = Heard(lie)
        kinds = {kind for kind in KINDS if heard.kinds[kind]}
        assert opened.setdefault(heard.moment, kinds) == kinds


def test_a_tale_is_a_distribution_and_rules_nothing_out() -> None:
    for lie in lies(4):
        chances = [TALES(lie, said) for said in lie.sayable()]
        assert min(chances) > 0
        assert sum(chances) == pytest.approx(1)


def test_after_words_that_contradict_each_other_a_tale_rules_nothing_out_either() -> None:
    heard = (Statement(3, 1, RING), Statement(2, 1, 2), Statement(1, 2, 2))
    lie = Lie(4, 4, FOUR, 0, 0, heard)
    assert all(TALES(lie, said) > 0 for said in lie.sayable())


# Nothing given away


@rule("CD-THI-1", "CD-THI-2", "CD-THI-3", "CD-THI-4")
@pytest.mark.parametrize("players", [4, 5])
def test_no_kind_of_claim_convicts_a_thief_at_once(players: int) -> None:
    """As the rail judges it, when it is said."""
    for lie in lies(players):
        heard = Heard(lie)
        for said in lie.sayable():
            if heard.kind(said) is not None:
                assert _chance(lie, said) < 1


def _chance(lie: Lie, said: Statement) -> float:
    facts = Facts(lie.players, lie.rooms, lie.items, lie.players, said=(*lie.heard, said))
    return Worlds(facts).thieves()[lie.thief]


@rule("CD-THI-1")
def test_the_last_number_never_says_that_the_ring_was_there() -> None:
    assert all(STORED[n][f"{n} 0 0 0"][KINDS.index("seen")] == 0 for n in range(4, 9))


@rule("CD-THI-2")
def test_number_1_never_says_that_it_was_gone() -> None:
    gone = [mix[1] for n in range(4, 9) for at, mix in STORED[n].items() if at.startswith("1 ")]
    assert KINDS[1] == "gone"
    assert len(gone) > 20
    assert not any(gone)


@rule("CD-THI-3")
def test_the_first_witness_has_nothing_to_repeat_and_later_ones_do_so_more_and_more() -> None:
    repeat = KINDS.index("repeat")
    assert STORED[8]["8 0 0 0"][repeat] == 0
    assert STORED[8]["7 0 1 1"][repeat] < STORED[8]["5 0 3 1"][repeat]


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ((0, RING), "seen"),
        ((0, NOTHING), "gone"),
        ((1, 1), "repeat"),
        ((2, 3), "new"),
        ((0, 3), "cover"),
        ((2, RING), "elsewhere"),
        ((1, 3), "clash"),  # another object in the room a witness has named
        ((2, 1), "clash"),  # the object a witness has named, in another room
        ((2, NOTHING), None),
        ((1, RING), None),
    ],
)
def test_what_can_be_said_falls_into_kinds(claim: tuple[int, int], kind: str | None) -> None:
    """Number 3 has taken the ring from room 0; number 4 has named object 1 in room 1."""
    lie = Lie(4, 4, FOUR, 2, 0, (Statement(3, 1, 1),))
    assert Heard(lie).kind(Statement(2, *claim)) == kind


def test_only_a_witness_who_may_be_the_thief_is_contradicted() -> None:
    """Number 3 found the box empty, so the thief went before: number 2, not 4."""
    by_four = (Statement(3, 1, 1), Statement(2, 0, NOTHING), Statement(1, 2, 2))
    by_two = (Statement(3, 2, 2), Statement(2, 0, NOTHING), Statement(1, 1, 1))
    against = Statement(0, 1, 3)
    assert Heard(Lie(4, 4, FOUR, 0, 0, by_four)).kind(against) is None
    assert Heard(Lie(4, 4, FOUR, 0, 0, by_two)).kind(against) == "clash"


# The tool


def test_the_chances_of_all_rounds_add_up_to_1() -> None:
    for players in (4, 5):
        total = sum(
            share(record) * each.ways * any_tale(each.lie, each.said)
            for record in records(players)
            for each in suspicions(record)
        )
        assert total == pytest.approx(1)


def test_suspects_accuse_a_player_who_weighs_more_than_all_others_together() -> None:
    """No player weighs itself: 0 and 1 are sure of 2, and 2 is sure of 1, but 3 of none."""
    found = findings([3, 4, 5, 0])
    assert [each.right for each in found] == [0, 1, 2, 0]
    assert [each.wrong for each in found] == [2, 1, 0, 3]
    assert [each.tokens for each in found] == [1, 1, -1, 1]


def test_grouped_rounds_have_the_value_of_the_single_ones() -> None:
    inquiry = Inquiry(4)
    shares = inquiry.normal(
        [
            0.0 if kind is None else STORED[4][moment][KINDS.index(kind)]
            for moment, kind in inquiry.choices
        ]
    )
    leads = inquiry.leads(shares)
    stored = worth(4, as_played, TALES)
    together = sum(share * lead for share, lead in zip(shares, leads, strict=True))
    assert together == pytest.approx(stored.thief - stored.suspect)


def test_the_stored_strategy_for_four_comes_out_again() -> None:
    assert solved(4) == STORED[4]
    assert cinq_tales.main(["--check", "4"]) == 0


def test_what_is_stored_is_written_as_the_tool_writes_it() -> None:
    assert cinq_tales.text(STORED) == cinq_tales.FILE.read_text(encoding="utf-8")


def test_a_thief_gains_more_with_more_iterations() -> None:
    inquiry = Inquiry(4)
    value = {passes: _worth(inquiry, passes) for passes in (1, 100)}
    assert value[100] > value[1]


def _worth(inquiry: Inquiry, passes: int) -> float:
    shares = seek(inquiry, passes)
    return sum(a * b for a, b in zip(shares, inquiry.leads(shares), strict=True))


def test_the_stored_thief_is_better_off_than_one_who_says_anything() -> None:
    stored, anything = worth(4, as_played, TALES), worth(4, any_tale, TALES)
    assert stored.thief > 0 > anything.thief
    assert stored.suspect < anything.suspect


def test_no_strategy_does_better_than_the_best_response() -> None:
    stored = worth(4, as_played, TALES)
    assert worth(4, as_played, as_played).suspect >= stored.suspect
    assert best_thief(4, TALES, lambda found: found.tokens) >= stored.thief
    assert best_thief(4, TALES, lambda found: lead(found, 4)) >= stored.thief - stored.suspect
