/** A game's texts as a book of rules: chapters where a rule has a title, rules in the file's order. */
import type { Texts } from "../app/words";

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

export function isRule(id: string, texts: Texts): boolean {
  return RULE.test(id) && id in texts;
}
