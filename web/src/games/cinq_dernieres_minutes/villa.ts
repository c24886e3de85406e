/** The villa as a view shows it: who stands where, what lies in which box, who said what. */
import type { Table } from "../../table/table.svelte";
import type { Seat } from "../../wire/house";
import type {
  Claimed,
  Found,
  RailView,
  Room,
  SeatView,
  Truth,
  TruthRevealed,
  View,
  Visited,
} from "../../wire/cinq_dernieres_minutes";

/** As the rooms are seen from the garden: upstairs, then downstairs. */
export const STOREYS: readonly Room[] = ["study", "bedroom", "bathroom", "drawing-room", "dining-room", "kitchen"];

export function openPart(view: View): RailView {
  return view.type === "RailView" ? view : view.open;
}

/** What a viewer knows of a room for certain. */
export interface Known {
  /** What lies in its box; null if the box is shut. */
  found: Found | null;
  /** Who has really been there. */
  visitors: readonly Seat[];
}

export function knownOf(view: View, room: Room): Known {
  const { truth, rooms } = openPart(view);
  if (truth) return { found: truth.items[rooms.indexOf(room)] ?? null, visitors: visitorsOf(truth.visits, room) };
  if (view.type === "BourrelView")
    return { found: left(view.items[rooms.indexOf(room)], view), visitors: visitorsOf(view.visits, room) };
  const visits = view.type === "SeatView" && view.visit ? [view.visit] : [];
  return { found: visits.find((visit) => visit.room === room)?.found ?? null, visitors: visitorsOf(visits, room) };
}

/** A replay shows to the eye that sees everything what Bourrel sees. */
export function seenByAll({ items, thief, visits }: Truth, open: RailView): View {
  return open.truth ? open : { type: "BourrelView", seat: open.bourrel ?? 0, items, thief, visits, open };
}

/** What the next visitor finds where this was put. */
function left(
  item: Found | undefined,
  { thief, visits }: { thief: Seat | null; visits: readonly Visited[] },
): Found | null {
  const taken = item === "ring" && visits.some(({ by }) => by === thief);
  return taken ? "nothing" : (item ?? null);
}

function visitorsOf(visits: readonly Visited[], room: Room): Seat[] {
  return visits.filter((visit) => visit.room === room).map(({ by }) => by);
}

/** 1, 2, 3…; 0 if the player has no number. */
export function numberOf(open: RailView, seat: Seat): number {
  return open.order.indexOf(seat) + 1;
}

/** What was said of a room, by the numbers of the witnesses. */
export function claimsOf(open: RailView, room: Room): Claimed[] {
  const claims = open.said.filter((claim) => claim.room === room);
  return claims.sort((a, b) => numberOf(open, a.by) - numberOf(open, b.by));
}

export function saidBy(open: RailView, seat: Seat): Claimed | undefined {
  return open.said.find(({ by }) => by === seat);
}

/** Whether a testimony is what really happened; undefined if the player was not asked. */
export function isTrue(open: RailView, visit: Visited): boolean | undefined {
  const said = saidBy(open, visit.by);
  return said && said.room === visit.room && said.found === visit.found;
}

/** When the ring went. */
export function theft(truth: TruthRevealed): number {
  return truth.visits.findIndex(({ by }) => by === truth.thief);
}

/** Found by at most one player, the thief gets away (CD-ACC-3). */
export function fate({ order, accusations }: RailView, { thief }: TruthRevealed): "caught" | "escaped" {
  const found = accusations.filter((whom, i) => whom === thief && order[i] !== thief);
  return found.length > 1 ? "caught" : "escaped";
}

/** A key for the round; a repeated round has another. */
export function roundOf(open: RailView): string {
  return `${open.round}${open.again ? "+" : ""}`;
}

/** A room within a sentence. */
export function inWords(table: Table, room: Room): string {
  return table.texts[`name.${room}`] ?? "";
}

/** What was in sight until the truth was told. */
export function beforeTruth(view: View): View {
  const open = openPart(view);
  const tokens = open.tokens.map((count, seat) => count - (open.changes[seat] ?? 0));
  const before = { ...open, truth: null, accusations: [], changes: open.changes.map(() => 0), tokens };
  return view.type === "RailView" ? before : { ...view, open: before };
}

/** What a player is asked before the visit: the thief goes where the ring is. */
export function chooseWords(table: Table, own: SeatView | null): string {
  return own?.ring ? table.say("chooseRing", { room: inWords(table, own.ring) }) : table.say("choose");
}

/** Where a player may hide, as far as the card says. */
export function hidingPlaces(view: SeatView): readonly Room[] {
  if (view.role === null || view.open.gone.includes(view.seat)) return [];
  return view.ring === null ? view.open.rooms : [view.ring];
}
