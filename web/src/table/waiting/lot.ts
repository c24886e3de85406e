/** Wishes of the seats, and a role that is drawn by lot among them, in the words of their game. */
import { t, ui } from "../../app/language.svelte";
import { listed, plain } from "../../app/words";
import type { RoleLot, Room, Seat, Wishing } from "../../wire/house";
import type { Table } from "../table.svelte";

/** Who is in the lot as things stand, and who makes way. */
export function lotWords(
  { among, makes_way }: RoleLot,
  wishes: readonly Wishing[],
  table: Pick<Table, "addressed" | "names" | "say">,
): string {
  const named = among.map((seat) => [table.names[seat] ?? ""]);
  const wanted = wishes.some(({ chosen }) => chosen !== null);
  const one = among[0] === table.addressed ? "you" : "one";
  const key = among.length === 1 ? one : wanted ? "among" : "all";
  const said = [table.say(`lot.${key}`, { names: plain(listed(named, ui.language, "conjunction")) })];
  if (makes_way !== null) {
    const way = makes_way === table.addressed ? "youMakeWay" : "makesWay";
    said.push(table.say(`lot.${way}`, { name: table.names[makes_way] ?? "" }));
  }
  return said.join(" ");
}

/** What another player wishes for; empty for one's own seats and without a wish. */
export function wishWords(room: Room, seat: Seat, table: Pick<Table, "say" | "texts">): string {
  const chosen = room.wishes[seat]?.chosen;
  if (!chosen || room.yours.includes(seat)) return "";
  return room.lot ? table.say("lot.wants") : t("chair.plays", { name: table.texts[`name.${chosen}`] ?? "" });
}
