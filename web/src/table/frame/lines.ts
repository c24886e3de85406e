/** The two lines every table shows at the same place: what just happened, what can be done now. */
import { t } from "../../app/language.svelte";
import { isHeld } from "../../guide/hold.svelte";
import { invitation } from "../offers";
import type { Outcome } from "../../wire/house";
import type { Sight, Table } from "../table.svelte";
import { listed, speak, tell, type Part } from "../../app/words";

export function lastLine(table: Table, story: readonly Sight[] = table.story): Part[] {
  const last = story.at(-1);
  return last ? tell(last, table.words) : [];
}

export function nowLine(table: Table): Part[] {
  const { update, words } = table;
  if (!update) return [];
  if (update.outcome) return outcomeLine(table, update.outcome, "now");
  if (table.givenUp) return [t("now.givenUp")];
  if (table.paused) return [t(isHeld(table.id) ? "now.waits" : "now.paused")];
  if (table.steppedOut) return [t("standIn.you")];
  if (table.yourTurn) {
    const ways = update.moves.map((offer) => invitation(offer, words, ".now", update.moves.length > 1));
    return [t("now.yours"), ...listed(ways, words.language, "disjunction"), "."];
  }
  const task = table.screen ? table.say(`task.${phaseOf(update.view)}`) : "";
  return template(task ? "now.task" : "now.others", { players: speak(update.asked, true, words), task: [task] });
}

/** Every game's public view names its phase. */
function phaseOf(view: unknown): string {
  return (view as { phase?: string }).phase ?? "";
}

/** Who has won, as a sentence or as the title of the result. Where nobody has, a game may have words of its own. */
export function outcomeLine(table: Table, { shares }: Outcome, form: "now" | "outcome"): Part[] {
  const winners = shares.flatMap((share, seat) => (share > 0 ? [seat] : []));
  const lost = table.say("lost");
  if (winners.length === 0) return [lost ? lost + (form === "now" ? "." : "") : t(`${form}.lost`)];
  const others = winners.filter((seat) => seat !== table.addressed);
  const standIn = table.update?.ended_by_stand_in.includes(winners[0]!) ? ".standIn" : "";
  const you = others.length < winners.length ? ".you" : "";
  return template(`${form}.${winners.length === 1 ? `won${standIn}` : "shared"}${you}`, {
    players: speak(others, true, table.words),
  });
}

/** A text of the page whose placeholders are players. */
export function template(key: string, values: Readonly<Record<string, Part[]>>): Part[] {
  return t(key)
    .split(/\{(\w+)\}/)
    .flatMap((piece, i) => (i % 2 === 0 ? [piece] : (values[piece] ?? [])));
}
