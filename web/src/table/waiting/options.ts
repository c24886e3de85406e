/** The options of a game, in its own words. */
import { t } from "../../app/language.svelte";
import type { Texts } from "../../app/words";

export function optionName(option: string, texts: Texts): string {
  return texts[`options.${option}`] ?? option;
}

export function optionValue(option: string, value: unknown, texts: Texts): string {
  const named = texts[`options.${option}.${String(value)}`];
  if (typeof value === "boolean") return named ?? t(value ? "yes" : "no");
  return named ?? String(value);
}

/** What a value means, where its name does not say it all. */
export function optionHint(option: string, value: unknown, texts: Texts): string {
  return texts[`options.${option}.${String(value)}.hint`] ?? "";
}

/** What a table has chosen from a few values, option by option. */
export function chosenOptions(options: unknown, texts: Texts): { name: string; value: string; hint?: string }[] {
  return Object.entries(options as Readonly<Record<string, unknown>>)
    .filter(([option, value]) => option !== "type" && typeof value !== "object")
    .map(([option, value]) => ({
      name: optionName(option, texts),
      value: optionValue(option, value, texts),
      hint: optionHint(option, value, texts),
    }));
}
