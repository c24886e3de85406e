/** What the notebook says: entries and chances as sentences. */
import { ui, t } from "../app/language.svelte";
import type { Card, Edition, Entry, Sighting, Text } from "../wire/clue";
import type { Texts } from "../app/words";
import { printedName } from "./editions";
import { ENVELOPE } from "./kept";

/** How the cards are called: as in the box on the table, or in the language spoken. */
export type CardName = (card: Card) => string;

/** In a sentence. */
export function cardWords(texts: Texts, edition?: Edition): CardName {
  return (card) => printedName(card, edition) ?? texts[`card.${card}`] ?? card;
}

/** By itself. */
export function cardLabels(texts: Texts, edition?: Edition): CardName {
  return (card) => capital(cardWords(texts, edition)(card));
}

export function said(text: Text): string {
  return capital(text[ui.language]);
}

export function holderName(holder: string): string {
  return holder === ENVELOPE ? t("real.envelope") : holder;
}

export function entrySentence(entry: Entry, card: CardName): string {
  switch (entry.type) {
    case "Suggestion": {
      const asked = t("real.said.suggestion", { by: entry.by, cards: threeCards(entry, card) });
      return `${asked} ${answer(entry.shown_by, entry.card, card)}`;
    }
    case "Accusation":
      return t(entry.correct ? "real.said.right" : "real.said.wrong", { by: entry.by, cards: threeCards(entry, card) });
    case "Sighting":
      return sighting(entry, { holder: entry.holder, card: capital(card(entry.card)) });
  }
}

/** Whole percents; what is open is never told as if it were certain. */
export function percent(chance: number): string {
  const shown = Math.min(0.99, Math.max(0.01, chance));
  return new Intl.NumberFormat(ui.language, { style: "percent", maximumFractionDigits: 0 }).format(shown);
}

function answer(shownBy: string | null, seen: Card | null, card: CardName): string {
  if (shownBy === null) return t("real.said.nobody");
  return seen === null ? t("real.said.shown", { by: shownBy }) : t("real.said.seen", { by: shownBy, card: card(seen) });
}

function sighting({ holder, has }: Sighting, values: Record<string, string>): string {
  if (holder === ENVELOPE) return t(has ? "real.said.inFile" : "real.said.notInFile", values);
  return t(has ? "real.said.has" : "real.said.hasNot", values);
}

function threeCards(named: { suspect: Card; weapon: Card; room: Card }, card: CardName): string {
  return [named.suspect, named.weapon, named.room].map(card).join(", ");
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
