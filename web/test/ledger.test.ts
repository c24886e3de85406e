import { describe, expect, test } from "vitest";
import * as arosa from "../src/games/arosa/ledger";
import * as cinq from "../src/games/cinq_dernieres_minutes/ledger";
import * as clue from "../src/games/clue/ledger";
import * as hotel from "../src/games/crime_hotel/ledger";
import * as keyhole from "../src/games/keyhole/ledger";
import * as nil from "../src/games/secret_du_nil/ledger";
import { chaptersOf, type Heading } from "../src/table/frame/chapters";
import type { Sight } from "../src/table/table.svelte";
import { storyOf } from "./playthroughs";

const GAMES = { arosa, cinq_dernieres_minutes: cinq, clue, crime_hotel: hotel, keyhole, secret_du_nil: nil };
const PAGES = {
  arosa: ["2-seats-novice-29", "6-seats-novice-12"],
  cinq_dernieres_minutes: ["4-seats-random-7", "8-seats-novice-7"],
  clue: ["3-seats-novice-3", "6-seats-novice-1"],
  crime_hotel: ["3-seats-novice-7", "4-seats-novice-7"],
  keyhole: ["3-seats-novice-7"],
  secret_du_nil: ["2-seats-novice-5", "4-seats-random-3"],
} as const;
const CASES = Object.entries(PAGES).flatMap(([game, pages]) => pages.map((page) => [game, page] as const));

const headsOf = (game: string, story: readonly Sight[]) =>
  [...GAMES[game as keyof typeof GAMES].headings(story).values()].map(({ sight }) => sight);

describe("in every game", () => {
  test.each(CASES)("all viewers read the same numbers over the chapters: %s %s", (game, page) => {
    const heads = headsOf(game, storyOf(`${game}/${page}`, "rail"));
    expect(heads.length).toBeGreaterThan(1);
    expect(headsOf(game, storyOf(`${game}/${page}`, 0))).toEqual(heads);
    expect(headsOf(game, storyOf(`${game}/${page}`, 1))).toEqual(heads);
  });

  test.each(CASES)("rows keep their numbers while the game goes on: %s %s", (game, page) => {
    const { ledger } = GAMES[game as keyof typeof GAMES];
    const story = storyOf(`${game}/${page}`, 0);
    const ids = (told: readonly Sight[]) => ledger(told).map(({ id, number }) => `${id} ${number}`);
    const all = ids(story);
    expect(new Set(all.map((each) => each.split(" ")[0])).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(3);
    for (let told = 0; told < story.length; told += 7)
      expect(all.slice(0, ids(story.slice(0, told)).length)).toEqual(ids(story.slice(0, told)));
    expect(ids(storyOf(`${game}/${page}`, "rail"))).toEqual(all);
  });
});

describe("chapters", () => {
  const story: Sight[] = [{ type: "Dealt" }, { type: "Begun" }, { type: "Asked" }, { type: "Begun" }];
  const heading = (number: number, replaces: boolean): Heading => ({ sight: { type: "turn", number }, replaces });

  test("begin with what comes before the first turn", () => {
    const chapters = chaptersOf(
      story,
      (told) => new Map(told.flatMap(({ type }, i) => (type === "Begun" ? [[i, heading(i, false)]] : []))),
    );
    expect(chapters.map(({ head, sights }) => [head?.number, sights.map(({ type }) => type)])).toEqual([
      [undefined, ["Dealt"]],
      [1, ["Begun", "Asked"]],
      [3, ["Begun"]],
    ]);
  });

  test("do not repeat a sight that the heading tells", () => {
    const [, first] = chaptersOf(story, () => new Map([[1, heading(1, true)]]));
    expect(first!.sights.map(({ type }) => type)).toEqual(["Asked", "Begun"]);
  });
});

describe("Clue", () => {
  const PAGE = "clue/6-seats-novice-1";

  test("numbers suggestions: who asked, three cards, who passed, who showed", () => {
    const rows = clue.ledger(storyOf(PAGE, 0));
    expect(rows[1]).toMatchObject({
      number: 2,
      turn: 2,
      by: 1,
      cards: ["plum", "knife", "lounge"],
      passed: [2],
      shown: 3,
      card: null,
    });
    expect(rows[4]).toMatchObject({ number: 5, by: 5, passed: [0, 1], shown: 2 });
  });

  test("names the card to those who saw it, and to nobody else", () => {
    const cards = ([0, 1, 2, "rail"] as const).map((viewer) => clue.ledger(storyOf(PAGE, viewer))[0]!.card);
    expect(cards).toEqual(["hall", "hall", null, null]);
  });

  test("has turns with the number that the notebook's facts have", () => {
    const told = storyOf(PAGE, 0);
    const begun = told.slice(
      0,
      told.findIndex(({ type, by }) => type === "Suggested" && by === 3),
    );
    expect(clue.ledger(told)[2]!.turn).toBe(begun.filter(({ type }) => type === "TurnBegun").length);
  });
});

describe("Les Cinq Dernières Minutes", () => {
  test("lists testimonies under their round, and lies once the truth is told", () => {
    const rows = cinq.ledger(storyOf("cinq_dernieres_minutes/4-seats-novice-7", 0));
    expect(rows.slice(0, 5).map(({ number, round, by, honest }) => [number, round, by, honest])).toEqual([
      [1, 1, 2, false],
      [2, 1, 0, true],
      [3, 1, 3, true],
      [4, 1, 1, true],
      [5, 2, 1, true],
    ]);
    expect(rows[0]).toMatchObject({ room: "study", found: "pipe", above: { type: "screen.chapter.round", number: 1 } });
    expect(rows[1]!.above).toBeUndefined();
  });

  test("knows no lie before the truth is told", () => {
    const story = storyOf("cinq_dernieres_minutes/4-seats-novice-7", 0);
    const told = story.slice(
      0,
      story.findIndex(({ type }) => type === "TruthRevealed"),
    );
    expect(cinq.ledger(told).map(({ honest }) => honest)).toEqual([null, null, null, null]);
  });

  test("a round that is played again has a heading of its own", () => {
    const heads = headsOf("cinq_dernieres_minutes", storyOf("cinq_dernieres_minutes/4-seats-random-7", 0));
    expect(heads.length).toBeGreaterThan(4);
    const story = storyOf("cinq_dernieres_minutes/4-seats-random-7", 0);
    const kinds = [...cinq.headings(story).values()].map(({ sight }) => `${sight.type} ${String(sight.number)}`);
    expect(kinds.slice(0, 2)).toEqual(["screen.chapter.round 1", "screen.chapter.again 1"]);
  });
});

describe("Le Secret du Nil", () => {
  const PAGE = "secret_du_nil/4-seats-random-3";

  test("lists looks with their square, and what became of the pair", () => {
    const [first] = nil.ledger(storyOf(PAGE, 0));
    expect(first).toMatchObject({
      number: 1,
      by: 3,
      suspect: "stringer",
      category: "fingerprint",
      pair: null,
      change: "back",
    });
  });

  test("shows the colours to the player who looked", () => {
    expect(nil.ledger(storyOf(PAGE, 3))[0]!.pair).toEqual(["green", "yellow"]);
    expect(nil.ledger(storyOf(PAGE, "rail"))[0]!.pair).toBeNull();
  });

  test("a swap shows its cards to the player who made it alone", () => {
    const page = "secret_du_nil/2-seats-novice-5";
    const swap = storyOf(page, 0).find(({ type }) => type === "Swapped")!;
    const mine = nil.ledger(storyOf(page, 0)).find(({ change, by }) => change === "swapped" && by === 0)!;
    const theirs = nil.ledger(storyOf(page, 1)).find(({ id }) => id === mine.id)!;
    expect([mine.out, mine.put]).toEqual([swap.out, swap.put]);
    expect(theirs).toMatchObject({ change: "swapped", by: 0, out: null, put: null });
  });

  test("numbers turns within each game of a match", () => {
    const sights = [...nil.headings(storyOf("secret_du_nil/2-seats-novice-5", 0)).values()].map(({ sight }) => sight);
    const second = sights.findIndex(({ game, number }) => game === 2 && number === 1);
    expect(second).toBeGreaterThan(1);
    expect(sights[second - 1]).toMatchObject({ type: "screen.chapter.game", number: 2 });
  });
});

describe("Crime Hotel", () => {
  const PAGE = "crime_hotel/3-seats-novice-7";

  test("lists tricks: cards by seat, who won, and what was done with it", () => {
    const [first] = hotel.ledger(storyOf(PAGE, 0));
    expect(first).toMatchObject({
      id: "1.1",
      number: 1,
      played: [
        { by: 0, card: 27 },
        { by: 1, card: 21 },
        { by: 2, card: 24 },
      ],
      winner: 0,
      done: [
        { by: 0, place: "room-34" },
        { by: 2, department: "exchange" },
        { by: 1, place: "room-11" },
      ],
    });
  });

  test("has five tricks in each of three investigations", () => {
    const rows = hotel.ledger(storyOf(PAGE, "rail"));
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5]);
    expect(rows.flatMap(({ above }) => (above ? [above.number] : []))).toEqual([1, 2, 3]);
  });
});

describe("Arosa", () => {
  test("lists drops by their numbers", () => {
    const rows = arosa.ledger(storyOf("arosa/2-seats-novice-29", 1));
    expect(rows.slice(0, 5).map(({ number, fall }) => [number, fall.by, fall.colour])).toEqual([
      [1, 0, "red"],
      [2, 0, "red"],
      [3, 0, "yellow"],
      [4, 0, "yellow"],
      [5, 1, "blue"],
    ]);
  });
});

describe("Keyhole", () => {
  test("lists who showed a card to whom, and which if one saw it", () => {
    const story = storyOf("keyhole/3-seats-novice-7", 0);
    expect(keyhole.ledger(story)[0]).toMatchObject({ number: 1, to: 0, by: 2, card: "pilot" });
    expect(keyhole.ledger(storyOf("keyhole/3-seats-novice-7", 1))[0]!.card).toBeNull();
    expect(keyhole.ledger(story).flatMap(({ above }) => (above ? [above.number] : []))).toEqual([1, 2]);
  });
});
