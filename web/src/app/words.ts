/** Turns moves and sights into sentences: texts with {placeholders}, filled with names, lists and other sentences. */

export type Texts = Readonly<Record<string, string>>;
export type Language = "en" | "fr";

/** Everything needed to write a move or a sight as a sentence. */
export interface Words {
  language: Language;
  texts: Texts;
  /** Which fields of which types are seats. */
  seatFields: Readonly<Record<string, readonly string[]>>;
  /** The players, by seat. */
  names: readonly string[];
  /** What follows the sentence of a move that a bot made for a player. */
  standIn?: string;
}

/** On the sight that begins a move of a stand-in: the seat of the player it was made for. */
export const STAND_IN = Symbol("stand-in");

/** A piece of a sentence: words, or a player to be shown with their mark. */
export type Part = string | { seat: number; name: string };

interface Tagged {
  type: string;
  [field: string]: unknown;
  [STAND_IN]?: number;
}

type Joining = "conjunction" | "disjunction";

/** The sentence for a move or a sight, in pieces. */
export function tell(said: Tagged, words: Words, joining: Joining = "conjunction"): Part[] {
  const text = words.texts[said.type] ?? said.type;
  const parts = text.split(/\{(\w+)\}/).flatMap((piece, i): Part[] => {
    if (i % 2 === 0) return piece ? [piece] : [];
    return speakField(said.type, piece, said[piece], words, joining);
  });
  return [...capitalised(elided(parts)), ...standInMark(said[STAND_IN], parts, words)];
}

/** None after a sentence about others, such as whose turn is next: it would tell that a bot plays for them. */
function standInMark(seat: number | undefined, sentence: readonly Part[], words: Words): Part[] {
  const named = sentence.some((part) => typeof part !== "string" && part.seat === seat);
  if (seat === undefined || words.standIn === undefined || !named) return [];
  const [before, after] = words.standIn.split("{player}");
  return [` ${before}`, ...speak(seat, true, words), after ?? ""];
}

/** The same as plain text, for labels and screen readers. */
export function plain(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === "string" ? part : part.name)).join("");
}

/** "a", "a and b", "a, b and c" in this language, players among them kept apart. */
export function listed(items: readonly Part[][], language: Language, joining: Joining): Part[] {
  const places = items.map((_, i) => String(i));
  const format = new Intl.ListFormat(language, { type: joining });
  return format
    .formatToParts(places)
    .flatMap((piece) => (piece.type === "element" ? (items[Number(piece.value)] ?? []) : [piece.value]));
}

/** A text of the page or of a rule, with its placeholders filled. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  const parts = text
    .split(/\{(\w+)\}/)
    .map((piece, i) => (i % 2 === 0 ? piece : String(values[piece] ?? `{${piece}}`)));
  return elided(parts).join("");
}

/** French elides the e of "de" and "que" before a vowel: la table de Bob, la table d’Ann. */
export function elided<P extends Part>(parts: readonly P[]): P[] {
  return parts.map((part, i) => {
    const next = parts[i + 1];
    const meets = next !== undefined && /^[aeiouàâäéèêëîïôöùûü]/i.test(plain([next]));
    return typeof part === "string" && meets ? (part.replace(/\b(d|qu)e $/i, "$1’") as typeof part) : part;
  });
}

/** French sets a space before : ; ! ? and inside « ». It must not break, so that none of these stands alone. */
export function unbroken(texts: Texts): Texts {
  const joined = (text: string) => text.replace(/ ([:;!?»])/g, "\u00a0$1").replace(/« /g, "«\u00a0");
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, joined(text)]));
}

/** A name for what a field of a type holds. A number may have one of its own there: `name.storey.0`. */
export function speakField(
  type: string,
  field: string,
  value: unknown,
  words: Words,
  joining: Joining = "conjunction",
): Part[] {
  const name = words.texts[`name.${field}.${String(value)}`];
  return name === undefined ? speak(value, words.seatFields[type]?.includes(field) ?? false, words, joining) : [name];
}

/** A name for a value: a player, a named thing, a number, another sentence, or a list of these. */
export function speak(value: unknown, seats: boolean, words: Words, joining: Joining = "conjunction"): Part[] {
  if (Array.isArray(value)) {
    return listed(
      value.map((each) => speak(each, seats, words, joining)),
      words.language,
      joining,
    );
  }
  if (seats && typeof value === "number") {
    return [{ seat: value, name: words.names[value] ?? String(value + 1) }];
  }
  if (isTagged(value)) return tell(value, words, joining);
  return [words.texts[`name.${String(value)}`] ?? String(value)];
}

function isTagged(value: unknown): value is Tagged {
  return typeof value === "object" && value !== null && "type" in value;
}

function capitalised(parts: Part[]): Part[] {
  const [first, ...rest] = parts;
  if (typeof first !== "string") return parts;
  return [first.charAt(0).toLocaleUpperCase() + first.slice(1), ...rest];
}
