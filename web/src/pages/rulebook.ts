/** A game's texts as a book of rules: chapters where a rule has a title, rules in the file's order. */
import type { Texts } from "../app/words";
import { GAME_MODULES } from "../games";

export interface Rule {
  id: string;
  text: string;
}
export interface Chapter {
  title: string;
  rules: Rule[];
}

const RULE = /^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+$/;

export function chaptersOf(texts: Texts): Chapter[] {
  const chapters: Chapter[] = [];
  for (const [id, text] of Object.entries(texts)) {
    if (!RULE.test(id)) continue;
    const title = texts[`${id}.title`];
    if (title !== undefined || chapters.length === 0) chapters.push({ title: title ?? "", rules: [] });
    chapters.at(-1)?.rules.push({ id, text });
  }
  return chapters;
}

/** The steps of the example in a game's short rules, in order. */
export function examplesOf(texts: Texts): string[] {
  return Object.entries(texts).flatMap(([key, text]) => (key.startsWith("short.example.") ? [text] : []));
}

/** The address of a game's rules: of this table's, where its options can change what they say. */
export function rulesOf(table: RuledTable, rule = ""): string {
  const game = table.room?.game ?? "";
  const at = !table.recorded && GAME_MODULES[game]?.textsAt ? `?table=${table.id}` : "";
  return `/rules/${game}${at}${rule && `#${rule}`}`;
}

interface RuledTable {
  id: string;
  /** A replay: perhaps of a file, without a table on this server. */
  recorded: boolean;
  room: { game: string } | null;
}

export function isRule(id: string, texts: Texts): boolean {
  return RULE.test(id) && id in texts;
}
