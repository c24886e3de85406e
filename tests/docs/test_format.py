"""The example of docs/format.md is a whole game and verifies; its table lists every field."""

import re
from pathlib import Path

from cluehouse.core.record import RECORD_FORMAT, Record, read_record
from cluehouse.study.verify import verify

PAGE = (Path(__file__).parents[2] / "docs" / "format.md").read_text("utf-8")


def test_the_example_is_a_true_game_with_a_seal() -> None:
    (example,) = re.findall(r"^```json Record\n(.*?)^```$", PAGE, re.M | re.S)
    record = read_record(example.encode())
    assert record.format == RECORD_FORMAT
    assert record.seal is not None
    assert verify(record).answer == "true"


def test_every_field_is_described() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.M) == list(Record.__struct_fields__)
