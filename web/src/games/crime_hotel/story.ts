/** What the story tells a screen of cards that changed hands. */
import type { Sight as Told } from "../../table/table.svelte";
import type { Exchanged, Room } from "../../wire/crime_hotel";

/** The cards exchanged last, until the next card is played. */
export function justExchanged(story: readonly Told[]): readonly Room[] {
  const last = story.filter(({ type }) => type === "Exchanged" || type === "CardPlayed").at(-1);
  if (last?.type !== "Exchanged") return [];
  const { given, taken } = last as unknown as Exchanged;
  return [...given, ...taken];
}
