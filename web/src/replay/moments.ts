/** Moments of a recording: where it turns, how they are written in an address, and what they are called. */
import { t } from "../app/language.svelte";
import { plain, tell, type Words } from "../app/words";
import type { Sight } from "../table/table.svelte";
import type { Entry, Viewer } from "../wire/house";

/** Who looks on: a seat, the public, or the eye that sees everything. */
export type Side = "all" | Viewer;

export interface Moment {
  step: number;
  side: Side;
}

/** The deal, every step that brings one of these events, and the end. */
export function turningPoints(entries: readonly Entry[], turns: readonly string[]): number[] {
  const last = entries.length - 1;
  return entries.flatMap(({ events }, step) => {
    const turning = ((events ?? []) as readonly Sight[]).some(({ type }) => turns.includes(type));
    return step === 0 || step === last || turning ? [step] : [];
  });
}

/** The turning point before or after a step; the step itself where there is none. */
export function turnFrom(points: readonly number[], step: number, by: -1 | 1): number {
  const beyond = points.filter((point) => (point - step) * by > 0);
  return (by > 0 ? beyond[0] : beyond.at(-1)) ?? step;
}

/** A seat is counted from 1, as people do. */
export function addressOf({ step, side }: Moment): string {
  const seen = side === "all" ? "" : `&seat=${side === "rail" ? side : side + 1}`;
  return `?move=${step}${seen}`;
}

/** What cannot be read in an address is the deal, seen by all. */
export function momentOf(search: string, last: number, seats: number): Moment {
  const wanted = new URLSearchParams(search);
  const step = whole(wanted.get("move"), 0, last) ?? 0;
  const seat = whole(wanted.get("seat"), 1, seats);
  return { step, side: wanted.get("seat") === "rail" ? "rail" : seat === null ? "all" : seat - 1 };
}

function whole(text: string | null, least: number, most: number): number | null {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isNaN(number) ? null : Math.min(Math.max(number, least), most);
}

export function nameOf(step: number, last: number): string {
  return t(step === 0 ? "replay.deal" : "replay.step", { step, last });
}

/** A moment in words, with what it brought. */
export function wordsOf(step: number, last: number, brought: readonly Sight[], words: Words): string {
  const news = brought.map((sight) => plain(tell(sight, words))).join(" ");
  return news ? t("replay.moment", { moment: nameOf(step, last), news }) : nameOf(step, last);
}
