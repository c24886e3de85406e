"""Every documented installation takes packages with hashes, and images that can be pinned."""

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
LOCKS: Final = sorted((ROOT / "requirements").glob("*.lock"))

INSTALLING: Final = [
    *(file for file in sorted((ROOT / "deploy").iterdir()) if file.is_file()),
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / name for name in ("play", "test", "tools/prepare", "tools/supply.py")),
]
"""What people follow or run to install Cluehouse."""

HASHED: Final = re.compile(r"--require-hashes (-r \S*requirements/\S+\.lock|\"\$\{locks\[@\]\}\")")
ITSELF: Final = ("--no-deps", "--no-build-isolation")
"""With these, pip takes the given package alone, and builds it with what is installed."""

NOT_RUN: Final = {"CHANGELOG.md", "supply-chain.md"}
"""Pages that tell of installing, and do not say how to."""


def commands(file: Path) -> list[str]:
    """The install commands in a file, lines that continue joined."""
    text = file.read_text("utf-8").replace("\\\n", " ")
    return [
        re.split(r"&&|;", " ".join(found.split()))[0].strip()
        for found in re.findall(r"\bpip3? install\b[^\n`]*|\bpip\", \"install\"[^\n]*", text)
    ]


def is_pinned(command: str) -> bool:
    return bool(HASHED.search(command)) or all(flag in command for flag in ITSELF)


@pytest.mark.parametrize("file", INSTALLING, ids=lambda file: file.name)
def test_install_commands_take_pinned_packages(file: Path) -> None:
    loose = [command for command in commands(file) if not is_pinned(command)]
    if file.name == "supply.py":  # uv checks the hashes in a constraint, too
        loose = [command for command in loose if '"--constraint", LOCK' not in command]
    assert file.name in NOT_RUN or loose == []


@pytest.mark.parametrize(
    ("command", "pinned"),
    [
        ("pip install --require-hashes -r requirements/run.lock", True),
        ("pip install --no-deps --no-build-isolation .", True),
        ("pip install .", False),
        ("pip install --no-deps .", False),
        ("pip install 'cluehouse[postgres]'", False),
        ("pip install -r requirements/run.lock", False),
        ("pip install uv==0.13.7", False),
        ("pip install --require-hashes uv", False),
    ],
)
def test_check_tells_pinned_from_loose(command: str, pinned: bool) -> None:
    assert is_pinned(command) == pinned


@pytest.mark.parametrize("file", ["deploy/Dockerfile", "docs/hosting.md", "tools/prepare"])
def test_installations_are_found_by_the_check(file: str) -> None:
    assert len(commands(ROOT / file)) >= 2


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_locked_package_has_a_version_and_a_hash(lock: Path) -> None:
    entries = re.split(r"\n(?=\S)", lock.read_text("utf-8").strip())
    packages = [entry for entry in entries if not entry.startswith("#")]
    assert packages
    assert [it for it in packages if not re.match(r"[\w.-]+(\[[\w,-]+\])?==\S+", it)] == []
    assert [it for it in packages if "--hash=sha256:" not in it] == []


def test_base_images_can_be_pinned_by_digest() -> None:
    """The name of every image is a variable with the tag as its default."""
    docker = (ROOT / "deploy/Dockerfile").read_text("utf-8")
    compose = (ROOT / "deploy/compose.yaml").read_text("utf-8")
    images = re.findall(r"^FROM (\S+)", docker, re.M) + re.findall(r"image: (\S+)", compose)
    assert len(images) == 4
    assert [image for image in images if not image.startswith("${")] == []
