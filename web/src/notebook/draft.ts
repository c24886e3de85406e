/** An entry while it is being written: everything may still be open. */
import type { Card, Entry, Room, Suspect, Weapon } from "../wire/clue";
import { nextSpeaker, type Kept } from "./kept";

export const KINDS = ["Suggestion", "Accusation", "Sighting"] as const;

export interface Draft {
  kind: (typeof KINDS)[number] | undefined;
  by: string | undefined;
  suspect: Suspect | undefined;
  weapon: Weapon | undefined;
  room: Room | undefined;
  /** Null: no player showed a card. */
  shownBy: string | null | undefined;
  /** Null: not seen. */
  seen: Card | null | undefined;
  correct: boolean | undefined;
  card: Card | undefined;
  holder: string | undefined;
  has: boolean | undefined;
}

/** A blank one, or an entry to be mended. */
export function draftOf(kept: Kept, old?: Entry): Draft {
  const spoken = old?.type === "Sighting" ? undefined : old;
  const sighted = old?.type === "Sighting" ? old : undefined;
  return {
    kind: old?.type ?? "Suggestion",
    by: spoken?.by ?? nextSpeaker(kept),
    suspect: spoken?.suspect,
    weapon: spoken?.weapon,
    room: spoken?.room,
    shownBy: old?.type === "Suggestion" ? old.shown_by : undefined,
    seen: old?.type === "Suggestion" ? old.card : null,
    correct: old?.type === "Accusation" ? old.correct : false,
    card: sighted?.card,
    holder: sighted?.holder,
    has: sighted?.has ?? true,
  };
}

/** The three cards named so far. */
export function namedIn({ suspect, weapon, room }: Draft): Card[] {
  return [suspect, weapon, room].filter((card) => card !== undefined);
}

/** Null while something is open. */
export function entryOf(draft: Draft): Entry | null {
  return draft.kind === "Sighting" ? sightingOf(draft) : spokenOf(draft);
}

function sightingOf({ card, holder, has }: Draft): Entry | null {
  if (card === undefined || holder === undefined || has === undefined) return null;
  return { type: "Sighting", card, holder, has };
}

function spokenOf(draft: Draft): Entry | null {
  const { kind, by, suspect, weapon, room, shownBy, seen, correct = false } = draft;
  if (by === undefined || suspect === undefined || weapon === undefined || room === undefined) return null;
  const named = { by, suspect, weapon, room };
  if (kind === "Accusation") return { type: "Accusation", ...named, correct };
  if (shownBy === undefined || shownBy === by) return null;
  const visible = shownBy !== null && namedIn(draft).some((card) => card === seen);
  return { type: "Suggestion", ...named, shown_by: shownBy, card: visible ? (seen ?? null) : null };
}
