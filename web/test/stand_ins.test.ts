/** Moves that a bot made for a player are told as such, in both languages. */
import { render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import NIL_TEXTS from "../../src/cluehouse/games/secret_du_nil/texts.en.json";
import { loadLanguage } from "../src/app/language.svelte";
import { plain, STAND_IN, tell, type Words } from "../src/app/words";
import { retold as inArosa } from "../src/games/arosa/story";
import { retold as inNil } from "../src/games/secret_du_nil/story";
import Screen from "../src/games/keyhole/Screen.svelte";
import OutcomePanel from "../src/table/ending/OutcomePanel.svelte";
import { tellPlayed } from "../src/table/ending/played";
import Meanwhile from "../src/table/frame/Meanwhile.svelte";
import { lastLine, nowLine } from "../src/table/frame/lines";
import { Table, type Sight } from "../src/table/table.svelte";
import type { Update } from "../src/wire/house";
import type { Notes, View } from "../src/wire/keyhole";
import { SEAT_FIELDS } from "../src/wire/secret_du_nil";
import { ASK, ENGLISH, FRENCH, ROOM } from "./fixtures";

const ASKED: Update<{ type: string }, View> = {
  ...ASK,
  seq: 1,
  sights: [{ type: "SomeCardShown", by: 2, to: 1 } as { type: string }, { type: "AllReady" }],
  moves: [],
  asked: [2],
  stand_ins: [{ sight: 0, seat: 1 }],
};
const WON = { type: "Outcome" as const, shares: [0, 1, 0], points: [0, 1, 0], rule: "KEY-9" };

function table(words: Words, ...updates: Update<{ type: string }, View>[]): Table<View, Notes> {
  const made = new Table<View, Notes>("t1", () => ({ send: () => true, close: () => undefined }));
  made.texts = words.texts;
  made.seatFields = words.seatFields;
  made.onState("live");
  made.onMessage(ROOM);
  for (const update of updates) made.onMessage(update);
  return made;
}

const told = (played: Table<View, Notes>) => played.story.map((sight) => plain(tell(sight, played.words)));

beforeEach(() => localStorage.clear());
afterEach(() => loadLanguage("en"));

describe("a move of a stand-in", () => {
  test("is marked where it begins, for the player it was made for", () => {
    const [, , shown, next] = told(table(ENGLISH, ASK, ASKED));
    expect(shown).toMatch(/\(a bot, for Bob\)$/);
    expect(next).not.toContain("a bot");
  });

  test("is not marked after a sentence about others", () => {
    const next = { ...ASKED, sights: [{ type: "SomeCardShown", by: 2, to: 0 } as { type: string }] };
    expect(told(table(ENGLISH, ASK, next)).join()).not.toContain("a bot");
  });

  test("is marked in French", async () => {
    await loadLanguage("fr");
    expect(told(table(FRENCH, ASK, ASKED))[2]).toMatch(/\(un robot, pour Bob\)$/);
  });

  test("is marked in the same way after a reload", () => {
    const whole = { ...ASKED, sights: [...ASK.sights, ...ASKED.sights], stand_ins: [{ sight: 2, seat: 1 }] };
    expect(told(table(ENGLISH, whole))).toEqual(told(table(ENGLISH, ASK, ASKED)));
  });

  test("is marked in the last line", () => {
    const played = table(ENGLISH, ASK, { ...ASKED, sights: ASKED.sights.slice(0, 1) });
    expect(plain(lastLine(played as Table))).toMatch(/\(a bot, for Bob\)$/);
  });

  test("is marked on the screen", () => {
    render(Screen, { table: table(ENGLISH, ASK, { ...ASKED, sights: ASKED.sights.slice(0, 1) }) });
    expect(screen.getAllByText(/a bot, for/).length).toBeGreaterThan(0);
  });

  test("is marked in what happened meanwhile", () => {
    const played = table(ENGLISH, ASK, ASKED);
    played.meanwhile = played.story;
    render(Meanwhile, { table: played as Table, retold: (story: readonly Sight[]) => story });
    expect(within(screen.getByRole("dialog")).getByText(/a bot, for/)).toBeTruthy();
  });

  test("is marked there in the game's own words", () => {
    const played = table(ENGLISH, ASK);
    [played.texts, played.seatFields] = [NIL_TEXTS, SEAT_FIELDS];
    played.meanwhile = [{ type: "CardsRevealed", cards: [["bar"], ["joker"], ["pool"]], [STAND_IN]: 1 }];
    render(Meanwhile, { table: played as Table, retold: inNil });
    const lines = within(screen.getByRole("dialog")).getAllByRole("listitem");
    expect(lines.map((line) => line.textContent.replace(/\s+/g, " ").trim())).toEqual([
      "You play the Bar.",
      expect.stringMatching(/^Bob .*Joker.* \(a bot, for Bob\)$/i),
      expect.stringMatching(/^\S+ .*Pool.*\.$/),
    ]);
  });

  test("keeps its mark where a game tells a sight in its own way", () => {
    const heard = inArosa({ type: "CubeHeard", by: 1, colour: "yellow", [STAND_IN]: 1 }, {});
    expect(heard[STAND_IN]).toBe(1);
    const cards = inNil([{ type: "CardsRevealed", cards: [[], [], []], [STAND_IN]: 1 } as { type: string }]);
    expect(cards.map((sight) => sight[STAND_IN])).toEqual([undefined, 1, undefined]);
  });
});

describe("a game that a bot has won for a player", () => {
  const over = { ...ASKED, outcome: WON, ended_by_stand_in: [1] };

  test("is told as the bot's", async () => {
    expect(plain(nowLine(table(ENGLISH, ASK, over) as Table))).toBe("A bot wins for Bob.");
    await loadLanguage("fr");
    expect(plain(nowLine(table(FRENCH, ASK, over) as Table))).toBe("Un robot gagne pour Bob.");
  });

  test.each([
    ["en", ENGLISH, "A bot wins for you.", /in your place: it does not count as your win/],
    ["fr", FRENCH, "Un robot gagne pour vous.", /à votre place.*ne compte pas comme la vôtre/],
  ] as const)("is told to that player, too: %s", async (language, words, line, panel) => {
    await loadLanguage(language);
    const outcome = { ...WON, shares: [1, 0, 0], points: [1, 0, 0] };
    const played = table(words, ASK, { ...over, outcome, ended_by_stand_in: [0] }) as Table;
    expect(plain(nowLine(played))).toBe(line);
    render(OutcomePanel, { table: played, outcome, onclose: () => undefined });
    expect(screen.getByText(panel)).toBeTruthy();
  });

  test("is told in the panel of the result", () => {
    render(OutcomePanel, { table: table(ENGLISH, ASK, over) as Table, outcome: WON, onclose: () => undefined });
    expect(screen.getByText(/it does not count as their win/)).toBeTruthy();
  });

  test("is told among one's games", () => {
    const played = { name: "Bob", level: "detective" as const, share: 1, points: 1 };
    expect(tellPlayed(played, 1, false)).toMatch(/^Bob · .* · a bot played to the end$/);
    expect(tellPlayed({ ...played, level: null }, 1, false)).not.toContain("bot");
    expect(tellPlayed({ ...played, name: "" }, 1, false)).not.toContain("to the end");
  });
});
