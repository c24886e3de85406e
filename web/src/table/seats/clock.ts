/** What a clock shows, counted on from the last value of the server. */
import { count, t } from "../../app/language.svelte";
import type { Clock } from "../../wire/house";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds left, `since` seconds after the server sent the clock. */
export function secondsLeft(clock: Clock, since: number): number {
  if (clock.runs_in === null) return clock.left;
  return Math.max(0, clock.left - Math.max(0, since - clock.runs_in));
}

/** `4:05`, `23 h 40`, `3 days`: never more than is left. */
export function spoken(seconds: number): string {
  if (seconds >= 2 * DAY) return count("clock.days", Math.floor(seconds / DAY));
  const minutes = Math.floor(seconds / MINUTE);
  if (seconds < HOUR) return `${minutes}:${padded(seconds % MINUTE)}`;
  return t("clock.hours", { hours: Math.floor(seconds / HOUR), minutes: padded(minutes % 60) });
}

function padded(number: number): string {
  return String(Math.floor(number)).padStart(2, "0");
}
