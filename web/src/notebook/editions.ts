/** The boxes that may be on the table, and what their cards are called. */
import printed from "../../../src/cluehouse/games/clue/notebook/editions.json";
import { ui } from "../app/language.svelte";
import type { Card, Edition } from "../wire/clue";

const NAMES: Partial<Record<Edition, Record<Card, string>>> = printed;

/** What is likely to be on the table of somebody who reads this language. */
export function usualEdition(): Edition {
  return ui.language === "fr" ? "cluedo_fr" : "house";
}

/** The name printed on a card of a box; the house has names of its own in every language. */
export function printedName(card: Card, edition: Edition | undefined): string | undefined {
  return edition && NAMES[edition]?.[card];
}
