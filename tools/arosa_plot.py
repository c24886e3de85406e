"""Draw the share of the falls that each storey of Arosa gets: the picture in docs/arosa.md.

python -m tools.arosa_plot    writes docs/images/arosa-storeys.svg
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from cluehouse.games.arosa.tower import quick_tower
from tools.arosa_falls import Drop, Heard, in_empty_hotel, in_play, shares

PAGE = Path(__file__).resolve().parents[1] / "docs/images/arosa-storeys.svg"
EMPTY = 4000
INSIDE, HOTELS, OPENINGS = 60, 24, 8

WIDTH, LEFT, TOP, ROW, BAR = 640, 70, 44, 34, 12
PERCENT = 18
"""Width of one percent."""
BOUNDS = (5, 20)
COLOURS = {"empty hotel": "#3b6ea5", "60 cubes inside": "#c0803a"}


def main() -> None:
    empty = list(in_empty_hotel(EMPTY, "plot"))
    full = crowded(INSIDE, HOTELS)
    quick = crowded(INSIDE, HOTELS, quick_tower.drop)
    parts = dict(zip(COLOURS, (shares(empty), shares(full)), strict=True))
    PAGE.write_text("\n".join(drawn(parts)) + "\n", "utf-8")
    for name, falls in (("empty", empty), ("full", full), ("full, quick", quick)):
        print(f"{name:12}{len(falls):6} falls  {percents(shares(falls))}")


def crowded(cubes: int, hotels: int, drop: Drop | None = None) -> list[Heard]:
    """Falls in a hotel nearly this full."""
    more = () if drop is None else (drop,)
    return [
        heard
        for hotel in range(hotels)
        for heard in in_play(cubes, OPENINGS, f"plot {hotel}", *more)
        if len(heard.before) >= 0.8 * cubes
    ]


def percents(parts: Sequence[float]) -> str:
    return " ".join(f"{100 * part:5.1f}" for part in parts)


def drawn(parts: dict[str, list[float]]) -> Iterator[str]:
    height = TOP + 8 * ROW + 30
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
    yield ' font-family="sans-serif" font-size="13" fill="#777">'
    yield "<title>Part of the falls that each storey gets, in percent</title>"
    yield from _legend(parts)
    for bound in BOUNDS:
        x = LEFT + PERCENT * bound
        yield f'<path d="M{x} {TOP - 6}V{height - 24}" stroke="#999" stroke-dasharray="3 3"/>'
        yield f'<text x="{x}" y="{height - 8}" text-anchor="middle">{bound} %</text>'
    for storey in range(8):
        yield from _row(storey, [part[storey] for part in parts.values()])
    yield "</svg>"


def _legend(parts: dict[str, list[float]]) -> Iterator[str]:
    for place, name in enumerate(parts):
        x = LEFT + 180 * place
        yield f'<rect x="{x}" y="12" width="14" height="{BAR}" fill="{COLOURS[name]}"/>'
        yield f'<text x="{x + 22}" y="23">{name}</text>'


def _row(storey: int, parts: Sequence[float]) -> Iterator[str]:
    """One row of bars; the uppermost storey is on top, as in the hotel."""
    y = TOP + (7 - storey) * ROW
    yield f'<text x="{LEFT - 12}" y="{y + 17}" text-anchor="end">{storey}</text>'
    for place, (part, colour) in enumerate(zip(parts, COLOURS.values(), strict=True)):
        wide, top = round(100 * PERCENT * part), y + place * (BAR + 2)
        yield f'<rect x="{LEFT}" y="{top}" width="{wide}" height="{BAR}" fill="{colour}"/>'
        yield f'<text x="{LEFT + wide + 6}" y="{top + 11}">{100 * part:.1f}</text>'


if __name__ == "__main__":
    main()
