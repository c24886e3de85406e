/** Whether story and talk are beside the board of a wide screen. */
import { recall, remember } from "../../app/memory";
import { isAlone } from "../speed";
import type { Table } from "../table.svelte";

let chosen = $state(recall("side"));

export const side = {
  /** As last chosen. Until then, only a player alone with bots has more room for the board. */
  isOpen(table: Table): boolean {
    return table.screen || (chosen === null ? !isAloneAt(table) : chosen === "open");
  },

  turn(table: Table): void {
    chosen = this.isOpen(table) ? "folded" : "open";
    remember("side", chosen);
  },
};

function isAloneAt({ room, recorded }: Table): boolean {
  return !recorded && room !== null && isAlone(room);
}
