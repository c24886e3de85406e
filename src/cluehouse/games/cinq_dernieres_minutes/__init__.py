"""Les Cinq Dernières Minutes: hide-and-seek, a stolen ring, and one player who may lie."""

from cluehouse.core.game import Game, Lot, Types
from cluehouse.games.cinq_dernieres_minutes import (
    belief,
    bot,
    discretion,
    events,
    moves,
    notes,
    pieces,
    rules,
    state,
    view,
)

GAME: Game[
    pieces.Options, state.State, moves.Move, events.Event, view.Sight, view.View, belief.Belief
] = Game(
    name="cinq_dernieres_minutes",
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
    final=(),
    wish="candidates",
    lot=Lot(role="bourrel", holder=view.bourrel),
    tempo=discretion.tempo,
    interval=discretion.interval,
    hushed=discretion.hushed,
)
