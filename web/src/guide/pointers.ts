/** A guided start: for each game its pointers, in order, in both languages; and whether it has been read here. */
import { recall, remember } from "../app/memory";
import { unbroken, type Language, type Texts } from "../app/words";

/** What is pointed at carries this name in its `data-guide`. */
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

/** All that is pointed at and on the screen: a wide one has it elsewhere than a phone. */
export function targetsOf(target: string): Element[] {
  return [...document.querySelectorAll(`[data-guide="${target}"]`)].filter((each) => each.getClientRects().length > 0);
}

const fileOf = (game: string) => `./${game}.json`;
const keyOf = (game: string) => `guide:${game}`;
