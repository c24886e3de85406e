/** How well bots play: the levels to choose from, and the one that was chosen last in this browser. */
import { session } from "../app/session.svelte";
import { recall, remember } from "../app/memory";
import type { Level } from "../wire/house";

const FIRST: Level = "novice";

export function levels(): readonly Level[] {
  return session.server?.levels ?? [];
}

/** Those that are opponents: a bot that moves at random only fills a seat. */
export function opponents(): readonly Level[] {
  return levels().filter((level) => level !== "random");
}

/** The last choice for this game, if the server still offers it. */
export function levelFor(game: string, among = levels()): Level {
  const kept = recall(keyOf(game));
  return among.find((level) => level === kept) ?? FIRST;
}

export function rememberLevel(game: string, level: Level): void {
  remember(keyOf(game), level);
}

const keyOf = (game: string) => `level:${game}`;
