/** What the notebook has worked out, in words. */
import type { Cell, Notes } from "../../wire/clue";
import { tell, type Part, type Words } from "../../app/words";

/** That a card is, or is not, where a cell says. */
export function claim({ card, holder, chance }: Cell, words: Words): Part[] {
  const type = `screen.${chance === 1 ? "has" : "hasnot"}${holder === "case" ? ".case" : ""}`;
  return tell({ type, card, holder }, { ...words, seatFields: { [type]: ["holder"] } });
}

/** How to ask for reasons, once there is something to ask about. */
export function hints(notes: Notes | undefined, words: Words): Part[][] {
  const proved = notes?.cells.some(({ chance }) => chance === 0 || chance === 1) ?? false;
  return proved ? [[words.texts["screen.why"] ?? ""]] : [];
}
