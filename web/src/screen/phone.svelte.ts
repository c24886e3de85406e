/** What a phone shows and plays while a shared screen shows the board. */
import { recall, remember } from "../app/memory";
import type { Table } from "../table/table.svelte";

let compact = $state(recall("compact") !== "no");
let loud = $state(recall("loud") === "yes");

export const phone = {
  /** Show only the player's own hand and buttons, unless the player wants the board here, too. */
  get compact(): boolean {
    return compact;
  },
  set compact(wanted: boolean) {
    compact = wanted;
    remember("compact", wanted ? "yes" : "no");
  },
  /** Play sounds on this device, too. */
  get loud(): boolean {
    return loud;
  },
  set loud(wanted: boolean) {
    loud = wanted;
    remember("loud", wanted ? "yes" : "no");
  },
};

/** This device shows a player's hand, and a shared screen shows the board. */
export function isBesideScreen(table: Table): boolean {
  return !table.screen && table.you !== null && (table.room?.screen ?? false);
}

/** Sounds are played by the shared screen, not here. */
export function isQuiet(table: Table): boolean {
  return isBesideScreen(table) && !loud;
}
