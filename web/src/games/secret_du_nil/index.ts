import "./theme.css";
import "./vignette.css";
export { default as Picture } from "./Picture.svelte";
export { default as Screen } from "./Screen.svelte";
export { retold } from "./story";
export { SEAT_FIELDS as seatFields } from "../../wire/secret_du_nil";

export const turns = ["GameBegun", "TurnBegun", "Revealed"] as const;
