"""Crime Hotel: tricks, a murderer hidden in one of 27 rooms, and five detectives to send out."""

from cluehouse.core.game import Game, Types
from cluehouse.games.crime_hotel import belief, bot, events, moves, pieces, rules, state, view

GAME: Game[
    pieces.Options, state.State, moves.Move, events.Event, view.Sight, view.View, belief.Belief
] = Game(
    name="crime_hotel",
    version=2,
    types=Types(
        options=pieces.Options,
        move=moves.Move,
        event=events.Event,
        sight=view.Sight,
        view=view.View,
        notes=belief.Notes,
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
    notes=belief.notes,
    contradicted=belief.contradicted,
    choose=bot.choose,
    final=(),
)
