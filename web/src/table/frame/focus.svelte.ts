/** Keeps keyboard focus in the frame when the focused button is removed or disabled. */
import type { Attachment } from "svelte/attachments";

/** Attach the result to the frame. `fallback` gets the focus that would be lost; `busy` says that a move is sent. */
export function keepFocus(busy: () => boolean, fallback: () => HTMLElement | undefined): Attachment<HTMLElement> {
  let held = false;
  let wasBusy = false;
  $effect(() => {
    if (wasBusy && !busy()) restore();
    wasBusy = busy();
  });

  /** Only if no element has the focus. */
  function restore() {
    const focused = document.activeElement;
    if (focused === document.body || focused?.id === "main") fallback()?.focus({ preventScroll: true });
  }

  return (frame) => {
    const done = new AbortController();
    const { signal } = done;
    frame.addEventListener("focusin", () => (held = true), { signal });
    frame.addEventListener("focusout", (event) => (held &&= event.relatedTarget === null), { signal });
    // A disabled button loses the focus only when the page is painted again, and not always with an event.
    const restoreSoon = () => requestAnimationFrame(() => setTimeout(() => signal.aborted || restore()));
    const changes = new MutationObserver(() => held && restoreSoon());
    changes.observe(frame, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    return () => {
      done.abort();
      changes.disconnect();
    };
  };
}
