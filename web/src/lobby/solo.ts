/** Opens a table against bots and starts it at once. */
import { api } from "../net/api";
import { proposeName } from "../app/names";
import { hold } from "../guide/hold.svelte";
import { hasGuide, isRead } from "../guide/pointers";
import { session, setName } from "../app/session.svelte";
import { contribute } from "../replay/contribution";
import type { GameCard, Level, OpenUp } from "../wire/house";
import { usualSeats } from "./seats";

/** Full notebook help; all other options as usual. */
export function soloWish(card: GameCard): Pick<OpenUp, "game" | "seats" | "help"> {
  return { game: card.name, seats: usualSeats(card), help: "deducing" };
}

/**
 * The id of the started table. A player without a name gets a proposed one. A first game waits for the guide. This
 * browser contributes to the deal's randomness.
 */
export async function playAlone(card: GameCard, level: Level): Promise<string> {
  if (!session.name) await setName(proposeName());
  const room = await api.open(soloWish(card));
  await contribute(room);
  await api.start(room.id, { fill: level });
  if (hasGuide(card.name) && !isRead(card.name)) await hold(room.id);
  return room.id;
}
