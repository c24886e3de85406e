/** The people at a table, other than those at this device. */
import { speech, t } from "../../app/language.svelte";
import { listed, plain } from "../../app/words";
import type { Room, Seat } from "../../wire/house";

export interface Guest {
  who: string;
  name: string;
}

/** Those who sit or watch. Whoever shares a device is one guest of several names. */
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
        speech.language,
        "conjunction",
      ),
    ),
  }));
}

/** Seats of people: neither bots, nor those who were forgotten, nor anybody at this device. */
export function strangerSeats(room: Room): Seat[] {
  const ours = new Set(room.yours.map((seat) => whoSits(room, seat)));
  return [...room.chairs.keys()].filter((seat) => whoSits(room, seat) && !ours.has(whoSits(room, seat)));
}

/** Who sits there, among others at this table; nothing for a bot. */
export function whoSits(room: Room, seat: Seat): string {
  const chair = room.chairs[seat];
  return chair?.type === "Somebody" ? chair.who : "";
}
