"""`tools/new_game.py`: a game that was begun a moment ago keeps the contract."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.contract.case import cases
from tests.contract.checks import CHECKS, PAGES
from tools import new_game

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (
    "src",
    "tools",
    *(f"tests/{name}" for name in ("contract", "games", "playthroughs", "logs")),
)
FILES = ("pyproject.toml", "tests/conftest.py", "tests/rules.py")


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of what a new game touches and is tested by."""
    for folder in FOLDERS:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    for file in FILES:
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def test_a_new_game_keeps_the_contract_at_once(house: Path) -> None:
    new_game.main(["whitecliff"], house)
    tests = _pytest(house, "tests/contract", "tests/games/whitecliff", "-k", "whitecliff")
    assert tests.returncode == 0, tests.stdout
    template = [case for case in cases() if case.game.name == new_game.TEMPLATE]
    contract = len(template) * len(CHECKS) + len(PAGES)
    (passed,) = re.findall(r"(\d+) passed", tests.stdout)
    assert int(passed) > contract, "the contract, and the rules' own tests"


def test_a_new_game_has_import_contracts_and_rules_of_its_own(house: Path) -> None:
    new_game.main(["white_cliff", "--prefix", "CLF"], house)
    settings = tomllib.loads((house / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (rooms,) = (each for each in contracts if "containers" in each)
    assert "cluehouse.games.white_cliff" in rooms["containers"]
    page = (house / "src/cluehouse/games/white_cliff/RULES.md").read_text(encoding="utf-8")
    assert page.startswith("# White Cliff\n")
    assert "- CLF-10 " in page
    assert "KEY-" not in page


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["Whitecliff"], "no name for a game"),
        (["white cliff"], "no name for a game"),
        (["white-cliff"], "no name for a game"),
        (["../cliff"], "no name for a game"),
        (["2nd"], "no name for a game"),
        (["class"], "no name for a game"),
        (["keyhole"], "is there already"),
        (["keyboard"], "numbers its rules KEY- already"),
        (["whitecliff", "--prefix", "w-"], "no prefix for rules"),
    ],
)
def test_a_bad_name_is_refused_and_nothing_written(
    house: Path, words: list[str], complaint: str
) -> None:
    before = _everything(house)
    with pytest.raises(SystemExit, match=complaint):
        new_game.main(words, house)
    assert _everything(house) == before


def _pytest(house: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Tests run in that house; the package there comes before the installed one."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=house,
        env=os.environ | {"PYTHONPATH": str(house / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


def _everything(house: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in house.rglob("*") if path.is_file()}
