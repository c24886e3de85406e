export { default as Screen } from "./Screen.svelte";
export { seatFields } from "./story";
