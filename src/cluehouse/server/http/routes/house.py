"""What the server offers: its games, levels, help and names."""

from functools import cache
from typing import Final

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import HELPS, LEVELS
from cluehouse.games.catalogue import page
from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.net.local_network import network_address
from cluehouse.server.wire.lobby import GameCard, HouseCard, OptionCard


async def look_at_house(call: Call) -> Answer:
    context = call.context
    games = tuple(_game_card(game) for game in context.games.values())
    push = "" if context.notifier is None else context.notifier.key
    network = network_address(call.origin, call.address, is_open=context.open_to_network)
    return Answer(
        HouseCard(context.build, games, LEVELS, HELPS, context.name_overrides, push, network)
    )


@cache
def _game_card(game: AnyGame) -> GameCard:
    card = page(game)
    options = tuple(OptionCard(it.option, it.values, it.default, it.seats) for it in card.options)
    return GameCard(card.game, card.seats.min, card.seats.max, options)


HOUSE_ENDPOINTS: Final = (
    Endpoint(
        "GET", "/api/house", look_at_house, summary="What this server offers", gives=HouseCard
    ),
)
