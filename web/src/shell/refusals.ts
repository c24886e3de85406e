/** Runs a request; if the server refuses it, shows the refusal as a toast instead of throwing. */
import { Refusal } from "../net/api";
import { refusalText } from "../app/language.svelte";
import { toast } from "../app/toast.svelte";

export async function toastRefusal(doing: () => Promise<unknown>): Promise<void> {
  try {
    await doing();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    toast(refusalText(error.id));
  }
}
