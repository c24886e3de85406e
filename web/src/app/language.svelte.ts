/** Translations: the language of the page, its own texts and each game's, loaded when needed. */
import { session } from "./session.svelte";
import { recall, remember } from "./memory";
import { fill, unbroken, type Language, type Texts } from "./words";

type Loader = () => Promise<Texts>;

const SHELL = import.meta.glob<Texts>("../texts/*.json", { import: "default" });
const HOUSE = import.meta.glob<Texts>("../../../src/cluehouse/table/texts.*.json", { import: "default" });
const GAMES = import.meta.glob<Texts>("../../../src/cluehouse/games/*/texts.*.json", { import: "default" });

export const LANGUAGES: readonly Language[] = ["en", "fr"];

let current = $state.raw<{ language: Language; texts: Texts }>({ language: "en", texts: {} });

export const ui = {
  get language(): Language {
    return current.language;
  },
};

/** A text of the page, or of a refusal of the server. */
export function t(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  return fill(current.texts[key] ?? key, values);
}

/** A text that depends on a number: `key.one`, `key.other`. */
export function count(key: string, number: number): string {
  const form = new Intl.PluralRules(current.language).select(number);
  const written = new Intl.NumberFormat(current.language).format(number);
  return t(current.texts[`${key}.${form}`] === undefined ? `${key}.other` : `${key}.${form}`, { number: written });
}

/** The text for a refusal, by its id. */
export function refusalText(id: string): string {
  return id in current.texts ? t(id) : t("trouble.other", { id });
}

/** Changes the page only when all texts are loaded. */
export async function loadLanguage(language: Language): Promise<void> {
  const [shell, house] = await Promise.all([
    load(SHELL[`../texts/${language}.json`]),
    load(HOUSE[`../../../src/cluehouse/table/texts.${language}.json`]),
  ]);
  current = { language, texts: { ...house, ...shell } };
  document.documentElement.lang = language;
}

export async function setLanguage(language: Language): Promise<void> {
  remember("language", language);
  await loadLanguage(language);
}

/** The texts of a game, with the names that this server has set instead of the game's own. */
export async function gameTexts(game: string, language: Language): Promise<Texts> {
  const texts = await load(GAMES[`../../../src/cluehouse/games/${game}/texts.${language}.json`]);
  return { ...texts, ...unbroken(session.server?.names[game]?.[language] ?? {}) };
}

export function preferredLanguage(): Language {
  const wanted = [recall("language"), ...navigator.languages.map((each) => each.slice(0, 2))];
  return LANGUAGES.find((language) => language === wanted.find((each) => isLanguage(each))) ?? "en";
}

/** The current language with the browser's country: dates differ between countries. */
export function locale(): string {
  return navigator.languages.find((each) => each.slice(0, 2) === current.language) ?? current.language;
}

function isLanguage(word: string | null | undefined): boolean {
  return LANGUAGES.some((language) => language === word);
}

async function load(loader: Loader | undefined): Promise<Texts> {
  return loader ? unbroken(await loader()) : {};
}
