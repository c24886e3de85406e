"""The notebook page in a real browser: a short game at a real table, in two languages."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.web.browser import Arrive, Person, look_at, needs

PLAYERS = ("Ada", "Blaise", "Chloé")


@dataclass(frozen=True)
class Language:
    """The texts on the buttons, and those of the notebook; in French, of a French box."""

    code: str
    hand: tuple[str, ...]
    mine: str
    plum: str
    weapons: tuple[str, str, str]
    """Wrench, Pistol, Candlestick."""
    rooms: tuple[str, str]
    """Lounge, Kitchen."""
    nobody: str
    proof: str
    impossible: str
    solved: str
    advice: str


ENGLISH = Language(
    code="en",
    hand=("Miss Scarlet", "Colonel Mustard", "Rope", "Knife", "Hall", "Study"),
    mine="6 cards",
    plum="Professor Plum",
    weapons=("Wrench", "Pistol", "Candlestick"),
    rooms=("Lounge", "Kitchen"),
    nobody="nobody",
    proof="Ada suggests Professor Plum, Wrench, Lounge: Chloé shows Wrench.",
    impossible="That cannot be",
    solved="Solved!",
    advice="Suggest ",
)
FRENCH = Language(
    code="fr",
    hand=("Mlle Rose", "Colonel Moutarde", "Corde", "Poignard", "Hall", "Bureau"),
    mine="6 cartes",
    plum="Professeur Violet",
    weapons=("Clé anglaise", "Revolver", "Chandelier"),
    rooms=("Petit salon", "Cuisine"),
    nobody="personne",
    proof="Ada émet l’hypothèse Professeur Violet, Clé anglaise, Petit salon : "
    "Chloé montre « Clé anglaise ».",
    impossible="C’est impossible",
    solved="Affaire résolue !",
    advice="Émettez l’hypothèse ",
)


SIX: dict[str, Any] = {
    "players": ["Ada", "Blaise", "Chloé", "Dorothea", "Emmanuelle", "Frederick"],
    "hand_sizes": None,
    "me": "Ada",
    "my_cards": ["scarlet", "rope", "hall"],
    "entries": [
        {"type": "Suggestion", "by": "Blaise", "suspect": "plum", "weapon": "pistol",
         "room": "lounge", "shown_by": "Emmanuelle", "card": None},
        {"type": "Accusation", "by": "Blaise", "suspect": "green", "weapon": "knife",
         "room": "study", "correct": False},
        {"type": "Suggestion", "by": "Ada", "suspect": "green", "weapon": "knife",
         "room": "library", "shown_by": "Frederick", "card": None},
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "phone"), [(ENGLISH, True), (FRENCH, False)], ids=["phone-en", "desk-fr"]
)
def test_a_game_at_a_real_table_is_followed_to_its_solution(
    arrive: Arrive, language: Language, phone: bool
) -> None:
    ada = arrive(language=language.code, phone=phone)
    wrench, pistol, candlestick = language.weapons
    lounge, kitchen = language.rooms
    ada.go()
    ada.page.get_by_role("link", name=re.compile("Notebook for a real|Carnet pour une")).click()
    set_up(ada, language)
    look_at(ada, "notebook-empty")
    write(ada, "Blaise", language.plum, pistol, kitchen, "Chloé")
    write(ada, "Ada", language.plum, wrench, lounge, "Chloé", seen=wrench)
    check_mark(ada, wrench, "Chloé", "✓")
    check_mark(ada, wrench, "Blaise", "✗")

    cell(ada, wrench, "Chloé").click()
    expect(dialog(ada).get_by_text(language.proof)).to_be_visible()
    look_at(ada, "notebook-why")
    close(ada)

    ada.press("Write down|Noter")
    look_at(ada, "notebook-form")
    pick(ada, "What happened|Que s’est", "Something else|Autre chose")
    dialog(ada).get_by_role("combobox").select_option(label=wrench)
    pick(ada, "Where|Où", "Blaise")
    ada.press("Write it down|Noter cela")
    alert = ada.page.get_by_role("alert")
    expect(alert).to_contain_text(language.impossible)
    expect(alert).to_contain_text(language.plum)
    expect(entries(ada)).to_have_count(3)
    check_mark(ada, wrench, "Chloé", "✓")  # known before
    look_at(ada, "notebook-contradiction")
    ada.press("Undo|Annuler")
    expect(alert).to_have_count(0)
    expect(entries(ada)).to_have_count(2)

    ada.page.reload()
    expect(entries(ada)).to_have_count(2)
    check_mark(ada, wrench, "Chloé", "✓")
    ada.page.get_by_role("checkbox", name=re.compile("Chances|Probabilités")).check()
    expect(cell(ada, language.plum, "Chloé")).to_contain_text("%")
    look_at(ada, "notebook-middle")

    ada.press("Advice|Conseil")
    expect(dialog(ada)).to_contain_text(language.advice)
    dialog(ada).get_by_role("combobox").select_option(label=kitchen)
    expect(dialog(ada)).to_contain_text(re.compile(f"{language.advice}.*{kitchen}", re.I))
    look_at(ada, "notebook-advice")
    close(ada)

    write(ada, "Ada", language.plum, candlestick, lounge, language.nobody)
    expect(ada.page.get_by_role("heading", name=language.solved)).to_be_visible()
    check_mark(ada, candlestick, "Enveloppe" if language is FRENCH else "Envelope", "✓")
    look_at(ada, "notebook-solved")


@needs("downloads")
def test_entries_are_corrected_saved_to_a_file_and_deleted(arrive: Arrive, tmp_path: Path) -> None:
    ada = arrive(phone=True)
    ada.go("/notebook")
    load(ada, tmp_path, SIX)
    expect(entries(ada)).to_have_count(3)
    look_at(ada, "notebook-six")

    entries(ada).filter(has_text="3.").click()
    pick(ada, "Who shows", "Dorothea")
    ada.press("Done")
    expect(entries(ada).filter(has_text="Dorothea shows a card")).to_have_count(1)
    entries(ada).filter(has_text="1.").click()
    ada.press("Delete")
    expect(entries(ada)).to_have_count(2)
    ada.press("Undo")
    expect(entries(ada)).to_have_count(3)

    with ada.page.expect_download() as saved:
        ada.press("Save as a file")
    kept = json.loads(saved.value.path().read_text("utf-8"))
    assert kept["entries"][2]["shown_by"] == "Dorothea"
    assert kept["entries"][:2] == SIX["entries"][:2]

    ada.press("Start over")
    look_at(ada, "notebook-anew")
    ada.press("Not yet")
    expect(entries(ada)).to_have_count(3)
    ada.press("Start over")
    dialog(ada).get_by_role("button", name="Start over").click()
    expect(name_field(ada, 1)).to_have_value("")
    ada.page.reload()
    expect(name_field(ada, 1)).to_have_value("")


def test_a_file_that_is_not_a_notebook_changes_nothing(arrive: Arrive, tmp_path: Path) -> None:
    ada = arrive()
    ada.go("/notebook")
    load(ada, tmp_path, SIX)
    expect(entries(ada)).to_have_count(3)
    load(ada, tmp_path, {"recipe": "soup"})
    ada.sees("not a Cluehouse notebook")
    load(ada, tmp_path, {**SIX, "my_cards": ["gold"]})
    ada.sees("did not understand that")
    expect(entries(ada)).to_have_count(3)
    ada.errors = [error for error in ada.errors if "400" not in error]


def test_an_impossible_table_is_explained_and_can_be_corrected(
    arrive: Arrive, tmp_path: Path
) -> None:
    ada = arrive()
    ada.go("/notebook")
    load(ada, tmp_path, {**SIX, "hand_sizes": [3, 3, 3, 3, 3, 9]})
    expect(ada.page.get_by_role("alert")).to_contain_text("do not add up to 18")
    frederick = ada.page.get_by_role("spinbutton", name="Frederick")
    frederick.clear()
    frederick.fill("3")
    name_field(ada, 2).fill("Bea")
    ada.press("Done")
    expect(entries(ada)).to_have_count(3)
    expect(entries(ada).filter(has_text="Bea")).to_have_count(2)
    expect(ada.page.get_by_role("alert")).to_have_count(0)


def test_everything_can_be_done_with_the_keyboard(arrive: Arrive, tmp_path: Path) -> None:
    ada = arrive()
    ada.go("/notebook")
    load(ada, tmp_path, SIX)
    keys = ada.page.keyboard
    ada.page.get_by_role("button", name="Write down").focus()
    keys.press("Enter")
    kinds = dialog(ada).get_by_role("radio", name="Accusation")
    dialog(ada).get_by_role("radio", name="Suggestion").focus()
    keys.press("ArrowRight")
    expect(kinds).to_be_checked()
    for name in ("Miss Scarlet", "Rope", "Kitchen"):
        dialog(ada).get_by_role("radio", name=name).focus()
        keys.press("Space")
    keys.press("Enter")
    expect(entries(ada).filter(has_text="4.")).to_contain_text("Scarlet")
    cell(ada, "Miss Scarlet", "Ada").focus()
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(dialog(ada)).to_contain_text("Colonel Mustard: Ada?")
    keys.press("Escape")
    expect(dialog(ada)).to_have_count(0)


# --- writing ----------------------------------------------------------------------------------


def set_up(person: Person, language: Language) -> None:
    page = person.page
    for number, name in enumerate(PLAYERS, 1):
        name_field(person, number).fill(name)
    pick(person, "Which of them are you|Qui êtes-vous", "Ada")
    for card in language.hand:
        page.get_by_text(card, exact=True).click()
    person.sees(f"^{language.mine}$")
    look_at(person, "notebook-set-up")
    person.press("Open the notebook|Ouvrir le carnet")
    person.sees("Nothing is written down yet|Rien n’est encore noté")


def write(
    person: Person,
    by: str,
    suspect: str,
    weapon: str,
    room: str,
    shown_by: str,
    seen: str | None = None,
) -> None:
    person.press("Write down|Noter")
    pick(person, "Who suggests|Qui émet l’hypothèse", by)
    pick(person, "Suspect", suspect)
    pick(person, "Weapon|Arme", weapon)
    pick(person, "Room|Pièce", room)
    pick(person, "Who shows|Qui montre", shown_by)
    if seen:
        pick(person, "Did you see|Avez-vous vu", seen)
    person.press("Write it down|Noter cela")
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def pick(person: Person, group: str, value: str) -> None:
    fieldset = person.page.get_by_role("group", name=re.compile(f"^(?:{group})"))
    fieldset.get_by_text(re.compile(f"^(?:{value})$")).click()


def load(person: Person, folder: Path, book: dict[str, Any]) -> None:
    file = folder / "notebook.json"
    file.write_text(json.dumps(book), "utf-8")
    person.page.locator("input[type=file]").set_input_files(file)


def close(person: Person) -> None:
    dialog(person).get_by_role("button", name=re.compile("Close|Fermer")).click()


# --- looking ----------------------------------------------------------------------------------


def dialog(person: Person) -> Locator:
    return person.page.get_by_role("dialog")


def entries(person: Person) -> Locator:
    return person.page.get_by_role("button", name=re.compile(r"^\d+\. "))


def name_field(person: Person, number: int) -> Locator:
    return person.page.get_by_role("textbox", name=re.compile(f"^(Player|Joueur) {number}$"))


def cell(person: Person, card: str, holder: str) -> Locator:
    return person.page.get_by_role("button", name=re.compile(f"^{card}, {holder}: "))


def check_mark(person: Person, card: str, holder: str, proved: str) -> None:
    expect(cell(person, card, holder)).to_have_attribute("data-mark", proved)
