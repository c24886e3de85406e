/** What the story tells a screen. */
import type { Table } from "../../table/table.svelte";
import { tell, type Part, type Words } from "../../app/words";
import type { Seat } from "../../wire/house";

interface Told {
  type: string;
  [field: string]: unknown;
}

/** The box this seat has opened itself. */
export function isOwnVisit(sight: Told, you: Seat | null): boolean {
  return sight.type === "VisitMade" && sight.by === you;
}

/** From memory, the story does not repeat what one saw in this round. */
export function toldOf<T extends Told>(story: readonly T[], you: Seat | null, fromMemory: boolean): readonly T[] {
  if (!fromMemory) return story;
  const begun = begunAt(story);
  return story.filter((sight, i) => i < begun || !isOwnVisit(sight, you));
}

/** Until the flashback has been shown, the story does not tell how the round ended. */
export function untilTruth<T extends Told>(story: readonly T[]): readonly T[] {
  const ending = ["AccusationRevealed", "TruthRevealed", "TokensMoved"];
  const begun = begunAt(story);
  return story.filter(({ type }, i) => i < begun || !ending.includes(type));
}

/** The last thing that happened; a lot is told with what it decided. */
export function lastWords(story: readonly Told[], words: Words): Part[] {
  const [before, last] = [story.at(-2), story.at(-1)];
  const told = before?.type === "LotDrawn" ? [before, last] : [last];
  return told.flatMap((sight, i) => (sight ? [i > 0 ? " " : "", ...tell(sight, words)] : []));
}

/** Who has the most tokens at the end, and how many. */
export function mostTokens({ update, words }: Table): Part[][] {
  const { shares = [], points = [] } = update?.outcome ?? {};
  const players = shares.flatMap((share, seat) => (share > 0 ? [seat] : []));
  const told = { type: "screen.most", players, tokens: points[players[0]!] };
  return players.length === 0 ? [] : [tell(told, { ...words, seatFields: { [told.type]: ["players"] } })];
}

/** Where the story tells of the box one has opened in this round, if that is not before `read`; else -1. */
export function unread(story: readonly Told[], you: Seat | null, read: number): number {
  const first = Math.max(read, begunAt(story));
  return story.findIndex((sight, i) => i >= first && isOwnVisit(sight, you));
}

function begunAt(story: readonly Told[]): number {
  return story.map(({ type }) => type).lastIndexOf("RoundBegun");
}
