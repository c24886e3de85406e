import "./theme.css";
import "./vignette.css";
export { default as Screen } from "./Screen.svelte";
export { seatFields } from "./story";
