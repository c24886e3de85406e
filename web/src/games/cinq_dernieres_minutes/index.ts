import "./theme.css";
import "./vignette.css";
export { default as Picture } from "./Picture.svelte";
export { default as Screen } from "./Screen.svelte";
export { SEAT_FIELDS as seatFields } from "../../wire/cinq_dernieres_minutes";

export const turns = ["RoundBegun", "CardsDrawn", "AccusationRevealed", "TruthRevealed"] as const;
