/** The result of a seat, in words. */
import { count, ui, t } from "../../app/language.svelte";
import type { Played, Seat } from "../../wire/house";

/** Who played a seat, at a table whose room is not loaded. */
export function playedBy(played: Played, seat: Seat): string {
  if (played.name) return played.name;
  return t(played.level !== null ? `bot.${seat}` : "seat.left");
}

/** False where points only repeat who has won. */
export function isScored(seats: readonly Pick<Played, "points" | "share">[]): boolean {
  return seats.some(({ points, share }) => points !== share);
}

/** A seat's share of the win; empty if none. */
export function winOf(share: number): string {
  if (share === 0) return "";
  const percent = new Intl.NumberFormat(ui.language, { style: "percent", maximumFractionDigits: 0 });
  return share === 1 ? t("outcome.wins") : t("outcome.share", { share: percent.format(share) });
}

/** Name, points and win, as far as there are any. */
export function tellPlayed(played: Played, seat: Seat, scored: boolean): string {
  const standIn = played.name && played.level !== null ? t("played.standIn") : "";
  const parts = [playedBy(played, seat), scored ? count("points", played.points) : "", winOf(played.share), standIn];
  return parts.filter(Boolean).join(" · ");
}
