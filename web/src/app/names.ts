/** Names for players who have not chosen one, and for bots: none belongs to a character of a game. */
import { t } from "./language.svelte";
import { session } from "./session.svelte";
import type { Texts } from "./words";
import type { Seat } from "../wire/house";

/** One for each seat, and a few for when a person has the name of a bot. */
const BOT_NAMES = 12;

let proposal = "";

/** A name from the stock that nobody in `taken` has. The same on every call, while it is free. */
export function proposeName(taken: readonly string[] = []): string {
  const stock = t("name.stock").split(", ");
  const free = stock.filter((name) => !clashes(name, [...taken, ...ownCharacters()]));
  if (!free.includes(proposal)) proposal = free[Math.floor(Math.random() * free.length)] ?? stock[0]!;
  return proposal;
}

/** Whether the words of one name are all in the other, as in “Watson” and “Mrs Watson”. */
export function clashes(name: string, others: readonly string[]): boolean {
  const words = wordsOf(name);
  const within = (some: readonly string[], all: readonly string[]) =>
    some.length > 0 && some.every((word) => all.includes(word));
  return others.map(wordsOf).some((other) => within(words, other) || within(other, words));
}

/** The bots' names by seat: each seat has its own, and a spare one where that is taken. */
export function botNames(seats: readonly Seat[], taken: readonly string[]): Map<Seat, string> {
  const all = Array.from({ length: BOT_NAMES }, (_, number) => t(`bot.${number}`));
  const spares = [...all].reverse();
  const free = (name: string) => !clashes(name, taken);
  const given = new Map(seats.map((seat) => [seat, all[seat] ?? ""]));
  for (const [seat, name] of given) {
    const spare = free(name) ? name : spares.find((each) => free(each) && ![...given.values()].includes(each));
    given.set(seat, spare ?? name);
  }
  return given;
}

/** Whatever has a name in a game, by its texts: its characters among them. */
export function charactersOf(texts: Texts): string[] {
  return Object.entries(texts).flatMap(([key, name]) => (key.startsWith("name.") ? [name] : []));
}

/** The names of characters that the server's operator has set. */
function ownCharacters(): string[] {
  return Object.values(session.server?.names ?? {}).flatMap((languages) =>
    Object.values(languages).flatMap(Object.values<string>),
  );
}

/** Without case and accents. */
function wordsOf(name: string): string[] {
  const bare = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return bare.match(/[\p{L}\p{N}]+/gu) ?? [];
}
