/** How long a choice may take, in words. */
import { count, t } from "../language.svelte";
import type { Pace } from "../wire/house";

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

/** Minutes where they come out even. */
export function duration(seconds: number): string {
  return seconds >= 60 && seconds % 60 === 0 ? count("pace.minutes", seconds / 60) : count("pace.seconds", seconds);
}

export function hours(number: number): string {
  return number >= 24 && number % 24 === 0 ? count("pace.day", number / 24) : count("pace.hour", number);
}
