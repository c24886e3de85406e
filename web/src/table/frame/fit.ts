/** How sentences fit into a box whose height is fixed: all of them, in smaller type, before one is cut. */
export interface Sentence {
  /** Its whole height, and that of one line of it. */
  height: number;
  line: number;
}

/** How many lines each may take. What can be done now is cut last. */
export interface Share {
  last: number;
  now: number;
}

/** Sizes of the type, relative to the usual one. */
export const SCALES = [1, 0.9, 0.8] as const;

export function fits(room: number, last: Sentence, now: Sentence): boolean {
  return last.height + now.height <= room;
}

export function shared(room: number, last: Sentence, now: Sentence): Share {
  const lines = ({ height, line }: Sentence) => Math.max(1, Math.round(height / line));
  const forNow = Math.min(lines(now), linesIn(room - last.line, now));
  return { now: forNow, last: Math.min(lines(last), linesIn(room - forNow * now.line, last)) };
}

/** The room is known in whole pixels only. */
function linesIn(room: number, { line }: Sentence): number {
  return Math.max(1, Math.floor((room + 0.5) / line));
}
