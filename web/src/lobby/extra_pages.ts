/** Pages other than play, by the game they belong to. */
import type { IconName } from "../kit/Icon.svelte";

export const EXTRA_PAGES: Readonly<Record<string, { address: string; icon: IconName; title: string; text: string }>> = {
  arosa: { address: "/practice", icon: "sound", title: "practice.title", text: "practice.intro" },
  clue: { address: "/notebook", icon: "notebook", title: "real.title", text: "real.intro" },
  cinq_dernieres_minutes: { address: "/bourrel", icon: "device", title: "round.title", text: "round.intro" },
};
