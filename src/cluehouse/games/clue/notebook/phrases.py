"""Phrases: the commands the terminal notebook understands and the texts it prints, in every
language."""

from typing import Final

from cluehouse.games.clue.cards import Language

COMMANDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "suggestion": "suggestion",
        "accusation": "accusation",
        "fact": "fact",
        "table": "table",
        "why": "why",
        "question": "question",
        "undo": "undo",
        "cards": "cards",
        "help": "help",
        "quit": "quit",
    },
    "fr": {
        "hypothèse": "suggestion",
        "accusation": "accusation",
        "fait": "fact",
        "tableau": "table",
        "pourquoi": "why",
        "question": "question",
        "annuler": "undo",
        "cartes": "cards",
        "aide": "help",
        "quitter": "quit",
    },
}
"""For each language, the words that may be typed and the commands they stand for."""

PHRASES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "nobody": "nobody",
        "right": "right",
        "wrong": "wrong",
        "not": "not",
        "envelope": "envelope",
        "thousands": ",",
        "usage.suggestion": "suggestion BY SUSPECT WEAPON ROOM SHOWN_BY [CARD]",
        "usage.accusation": "accusation BY SUSPECT WEAPON ROOM right|wrong",
        "usage.fact": "fact CARD HOLDER [not]",
        "usage.why": "why CARD HOLDER",
        "usage.question": "question [ROOM]",
        "unknown": "{command}? Try: help",
        "opened": "{count}. `help` lists the commands.",
        "deals.one": "{count} deal",
        "deals.other": "{count} deals",
        "left": "{deals} left.",
        "solved": "Solved: {cards}.",
        "open": "Not certain: {percent} %.",
        "has": "{holder} has {card}, because:",
        "has_not": "{holder} does not have {card}, because:",
        "yes": "yes",
        "nothing": "No question would tell anything new about the envelope.",
        "impossible": "That cannot be.",
        "contradicts": "That cannot be. It contradicts:",
        "help": """\
suggestion BY SUSPECT WEAPON ROOM SHOWN_BY [CARD]   nobody showed: SHOWN_BY is nobody
accusation BY SUSPECT WEAPON ROOM right|wrong
fact CARD HOLDER [not]                              HOLDER is a player or envelope
table                                               how likely each card is with each holder
why CARD HOLDER                                     the fewest facts that prove it
question [ROOM]                                     the best one to ask next, there or anywhere
undo                                                take the last entry back
cards                                               the words for the cards
help, quit""",
    },
    "fr": {
        "nobody": "personne",
        "right": "juste",
        "wrong": "faux",
        "not": "pas",
        "envelope": "enveloppe",
        "thousands": "\N{NARROW NO-BREAK SPACE}",
        "usage.suggestion": "hypothèse QUI SUSPECT ARME PIÈCE MONTRÉ_PAR [CARTE]",
        "usage.accusation": "accusation QUI SUSPECT ARME PIÈCE juste|faux",
        "usage.fact": "fait CARTE LIEU [pas]",
        "usage.why": "pourquoi CARTE LIEU",
        "usage.question": "question [PIÈCE]",
        "unknown": "{command} ? Essayez : aide",
        "opened": "{count}. « aide » donne la liste des commandes.",
        "deals.one": "{count} distribution",
        "deals.other": "{count} distributions",
        "left": "Il reste {deals}.",
        "solved": "Affaire résolue : {cards}.",
        "open": "Pas certain : {percent} %.",
        "has": "{holder} a la carte « {card} », car :",
        "has_not": "{holder} n’a pas la carte « {card} », car :",
        "yes": "oui",
        "nothing": "Aucune question n’apprendrait rien de nouveau sur l’enveloppe.",
        "impossible": "C’est impossible.",
        "contradicts": "C’est impossible, car cela contredit :",
        "help": """\
hypothèse QUI SUSPECT ARME PIÈCE MONTRÉ_PAR [CARTE]    personne n’a montré : MONTRÉ_PAR est personne
accusation QUI SUSPECT ARME PIÈCE juste|faux
fait CARTE LIEU [pas]                                  LIEU est un joueur ou enveloppe
tableau                                                la probabilité de chaque carte à chaque place
pourquoi CARTE LIEU                                    les quelques faits qui suffisent à le prouver
question [PIÈCE]                                       la meilleure à poser, là ou n’importe où
annuler                                                efface la dernière note
cartes                                                 les mots pour les cartes
aide, quitter""",
    },
}
