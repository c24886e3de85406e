/** The hotel as a drawing needs it: what a place stands for, who stands there, what the story tells of it. */
import type { Seat } from "../../wire/house";
import type {
  CardPlayed,
  LastCardShown,
  MurdererFound,
  Notes,
  Place,
  RailView,
  Room,
  RoomNote,
  Sight,
} from "../../wire/crime_hotel";

/** From the roof down. */
export const FLOORS = [3, 2, 1] as const;
export const COLUMNS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
export const INVESTIGATIONS = 3;
export const TRICKS = 5;

type Kind = "floor" | "column" | "room";

const KINDS: readonly Kind[] = ["floor", "column", "room"];
const BONUS = 4;

export const floorOf = (room: Room) => Math.floor(room / 10);
export const kindOf = (place: Place) => place.split("-")[0] as Kind;
export const numberOf = (place: Place) => Number(place.split("-")[1]);
export const worthOf = (open: RailView, place: Place) => open.worth[KINDS.indexOf(kindOf(place))] ?? 0;
export const placeOf = (kind: Kind, number: number) => `${kind}-${number}` as Place;

export function includes(place: Place, room: Room): boolean {
  const seen: Record<Kind, number> = { floor: floorOf(room), column: room % 10, room };
  return seen[kindOf(place)] === numberOf(place);
}

/** Whose detectives are there. */
export function standing(open: RailView, place: Place): Seat[] {
  return open.detectives.flatMap((places, seat) => (places.includes(place) ? [seat] : []));
}

/** What a seat's best bonus desk adds to each right guess (CH-BON-1). */
export function bonusOf(open: RailView, seat: Seat): number {
  const values = open.desk_table[BONUS] ?? [];
  return Math.max(0, ...(open.desks[BONUS] ?? []).map((who, desk) => (who === seat ? (values[desk] ?? 0) : 0)));
}

/** A bay of the car park, or a place around the trick before the first car is parked. */
export interface Bay {
  seat: Seat;
  card: Room | undefined;
  /** It is their turn. */
  acting: boolean;
}

export function baysOf(open: RailView, story: readonly { type: string }[]): Bay[] {
  if (open.bays.length > 0) {
    const cards = lastTrick(story);
    return open.bays.map((seat, i) => ({ seat, card: cards.get(seat), acting: i === open.bay }));
  }
  if (open.phase !== "playing") return [];
  const seats = open.hand_sizes.length;
  return open.hand_sizes.map((_, turn) => ({
    seat: (open.car + turn) % seats,
    card: open.trick[turn],
    acting: turn === open.trick.length,
  }));
}

/** Who played what in the trick that is complete. */
export function lastTrick(story: readonly { type: string }[]): Map<Seat, Room> {
  const sights = story as readonly Sight[];
  const end = lastOf("Parked", sights);
  const played = sights.slice(0, Math.max(end, 0)).filter((sight): sight is CardPlayed => sight.type === "CardPlayed");
  const parked = sights[end];
  const seats = parked?.type === "Parked" ? parked.bays.length : 0;
  return new Map(seats === 0 ? [] : played.slice(-seats).map(({ by, card }) => [by, card]));
}

/** How the investigation ended: the last card of each, in order, then the murderer. */
export function ending(story: readonly { type: string }[]): (LastCardShown | MurdererFound)[] {
  const sights = story as readonly Sight[];
  return sights
    .slice(lastOf("InvestigationBegun", sights))
    .filter((sight) => sight.type === "LastCardShown" || sight.type === "MurdererFound");
}

/** Rooms whose cards this seat was shown in this investigation, by a look or an exchange. */
export function shownTo(story: readonly { type: string }[], you: Seat | null): Set<Room> {
  const sights = story as readonly Sight[];
  return new Set(
    sights.slice(Math.max(lastOf("InvestigationBegun", sights), 0)).flatMap((sight): readonly Room[] => {
      if (sight.type === "Looked") return sight.by === you ? sight.cards : [];
      return sight.type === "Exchanged" ? [...sight.taken, ...sight.given] : [];
    }),
  );
}

/** Rooms known to be empty, those with the same reason together. */
export function empties(notes: Notes): { rooms: Room[]; because: RoomNote["because"] }[] {
  const found = new Map<string, { rooms: Room[]; because: RoomNote["because"] }>();
  for (const { room, because } of notes.rooms.filter(isEmpty)) {
    const key = JSON.stringify(because);
    const known = found.get(key);
    if (known) known.rooms.push(room);
    else found.set(key, { rooms: [room], because });
  }
  return [...found.values()];
}

/** A cell of the notebook: a page for each investigation. */
export const cellOf = (investigation: number, room: number | string) => `${investigation}.${room}`;

/** What the notebook prints by itself. */
export function printedIn(notes: Notes | undefined, investigation: number): Record<string, string> {
  return Object.fromEntries(notes?.rooms.filter(isEmpty).map(({ room }) => [cellOf(investigation, room), "✗"]) ?? []);
}

export function isEmpty(note: RoomNote): boolean {
  return note.because.length > 0;
}

function lastOf(type: Sight["type"], sights: readonly Sight[]): number {
  return sights.map((sight) => sight.type).lastIndexOf(type);
}
