/** What jsdom lacks: media queries, modal dialogs and popovers. And patience for a busy machine. */
import { configure } from "@testing-library/svelte";
import { loadLanguage } from "../src/app/language.svelte";

window.matchMedia = (query: string) =>
  Object.assign(new EventTarget(), { matches: false, media: query, onchange: null }) as unknown as MediaQueryList;
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};

HTMLElement.prototype.showPopover = function () {
  this.style.display = "block";
};

configure({ asyncUtilTimeout: 10_000 });
await loadLanguage("en");
