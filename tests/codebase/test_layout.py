"""The code base itself: unique names, small folders, plain words, documented packages."""

import ast
import io
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = ROOT / "src" / "cluehouse"
GAMES: Final = PACKAGE / "games"

MAX_MODULES: Final = 14
"""In one folder of `server/` or `table/`: a newcomer can still read the list."""

FORBIDDEN_WORDS: Final = ("whoever", "nobody", "somebody")


def _sources(*folders: str) -> list[Path]:
    files = [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]
    return [file for file in files if GAMES not in file.parents]


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def _public_names(module: ast.Module) -> Iterator[str]:
    """Classes, constants and type aliases of a module; type variables are none of these."""
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        targets = [node.target] if isinstance(node, ast.AnnAssign) else []
        if isinstance(node, ast.Assign) and not _is_type_variable(node.value):
            targets = [target for target in node.targets if isinstance(target, ast.Name)]
        for target in targets:
            if isinstance(target, ast.Name) and target.id[0].isupper():
                yield target.id


def _is_type_variable(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and ast.unparse(value.func) in ("TypeVar", "ParamSpec")


def test_public_classes_constants_and_aliases_have_unique_names() -> None:
    found = defaultdict[str, list[str]](list)
    for file in _sources("src/cluehouse"):
        for name in _public_names(ast.parse(file.read_text("utf-8"))):
            if not name.startswith("_"):
                found[name].append(_name(file))
    assert {name: files for name, files in found.items() if len(files) > 1} == {}


@pytest.mark.parametrize("part", ["server", "table"])
def test_folders_have_few_modules(part: str) -> None:
    count = defaultdict[str, int](int)
    for file in (PACKAGE / part).rglob("*.py"):
        count[_name(file.parent)] += file.name != "__init__.py"
    assert {folder: modules for folder, modules in count.items() if modules > MAX_MODULES} == {}


def _prose(source: str) -> Iterator[str]:
    """The docstrings and comments of a module, and the strings that document attributes."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield text
            case _:
                pass
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


@pytest.mark.parametrize("word", FORBIDDEN_WORDS)
def test_docstrings_and_comments_name_the_thing_they_mean(word: str) -> None:
    """Client, connection, process, player, guest: not one of these words."""
    found = [
        _name(file)
        for file in _sources("src/cluehouse", "bench", "tools")
        if any(word in text.lower() for text in _prose(file.read_text("utf-8")))
    ]
    assert found == []


def test_every_package_has_a_docstring() -> None:
    packages = list(PACKAGE.rglob("__init__.py"))
    missing = [
        _name(file)
        for file in packages
        if len(ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "") < 20
    ]
    folders = {file.parent for file in PACKAGE.rglob("*.py")}
    assert missing == []
    assert folders == {file.parent for file in packages}
