/** What every game's screen reads from its table. */
import type { Seq } from "../wire/house";
import type { Table } from "./table.svelte";

/** A view is what a seat sees (`SeatView`, with the public part in `open`) or what all see (`RailView`). */
interface AnyView {
  type: string;
}

export interface Reading<View, Notes> {
  view: View;
  /** What only this seat sees; null for spectators. */
  own: Extract<View, { type: "SeatView" }> | null;
  /** What everybody sees. */
  open: Extract<View, { type: "RailView" }>;
  seq: Seq;
  /** The notebook's own notes, as of the last move they were asked for. */
  notes: Notes | undefined;
}

export function readTable<View extends AnyView, Notes>(table: Table<View, Notes>): Reading<View, Notes> {
  const { view, seq } = table.update!;
  const own = view.type === "SeatView" ? (view as Reading<View, Notes>["own"]) : null;
  const open = ("open" in view ? view.open : view) as Reading<View, Notes>["open"];
  return { view, own, open, seq, notes: table.notes?.notes };
}
