"""Mistakes: why an entry cannot be written into a notebook, in every language."""

from typing import Final

from cluehouse.games.clue.cards import Language


class Mistake(ValueError):
    """An invalid entry. Its message is the English text; `text` has it in each language."""

    def __init__(self, key: str, **values: object) -> None:
        self.text: dict[Language, str] = {
            language: words[key].format(**values) for language, words in _WORDS.items()
        }
        super().__init__(self.text["en"])


_WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "card": "there is no card {card!r}",
        "suspect": "{card!r} is not a suspect",
        "weapon": "{card!r} is not a weapon",
        "room": "{card!r} is not a room",
        "not shown": "{card!r} was not among the cards that could be shown",
        "nothing": "nothing is written down yet",
        "player": "there is no player {player!r}",
        "asker": "{player!r} asked, and does not answer",
        "me": "me and my_cards go together",
        "my size": "{player!r} has {cards} cards, not {size}",
        "players": "{count} players: from {least} to {most} can play",
        "names": "players need different names, and none may be {envelope!r}",
        "sizes": "{count} hand sizes for {players} players",
        "sum": "hand sizes {sizes} do not add up to {dealt}",
        "hand": "not a hand of different cards: {cards}",
        "spectator": "a spectator asks nothing",
        "number": "{word!r} is not a number of cards",
    },
    "fr": {
        "card": "il n’y a pas de carte {card!r}",
        "suspect": "{card!r} n’est pas un suspect",
        "weapon": "{card!r} n’est pas une arme",
        "room": "{card!r} n’est pas une pièce",
        "not shown": "{card!r} n’était pas parmi les cartes qu’on pouvait montrer",
        "nothing": "rien n’est encore noté",
        "player": "il n’y a pas de joueur {player!r}",
        "asker": "{player!r} a posé la question et n’y répond pas",
        "me": "me et my_cards vont ensemble",
        "my size": "{player!r} a {cards} cartes, et non {size}",
        "players": "{count} joueurs : on joue de {least} à {most}",
        "names": "chaque joueur a son propre nom, et aucun ne s’appelle {envelope!r}",
        "sizes": "{count} tailles de main pour {players} joueurs",
        "sum": "les tailles de main {sizes} ne font pas {dealt} en tout",
        "hand": "ce n’est pas une main de cartes différentes : {cards}",
        "spectator": "un spectateur ne pose pas de question",
        "number": "{word!r} n’est pas un nombre de cartes",
    },
}
