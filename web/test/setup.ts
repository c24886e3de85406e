/** What jsdom lacks: media queries and modal dialogs. */
import { speakLanguage } from "../src/app/language.svelte";

window.matchMedia = (query: string) =>
  Object.assign(new EventTarget(), { matches: false, media: query, onchange: null }) as unknown as MediaQueryList;
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};

await speakLanguage("en");
