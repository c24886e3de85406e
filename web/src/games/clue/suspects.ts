/** The look of the six: a colour, and a letter or two on the coat. */
import type { Suspect } from "../../wire/clue";

interface Look {
  coat: string;
  ink: string;
  letter: string;
  /** Hat and hair above a coat, on a raster of 24 by 30. */
  hat: string;
  /** What trims it. */
  trim: string;
}

const LIGHT = "var(--clue-letter-light)";
const DARK = "var(--clue-letter-dark)";

export const LOOKS: Readonly<Record<Suspect, Look>> = {
  scarlet: {
    coat: "var(--clue-scarlet)",
    ink: LIGHT,
    letter: "S",
    hat: "M1 8.5q5-2 6-4.5 5-5 10 0 1 2.5 6 4.5-11 4-22 0z",
    trim: "M7 6q5 2.5 10 0",
  },
  mustard: {
    coat: "var(--clue-mustard)",
    ink: DARK,
    letter: "M",
    hat: "M3 9q0-8 9-8t9 8q-9 3-18 0zM11 0h2v2h-2z",
    trim: "M4 7.5q8 2.5 16 0",
  },
  white: {
    coat: "var(--clue-white)",
    ink: DARK,
    letter: "W",
    hat: "M6.5 10V6Q3 5 4 2.5T8.5 1.5Q12-1.5 15.5 1.5T20 2.5 17.5 6v4q-5.5 1.5-11 0z",
    trim: "M7 7q5 1.5 10 0",
  },
  green: {
    coat: "var(--clue-green)",
    ink: LIGHT,
    letter: "G",
    hat: "M2.5 10h19v-1.8h-3V1h-13v7.2h-3z",
    trim: "M5.5 6.5h13",
  },
  peacock: {
    coat: "var(--clue-peacock)",
    ink: LIGHT,
    letter: "Pe",
    hat: "M5 10q-1-7 7-7t7 7q-7 2-14 0zM13 4q0-5 7-6 1 6-5 7z",
    trim: "M15 2.5q1.5-2 3.5-3",
  },
  plum: {
    coat: "var(--clue-plum)",
    ink: LIGHT,
    letter: "Pl",
    hat: "M12 0 23 5 12 10 1 5zM6 8v3q6 2 12 0V8l-6 2.7z",
    trim: "M20.5 6v5",
  },
};
