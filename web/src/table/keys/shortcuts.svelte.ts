/** Keys of a table: each presses a button of the page, or only selects it, so that Enter makes the move. */
import { recall, remember } from "../../app/memory";

export interface Shortcut {
  /** A letter or a digit, the same in every language. */
  key: string;
  /** What it does, in words. */
  label: string;
  /** Where its button is; else the button says so itself (`keyHint`). */
  at?: string;
  /** The button is selected, not pressed: what it does cannot be taken back. */
  selects?: boolean;
  /** Instead of a button. */
  run?: () => void;
}

export const LIST_KEY = "?";
const STORED = "keys";
/** Letters typed here are text, or find an entry. */
const TYPING = "input:not([type=radio], [type=checkbox], [type=range]), select, textarea, [contenteditable]";

let on = $state(recall(STORED) !== "off");

export const keyboard = $state({
  /** Single keys can be turned off: some people press them by accident, or by voice. */
  get on(): boolean {
    return on;
  },
  set on(wanted: boolean) {
    on = wanted;
    remember(STORED, wanted ? "on" : "off");
  },
  /** There is a table whose keys can be listed. */
  offered: false,
  listed: false,
});

/** For the button of a shortcut: `<button {...keyHint("R")}>`; with its name if it shows an icon alone. */
export function keyHint(key: string, name?: string): { "aria-keyshortcuts"?: string; title?: string } {
  return on ? { "aria-keyshortcuts": key, title: name ? `${name} (${key})` : key } : { title: name };
}

/** The game's own, then the common ones whose keys the game does not use. */
export function merged(own: readonly Shortcut[], common: readonly Shortcut[]): readonly Shortcut[] {
  return [...own, ...common.filter(({ key }) => own.every((each) => each.key !== key))];
}

/** The key as written in shortcuts; undefined for what is typed, held, part of a command, or meant for a dialog. */
export function keyOf(event: KeyboardEvent): string | undefined {
  if (!on || event.defaultPrevented || event.repeat || event.isComposing) return undefined;
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if ((event.target as Element).closest?.(TYPING) || document.querySelector("dialog[open]")) return undefined;
  return event.key === LIST_KEY || !event.shiftKey ? event.key.toUpperCase() : undefined;
}

/** Whether there was something to press or to select. */
export function perform({ key, at = `[aria-keyshortcuts="${key}"]`, selects, run }: Shortcut): boolean {
  if (run) run();
  else {
    const button = document.querySelector<HTMLElement>(`:is(${at}):not(:disabled)`);
    button?.focus();
    if (!selects) button?.click();
    return button !== null;
  }
  return true;
}
