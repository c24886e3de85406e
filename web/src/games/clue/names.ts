/** What is written on a card. */
import type { Card } from "../../wire/clue";
import type { Texts } from "../../app/words";

export function cardName(card: Card, texts: Texts): string {
  const name = texts[`card.${card}`] ?? card;
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}
