import { tick } from "svelte";

/** Keeps the end of a list in sight. Once the sheet around it is open: until then it has no height. */
export const atEnd = (length: number) => (list: HTMLElement) => {
  void length;
  void tick().then(() => (list.scrollTop = list.scrollHeight));
};
