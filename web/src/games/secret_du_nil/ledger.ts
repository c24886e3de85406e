/** The looks so far: whose pair, at which square, and what became of it; colours as far as this viewer saw them. */
import { headingsBy, type Headings } from "../../table/frame/chapters";
import type { LedgerRow } from "../../table/ledger";
import type { Seat } from "../../wire/house";
import type { Category, Clue, Colour, Sight, Suspect } from "../../wire/secret_du_nil";

export interface LookRow extends LedgerRow {
  game: number;
  /** Where the boat was. */
  square: number;
  by: Seat;
  suspect: Suspect;
  category: Category;
  /** As it was found. */
  pair: readonly [Colour, Colour] | null;
  /** null while the player holds the pair. */
  change: "swapped" | "back" | null;
  out: Clue | null;
  put: Clue | null;
}

/** Turns are counted anew in each game; the first game of a match is named only when a second begins. */
export const headings: Headings = (story) => {
  let [game, number] = [0, 0];
  return headingsBy(({ type, first }) => {
    if (type === "GameBegun") {
      [game, number] = [game + 1, 0];
      return game > 1 ? { sight: { type: "screen.chapter.game", number: game } } : null;
    }
    const kind = game > 1 ? "screen.chapter.match" : "screen.chapter.turn";
    return type === "TurnBegun" ? { sight: { type: kind, game, number: ++number, by: first }, replaces: true } : null;
  })(story);
};

export function ledger(story: readonly { type: string }[]): LookRow[] {
  const rows: LookRow[] = [];
  let [game, square] = [0, 0];
  const change = (known: Partial<LookRow>) => rows.push({ ...rows.pop()!, ...known });
  for (const sight of story as readonly Sight[]) {
    if (sight.type === "GameBegun") game = sight.number;
    else if (sight.type === "BoatMoved") square = sight.square;
    else if (sight.type === "Looked" || sight.type === "SomeLooked") {
      const number = rows.length + 1;
      const { by, suspect, category } = sight;
      const pair = "pair" in sight ? sight.pair : null;
      const last = rows.at(-1);
      const above = last?.game === game && last.square === square ? {} : { above: squareHead(game, square) };
      const unknown = { change: null, out: null, put: null };
      rows.push({ id: String(number), number, game, square, by, suspect, category, pair, ...unknown, ...above });
    } else if (sight.type === "Swapped") change({ change: "swapped", out: sight.out, put: sight.put });
    else if (sight.type === "SomeSwapped") change({ change: "swapped" });
    else if (sight.type === "PairPutBack") change({ change: "back" });
  }
  return rows;
}

const squareHead = (game: number, number: number) => ({
  type: `screen.ledger.square${game > 1 ? ".match" : ""}`,
  game,
  number,
});
