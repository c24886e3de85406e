/**
 * Light or dark theme: the device's, until the player chooses one. `public/light.js` sets it before the first
 * paint.
 */
import { forget, recall, remember } from "./memory";

export const LIGHTS = ["auto", "day", "night"] as const;
export type Light = (typeof LIGHTS)[number];

const kept = recall("light");
let chosen = $state<Light>(LIGHTS.find((each) => each === kept) ?? "auto");

/** The colours of the browser's own bar, in the order of the page's `theme-color` tags. */
const BARS: readonly { light: Light; scheme: string }[] = [
  { light: "day", scheme: "light" },
  { light: "night", scheme: "dark" },
];

export const light = {
  get chosen(): Light {
    return chosen;
  },
  set chosen(value: Light) {
    chosen = value;
    tintBar(value);
    if (value === "auto") {
      forget("light");
      delete document.documentElement.dataset.light;
    } else {
      remember("light", value);
      document.documentElement.dataset.light = value;
    }
  },
};

tintBar(light.chosen);

function tintBar(value: Light): void {
  document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]").forEach((meta, i) => {
    const bar = BARS[i];
    meta.media = value === "auto" ? `(prefers-color-scheme: ${bar?.scheme})` : value === bar?.light ? "all" : "not all";
  });
}
