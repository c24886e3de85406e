"""Clue: find the suspect, the weapon and the room."""

from cluehouse.core.game import Game, Types
from cluehouse.games.clue import belief, bot, events, moves, notes, pieces, rules, state, view
from cluehouse.games.clue.notebook import aid
from cluehouse.games.clue.notebook.notebook import Contradiction, Notebook

__all__ = ["GAME", "Contradiction", "Notebook"]

GAME: Game[
    pieces.Options, state.State, moves.Move, events.Event, view.Sight, view.View, belief.Belief
] = Game(
    name="clue",
    version=2,
    types=Types(
        options=pieces.Options,
        move=moves.Move,
        event=events.Event,
        sight=view.Sight,
        view=view.View,
        notes=notes.Notes,
        truth=view.Truth,
    ),
    seats=pieces.seats,
    alphabet=rules.alphabet,
    blank=state.State,
    setup=rules.setup,
    legal_moves=rules.legal_moves,
    decide=rules.decide,
    apply=state.apply,
    outcome=rules.outcome,
    see=view.see,
    view=view.view,
    reveal=view.reveal,
    start=belief.start,
    update=belief.update,
    imagine=belief.imagine,
    notes=notes.notes,
    contradicted=notes.contradicted,
    choose=bot.choose,
    final=(moves.Accuse,),
    wish="suspects",
    aids={"notebook": aid.NOTEBOOK},
)
