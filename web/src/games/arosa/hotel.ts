/** The hotel as a drawing needs it: whose a colour is, what lies open, what points are made of. */
import { Colour, Storey, type Find, type Opening, type RailView, type Sight, type Truth } from "../../wire/arosa";
import type { Seat } from "../../wire/house";

type Storeys = Truth["storeys"];

export const FROM_THE_ROOF: readonly Storey[] = [...Storey].reverse();
export const GROUND: Storey = 0;
export const VICTIM: Colour = "red";

export const colourOf = (seat: Seat) => Colour[seat]!;

/** The seat a trace belongs to; null for a victim. */
export function ownerOf(colour: Colour): Seat | null {
  return colour === VICTIM ? null : Colour.indexOf(colour);
}

/** The name of a storey is a word: texts have it under `name.storey.0`. */
export const nameOf = (storey: Storey) => `storey.${storey}`;

/** The columns of a notebook: a colour for each seat, and the victims'. */
export function coloursOf(seats: number): Colour[] {
  return [...Colour.slice(0, seats), VICTIM];
}

/** A storey that stands open: its cubes are out until the first of them falls again. */
export function standingOpen(story: readonly { type: string }[]): Opening | null {
  const sights = story as readonly Sight[];
  const last = sights.filter(({ type }) => type === "Opened" || type === "OpenedEmpty" || type === "CubeHeard").at(-1);
  return last?.type === "Opened" || last?.type === "OpenedEmpty" ? last : null;
}

/** What is seen on a storey: nothing at all while its shutters are closed. */
export function seenOn(
  open: RailView,
  opening: Opening | null,
  storey: Storey,
  storeys: Storeys | null = null,
): readonly Find[] | null {
  const inside = open.hotel ?? (opening?.storey === storey ? null : storeys);
  if (inside) return finds(inside[storey] ?? []);
  if (opening?.storey !== storey) return null;
  return opening.type === "Opened" ? opening.found : [];
}

/** What has to be dropped next: what was taken out first, then traces of one's own. */
export function inHand(open: RailView): readonly Find[] {
  if (open.left.length > 0) return open.left;
  return open.extra > 0 ? [{ type: "Find", colour: colourOf(open.turn), count: open.extra }] : [];
}

export function counted(cubes: readonly Find[]): number {
  return cubes.reduce((sum, { count }) => sum + count, 0);
}

/** How many traces of a seat count how much, the dearest first; their sum is its points (AR-SCO-1). */
export interface Band {
  worth: number;
  traces: number;
}

export function bandsOf(open: RailView, seat: Seat): Band[] {
  const spaces = open.board[seat] ?? [];
  return [3, 2, 1].map((worth) => ({
    worth,
    traces: spaces.reduce((sum, traces, storey) => sum + (open.worth[storey] === worth ? traces : 0), 0),
  }));
}

function finds(counts: readonly number[]): Find[] {
  return counts.flatMap((count, i): Find[] => (count > 0 ? [{ type: "Find", colour: Colour[i]!, count }] : []));
}
