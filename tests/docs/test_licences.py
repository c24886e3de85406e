"""The list of licences names what is locked, with the version that is locked."""

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


def test_what_pip_installs_is_listed_as_it_is_locked() -> None:
    lock = (ROOT / "requirements" / "run.lock").read_text("utf-8")
    locked = set(re.findall(r"^([\w.-]+)==([\d.]+)", lock, re.M))
    assert {(_normal(name), version) for name, version in PYTHON.items()} <= locked


def test_all_we_depend_on_is_listed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = chain(project["dependencies"], *project["optional-dependencies"].values())
    names = {_normal(re.split(r"[>=;\[ ]", line)[0]) for line in wanted}
    assert names <= {_normal(name) for name in PYTHON}


def test_what_is_built_into_the_page_is_listed_as_it_is_locked() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_bytes())["packages"]
    assert "svelte" in PAGE
    assert {name: packages[f"node_modules/{name}"]["version"] for name in PAGE} == PAGE


def _normal(package: str) -> str:
    return package.lower().replace("_", "-")
