/** The listening score: for every storey where cubes lay, how often each was guessed. */
import { Hearing, Storey } from "../wire/arosa";

/** A row for each storey where a cube lay, in it a number for each guess. */
export type Guesses = readonly (readonly number[])[];
/** Each kind of walls is counted by itself. */
export type Score = Readonly<Record<Hearing, Guesses>>;
export type Verdict = "exact" | "near" | "wrong";

export interface Tally {
  drops: number;
  exact: number;
  /** The exact ones among them. */
  withinOne: number;
}

export const NO_GUESSES: Guesses = Storey.map(() => Storey.map(() => 0));
export const NO_SCORE: Score = { clear: NO_GUESSES, normal: NO_GUESSES, thick: NO_GUESSES };

export function verdictOf(lies: Storey, guess: Storey): Verdict {
  const off = Math.abs(lies - guess);
  return off === 0 ? "exact" : off === 1 ? "near" : "wrong";
}

export function counted(guesses: Guesses, lies: Storey, guess: Storey): Guesses {
  return guesses.map((row, storey) => (storey === lies ? row.map((number, i) => number + Number(i === guess)) : row));
}

export function tally(guesses: Guesses): Tally {
  const within = (distance: number) =>
    sum(guesses.flatMap((row, lies) => row.filter((_, guess) => Math.abs(lies - guess) <= distance)));
  return { drops: within(Storey.length), exact: within(0), withinOne: within(1) };
}

/** Parses a stored score; anything else is an empty one. */
export function scoreIn(text: string | null): Score {
  try {
    const found: unknown = JSON.parse(text ?? "null");
    return isScore(found) ? found : NO_SCORE;
  } catch {
    return NO_SCORE;
  }
}

function isScore(value: unknown): value is Score {
  const score = value as Partial<Score> | null;
  return Hearing.every((hearing) => isSquare(score?.[hearing]));
}

function isSquare(value: unknown): value is Guesses {
  const full = (row: unknown): row is unknown[] => Array.isArray(row) && row.length === Storey.length;
  return (
    full(value) &&
    value.every((row) => full(row) && row.every((each) => Number.isSafeInteger(each) && Number(each) >= 0))
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
