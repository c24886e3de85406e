/** Offers as a player chooses among them: a kind of move, then field by field what is still open. */
import type { Offer } from "../wire/house";
import { elided, listed, speakField, type Part, type Words } from "../app/words";

export interface Move {
  type: string;
  [field: string]: unknown;
}

type Row = readonly unknown[];

/** Up to this many values of a field are listed; more are summed up as "any". */
const FEW = 3;

export function fieldsOf(offer: Offer): readonly string[] {
  return offer.type === "Product" ? Object.keys(offer.fields) : offer.fields;
}

/** What the next field may be, once the fields before it are chosen. */
export function valuesAfter(offer: Offer, chosen: Row): unknown[] {
  if (offer.type === "Product") return [...(Object.values(offer.fields)[chosen.length] ?? [])];
  const fitting = offer.rows.filter((row) => chosen.every((value, i) => same(value, row[i])));
  return distinct(fitting.map((row) => row[chosen.length]));
}

export function moveOf(offer: Offer, values: Row): Move {
  return { type: offer.kind, ...Object.fromEntries(fieldsOf(offer).map((field, i) => [field, values[i]])) };
}

/** Is this move among those offered? */
export function offered(offers: readonly Offer[], move: Move): boolean {
  return offers.some((offer) => {
    if (offer.kind !== move.type) return false;
    const values = fieldsOf(offer).map((field) => move[field]);
    return values.every((value, i) => valuesAfter(offer, values.slice(0, i)).some((v) => same(v, value)));
  });
}

/** "ask Ann or Bob for a card": one offer in words, the values it leaves open among them. A move may
    have words of its own for the line that says what can be done, under `<kind>.now`. Beside other
    offers it has no "or" of its own, if the game has a word for any value. */
export function invitation(offer: Offer, words: Words, form: "" | ".now" = "", beside = false): Part[] {
  const text = words.texts[offer.kind + form] ?? words.texts[offer.kind] ?? offer.kind;
  const parts = lowered(text)
    .split(/\{(\w+)\}/)
    .flatMap((piece, i): Part[] => {
      if (i % 2 === 0) return piece ? [piece] : [];
      return openField(offer, piece, words, beside ? 1 : FEW);
    });
  return elided(parts);
}

function openField(offer: Offer, field: string, words: Words, most: number): Part[] {
  const values = distinct(columnOf(offer, field));
  const any = words.texts[`any.${field}`];
  if (values.length > FEW || (any && values.length > most)) return [any ?? "…"];
  return listed(
    values.map((value) => speakField(offer.kind, field, value, words)),
    words.language,
    "disjunction",
  );
}

function columnOf(offer: Offer, field: string): unknown[] {
  if (offer.type === "Product") return [...(offer.fields[field] ?? [])];
  const column = offer.fields.indexOf(field);
  return column < 0 ? [] : offer.rows.map((row) => row[column]);
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function lowered(text: string): string {
  return text.charAt(0).toLocaleLowerCase() + text.slice(1);
}
