/** The suspects of a table: their names and places, where a table plays with those of its own box (NI-DEC-1). */
import { listed, plain, fill, type Language, type Texts } from "../../app/words";
import { Place, Suspect, type Options } from "../../wire/secret_du_nil";

export type MetAt = Options["met_at"];

/** As the server counts: in characters, not in bytes. */
export const LONGEST_NAME = 24;

const nameKey = (suspect: Suspect) => `name.${suspect}`;

export const usualNames = (texts: Texts): string[] => Suspect.map((suspect) => texts[nameKey(suspect)] ?? suspect);

/** A name as it is sent: without spaces round it, and with single ones inside. */
export const tidy = (name: string) => name.trim().replace(/\s+/g, " ");

/** The texts at a table, with its own names and its own places in them. */
export function textsAt(texts: Texts, options: unknown, language: Language): Texts {
  const { names, met_at } = options as Partial<Options>;
  if (!met_at) return texts; // a table opened before there was a choice
  const named = names ? Object.fromEntries(Suspect.map((suspect, i) => [nameKey(suspect), names[i]!])) : {};
  const own = { ...texts, ...named };
  const suspects = whereabouts(own, met_at, language);
  return { ...own, "NI-DEC-1": fill(texts["NI-DEC-1.table"] ?? "", { suspects }) };
}

/** The suspects among the terms of a table. */
export function terms(texts: Texts, options: unknown, language: Language): { name: string; value: string }[] {
  const { met_at } = options as Partial<Options>;
  if (!met_at) return [];
  return [{ name: texts["options.met_at"] ?? "", value: whereabouts(texts, met_at, language) }];
}

/** What is wrong with the names, as the key of a text; nothing if they can be used. */
export function wrongNames(names: readonly string[]): string | undefined {
  const tidied = names.map(tidy);
  if (tidied.some((name) => !isName(name))) return "options.names.unreadable";
  if (new Set(tidied.map((name) => name.toLocaleLowerCase())).size < tidied.length) return "options.names.same";
  return undefined;
}

/** The same for places. */
export function wrongPlaces(met: MetAt): string | undefined {
  if (met.some(([one, other]) => one === other)) return "options.met_at.same";
  return Place.every((place) => met.some((places) => places.includes(place))) ? undefined : "options.met_at.empty";
}

/** Which suspects have what is wrong; none if it is wrong with all of them together. */
export function atFault(wrong: string | undefined, names: readonly string[], met: MetAt): boolean[] {
  const lowered = names.map((name) => tidy(name).toLocaleLowerCase());
  switch (wrong) {
    case "options.names.unreadable":
      return names.map((name) => !isName(tidy(name)));
    case "options.names.same":
      return lowered.map((name) => lowered.indexOf(name) !== lowered.lastIndexOf(name));
    case "options.met_at.same":
      return met.map(([one, other]) => one === other);
    default:
      return names.map(() => false);
  }
}

function isName(name: string): boolean {
  const length = [...name].length;
  return length > 0 && length <= LONGEST_NAME && /[\p{L}\p{N}]/u.test(name) && !/[{}\p{C}]/u.test(name);
}

/** "Mrs Watson (Promenade, Pool), Mr Christie (…) and …" */
function whereabouts(texts: Texts, met: MetAt, language: Language): string {
  const place = (each: Place) => texts[`screen.card.${each}`] ?? each;
  const each = usualNames(texts).map((name, i) => [`${name} (${met[i]!.map(place).join(", ")})`]);
  return plain(listed(each, language, "conjunction"));
}
