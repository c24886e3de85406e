import "./theme.css";
import "./vignette.css";
export { default as Picture } from "./Picture.svelte";
export { default as Screen } from "./Screen.svelte";
export { retold, seatFields } from "./story";

export const turns = ["TurnBegun", "Accused", "CaseSolved", "CaseUnsolved"] as const;
