/** The story in chapters: turns, rounds or deals, each under a heading with its number. */
import type { Sight } from "../table.svelte";

/** What stands over a chapter, told like a sight. */
export interface Heading {
  sight: Sight;
  /** It says all that the first sight of the chapter does. */
  replaces?: boolean;
}

/** The headings of a story, by the sights they stand before. */
export type Headings = (story: readonly Sight[]) => ReadonlyMap<number, Heading>;

export interface Chapter {
  /** null before the first heading. */
  head: Sight | null;
  sights: readonly Sight[];
}

export function chaptersOf(story: readonly Sight[], headings: Headings): Chapter[] {
  const found = [...headings(story)];
  const first = found[0]?.[0] ?? story.length;
  const before: Chapter[] = first > 0 ? [{ head: null, sights: story.slice(0, first) }] : [];
  const chapters = found.map(([at, { sight, replaces }], i): Chapter => {
    const end = found[i + 1]?.[0] ?? story.length;
    return { head: sight, sights: story.slice(replaces ? at + 1 : at, end) };
  });
  return [...before, ...chapters];
}

/** A heading before each sight for which there is one. */
export function headingsBy(heading: (sight: Sight) => Heading | null | undefined): Headings {
  return (story) =>
    new Map(
      story.flatMap((sight, at) => {
        const found = heading(sight);
        return found ? [[at, found] as const] : [];
      }),
    );
}
