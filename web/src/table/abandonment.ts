/** Who has to agree before a game is given up. */
import type { Room, Seat } from "../wire/house";
import { strangerSeats, whoSits } from "./guests";

/** People who play themselves and have not agreed, each by their first seat; not those at this device. */
export function missingVoices(room: Room): Seat[] {
  const agreed = new Set(room.willing.map((seat) => whoSits(room, seat)));
  const seen = new Set<string>();
  return strangerSeats(room).filter((seat) => {
    const [chair, who] = [room.chairs[seat], whoSits(room, seat)];
    if (chair?.type !== "Somebody" || chair.standing_in || agreed.has(who) || seen.has(who)) return false;
    seen.add(who);
    return true;
  });
}
