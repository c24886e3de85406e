/** Deductions in words, with the cells and ledger rows they speak of. */
import type { Part } from "../app/words";

export interface Reason {
  /** What it rests on, sentence by sentence. */
  because: readonly (readonly Part[])[];
  /** What follows from it. */
  so: readonly Part[];
  /** The cells of the notebook it speaks of. */
  cells: readonly string[];
  /** Ids of the rows of the ledger it cites. */
  rows: readonly string[];
  /** What it is about; else it is headed "Why?". */
  title?: string;
}

/** One sentence after the other, and at the end what follows from them. */
export function reasoned({ because, so }: Reason): Part[] {
  return [...because, so].flatMap((parts, i) => (i === 0 ? parts : [" ", ...parts]));
}

/** A cited row and the sentence of what was seen there; without a row, the sentence alone. */
export interface Premise {
  row?: string;
  told: readonly Part[];
}

export function reasonFrom(premises: readonly Premise[], so: readonly Part[], cells: readonly string[]): Reason {
  return {
    because: premises.map(({ told }) => told),
    so,
    cells: [...new Set(cells)],
    rows: [...new Set(premises.flatMap(({ row }) => row ?? []))],
  };
}
