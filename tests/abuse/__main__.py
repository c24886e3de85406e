"""python -m tests.abuse [ARGUMENTS of schemathesis run …]

All that the OpenAPI document of a house offers, asked by schemathesis: of a house that is opened
for it, by somebody who has a table there. It fails if a check does, or if the house has something
to complain of afterwards. `tools/prepare test fuzz` installs schemathesis.
"""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.abuse.guests import Guest
from tests.abuse.server import server

PROGRAM: Final = Path(sys.executable).with_name("schemathesis")

CONFIG: Final = """
headers = {{ Cookie = "{cookie}" }}

[parameters]
table = "{table}"
"""
"""Else most of it would be asked about tables that nobody ever opened."""


CHECKS: Final = ("--checks", "all", "--exclude-checks", "positive_data_acceptance")
"""No schema knows every rule: what it lets through may be refused."""


def ask(folder: Path, arguments: Sequence[str]) -> int:
    with server(folder) as opened, Guest.named(opened, "Ada") as ada:
        config = folder / "schemathesis.toml"
        config.write_text(CONFIG.format(cookie=ada.cookie, table=ada.open_table(seats=3)))
        document = f"http://{opened.host}/api/openapi.json"
        command = [str(PROGRAM), "--config-file", str(config), "run", document, *CHECKS]
        return subprocess.run([*command, *arguments], cwd=folder, check=False).returncode


def main() -> None:
    if not shutil.which(PROGRAM):
        sys.exit("schemathesis is not installed: tools/prepare test fuzz installs it")
    with TemporaryDirectory() as folder:
        sys.exit(ask(Path(folder), sys.argv[1:]))


if __name__ == "__main__":
    main()
