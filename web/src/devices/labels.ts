import { locale, t } from "../app/language.svelte";
import type { SignedInDevice } from "../wire/house";

/** Such as "Firefox on Android". */
export function deviceLabel({ browser, system }: Pick<SignedInDevice, "browser" | "system">): string {
  if (browser && system) return t("devices.label", { browser, system });
  return browser || system || t("devices.unknown");
}

/** A day, in seconds since 1970, as people write it. */
export function dayOf(seconds: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(seconds * 1000);
}
