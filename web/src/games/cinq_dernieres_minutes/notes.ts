/** What the notebook has worked out, in words. */
import type { Notes, Proved } from "../../wire/cinq_dernieres_minutes";
import { tell, type Part, type Words } from "../../app/words";

/** Each proof, and after it the sentences it rests on. */
export function proofs(notes: Notes | undefined, words: Words): Part[][] {
  return notes?.proved.map((proof) => told(proof, words)) ?? [];
}

function told({ because, ...claim }: Proved, words: Words): Part[] {
  const reasons = because.map((sight) => tell({ ...sight }, words));
  return [
    ...tell({ ...claim, because: "" }, words),
    ...reasons.flatMap((parts, i) => (i === 0 ? parts : [" ", ...parts])),
  ];
}
