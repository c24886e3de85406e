/** Opens a table against bots and starts it at once. */
import { SvelteSet } from "svelte/reactivity";
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

/** Tables that this page starts: nobody has to wait for their waiting rooms. */
const starting = new SvelteSet<string>();

export function isStarting(table: string): boolean {
  return starting.has(table);
}

/**
 * `arrive` is called with the table's id as soon as it is open: the page connects while the game starts. A player
 * without a name gets a proposed one. A first game waits for the guide. This browser contributes to the deal's
 * randomness.
 */
export async function playAlone(card: GameCard, level: Level, arrive: (table: string) => void): Promise<void> {
  if (!session.name) await setName(proposeName());
  const room = await api.open(soloWish(card));
  starting.add(room.id);
  arrive(room.id);
  try {
    await contribute(room);
    await api.start(room.id, { fill: level });
  } catch (error) {
    starting.delete(room.id);
    throw error;
  }
  if (hasGuide(card.name) && !isRead(card.name)) await hold(room.id);
}
