"""Cards: the twenty-one cards, each a suspect, a weapon or a room, and their names."""

from typing import Final, Literal, get_args

Suspect = Literal["scarlet", "mustard", "white", "green", "peacock", "plum"]
Weapon = Literal["rope", "lead_pipe", "knife", "wrench", "candlestick", "pistol"]
Room = Literal[
    "kitchen",
    "ballroom",
    "conservatory",
    "dining_room",
    "billiard_room",
    "library",
    "lounge",
    "hall",
    "study",
]
Card = Suspect | Weapon | Room
Category = Literal["suspect", "weapon", "room"]
Language = Literal["en", "fr"]

SUSPECTS: Final[tuple[Suspect, ...]] = get_args(Suspect)  # clockwise: CL-DEC-1
WEAPONS: Final[tuple[Weapon, ...]] = get_args(Weapon)
ROOMS: Final[tuple[Room, ...]] = get_args(Room)
CARDS: Final[tuple[Card, ...]] = (*SUSPECTS, *WEAPONS, *ROOMS)  # CL-MAT-1

CATEGORIES: Final[tuple[Category, ...]] = get_args(Category)
CARDS_OF: Final[dict[Category, tuple[Card, ...]]] = {
    "suspect": SUSPECTS,
    "weapon": WEAPONS,
    "room": ROOMS,
}
CATEGORY: Final[dict[Card, Category]] = {
    card: category for category, cards in CARDS_OF.items() for card in cards
}
CARD: Final[dict[Card, int]] = {card: i for i, card in enumerate(CARDS)}
"""The number of each card; a state uses it, and its masks use it as a bit."""

ENGLISH: Final[dict[Card, str]] = {
    "scarlet": "Miss Scarlet",
    "mustard": "Colonel Mustard",
    "white": "Mrs. White",
    "green": "Mr. Green",
    "peacock": "Mrs. Peacock",
    "plum": "Professor Plum",
    "rope": "Rope",
    "lead_pipe": "Lead Pipe",
    "knife": "Knife",
    "wrench": "Wrench",
    "candlestick": "Candlestick",
    "pistol": "Pistol",
    "kitchen": "Kitchen",
    "ballroom": "Ballroom",
    "conservatory": "Conservatory",
    "dining_room": "Dining Room",
    "billiard_room": "Billiard Room",
    "library": "Library",
    "lounge": "Lounge",
    "hall": "Hall",
    "study": "Study",
}
FRENCH: Final[dict[Card, str]] = {  # CL-MAT-4
    "scarlet": "Mlle Scarlet",
    "mustard": "Colonel Mustard",
    "white": "Mme White",
    "green": "M. Green",
    "peacock": "Mme Peacock",
    "plum": "Professeur Plum",
    "rope": "corde",
    "lead_pipe": "tuyau de plomb",
    "knife": "couteau",
    "wrench": "clé anglaise",
    "candlestick": "chandelier",
    "pistol": "pistolet",
    "kitchen": "cuisine",
    "ballroom": "salle de bal",
    "conservatory": "véranda",
    "dining_room": "salle à manger",
    "billiard_room": "salle de billard",
    "library": "bibliothèque",
    "lounge": "salon",
    "hall": "hall",
    "study": "bureau",
}
NAMES: Final[dict[Language, dict[Card, str]]] = {"en": ENGLISH, "fr": FRENCH}
