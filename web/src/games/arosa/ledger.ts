/** The drops so far, and the turns of the three acts. */
import { headingsBy, type Headings } from "../../table/frame/chapters";
import type { LedgerRow } from "../../table/ledger";
import type { CubeHeard } from "../../wire/arosa";
import { fallsOf } from "./story";

export interface DropRow extends LedgerRow {
  fall: CubeHeard;
}

export const headings: Headings = (story) => {
  let number = 0;
  return headingsBy(({ type, act, by }) =>
    type === "TurnBegun" ? { sight: { type: "screen.chapter.turn", act, number: ++number, by }, replaces: true } : null,
  )(story);
};

export function ledger(story: readonly { type: string }[]): DropRow[] {
  return fallsOf(story).map((fall) => ({ id: String(fall.number), number: fall.number, fall }));
}
