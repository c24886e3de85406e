"""A menu picks what a naive reading of the mask picks."""

from hypothesis import given
from hypothesis import strategies as st

from cluehouse.core.menu import Menu

COUNTS = st.integers(0, 40)


@given(st.data())
def test_a_menu_gives_the_items_whose_bits_are_set_in_order(data: st.DataObject) -> None:
    items = range(data.draw(COUNTS))
    menu = Menu(items)
    masks = st.integers(0, menu.full)
    for mask in data.draw(st.lists(masks, max_size=20)):
        naive = tuple(item for item in items if mask >> item & 1)
        assert menu.of(mask) == naive
        assert menu.of(mask) == naive  # again, now from the cache


@given(COUNTS)
def test_the_full_mask_gives_everything_and_none_nothing(count: int) -> None:
    menu = Menu(range(count))
    assert menu.of(menu.full) == tuple(range(count))
    assert menu.of(0) == ()


def test_equal_items_keep_their_places() -> None:
    assert Menu("aab").of(0b110) == ("a", "b")
