import "./theme.css";
import "./vignette.css";
export { default as Picture } from "./Picture.svelte";
export { default as Screen } from "./Screen.svelte";
export { SEAT_FIELDS as seatFields } from "../../wire/crime_hotel";

export const turns = ["InvestigationBegun", "Parked", "MurdererFound"] as const;
