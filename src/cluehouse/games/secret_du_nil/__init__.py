"""Le Secret du Nil: a stolen necklace, four suspects, and pairs of clues to look at in secret."""

from cluehouse.core.game import Game, Types
from cluehouse.games.secret_du_nil import (
    belief,
    bot,
    events,
    menus,
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
    name="secret_du_nil",
    version=1,
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
    alphabet=menus.alphabet,
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
    own_names=pieces.own_names,
)
