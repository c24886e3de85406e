#!/usr/bin/env python
"""Begins a new game as a copy of Keyhole, so that it keeps the contract from its first minute.

tools/new_game.py whitecliff
"""

import argparse
import keyword
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GAMES = Path("src/cluehouse/games")
ROOMS = (GAMES, Path("tests/games"), Path("tests/playthroughs"), Path("tests/logs"))
"""Where each game has a folder of its own."""
TEMPLATE = "keyhole"


class Refused(Exception):
    """Nothing has been written."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    name: str
    prefix: str
    """Of its rules: WHI-1."""

    def retold(self, text: str) -> str:
        """A text about the template, as if it had always been about this game."""
        text = text.replace(TEMPLATE, self.name).replace(TEMPLATE.upper(), self.name.upper())
        text = text.replace(TEMPLATE.title(), self.name.replace("_", " ").title())
        return re.sub(r"\bKEY-(?=\d)", f"{self.prefix}-", text)


def begin(root: Path, newcomer: Newcomer) -> None:
    _check_name(root, newcomer)
    edited = {
        GAMES / "__init__.py": _listed(root, newcomer),
        Path("pyproject.toml"): _guarded(root, newcomer),
    }
    for room in ROOMS:
        _copy(root / room, newcomer)
    for path, text in edited.items():
        (root / path).write_text(text, encoding="utf-8")
    _tidy(root, [room / newcomer.name for room in ROOMS[:2]] + [GAMES / "__init__.py"])


def _check_name(root: Path, newcomer: Newcomer) -> None:
    name, prefix = newcomer.name, newcomer.prefix
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise Refused(f"{name!r} is no name for a game: lower-case words joined by _, as in a_b")
    if not re.fullmatch(r"[A-Z][A-Z0-9]*", prefix):
        raise Refused(f"{prefix!r} is no prefix for rules: capitals and digits, as in KEY")
    for room in ROOMS:
        if (root / room / name).exists():
            raise Refused(f"{room / name} is there already")
    for page in (root / GAMES).glob("*/RULES.md"):
        if re.search(rf"^- {prefix}-", page.read_text(encoding="utf-8"), re.MULTILINE):
            raise Refused(f"{page.parent.name} numbers its rules {prefix}- already: use --prefix")


def _listed(root: Path, newcomer: Newcomer) -> str:
    """The list of games, with one more."""
    constant = newcomer.name.upper()
    text = _added(root / GAMES / "__init__.py", r"for game in \((?P<items>[^)]*)\)", constant)
    imported = f"from cluehouse.games.{newcomer.name} import GAME as {constant}\n"
    first = text.index("from cluehouse.games.")
    return text[:first] + imported + text[first:]


def _guarded(root: Path, newcomer: Newcomer) -> str:
    """The import contracts, with the rooms of one more game."""
    container = f'"cluehouse.games.{newcomer.name}"'
    return _added(root / "pyproject.toml", r"\ncontainers = \[(?P<items>[^]]*)\]", container)


def _added(path: Path, brackets: str, item: str) -> str:
    """A file's text with one more item between the brackets that this pattern finds."""
    text = path.read_text(encoding="utf-8")
    found = re.search(brackets, text)
    if found is None:
        raise Refused(f"{path.name} does not list the games as it did; is this an old tool?")
    items = [old.strip() for old in found["items"].split(",") if old.strip()]
    return text[: found.start("items")] + ", ".join([*items, item]) + text[found.end("items") :]


def _copy(room: Path, newcomer: Newcomer) -> None:
    source, target = room / TEMPLATE, room / newcomer.name
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    for path in target.rglob("*"):
        if path.is_file():
            text = newcomer.retold(path.read_text(encoding="utf-8"))
            path.write_text(text, encoding="utf-8")


def _tidy(root: Path, paths: Sequence[Path]) -> None:
    """A longer name may need other line breaks, and another place among the imports."""
    for command in (["check", "--quiet", "--select=I", "--fix"], ["format", "--quiet"]):
        subprocess.run([sys.executable, "-m", "ruff", *command, *paths], cwd=root, check=True)


def main(words: Sequence[str], root: Path = ROOT) -> None:
    parser = argparse.ArgumentParser(
        prog="tools/new_game.py", description="Begin a new game as a copy of Keyhole."
    )
    parser.add_argument("name", help="as in whitecliff")
    parser.add_argument("--prefix", help="of its rules; else the first three letters of the name")
    arguments = parser.parse_args(words)
    prefix = arguments.prefix or arguments.name[:3].upper()
    try:
        begin(root, Newcomer(arguments.name, prefix))
    except Refused as refusal:
        sys.exit(f"new_game: {refusal}")
    print(f"{GAMES / arguments.name} is Keyhole by another name. Start with its RULES.md.")


if __name__ == "__main__":
    main(sys.argv[1:])
