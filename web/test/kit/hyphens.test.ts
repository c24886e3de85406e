import { expect, test } from "vitest";
import { softHyphens } from "../../src/kit/hyphens";

test.each([
  ["Conservatory", "Conserva-tory"],
  ["Candlestick", "Candle-stick"],
  ["Bibliothèque", "Biblio-thèque"],
  ["Chandelier", "Chande-lier"],
  ["Promenade", "Prome-nade"],
  ["Restaurant", "Restau-rant"],
  ["Professeur Plum", "Profes-seur Plum"],
  ["Clé anglaise", "Clé anglaise"],
  ["Colonel Mustard", "Colonel Mustard"],
])("a long word may be parted between syllables: %s", (word, parted) => {
  expect(softHyphens(word).replaceAll("\u00ad", "-")).toBe(parted);
});
