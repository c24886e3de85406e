/** The front end of each game: one entry a game, loaded when a table or the lobby needs it. */
import type { Component } from "svelte";
import { gameTexts } from "../app/language.svelte";
import type { Sight, Table } from "../table/table.svelte";
import type { Language, Texts, Words } from "../app/words";
import * as suspects from "./secret_du_nil/suspects";

/** A table of some game. Only that game's own screen knows the types of its view and notes. */
export type AnyTable = Table<never, never>;

export interface GameScreen {
  Screen: Component<{ table: AnyTable }>;
  seatFields: Words["seatFields"];
  /** Events at which a replay turns: a new deal, round or turn, an accusation, a secret that comes out. */
  turns: readonly string[];
  /** What happened, where the game tells it in words of its own. */
  retold?: (story: readonly Sight[], texts: Texts) => readonly Sight[];
  /** What the game is about, 480 wide and 200 high, for its rules. */
  Picture: Component;
}

export interface GameModule {
  screen: () => Promise<GameScreen>;
  /** A small scene for the lobby. */
  vignette: () => Promise<{ default: Component }>;
  /** For a device that holds several seats and is passed from player to player. */
  round?: () => Promise<{ default: Component<{ table: AnyTable }> }>;
  /** Options that a host writes or puts together, instead of choosing from a few values. */
  form?: () => Promise<{ default: Component<FormProps, object, "options" | "trouble"> }>;
  /** The texts at a table whose options have names or rules of their own. */
  textsAt?: (texts: Texts, options: unknown, language: Language) => Texts;
  /** What those options are, for all who come to the table. */
  terms?: (texts: Texts, options: unknown, language: Language) => { name: string; value: string; hint?: string }[];
}

export interface FormProps {
  texts: Texts;
  /** The options as the game has them. */
  usual: Readonly<Record<string, unknown>>;
  options: Record<string, unknown>;
  /** Why no table can be opened as things stand, in words; empty if one can. */
  trouble: string;
}

export const GAME_MODULES: Readonly<Record<string, GameModule>> = {
  arosa: { screen: () => import("./arosa"), vignette: () => import("./arosa/Vignette.svelte") },
  cinq_dernieres_minutes: {
    screen: () => import("./cinq_dernieres_minutes"),
    vignette: () => import("./cinq_dernieres_minutes/Vignette.svelte"),
    round: () => import("./cinq_dernieres_minutes/round/Round.svelte"),
  },
  clue: { screen: () => import("./clue"), vignette: () => import("./clue/Vignette.svelte") },
  crime_hotel: { screen: () => import("./crime_hotel"), vignette: () => import("./crime_hotel/Vignette.svelte") },
  secret_du_nil: {
    screen: () => import("./secret_du_nil"),
    vignette: () => import("./secret_du_nil/Vignette.svelte"),
    form: () => import("./secret_du_nil/SuspectsForm.svelte"),
    textsAt: suspects.textsAt,
    terms: suspects.terms,
  },
  keyhole: { screen: () => import("./keyhole"), vignette: () => import("./keyhole/Door.svelte") },
};

/** Loads the screen of a game that is about to be played, while the page waits for something else. */
export function preload(game: string): void {
  void GAME_MODULES[game]?.screen().catch(() => undefined); // whoever needs it tries again
}

/** The texts of a game at a table with these options. */
export async function tableTexts(game: string, options: unknown, language: Language): Promise<Texts> {
  const texts = await gameTexts(game, language);
  return GAME_MODULES[game]?.textsAt?.(texts, options, language) ?? texts;
}
