/** A short message that disappears by itself. */

const SHOWN = 4000;

let text = $state("");
let timer: ReturnType<typeof setTimeout> | undefined;

export const toasted = {
  get text(): string {
    return text;
  },
};

export function toast(words: string): void {
  text = words;
  clearTimeout(timer);
  timer = setTimeout(() => (text = ""), SHOWN);
}
