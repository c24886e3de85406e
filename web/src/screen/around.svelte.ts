/** Round one table: what a phone does while a shared screen shows the board. */
import { recall, remember } from "../app/memory";
import type { Table } from "../table/table.svelte";

let compact = $state(recall("compact") === "yes");
let loud = $state(recall("loud") === "yes");

export const around = {
  /** Only one's own hand and buttons are wanted. */
  get compact(): boolean {
    return compact;
  },
  set compact(wanted: boolean) {
    compact = wanted;
    remember("compact", wanted ? "yes" : "no");
  },
  /** Sounds are wanted here, too. */
  get loud(): boolean {
    return loud;
  },
  set loud(wanted: boolean) {
    loud = wanted;
    remember("loud", wanted ? "yes" : "no");
  },
};

/** This device holds a hand, and another one shows the board. */
export function isBesideScreen(table: Table): boolean {
  return !table.screen && table.you !== null && (table.room?.screen ?? false);
}

/** What is to be heard is heard from the shared screen. */
export function isQuiet(table: Table): boolean {
  return isBesideScreen(table) && !loud;
}
