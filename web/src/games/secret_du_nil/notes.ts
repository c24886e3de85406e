/** What the notebook has written by itself, in words. */
import { MARKS } from "../../kit/NotebookGrid.svelte";
import { reasonFrom, type Premise, type Reason } from "../../table/reasons";
import type { Sight as Told, Table } from "../../table/table.svelte";
import type { Marks } from "../../wire/house";
import { Colour, type Category, type CategoryNote, type Notes, type PairNote } from "../../wire/secret_du_nil";
import { tell, type Part, type Words } from "../../app/words";
import { ledger, type LookRow } from "./ledger";
import { retold } from "./story";

/** The row of a category in which nobody is guilty; all others are suspects. */
export const NOBODY = "nobody";

/** A cell of the notebook: a page for each game. */
export const cellOf = (game: number, who: string, category: Category | string) => `${game}.${who}.${category}`;

/** A player's own mark: the colours of the pair, whether it was swapped since, and whether it is guilty. */
export interface PairMark {
  colours: readonly Colour[];
  swapped: boolean;
  verdict: string;
}

const SWAPPED = "⇄";
const VERDICTS: readonly string[] = MARKS;

export function readMark(mark: string): PairMark {
  const signs = [...mark];
  return {
    colours: signs.flatMap((sign) => Colour.find((colour) => colour.startsWith(sign)) ?? []),
    swapped: signs.includes(SWAPPED),
    verdict: signs.find((sign) => VERDICTS.includes(sign)) ?? "",
  };
}

/** Colours by their first letters, then the swap, then the verdict: "rb⇄✗". */
export function writeMark({ colours, swapped, verdict }: PairMark): string {
  return colours.map((colour) => colour.charAt(0)).join("") + (swapped ? SWAPPED : "") + verdict;
}

/** The verdict that stands in a cell: printed where it is proved, else the player's own. */
export function verdictOf(cell: string, marks: Marks["marks"], notes: Notes | undefined): string | undefined {
  const [, who, category] = cell.split(".");
  const note =
    who === NOBODY
      ? notes?.categories.find((each) => each.category === category)
      : notes?.pairs.find((each) => each.suspect === who && each.category === category);
  return (note && mark(note)) ?? (readMark(marks[cell] ?? "").verdict || undefined);
}

/** What was seen of each pair and when, who may have changed it since, and where to ask for reasons. */
export function remarks(notes: Notes | undefined, table: Table): Part[][] {
  if (!notes) return [];
  const told = notes.pairs.filter(({ glance, changes }) => glance !== null || changes.length > 0);
  const proved = notes.pairs.some((note) => mark(note)) || notes.categories.some((note) => mark(note));
  return [...told.map((note) => remark(note, table.words)), ...(proved ? [[table.say("why")]] : [])];
}

/** The mark that stands in a cell by proof: guilty or not. */
export function mark(note: PairNote | CategoryNote): "✓" | "✗" | undefined {
  const chance = chanceOf(note);
  return chance === 1 ? "✓" : chance === 0 ? "✗" : undefined;
}

/** How likely it is that this suspect, or nobody, is to be named. */
export function chanceOf(note: PairNote | CategoryNote): number | undefined {
  return note.type === "CategoryNote" ? note.nobody : note.chances?.guilty;
}

/** Why something is certain: the looks and swaps it rests on are cited by their numbers. */
export function reasonOf(note: PairNote | CategoryNote, game: number, table: Table): Reason {
  const sights = retold(note.because);
  const cited = citedBy(
    sights,
    ledger(table.story).filter((row) => row.game === game),
  );
  const premises = sights.map((sight, i): Premise => {
    const row = cited[i];
    const said = row ? { type: "screen.because", number: row.number, sight } : sight;
    return { row: row?.id, told: tell(said, table.words) };
  });
  const pairs = sights.filter(({ suspect }) => suspect).map((sight) => sight as Told & PairNote);
  const own = note.type === "PairNote" ? note.suspect : NOBODY;
  const cells = [cellOf(game, own, note.category), ...pairs.map((pair) => cellOf(game, pair.suspect, pair.category))];
  return reasonFrom(premises, claim(note, table.words), cells);
}

/** The row of each sight. Of looks that are alike, the last count: nothing older proves anything. */
function citedBy(sights: readonly Told[], rows: readonly LookRow[]): (LookRow | undefined)[] {
  const used = new Set<string>();
  const cite = (sight: Told) => {
    const kind = sight.type.replace("Some", "");
    const row = rows.filter((each) => !used.has(`${kind} ${each.id}`) && tells(each, kind, sight)).at(-1);
    if (row) used.add(`${kind} ${row.id}`);
    return row;
  };
  return [...sights].reverse().map(cite).reverse();
}

function tells(row: LookRow, kind: string, { by, suspect, category, pair, out, put }: Told): boolean {
  if (row.by !== by || row.suspect !== suspect || row.category !== category) return false;
  if (kind === "Looked") return pair === undefined || String(row.pair) === String(pair);
  if (kind === "PairPutBack") return row.change === "back";
  return kind === "Swapped" && row.change === "swapped" && (out === undefined || (row.out === out && row.put === put));
}

/** What is certain, as a sentence. */
export function claim(note: PairNote | CategoryNote, words: Words): Part[] {
  return tell({ ...note, type: `screen.sure.${sureOf(note)}` }, words);
}

function sureOf(note: PairNote | CategoryNote): string {
  if (note.type === "CategoryNote") return note.nobody === 1 ? "nobody" : "somebody";
  const { guilty, cleared, open } = note.chances ?? { guilty: 0, cleared: 0, open: 0 };
  if (guilty === 1) return "guilty";
  return cleared === 1 ? "cleared" : open === 1 ? "open" : "innocent";
}

function remark({ suspect, category, glance, changes }: PairNote, words: Words): Part[] {
  const seen = tell({ ...glance, type: glance ? "screen.seen" : "screen.unseen", suspect, category }, words);
  const seats = { ...words, seatFields: { "screen.changed": ["by"] } };
  return [
    ...seen,
    ...changes.flatMap(({ by, square }): Part[] => [" ", ...tell({ type: "screen.changed", by, square }, seats)]),
  ];
}
