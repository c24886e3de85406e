"""Score the beliefs of bots about the storeys of cubes. Detectives play on the wooden tower; at
every search the chances of each cube's storey are compared with the true storey.

    python -m tools.arosa_belief    for each kind of walls; takes some minutes
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.ids import RAIL, Seat
from cluehouse.core.play import Play
from cluehouse.games.arosa import GAME
from cluehouse.games.arosa.belief import Belief, start, update
from cluehouse.games.arosa.bot import choose
from cluehouse.games.arosa.pieces import Options
from cluehouse.games.arosa.state import SEARCHING
from cluehouse.games.arosa.tower.fall import HEARINGS, Hearing
from tools.arosa_hearing import scores
from tools.arosa_scores import Chances, Storeys

GAMES = {2: 12, 4: 12, 6: 8}
"""Number of games by number of seats."""


class Guess(NamedTuple):
    """The chances of a cube's storeys: from falls in general, without sound, and with sound."""

    prior: list[float]
    deaf: list[float]
    heard: list[float]
    storey: int
    """The true storey."""


def main() -> None:
    for hearing in HEARINGS:
        games = [
            Game(seats, hearing, f"belief {number}")
            for seats, count in GAMES.items()
            for number in range(count)
        ]
        guesses = [guess for game in games for guess in game.guesses()]
        drops = sum(game.play.state.drops for game in games)
        print(f"{hearing}: {drops} drops, {len(guesses)} guesses")
        prior, deaf, heard, storeys = columns(guesses)
        for who, chances in (("prior", prior), ("deaf", deaf), ("heard", heard)):
            print(f"  {who:8}{scores(chances, storeys)}", flush=True)


def columns(guesses: Iterable[Guess]) -> tuple[Chances, Chances, Chances, Storeys]:
    prior, deaf, heard, storeys = map(np.array, zip(*guesses, strict=True))
    return prior, deaf, heard, storeys


class Game:
    """All seats see and hear the same, so one belief is enough for all."""

    def __init__(self, seats: int, hearing: Hearing, seed: str) -> None:
        options = Options(hearing=hearing)
        self.play = Play(GAME, options, seats, subkey(seed.encode(), seats))
        self._heard = start(options, seats, RAIL, "detective")
        self._deaf = start(options, seats, RAIL, "plain")
        self._prior: dict[int, list[float]] = {}
        """The chances of each fall before anything was found."""
        self._falls: dict[int, int] = {}
        """The fall of each cube in the hotel."""

    def guesses(self) -> Iterator[Guess]:
        events = self.play.setup()
        while True:
            self.play.advance(events)
            for sight in self.play.sights(events, RAIL):
                update(self._heard, sight)
                update(self._deaf, sight)
            self._remember()
            if self.play.outcome() is not None:
                return
            if self.play.state.phase == SEARCHING:
                yield from self._guesses_now()
            (seat,) = self.play.asked()
            events = self._moved(seat)

    def _moved(self, seat: Seat) -> list[object]:
        luck, moves = Chance(b"arosa belief", self.play.seq), self.play.legal_moves(seat)
        move = choose(self._heard, self.play.view(seat), moves, luck, "detective")
        return self.play.decide(seat, move)

    def _remember(self) -> None:
        number = self.play.state.drops
        self._falls = {cube: self._falls.get(cube, number) for cube in self.play.state.inside}
        if number not in self._prior and number in (falls := falls_of(self._deaf)):
            self._prior[number] = falls[number]

    def _guesses_now(self) -> Iterator[Guess]:
        deaf, heard = falls_of(self._deaf), falls_of(self._heard)
        for cube, rest in self.play.state.inside.items():
            fall = self._falls[cube]
            prior = self._prior[fall]
            yield Guess(prior, deaf.get(fall, prior), heard.get(fall, prior), rest.storey)


def falls_of(belief: Belief) -> dict[int, list[float]]:
    """The chances of the storey of each fall's cube, if it was not taken out."""
    return {
        fall: [chance / sum(chances) for chance in chances]
        for cubes in belief.cubes
        for fall, chances in cubes.falls().items()
    }


if __name__ == "__main__":
    main()
