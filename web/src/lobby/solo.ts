/** Opens a table against bots and starts it at once. */
import { api } from "../net/api";
import { isRead } from "../guide/pointers";
import { session, setName } from "../app/session.svelte";
import { contribute } from "../replay/contribution";
import type { GameCard, OpenUp, Start } from "../wire/house";

/** The name of a player who has not entered one yet. */
export const LENT_NAME = "Watson";

/** A middle number of seats and full notebook help; all other options as usual. */
export function soloWish({ name, min_seats, max_seats }: GameCard): Pick<OpenUp, "game" | "seats" | "help"> {
  return { game: name, seats: Math.floor((min_seats + max_seats) / 2), help: "deducing" };
}

/** Novices for the first game of this kind, then the best bots. */
export function opponents(game: string): Start {
  return { fill: isRead(game) ? "detective" : "novice" };
}

/** The id of the started table. This browser contributes to the deal's randomness. */
export async function playAlone(card: GameCard): Promise<string> {
  if (!session.name) await setName(LENT_NAME);
  const room = await api.open(soloWish(card));
  await contribute(room);
  await api.start(room.id, opponents(card.name));
  return room.id;
}
