/** The front end of each game: one entry a game, loaded when a table or the lobby needs it. */
import type { Component } from "svelte";
import type { Table } from "../table/table.svelte";
import type { Words } from "../app/words";

/** A table of some game. Only that game's own screen knows the types of its view and notes. */
export type AnyTable = Table<never, never>;

export interface GameScreen {
  Screen: Component<{ table: AnyTable }>;
  seatFields: Words["seatFields"];
}

export interface GameModule {
  screen: () => Promise<GameScreen>;
  /** A small scene for the lobby. */
  vignette: () => Promise<{ default: Component }>;
  /** For a device that holds several seats and is passed from player to player. */
  round?: () => Promise<{ default: Component<{ table: AnyTable }> }>;
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
  secret_du_nil: { screen: () => import("./secret_du_nil"), vignette: () => import("./secret_du_nil/Vignette.svelte") },
  keyhole: { screen: () => import("./keyhole"), vignette: () => import("./keyhole/Door.svelte") },
};
