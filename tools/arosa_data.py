"""Read and write the fitted figures of Arosa in its package."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "src/cluehouse/games/arosa/tower"


def read(name: str) -> dict[str, Any]:
    figures: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return figures


def write(name: str, figures: object) -> None:
    (FOLDER / f"{name}.json").write_text(json.dumps(figures) + "\n", "utf-8")
