/** Day or night: the device decides, until somebody chooses. `public/light.js` sets it before. */
import { forget, recall, remember } from "./memory";

export const LIGHTS = ["auto", "day", "night"] as const;
export type Light = (typeof LIGHTS)[number];

const kept = recall("light");
let chosen = $state<Light>(LIGHTS.find((each) => each === kept) ?? "auto");

export const light = {
  get chosen(): Light {
    return chosen;
  },
  set chosen(value: Light) {
    chosen = value;
    if (value === "auto") {
      forget("light");
      delete document.documentElement.dataset.light;
    } else {
      remember("light", value);
      document.documentElement.dataset.light = value;
    }
  },
};
