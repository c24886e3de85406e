/**
 * The guided start: the pointers of each game, in order, in both languages; and whether it was read in this
 * browser.
 */
import { recall, remember } from "../app/memory";
import { unbroken, type Language, type Texts } from "../app/words";

/** The target has this name in its `data-guide` attribute. */
export interface Pointer {
  target: string;
  text: string;
}

const FILES = import.meta.glob<Record<Language, Texts>>("./*.json", { import: "default" });

export function hasGuide(game: string): boolean {
  return fileOf(game) in FILES;
}

export async function pointersOf(game: string, language: Language): Promise<Pointer[]> {
  const words = await FILES[fileOf(game)]?.();
  return Object.entries(unbroken(words?.[language] ?? {})).map(([target, text]) => ({ target, text }));
}

export function isRead(game: string): boolean {
  return recall(keyOf(game)) !== null;
}

export function markRead(game: string): void {
  remember(keyOf(game), "read");
}

/** All visible elements of a target: a wide screen has it at another place than a phone. */
export function targetsOf(target: string): Element[] {
  return [...document.querySelectorAll(`[data-guide="${target}"]`)].filter((each) => each.getClientRects().length > 0);
}

const fileOf = (game: string) => `./${game}.json`;
const keyOf = (game: string) => `guide:${game}`;
