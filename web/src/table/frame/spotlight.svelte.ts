/** The reason that is being read: its cells in the notebook and its rows in the ledger are lit. */
import type { Reason } from "../reasons";

let shown = $state.raw<Reason | null>(null);

export const spotlight = {
  get reason(): Reason | null {
    return shown;
  },
  set reason(reason: Reason | null) {
    shown = reason;
  },
  get cells(): readonly string[] {
    return shown?.cells ?? [];
  },
  get rows(): readonly string[] {
    return shown?.rows ?? [];
  },
};
