/** What the story tells a screen: what was swapped just now, and what everybody did at once, one by one. */
import type { Table, Sight as Told } from "../../table/table.svelte";
import type { Seat } from "../../wire/house";
import { Category, type Sight, type Suspect } from "../../wire/secret_du_nil";
import { STAND_IN, tell, type Part } from "../../app/words";

type Story = readonly { type: string }[];

/** Cards shown together are told player by player, the end category by category. */
export function retold(story: Story): Told[] {
  return (story as readonly Sight[]).flatMap((sight): Told[] => {
    const standIn = (sight as unknown as Told)[STAND_IN];
    if (sight.type === "CardsRevealed")
      return sight.cards.map((cards, by) => ({
        type: "CardsPlayed",
        by,
        cards,
        ...(by === standIn ? { [STAND_IN]: by } : {}),
      }));
    if (sight.type === "Revealed")
      return sight.culprits.map((culprit, i) => ({ type: "screen.told", category: Category[i], culprit }));
    return [{ ...sight }];
  });
}

/** Whose turn has come is in the line below. */
const QUIET: readonly string[] = ["TurnBegun", "BankLaid"];
/** These follow from the boat's coming, and are told with it. */
const ARRIVING: readonly string[] = ["PlaceTurned", "ProofTurned"];

/** The last thing that happened, with what belongs to it; what all have played is seen beside their names. */
export function lastWords(table: Table): Part[] {
  const story = table.told.filter(({ type }) => !QUIET.includes(type));
  const first = story.map(({ type }) => !ARRIVING.includes(type)).lastIndexOf(true);
  const last = story.slice(Math.max(first, 0));
  const told = last[0]?.type === "CardsRevealed" ? [{ type: "screen.shown" }] : retold(last);
  return told.flatMap((sight, i): Part[] => [...(i === 0 ? [] : [" "]), ...tell(sight, table.words)]);
}

/** The pairs in which a card was swapped this turn, and by which seat. */
export function swapped(story: Story): { by: Seat; suspect: Suspect; category: Category }[] {
  const sights = story as readonly Sight[];
  const turn = sights.slice(sights.map(({ type }) => type).lastIndexOf("TurnBegun") + 1);
  return turn.filter((sight) => sight.type === "Swapped" || sight.type === "SomeSwapped");
}
