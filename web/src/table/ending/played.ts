/** How a seat fared, in words. */
import { count, speech, t } from "../../app/language.svelte";
import type { Played, Seat } from "../../wire/house";

/** By whom a seat was played at a table whose room is not at hand. */
export function playedBy(played: Played, seat: Seat): string {
  if (played.level !== null) return t(`bot.${seat}`);
  return played.name || t("seat.left");
}

/** Where points only repeat who has won, nobody counts them. */
export function isScored(seats: readonly Pick<Played, "points" | "share">[]): boolean {
  return seats.some(({ points, share }) => points !== share);
}

/** What a seat won of the game; nothing if nothing. */
export function winOf(share: number): string {
  if (share === 0) return "";
  const percent = new Intl.NumberFormat(speech.language, { style: "percent", maximumFractionDigits: 0 });
  return share === 1 ? t("outcome.wins") : t("outcome.share", { share: percent.format(share) });
}

/** Name, points and win, as far as there are any. */
export function tellPlayed(played: Played, seat: Seat, scored: boolean): string {
  const parts = [playedBy(played, seat), scored ? count("points", played.points) : "", winOf(played.share)];
  return parts.filter(Boolean).join(" · ");
}
