#!/usr/bin/env python
"""Create a new game as a copy of Keyhole, which keeps the contract at once.

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
FOLDERS = (GAMES, Path("tests/games"), Path("tests/playthroughs"), Path("tests/logs"))
"""Folders in which each game has its own folder."""
TEMPLATE = "keyhole"


class Refused(Exception):
    """The arguments are invalid; nothing has been written."""


@dataclass(frozen=True, slots=True)
class NewGame:
    name: str
    prefix: str
    """The prefix of its rule ids: WHI-1."""

    def renamed(self, text: str) -> str:
        """A text of the template with this game's name and prefix."""
        text = text.replace(TEMPLATE, self.name).replace(TEMPLATE.upper(), self.name.upper())
        text = text.replace(TEMPLATE.title(), self.name.replace("_", " ").title())
        return re.sub(r"\bKEY-(?=\d)", f"{self.prefix}-", text)


def begin(root: Path, new: NewGame) -> None:
    _check_name(root, new)
    edited = {
        GAMES / "__init__.py": _listed(root, new),
        Path("pyproject.toml"): _guarded(root, new),
    }
    for folder in FOLDERS:
        _copy(root / folder, new)
    for path, text in edited.items():
        (root / path).write_text(text, encoding="utf-8")
    _tidy(root, [folder / new.name for folder in FOLDERS[:2]] + [GAMES / "__init__.py"])


def _check_name(root: Path, new: NewGame) -> None:
    name, prefix = new.name, new.prefix
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise Refused(f"{name!r} is not a valid name: use lower-case words joined by _, as in a_b")
    if not re.fullmatch(r"[A-Z][A-Z0-9]*", prefix):
        raise Refused(f"{prefix!r} is not a valid prefix: use capitals and digits, as in KEY")
    for folder in FOLDERS:
        if (root / folder / name).exists():
            raise Refused(f"{folder / name} exists already")
    for page in (root / GAMES).glob("*/RULES.md"):
        if re.search(rf"^- {prefix}-", page.read_text(encoding="utf-8"), re.MULTILINE):
            raise Refused(f"{page.parent.name} already uses the prefix {prefix}-: use --prefix")


def _listed(root: Path, new: NewGame) -> str:
    """The list of games with this one added."""
    constant = new.name.upper()
    text = _added(root / GAMES / "__init__.py", r"for game in \((?P<items>[^)]*)\)", constant)
    imported = f"from cluehouse.games.{new.name} import GAME as {constant}\n"
    first = text.index("from cluehouse.games.")
    return text[:first] + imported + text[first:]


def _guarded(root: Path, new: NewGame) -> str:
    """The import contracts with this game added."""
    container = f'"cluehouse.games.{new.name}"'
    return _added(root / "pyproject.toml", r"\ncontainers = \[(?P<items>[^]]*)\]", container)


def _added(path: Path, brackets: str, item: str) -> str:
    """A file's text with one more item in the list that this pattern matches."""
    text = path.read_text(encoding="utf-8")
    found = re.search(brackets, text)
    if found is None:
        raise Refused(f"{path.name} lists the games in an unknown form: adapt tools/new_game.py")
    items = [old.strip() for old in found["items"].split(",") if old.strip()]
    return text[: found.start("items")] + ", ".join([*items, item]) + text[found.end("items") :]


def _copy(folder: Path, new: NewGame) -> None:
    source, target = folder / TEMPLATE, folder / new.name
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    for path in target.rglob("*"):
        if path.is_file():
            text = new.renamed(path.read_text(encoding="utf-8"))
            path.write_text(text, encoding="utf-8")


def _tidy(root: Path, paths: Sequence[Path]) -> None:
    """Format the new files: a longer name may change line breaks and the order of imports."""
    for command in (["check", "--quiet", "--select=I", "--fix"], ["format", "--quiet"]):
        subprocess.run([sys.executable, "-m", "ruff", *command, *paths], cwd=root, check=True)


def main(argv: Sequence[str], root: Path = ROOT) -> None:
    parser = argparse.ArgumentParser(
        prog="tools/new_game.py", description="Create a new game as a copy of Keyhole."
    )
    parser.add_argument("name", help="name of the game, as in whitecliff")
    parser.add_argument("--prefix", help="of its rule ids; default: the first three letters")
    arguments = parser.parse_args(argv)
    prefix = arguments.prefix or arguments.name[:3].upper()
    try:
        begin(root, NewGame(arguments.name, prefix))
    except Refused as error:
        sys.exit(f"new_game: {error}")
    print(f"{GAMES / arguments.name} is a copy of Keyhole. Start with its RULES.md.")


if __name__ == "__main__":
    main(sys.argv[1:])
