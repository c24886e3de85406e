/** The boat as a drawing needs it: what is written on a clue, what can be played, who said and found what. */
import type { Seat } from "../../wire/house";
import {
  Category,
  Suspect,
  type Card,
  type Clue,
  type Colour,
  type RailView,
  type Revealed,
  type Speed,
  type Verdict,
} from "../../wire/secret_du_nil";

export type Cards = readonly Card[];

export const categoryOf = (clue: Clue) => clue.split("-")[0] as Category;
export const colourOf = (clue: Clue) => clue.split("-")[1] as Colour;
export const clueOf = (category: Category, colour: Colour) => `${category}-${colour}` as Clue;

/** The colour of a category's proof, once it lies open. */
export function proofOf(open: Pick<RailView, "proofs">, category: Category): Colour | null {
  return open.proofs[Category.indexOf(category)] ?? null;
}

/** Where a category's proof is turned up. */
export function squareOf(open: RailView, category: Category): number {
  return open.proof_squares[Category.indexOf(category)] ?? 1;
}

export function placesOf(open: RailView, suspect: Suspect) {
  return open.met_at[Suspect.indexOf(suspect)] ?? [];
}

/** The two cards of a pair, once everything is turned up. */
export function pairOf(last: Pick<Revealed, "pairs"> | null, suspect: Suspect, category: Category) {
  return last?.pairs[Category.indexOf(category)]?.[Suspect.indexOf(suspect)] ?? null;
}

export function isGuilty(last: Revealed | null, suspect: Suspect, category: Category): boolean {
  return last?.culprits[Category.indexOf(category)] === suspect;
}

/** What a seat has announced this turn; nothing if it was not asked. */
export function saidBy(open: RailView, seat: Seat): Speed | undefined {
  const seats = open.place_hands.length;
  return open.said[(seat - open.first + seats) % seats];
}

export function total(open: RailView, seat: Seat): number {
  return open.points.reduce((sum, points) => sum + (points[seat] ?? 0), 0);
}

/** The culprits that no one named in their category (NI-END-3). */
export function escaped({ culprits, answers }: Revealed): Suspect[] {
  const found = culprits.filter((culprit, i) => answers.some((verdicts) => verdicts[i] === culprit));
  return Suspect.filter((suspect) => culprits.includes(suspect) && !found.includes(suspect));
}

export function judge(verdict: Verdict, culprit: Verdict): "right" | "wrong" | "blank" {
  if (verdict === "blank") return "blank";
  return verdict === culprit ? "right" : "wrong";
}

// --- choosing what to play -------------------------------------------------------------------

/** Do these cards belong to something that can be played? */
export function fits(plays: readonly Cards[], cards: Cards): boolean {
  return plays.some((play) => cards.every((card) => count(cards, card) <= count(play, card)));
}

/** The play of exactly these cards, as it is offered. */
export function playOf(plays: readonly Cards[], cards: Cards): Cards | undefined {
  return cards.length === 0 ? undefined : plays.find((play) => play.length === cards.length && fits([play], cards));
}

/** The hand with one more card picked, or one less; a card that does not go with the others takes their place. */
export function pick(plays: readonly Cards[], hand: Cards, picked: readonly number[], i: number): readonly number[] {
  if (picked.includes(i)) return picked.filter((each) => each !== i);
  const both = [...picked, i];
  return fits(
    plays,
    both.map((each) => hand[each]!),
  )
    ? both
    : [i];
}

/** Where in the hand these cards are. */
export function placesIn(hand: Cards, cards: Cards): readonly number[] {
  const found: number[] = [];
  for (const card of cards) found.push(hand.findIndex((each, i) => each === card && !found.includes(i)));
  return found;
}

function count(cards: Cards, card: Card): number {
  return cards.filter((each) => each === card).length;
}
