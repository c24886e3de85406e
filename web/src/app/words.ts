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
  /** The seat that is spoken to as "you"; a spectator, a shared screen and a recording have none. */
  you?: number | null;
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

const YOU: Readonly<Record<Language, string>> = { en: "you", fr: "vous" };

/** The sentence for a move or a sight, in pieces. */
export function tell(said: Tagged, words: Words, joining: Joining = "conjunction"): Part[] {
  const toYou = textToYou(said, words);
  const text = toYou ?? words.texts[said.type] ?? said.type;
  const parts = filled(text, (field) => speakField(said.type, field, said[field], words, joining));
  const named = parts.flatMap((part) => (typeof part === "string" ? [] : [part.seat]));
  if (toYou !== undefined) named.push(words.you!);
  const sentence = text.startsWith("{") ? capitalised(elided(parts), words.you) : elided(parts);
  return [...sentence, ...standInMark(said[STAND_IN], named, words)];
}

/** The text for the player whom a field names, under `<type>.<field>`: "You show {to} {card}." */
function textToYou(said: Tagged, { texts, seatFields, you }: Words): string | undefined {
  const names = (value: unknown) => (Array.isArray(value) ? value.includes(you) : value === you);
  const fields = typeof you === "number" ? (seatFields[said.type] ?? []) : [];
  return fields.flatMap((field) => (names(said[field]) ? [texts[`${said.type}.${field}`]] : [])).find(Boolean);
}

function filled(text: string, partsOf: (field: string) => Part[]): Part[] {
  return text.split(/\{(\w+)\}/).flatMap((piece, i) => (i % 2 === 1 ? partsOf(piece) : piece ? [piece] : []));
}

/** None after a sentence about others, such as whose turn is next: it would tell that a bot plays for them. */
function standInMark(seat: number | undefined, named: readonly number[], words: Words): Part[] {
  if (seat === undefined || words.standIn === undefined || !named.includes(seat)) return [];
  const [before, after] = words.standIn.split("{player}");
  return [` ${before}`, ...speak(seat, true, words), after ?? ""];
}

/** The same as plain text, for labels and screen readers. */
export function plain(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === "string" ? part : part.name)).join("");
}

/** "a", "a and b", "a, b and c" in this language, players among them kept apart. */
export function listed(items: readonly Part[][], language: Language, joining: Joining): Part[] {
  if (items.length < 2) return items.flat(); // most are: the first ListFormat of a page takes long to make
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

/** French elides the e of "de" and "que" before a vowel and most names with h: la table de Bob, d’Ann, d’Hélène. */
export function elided<P extends Part>(parts: readonly P[]): P[] {
  return parts.map((part, i) => {
    const next = parts[i + 1];
    const meets = next !== undefined && /^(?:[aeiouàâäéèêëîïôöùûü]|h[eéèioy])/i.test(plain([next]));
    return typeof part === "string" && meets ? (part.replace(/\b(d|qu)e $/i, "$1’") as typeof part) : part;
  });
}

/** French sets a narrow space before : ; ! ? % and a whole one inside « ». They must not break. */
export function unbroken(texts: Texts): Texts {
  const joined = (text: string) =>
    text.replace(/ ([:;!?%])/g, "\u202f$1").replace(/« | »/g, (mark) => mark.replace(" ", "\u00a0"));
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, joined(text)]));
}

/** A name for what a field of a type holds. A value may have a name of its own in a field, as `name.storey.0` has,
    or in a field of one type: `VisitMade.found.nothing`. What each seat has is told with its player, in the words of
    `<type>.<field>.each`: "{player} {each}". */
export function speakField(
  type: string,
  field: string,
  value: unknown,
  words: Words,
  joining: Joining = "conjunction",
): Part[] {
  const own = `${type}.${field}`;
  const each = words.texts[`${own}.each`];
  if (each === undefined || !Array.isArray(value)) {
    const name = words.texts[`${own}.${String(value)}`] ?? words.texts[`name.${field}.${String(value)}`];
    return name === undefined ? speak(value, words.seatFields[type]?.includes(field) ?? false, words, joining) : [name];
  }
  const told = (held: unknown) => speakField("name", field, held, words);
  return value.flatMap((held: unknown, seat) => [
    ...(seat === 0 ? [] : [", "]),
    ...filled(each, (part) => (part === "each" ? told(held) : speak(seat, true, words))),
  ]);
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
    const name = value === words.you ? YOU[words.language] : (words.names[value] ?? String(value + 1));
    return [{ seat: value, name }];
  }
  if (isTagged(value)) return tell(value, words, joining);
  return [words.texts[`name.${String(value)}`] ?? String(value)];
}

function isTagged(value: unknown): value is Tagged {
  return typeof value === "object" && value !== null && "type" in value;
}

/** A player's name stays as it is written. */
function capitalised(parts: Part[], you: number | null | undefined): Part[] {
  const [first, ...rest] = parts;
  if (first === undefined) return parts;
  if (typeof first === "string") return [capital(first), ...rest];
  return first.seat === you ? [{ ...first, name: capital(first.name) }, ...rest] : parts;
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
