/** How storeys are called. */
import { t } from "../app/language.svelte";
import type { Storey } from "../wire/arosa";

export function nameOf(storey: Storey): string {
  return storey === 0 ? t("practice.ground") : t("practice.storey", { storey });
}

/** In a sentence: where a cube lies. */
export function placeOf(storey: Storey): string {
  return storey === 0 ? t("practice.on.ground") : t("practice.on.storey", { storey });
}
