/** Deductions in words. */
import { tell, type Part, type Words } from "../app/words";

/** The sights it rests on, one sentence after the other, and at the end what follows from them. */
export function reasoned(because: readonly { type: string }[], conclusion: readonly Part[], words: Words): Part[] {
  const sentences = [...because.map((sight) => tell({ ...sight }, words)), [...conclusion]];
  return sentences.flatMap((parts, i) => (i === 0 ? parts : [" ", ...parts]));
}
