/** The options of a game, in its own words. */
import { t } from "../../app/language.svelte";
import type { Texts } from "../../app/words";

export function optionName(option: string, texts: Texts): string {
  return texts[`options.${option}`] ?? option;
}

export function optionValue(option: string, value: unknown, texts: Texts): string {
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  return texts[`options.${option}.${String(value)}`] ?? String(value);
}

/** What a table has chosen, option by option. */
export function chosenOptions(options: unknown, texts: Texts): { name: string; value: string }[] {
  return Object.entries(options as Readonly<Record<string, unknown>>)
    .filter(([option, value]) => option !== "type" && !Array.isArray(value)) // lists are wishes, shown at the seats
    .map(([option, value]) => ({ name: optionName(option, texts), value: optionValue(option, value, texts) }));
}
