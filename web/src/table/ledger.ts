/** What every game's ledger has: numbered rows, worked out of the sights of one viewer. */
import type { Sight } from "./table.svelte";

export interface LedgerRow {
  id: string;
  /** As reasons cite it. */
  number: number;
  /** What stands over it, where a part of the ledger begins; told like a sight. */
  above?: Sight;
}
