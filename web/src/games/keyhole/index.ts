import "./theme.css";
import "./vignette.css";
export { default as Picture } from "./Picture.svelte";
export { default as Screen } from "./Screen.svelte";
export { SEAT_FIELDS as seatFields } from "../../wire/keyhole";

export const turns = ["CulpritHidden", "Accused", "Revealed"] as const;
