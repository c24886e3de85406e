/** Does something with the house; if it says no, says so in words instead of failing. */
import { Refusal } from "../net/api";
import { has, t } from "../app/language.svelte";
import { toast } from "../app/toast.svelte";

export async function complain(doing: () => Promise<unknown>): Promise<void> {
  try {
    await doing();
  } catch (trouble) {
    if (!(trouble instanceof Refusal)) throw trouble;
    toast(has(trouble.id) ? t(trouble.id) : t("trouble.other", { id: trouble.id }));
  }
}
