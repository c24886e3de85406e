/** A table against bots, at once: for those who only want to see what it is like. */
import { api } from "../net/api";
import { isRead } from "../guide/pointers";
import { session, setName } from "../app/session.svelte";
import { contribute } from "../replay/contribution";
import type { GameCard, OpenUp, Start } from "../wire/house";

/** Whoever has not given a name is called this, until they do. */
export const LENT_NAME = "Watson";

/** In the middle of what a game allows, everything else as usual. Nobody minds a helpful notebook. */
export function soloWish({ name, min_seats, max_seats }: GameCard): Pick<OpenUp, "game" | "seats" | "help"> {
  return { game: name, seats: Math.floor((min_seats + max_seats) / 2), help: "deducing" };
}

/** Novices for somebody's first game, then the best there are. */
export function opponents(game: string): Start {
  return { fill: isRead(game) ? "detective" : "novice" };
}

/** The table, dealt: this browser too has its share in the luck. */
export async function playAlone(card: GameCard): Promise<string> {
  if (!session.name) await setName(LENT_NAME);
  const room = await api.open(soloWish(card));
  await contribute(room);
  await api.start(room.id, opponents(card.name));
  return room.id;
}
