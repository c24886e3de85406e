"""Write the fitted figures of Arosa into its package."""

import json
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "src/cluehouse/games/arosa/tower"


def write(name: str, figures: object) -> None:
    (FOLDER / f"{name}.json").write_text(json.dumps(figures) + "\n", "utf-8")
