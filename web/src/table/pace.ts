/** How long a choice may take, in words. */
import { count, t } from "../app/language.svelte";
import type { Pace, Room } from "../wire/house";

export function paceWords(pace: Pace): string {
  switch (pace.type) {
    case "Relaxed":
      return t("pace.Relaxed.hint");
    case "Live":
      return t("pace.Live.now", { bank: duration(pace.bank), increment: duration(pace.increment) });
    case "ByDay":
      return t("pace.ByDay.now", { time: hours(pace.hours) });
  }
}

/** A short note for lists; empty for a game without time limits. */
export function paceNote(pace: Pace): string {
  switch (pace.type) {
    case "Relaxed":
      return "";
    case "Live":
      return t("pace.Live.short", { bank: duration(pace.bank), increment: pace.increment });
    case "ByDay":
      return t("pace.ByDay.short", { time: hours(pace.hours) });
  }
}

/** What happens when a player is absent. */
export function absenceWords({ pace, grace }: Pick<Room, "pace" | "grace">): string {
  if (pace.type === "ByDay") return t("menu.late");
  return grace ? t("menu.absent", { time: duration(grace) }) : t("menu.wait");
}

/** In minutes if it is a whole number of them, else in seconds. */
export function duration(seconds: number): string {
  return seconds >= 60 && seconds % 60 === 0 ? count("pace.minutes", seconds / 60) : count("pace.seconds", seconds);
}

export function hours(number: number): string {
  return number >= 24 && number % 24 === 0 ? count("pace.day", number / 24) : count("pace.hour", number);
}
