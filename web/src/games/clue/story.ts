/** What the story tells a screen: walks to show, and the last thing worth a line. */
import type { Sight as Told, Table } from "../../table/table.svelte";
import type { Seat } from "../../wire/house";
import {
  NEAREST,
  SEAT_FIELDS,
  type Card,
  type CardShown,
  type Entered,
  type Sight,
  type SomeCardShown,
  type Walked,
} from "../../wire/clue";
import { tell, type Part, type Words } from "../../app/words";

type Story = readonly { type: string }[];

export const seatFields: Words["seatFields"] = { ...SEAT_FIELDS, "screen.walked": ["by"] };

/** A walk is told by the room that is near where it ends. */
export function retold(story: readonly Told[]): Told[] {
  return story.map((sight) => {
    const end = sight.type === "Walked" ? (sight.path as Walked["path"]).at(-1) : undefined;
    return end === undefined ? sight : { ...sight, type: "screen.walked", room: NEAREST[end]![0] };
  });
}

/** Pawns that went along the corridors. */
export function walks(story: Story): (Walked | Entered)[] {
  return (story as readonly Sight[]).filter((sight) => sight.type === "Walked" || sight.type === "Entered");
}

/** Cards that went from hand to hand. */
export function showings(story: Story): (CardShown | SomeCardShown)[] {
  return (story as readonly Sight[]).filter((sight) => sight.type === "CardShown" || sight.type === "SomeCardShown");
}

/** Those to whom this seat has shown a card before. */
export function shownTo(card: Card, story: Story, you: Seat | null): Seat[] {
  const to = (story as readonly Sight[]).flatMap((sight) =>
    sight.type === "CardShown" && sight.by === you && sight.card === card ? [sight.to] : [],
  );
  return [...new Set(to)];
}

/** Told to this seat alone, or to one other. */
export function isSecret(sight: { type: string; to?: unknown }, you: Seat | null): boolean {
  return sight.type === "CaseFileRead" || (sight.type === "CardShown" && sight.to === you);
}

/** These follow from what was said before them, and are told with it. */
const ANSWERS: readonly Sight["type"][] = [
  "CameBackTooSoon",
  "Passed",
  "MustShow",
  "Unanswered",
  "CaseFileRead",
  "AccusationFailed",
  "PawnSetAside",
  "PawnSentBack",
  "CaseSolved",
];

/** The last thing that happened, with what led to it. Whose turn has come is in the line below. */
export function lastWords(table: Table): Part[] {
  const story = (table.told as unknown as readonly Sight[]).filter(({ type }) => type !== "TurnBegun");
  const first = story.map(({ type }) => !ANSWERS.includes(type)).lastIndexOf(true);
  const told = story.slice(Math.max(first, 0));
  const passed = told.flatMap((sight) => (sight.type === "Passed" ? [sight.by] : []));
  const before = told.findIndex(({ type }) => type === "Passed");
  /** The solution names the same three cards as the accusation. */
  const solved = told.some(({ type }) => type === "CaseSolved");
  const others = told.filter(
    ({ type }) => type !== "Passed" && !(solved && type === "Accused"),
  ) as unknown as readonly Told[];
  const sentences = retold(others).map((sight) => tell(sight, table.words));
  if (before >= 0) sentences.splice(before, 0, tellPassed(passed, table));
  return sentences.flatMap((parts, i) => (i === 0 ? parts : [" ", ...parts]));
}

function tellPassed(seats: readonly Seat[], table: Table): Part[] {
  if (seats.length === 1) return tell({ type: "Passed", by: seats[0] }, table.words);
  const words = { ...table.words, seatFields: { "screen.passed": ["seats"] } };
  return tell({ type: "screen.passed", seats }, words);
}
