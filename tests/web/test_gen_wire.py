"""The generated TypeScript types match the Python types."""

from pathlib import Path
from types import ModuleType
from typing import Any, Generic, Literal, TypeVar

import msgspec
import pytest

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from tools import gen_wire

T = TypeVar("T")


class Torch(Wire, frozen=True):
    pass


class Walk(Wire, frozen=True):
    """A walk to
    a place."""

    by: Seat
    path: tuple[tuple[int, str], ...]
    """Step by step."""
    held: Torch | None
    light: Literal["dim", "lit"]
    seen: dict[str, tuple[Seat, ...]]
    sealed: msgspec.Raw


class Parcel(Wire, Generic[T], frozen=True, tag=False):
    content: T
    anything: Any


def page(*aliases: tuple[str, Any]) -> gen_wire.Page:
    module = ModuleType(__name__)
    vars(module).update(aliases)
    return gen_wire.Page([module])


def test_the_files_in_the_repository_are_current(capsys: pytest.CaptureFixture[str]) -> None:
    assert gen_wire.main(["--check"]) == 0, capsys.readouterr().err


def test_a_struct_becomes_a_tagged_interface_with_its_comments() -> None:
    written = page()
    assert written.name(Walk) == "Walk"
    text = written.text()
    assert "/** A walk to a place. */\nexport interface Walk {\n" in text
    assert '  type: "Walk";\n  by: Seat;\n' in text
    assert "  /** Step by step. */\n  path: readonly (readonly [number, string])[];\n" in text
    assert "  held: Torch | null;\n" in text
    assert '  light: "dim" | "lit";\n' in text
    assert "  seen: { readonly [key: string]: readonly Seat[] };\n" in text
    assert "  sealed: unknown;\n" in text


def test_types_of_fields_are_written_too() -> None:
    written = page()
    written.name(Walk)
    assert 'export interface Torch {\n  type: "Torch";\n}\n' in written.text()
    assert "export type Seat = number;\n" in written.text()


def test_a_type_with_a_parameter_keeps_it_and_an_untagged_one_has_no_type() -> None:
    written = page()
    assert written.name(Parcel[Torch]) == "Parcel<Torch>"
    assert "export interface Parcel<T> {\n  content: T;\n" in written.text()


def test_an_alias_keeps_its_name() -> None:
    written = page(("Thing", Walk | Torch), ("Light", Literal["dim", "lit"]))
    assert written.name(Walk | Torch) == "Thing"
    assert "export type Thing = Walk | Torch;\n" in written.text()
    assert "  light: Light;\n" in written.text()


def test_a_list_of_words_is_a_type_and_a_value() -> None:
    written = page(("Light", Literal["dim", "lit"]))
    assert written.name(Literal["dim", "lit"]) == "Light"
    assert 'export const Light = ["dim", "lit"] as const;\n' in written.text()
    assert "export type Light = (typeof Light)[number];\n" in written.text()


def test_a_game_imports_types_of_the_house_file() -> None:
    server = gen_wire.Page([])
    game = gen_wire.Page([ModuleType(__name__)], server)
    game.name(Walk)
    assert 'import type { Seat } from "./house";\n' in game.text()
    assert "export type Seat = number;\n" in server.text()
    assert "export interface Walk" not in server.text()


def test_a_type_without_typescript_form_is_an_error() -> None:
    with pytest.raises(TypeError, match="complex"):
        page().name(complex)


def test_two_types_of_one_name_are_an_error() -> None:
    written = page(("Torch", Walk | Parcel))
    written.name(Torch)
    with pytest.raises(TypeError, match="two types have the name Torch"):
        written.name(Walk | Parcel)


def test_a_game_lists_its_fields_of_seats() -> None:
    text = gen_wire.pages()["keyhole.ts"]
    assert '  CardShown: ["by", "to"],\n' in text
    assert "  Accuse:" not in text, "an accusation names a card"


def test_a_game_exports_no_event_without_viewers() -> None:
    assert "CulpritHidden" not in gen_wire.pages()["keyhole.ts"]


def test_a_game_with_a_drawing_exports_it_as_plain_data() -> None:
    pages = gen_wire.pages()
    assert '\nexport const MAP = ["SSSSSS-.-HHHHHH-R-LLLLLL", ' in pages["clue.ts"]
    assert "export const MAP" not in pages["keyhole.ts"]


def test_the_check_names_a_file_that_differs_and_writing_fixes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gen_wire.main([], tmp_path) == 0
    (tmp_path / "house.ts").write_text("old", encoding="utf-8")
    (tmp_path / "gone.ts").write_text("of a game no more", encoding="utf-8")
    assert gen_wire.main(["--check"], tmp_path) == 1
    told = capsys.readouterr().err
    assert "gone.ts" in told
    assert "house.ts" in told
    assert "keyhole.ts" not in told
    assert gen_wire.main([], tmp_path) == 0
    assert gen_wire.main(["--check"], tmp_path) == 0
