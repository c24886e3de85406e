"""`tools/new_game.py` makes a game that keeps the contract."""

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
FILES = (
    "pyproject.toml",
    *(f"tests/{name}.py" for name in ("conftest", "rules", "server_process")),
    "tests/server/postgres_server.py",
)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A copy of the folders and files that a new game changes or is tested by."""
    for folder in FOLDERS:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    for file in FILES:
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def test_a_new_game_keeps_the_contract_at_once(repo: Path) -> None:
    new_game.main(["whitecliff"], repo)
    tests = _pytest(repo, "tests/contract", "tests/games/whitecliff", "-k", "whitecliff")
    assert tests.returncode == 0, tests.stdout
    template = [case for case in cases() if case.game.name == new_game.TEMPLATE]
    contract = len(template) * len(CHECKS) + len(PAGES)
    (passed,) = re.findall(r"(\d+) passed", tests.stdout)
    assert int(passed) > contract, "the contract, and the rules' own tests"


def test_a_new_game_has_its_own_import_contracts_and_rules(repo: Path) -> None:
    new_game.main(["white_cliff", "--prefix", "CLF"], repo)
    settings = tomllib.loads((repo / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (modules,) = (each for each in contracts if each["name"] == "Modules of a game")
    assert "cluehouse.games.white_cliff" in modules["containers"]
    page = (repo / "src/cluehouse/games/white_cliff/RULES.md").read_text(encoding="utf-8")
    assert page.startswith("# White Cliff\n")
    assert "- CLF-10 " in page
    assert "KEY-" not in page


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["Whitecliff"], "not a valid name"),
        (["white cliff"], "not a valid name"),
        (["white-cliff"], "not a valid name"),
        (["../cliff"], "not a valid name"),
        (["2nd"], "not a valid name"),
        (["class"], "not a valid name"),
        (["keyhole"], "exists already"),
        (["keyboard"], "already uses the prefix KEY-"),
        (["whitecliff", "--prefix", "w-"], "not a valid prefix"),
    ],
)
def test_a_bad_name_is_refused_and_nothing_written(
    repo: Path, arguments: list[str], complaint: str
) -> None:
    before = _everything(repo)
    with pytest.raises(SystemExit, match=complaint):
        new_game.main(arguments, repo)
    assert _everything(repo) == before


def _pytest(repo: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run pytest in the copy; its package comes before the installed one."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=repo,
        env=os.environ | {"PYTHONPATH": str(repo / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


def _everything(repo: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in repo.rglob("*") if path.is_file()}
