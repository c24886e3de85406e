/** The guests at a table, other than those at this device. */
import { ui, t } from "../../app/language.svelte";
import { listed, plain } from "../../app/words";
import type { Room, Seat } from "../../wire/house";

export interface Guest {
  who: string;
  name: string;
}

/** Players and spectators. Players who share a device are one guest with several names. */
export function guestsOf(room: Room): Guest[] {
  const sitting = strangerSeats(room).map((seat) => room.chairs[seat] as Guest);
  const watching = room.watchers.map(({ who, name }) => ({ who, name: name || t("watcher") }));
  const names = new Map<string, Set<string>>();
  for (const { who, name } of [...sitting, ...watching]) names.set(who, (names.get(who) ?? new Set()).add(name));
  return [...names].map(([who, all]) => ({
    who,
    name: plain(
      listed(
        [...all].map((name) => [name]),
        ui.language,
        "conjunction",
      ),
    ),
  }));
}

/** Seats of other people: no bots, no erased guests, no seats of this device. */
export function strangerSeats(room: Room): Seat[] {
  const ours = new Set(room.yours.map((seat) => whoSits(room, seat)));
  return [...room.chairs.keys()].filter((seat) => whoSits(room, seat) && !ours.has(whoSits(room, seat)));
}

/** The id of the guest in a seat; empty for a bot. */
export function whoSits(room: Room, seat: Seat): string {
  const chair = room.chairs[seat];
  return chair?.type === "Somebody" ? chair.who : "";
}
