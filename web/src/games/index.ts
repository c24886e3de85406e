/** The screens of the house: one line a game, loaded when somebody sits down to it. */
import type { Component } from "svelte";
import type { Table } from "../store.svelte";
import type { Words } from "../words";

export interface Room {
  // Each screen knows the view of its own game; the frame around it does not.
  Screen: Component<{ table: Table<any> }>;
  seatFields: Words["seatFields"];
}

export interface Doorway {
  room: () => Promise<Room>;
  /** A small scene for the lobby. */
  vignette: () => Promise<{ default: Component }>;
  /** For a device that holds several seats and goes from hand to hand. */
  round?: () => Promise<{ default: Component<{ table: Table<any> }> }>;
}

export const DOORWAYS: Readonly<Record<string, Doorway>> = {
  arosa: { room: () => import("./arosa"), vignette: () => import("./arosa/Vignette.svelte") },
  cinq_dernieres_minutes: {
    room: () => import("./cinq_dernieres_minutes"),
    vignette: () => import("./cinq_dernieres_minutes/Vignette.svelte"),
    round: () => import("./cinq_dernieres_minutes/round/Round.svelte"),
  },
  clue: { room: () => import("./clue"), vignette: () => import("./clue/Vignette.svelte") },
  crime_hotel: { room: () => import("./crime_hotel"), vignette: () => import("./crime_hotel/Vignette.svelte") },
  secret_du_nil: { room: () => import("./secret_du_nil"), vignette: () => import("./secret_du_nil/Vignette.svelte") },
  keyhole: { room: () => import("./keyhole"), vignette: () => import("./keyhole/Door.svelte") },
};
