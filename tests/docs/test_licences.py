"""The list of licences names every locked dependency with its locked version."""

import json
import re
import tomllib
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[2]
PYTHON, PAGE = (
    dict(re.findall(r"^\| (\S+) \| ([\d.]+) \| .+ \|$", table, re.M))
    for table in (ROOT / "docs" / "licences.md").read_text("utf-8").split("| part |")[1:]
)


def test_python_dependencies_are_listed_with_their_locked_versions() -> None:
    lock = (ROOT / "requirements" / "run.lock").read_text("utf-8")
    locked = set(re.findall(r"^([\w.-]+)==([\d.]+)", lock, re.M))
    assert {(_normal(name), version) for name, version in PYTHON.items()} <= locked


def test_every_direct_dependency_is_listed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = chain(project["dependencies"], *project["optional-dependencies"].values())
    names = {_normal(re.split(r"[>=;\[ ]", line)[0]) for line in wanted}
    assert names <= {_normal(name) for name in PYTHON}


def test_front_end_dependencies_are_listed_with_their_locked_versions() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_bytes())["packages"]
    assert "svelte" in PAGE
    assert {name: packages[f"node_modules/{name}"]["version"] for name in PAGE} == PAGE


def _normal(package: str) -> str:
    return package.lower().replace("_", "-")
