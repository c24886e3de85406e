"""Where the fitted figures of Arosa are kept."""

import json
from pathlib import Path

ROOM = Path(__file__).resolve().parents[1] / "src/cluehouse/games/arosa/tower"


def write(name: str, figures: object) -> None:
    (ROOM / f"{name}.json").write_text(json.dumps(figures) + "\n", "utf-8")
