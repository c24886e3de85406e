import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, Refusal } from "../src/net/api";
import { counted, NO_GUESSES, NO_SCORE, scoreIn, tally, verdictOf, type Guesses } from "../src/practice/score";
import { MOST_CUBES, PracticeTower } from "../src/practice/tower.svelte";
import type { Practice, Practised, Storey } from "../src/wire/arosa";

const fallen = (storey: Storey): Practised => ({
  sound: btoa("RIFF"),
  storey,
  storeys: NO_GUESSES.map((_, each) => Number(each === storey)),
});

describe("a score", () => {
  const guesses = (
    [
      [3, 3],
      [3, 4],
      [0, 7],
      [1, 0],
    ] as const
  ).reduce<Guesses>((all, [lies, guess]) => counted(all, lies, guess), NO_GUESSES);

  test("counts drops, exact guesses, and those within one", () => {
    expect(tally(guesses)).toEqual({ drops: 4, exact: 1, withinOne: 3 });
    expect(tally(NO_GUESSES)).toEqual({ drops: 0, exact: 0, withinOne: 0 });
  });

  test("has a row for each storey where cubes lay", () => {
    expect(guesses[3]).toEqual([0, 0, 0, 1, 1, 0, 0, 0]);
    expect(guesses[0]?.[7]).toBe(1);
    expect(guesses[7]).toEqual(NO_GUESSES[7]);
  });

  test("tells right from one off and wrong", () => {
    expect([verdictOf(3, 3), verdictOf(3, 2), verdictOf(0, 1), verdictOf(3, 5)]).toEqual([
      "exact",
      "near",
      "near",
      "wrong",
    ]);
  });

  test("is the same after storing and loading", () => {
    const score = { ...NO_SCORE, thick: guesses };
    expect(scoreIn(JSON.stringify(score))).toEqual(score);
  });

  test.each([
    null,
    "",
    "{",
    "[]",
    "3",
    '{"clear":[]}',
    JSON.stringify({ ...NO_SCORE, clear: NO_GUESSES.slice(1) }),
    JSON.stringify({ ...NO_SCORE, clear: [...NO_GUESSES.slice(1), [-1, 0, 0, 0, 0, 0, 0, 0]] }),
  ])("that is invalid is empty: %s", (text) => expect(scoreIn(text)).toBe(NO_SCORE));
});

describe("the practice tower", () => {
  let asked: Practice[];

  beforeEach(() => {
    asked = [];
    localStorage.clear();
    vi.useFakeTimers();
    vi.spyOn(api, "aid").mockImplementation((_game, _aid, question) => {
      asked.push(question as Practice);
      return Promise.resolve(fallen(5)) as Promise<never>;
    });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  async function drop(tower: PracticeTower) {
    const dropped = tower.drop();
    await vi.advanceTimersByTimeAsync(1000);
    await dropped;
  }

  test("shows nothing before the guess", async () => {
    const tower = new PracticeTower();
    await drop(tower);
    expect([tower.asking, tower.answer, tower.mayDrop]).toEqual([true, null, false]);
    expect(tower.storeys).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    tower.guess(4);
    expect(tower.answer).toEqual({ lies: 5, guess: 4, verdict: "near" });
    expect(tower.storeys).toEqual([0, 0, 0, 0, 0, 1, 0, 0]);
  });

  test("takes one guess a cube, and no cube before it", async () => {
    const tower = new PracticeTower();
    tower.guess(3);
    await drop(tower);
    await drop(tower);
    expect(asked).toHaveLength(1);
    tower.guess(5);
    tower.guess(4);
    expect(tally(tower.guesses)).toEqual({ drops: 1, exact: 1, withinOne: 1 });
  });

  test("counts each kind of walls by itself, in this browser", async () => {
    const tower = new PracticeTower();
    tower.hearing = "thick";
    await drop(tower);
    tower.hearing = "clear"; // of the next cube
    tower.guess(5);
    expect(tally(tower.guesses).drops).toBe(0);
    const later = new PracticeTower();
    later.hearing = "thick";
    expect(tally(later.guesses).drops).toBe(1);
    later.countAnew();
    const muchLater = new PracticeTower();
    muchLater.hearing = "thick";
    expect(tally(muchLater.guesses).drops).toBe(0);
  });

  test("is a new hotel every time, unless cubes stay", async () => {
    const tower = new PracticeTower();
    for (let i = 0; i < 4; i++) {
      tower.staying = i >= 2;
      await drop(tower);
      tower.guess(0);
    }
    expect(asked.map(({ number }) => number)).toEqual([1, 1, 2, 3]);
    expect(asked[0]?.seed).not.toBe(asked[1]?.seed);
    expect(new Set(asked.slice(1).map(({ seed }) => seed)).size).toBe(1);
  });

  test("starts a new hotel when one is full", async () => {
    const tower = new PracticeTower();
    tower.staying = true;
    for (let i = 0; i < MOST_CUBES; i++) {
      expect(tower.isFull).toBe(false);
      await drop(tower);
      tower.guess(0);
    }
    expect(tower.isFull).toBe(true);
    await drop(tower);
    expect(asked.at(-1)?.number).toBe(1);
    expect(asked.at(-1)?.seed).not.toBe(asked[0]?.seed);
    expect(tower.storeys).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test("teaches with a high fall, one in the middle, and the ground floor", async () => {
    const tower = new PracticeTower();
    tower.hearing = "clear";
    await tower.teach();
    expect(asked.map(({ storey, hearing }) => [storey, hearing])).toEqual([
      [7, "clear"],
      [4, "clear"],
      [0, "clear"],
    ]);
    expect(tower.examples.map(({ storey }) => storey)).toEqual([7, 4, 0]);
    expect(tally(tower.guesses).drops).toBe(0);
    await drop(tower);
    expect(tower.examples).toEqual([]);
  });

  test("compares a wrong guess with the truth, and nothing before or else", async () => {
    const tower = new PracticeTower();
    await tower.compare();
    await drop(tower);
    await tower.compare();
    expect(tower.examples).toEqual([]);
    tower.guess(2);
    await tower.compare();
    expect(asked.map(({ storey }) => storey)).toEqual([null, 2]);
    expect(tower.examples.map(({ storey }) => storey)).toEqual([2, 5]);
    await drop(tower);
    tower.guess(5);
    await tower.compare();
    expect(tower.examples).toEqual([]);
  });

  test("shows no examples that come after the next cube", async () => {
    let answer: (fall: Practised) => void = () => undefined;
    vi.mocked(api.aid).mockImplementationOnce(() => new Promise((resolve) => (answer = resolve as typeof answer)));
    const tower = new PracticeTower();
    const taught = tower.teach();
    await drop(tower);
    answer(fallen(7));
    await taught;
    expect([tower.asking, tower.examples]).toEqual([true, []]);
  });

  test("can retry when the server did not answer", async () => {
    vi.mocked(api.aid).mockRejectedValueOnce(new Refusal("HOUSE-BUSY", ""));
    const tower = new PracticeTower();
    await expect(tower.drop()).rejects.toThrow("HOUSE-BUSY");
    expect([tower.mayDrop, tower.asking]).toEqual([true, false]);
    await drop(tower);
    expect(tower.asking).toBe(true);
  });
});
