"""Arosa: cubes fall into a hotel of eight storeys, and all players hear where."""

from cluehouse.core.game import Game, Physics, Types
from cluehouse.games.arosa import (
    belief,
    bot,
    events,
    moves,
    notes,
    pieces,
    practice,
    rules,
    state,
    view,
)
from cluehouse.games.arosa.tower import machine

GAME: Game[
    pieces.Options, state.State, moves.Move, events.Event, view.Sight, view.View, belief.Belief
] = Game(
    name="arosa",
    version=3,
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
    final=(),
    heavy=(moves.Drop,),
    tempo=view.tempo,
    lasts=view.lasts,
    physics=Physics(mark=machine.mark, retrace=rules.retrace),
    aids={"practice": practice.PRACTICE},
)
