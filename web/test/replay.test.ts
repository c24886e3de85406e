import { readFileSync } from "node:fs";
import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { announced } from "../src/app/announce.svelte";
import { Refusal } from "../src/net/api";
import { GAME_MODULES } from "../src/games";
import { loadLanguage } from "../src/app/language.svelte";
import { Autoplay } from "../src/replay/autoplay.svelte";
import Controls from "../src/replay/Controls.svelte";
import { addressOf, momentOf, turnFrom, turningPoints, wordsOf, type Moment } from "../src/replay/moments";
import Header from "../src/shell/Header.svelte";
import { signOf, type Sign } from "../src/replay/checked";
import { contribute, keptOf } from "../src/replay/contribution";
import { readDocument } from "../src/replay/document";
import { Recording, roomOf, watch } from "../src/replay/recording.svelte";
import { checkSeal, sha256, type SealFinding } from "../src/replay/seal";
import RecordingPlayer from "../src/replay/RecordingPlayer.svelte";
import type { Chair, Entry, Record as GameRecord, Room, Update, Verdict } from "../src/wire/house";
import { nowLine } from "../src/table/frame/lines";
import { plain } from "../src/app/words";
import { STAND_IN } from "../src/app/words";
import { ASK, ENGLISH, ROOM } from "./fixtures";

interface Vector {
  secret: string;
  commitment: string;
  contributions: (string | null)[];
  key: string;
}
const PAGE = readFileSync("../docs/fair-deal.md", "utf-8");
const VECTORS = JSON.parse(PAGE.split("```json\n")[1]!.split("```")[0]!) as Vector[];
const [, ONE] = VECTORS as [Vector, Vector];
const OTHER = "a5".repeat(32);

function gameOf({ key, ...seal }: Vector): GameRecord {
  return {
    format: 3,
    cluehouse: "",
    game: "keyhole",
    version: 1,
    options: {},
    seats: seal.contributions.length,
    seal,
    key,
    machine: "",
    entries: [],
    stand_ins: [],
    outcome: null,
  };
}

describe("the seal, checked by the browser", () => {
  test.each(VECTORS)("is right by the vectors of the docs: $key", async (vector) => {
    expect(sha256).not.toBeNull();
    expect(await checkSeal(gameOf(vector), null)).toBe("right");
  });

  test("is confirmed by the stored commitment and contribution", async () => {
    const kept = { commitment: ONE.commitment, given: { 0: ONE.contributions[0]! } };
    expect(await checkSeal(gameOf(ONE), kept)).toBe("right.told");
  });

  test.each([
    ["secret", { ...ONE, secret: OTHER }],
    ["key", { ...ONE, key: OTHER }],
    ["key", { ...ONE, contributions: [...ONE.contributions].reverse() }],
  ])("is broken by another %s", async (finding, vector) => {
    expect(await checkSeal(gameOf(vector), null)).toBe(finding);
  });

  test("must match the stored commitment and contributions", async () => {
    expect(await checkSeal(gameOf(ONE), { commitment: OTHER, given: {} })).toBe("other-commitment");
    expect(await checkSeal({ ...gameOf(ONE), seal: null }, { commitment: OTHER, given: {} })).toBe("other-commitment");
    expect(await checkSeal(gameOf(ONE), { commitment: ONE.commitment, given: { 0: OTHER } })).toBe("not-ours");
    expect(await checkSeal(gameOf(ONE), { commitment: ONE.commitment, given: { 1: OTHER } })).toBe("not-ours");
  });

  test("is compared only, in a browser that cannot hash", async () => {
    expect(await checkSeal(gameOf(ONE), null, null)).toBe("unhashed");
    expect(await checkSeal({ ...gameOf(ONE), seal: null }, null, null)).toBe("none");
  });
});

describe("the contribution of a browser to the deal", () => {
  const WAITING: Room = { ...ROOM, started: false, commitment: ONE.commitment, yours: [0, 2] };
  let sent: { address: string; seat: number; value: string }[];
  let answer: () => Response;

  beforeEach(() => {
    localStorage.clear();
    sent = [];
    answer = () => Response.json(ROOM);
    vi.stubGlobal("fetch", async (address: string, request: { body: string }) => {
      sent.push({ address, ...(JSON.parse(request.body) as { seat: number; value: string }) });
      return answer();
    });
  });

  test("is not sent where several tables share a deal, and the commitment is stored", async () => {
    await contribute({ ...WAITING, tables: 2 });
    expect(sent).toEqual([]);
    expect(keptOf(ROOM.id)).toEqual({ commitment: ONE.commitment, given: {} });
  });

  test("is 32 random bytes for each own seat, stored with the commitment", async () => {
    await contribute(WAITING);
    expect(sent.map(({ address, seat }) => [address, seat])).toEqual([
      ["/api/tables/t1/contribute", 0],
      ["/api/tables/t1/contribute", 2],
    ]);
    expect(new Set(sent.map(({ value }) => value)).size).toBe(2);
    for (const { value } of sent) expect(value).toMatch(/^[0-9a-f]{64}$/);
    const given = Object.fromEntries(sent.map(({ seat, value }) => [seat, value]));
    expect(keptOf("t1")).toEqual({ commitment: ONE.commitment, given });
  });

  test("is sent once, however often the room arrives", async () => {
    await Promise.all([contribute(WAITING), contribute(WAITING)]);
    await contribute({ ...WAITING, contributed: [0, 2] });
    expect(sent).toHaveLength(2);
  });

  test("is not stored if the server refuses it", async () => {
    answer = () => Response.json({ type: "Refused", id: "HOUSE-CONTRIBUTED", detail: "" }, { status: 409 });
    await contribute(WAITING);
    expect(keptOf("t1")).toEqual({ commitment: ONE.commitment, given: {} });
  });

  test("is not sent after the start, at a table without a seal, or without a seat", async () => {
    await contribute({ ...WAITING, started: true });
    await contribute({ ...WAITING, commitment: "" });
    await contribute({ ...WAITING, yours: [] });
    expect(sent).toEqual([]);
  });

  test("is bound to the first commitment received", async () => {
    await contribute(WAITING);
    await contribute({ ...WAITING, commitment: OTHER });
    expect(keptOf("t1")?.commitment).toBe(ONE.commitment);
  });
});

const later: Update<unknown, unknown> = {
  ...ASK,
  seq: 1,
  sights: [{ type: "CardShown", by: 1, to: 0, card: "widow" }],
  asked: [1],
};
const watched = {
  type: "Watched" as const,
  updates: [
    { ...ASK, moves: [] },
    { ...later, moves: [] },
  ],
  truths: [],
};

describe("a recording", () => {
  test("shows all players as present, also those who have left since", () => {
    const bob: Chair = {
      type: "Somebody",
      name: "Bob",
      who: "b2",
      here: true,
      standing_in: false,
      clock: null,
      fell_back: false,
      stands_in_after: null,
    };
    const gone: Chair = { ...bob, here: false, standing_in: true, clock: { left: 9, runs_in: null } };
    const recording = new Recording(gameOf(ONE), { ...ROOM, chairs: [gone] }, 0, watched);
    expect(recording.room?.chairs).toEqual([bob]);
  });

  test("marks the moves of stand-ins", () => {
    const marked = { ...watched, updates: [watched.updates[0]!, { ...later, stand_ins: [{ sight: 0, seat: 0 }] }] };
    const recording = new Recording(gameOf(ONE), ROOM, 0, marked);
    recording.show(1);
    expect(recording.story.map((sight) => sight[STAND_IN])).toEqual([undefined, undefined, 0]);
  });

  test("shows any step, with the story up to there", () => {
    const recording = new Recording(gameOf(ONE), ROOM, 0, watched);
    expect(recording.story.map(({ type }) => type)).toEqual(["DealBegun", "Dealt"]);
    recording.show(1);
    expect(recording.story.map(({ type }) => type)).toEqual(["DealBegun", "Dealt", "CardShown"]);
    recording.show(0);
    expect(recording.story).toHaveLength(2);
    expect(recording.update?.seq).toBe(0);
  });

  test("does not go beyond either end", () => {
    const recording = new Recording(gameOf(ONE), ROOM, 0, watched);
    recording.show(-5);
    expect(recording.step).toBe(0);
    recording.show(7);
    expect(recording.step).toBe(recording.last);
  });

  test("takes no moves, and says which player had to choose", () => {
    const recording = new Recording(gameOf(ONE), ROOM, 0, watched);
    recording.texts = ENGLISH.texts;
    expect(recording.yourTurn).toBe(false);
    expect(recording.moves).toEqual([]);
    expect(plain(nowLine(recording))).toBe("Waiting for Ann.");
    recording.play({ type: "Ask", whom: 1 });
    expect(recording.busy).toBe(false);
  });

  test("downloads a sound once, and again if that failed", async () => {
    const asked = vi.fn(async (_address: string) => Response.json({ type: "Heard", data: btoa("RIFF") }));
    asked.mockImplementationOnce(async () =>
      Response.json({ type: "Refused", id: "HOUSE-TOO-FAST", detail: "" }, { status: 429 }),
    );
    vi.stubGlobal("fetch", asked);
    const recording = new Recording(gameOf(ONE), ROOM, 0, watched);
    await expect(recording.blob("fall-1")).rejects.toBeInstanceOf(Refusal);
    const [first, second] = [await recording.blob("fall-1"), await recording.blob("fall-1")];
    expect(new TextDecoder().decode(first)).toBe("RIFF");
    expect(second).not.toBe(first);
    expect(asked.mock.calls.map(([address]) => address)).toEqual(["/api/replay/blob", "/api/replay/blob"]);
  });

  test("stores nothing in the browser", () => {
    localStorage.clear();
    new Recording(gameOf(ONE), ROOM, "rail", watched).show(1);
    expect(localStorage).toHaveLength(0);
  });

  test("of a file has numbered players", () => {
    const recording = new Recording(gameOf(ONE), roomOf(gameOf(ONE)), "rail", watched);
    expect(recording.names).toEqual(["Player 1", "Player 2"]);
    expect(recording.you).toBeNull();
  });
});

describe("the eye that sees everything", () => {
  const events = [
    { type: "CulpritHidden", culprit: "doctor" },
    { type: "Dealt", to: 1, card: "twin" },
  ];
  const shown = [{ type: "CardShown", by: 1, to: 0, card: "widow" }];
  const entries: Entry[] = [
    { seat: null, move: null, events },
    { seat: 0, move: { type: "Ask", whom: 1 }, events: shown },
  ];
  const hidden = [
    { type: "Truth", culprit: "doctor" },
    { type: "Truth", culprit: "doctor" },
  ];
  const record: GameRecord = { ...gameOf(ONE), entries, stand_ins: [1] };
  const eye = () => new Recording(record, ROOM, "rail", { ...watched, truths: hidden });

  test("sees what was hidden, and is told everything that happened up to there", () => {
    const recording = eye();
    expect(recording.truth).toBe(hidden[0]);
    expect(recording.told).toEqual(events);
    recording.show(1);
    expect(recording.told.map(({ type }) => type)).toEqual(["CulpritHidden", "Dealt", "CardShown"]);
    expect(recording.told[2]?.[STAND_IN]).toBe(0);
    expect(recording.broughtBy(1)).toHaveLength(1);
  });

  test("is not the eye of a seat", () => {
    const recording = new Recording(record, ROOM, 0, watched);
    expect(recording.truth).toBeNull();
    expect(recording.told).toBe(recording.story);
    expect(recording.broughtBy(1)).toEqual([{ type: "CardShown", by: 1, to: 0, card: "widow" }]);
  });

  test("shows a step that a file leaves empty all the same", () => {
    const empty = { ...record, entries: entries.map((entry) => ({ ...entry, events: null })) };
    const recording = new Recording(empty, ROOM, "rail", { ...watched, truths: hidden });
    expect(recording.told).toEqual([]);
  });
});

test("a screen goes on by one move, and begins afresh after a jump", () => {
  const recording = new Recording(gameOf(ONE), ROOM, 0, watched);
  const { jumps } = recording;
  recording.show(1);
  expect(recording.jumps).toBe(jumps);
  recording.show(0);
  expect(recording.jumps).not.toBe(jumps);
});

describe("by itself, a recording", () => {
  const played = () => {
    const recording = { step: 0, last: 3, pace: "normal" as const, show: (step: number) => (recording.step = step) };
    return recording;
  };

  beforeEach(() => {
    localStorage.clear();
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  test("goes on to the end and stops there; from there it begins again", () => {
    const recording = played();
    const autoplay = new Autoplay(() => recording);
    autoplay.toggle();
    vi.advanceTimersByTime(2000);
    expect(recording.step).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect([recording.step, autoplay.playing]).toEqual([3, false]);
    autoplay.toggle();
    expect([recording.step, autoplay.playing]).toEqual([0, true]);
  });

  test("stands still while it is paused", () => {
    const recording = played();
    const autoplay = new Autoplay(() => recording);
    autoplay.toggle();
    autoplay.toggle();
    vi.advanceTimersByTime(60_000);
    expect(recording.step).toBe(0);
  });

  test("has three speeds, and remembers the one chosen", () => {
    const recording = played();
    const autoplay = new Autoplay(() => recording);
    autoplay.toggle();
    autoplay.hurry();
    vi.advanceTimersByTime(800);
    expect([autoplay.speed, recording.step]).toEqual(["fast", 1]);
    expect(new Autoplay(() => null).speed).toBe("fast");
    autoplay.hurry();
    vi.advanceTimersByTime(800);
    expect([autoplay.speed, recording.step]).toEqual(["slow", 1]);
  });
});

describe("a moment", () => {
  const entryOf = (...types: string[]): Entry => ({ seat: 0, move: null, events: types.map((type) => ({ type })) });
  const entries = [entryOf("Dealt"), entryOf("Asked"), entryOf("TurnBegun"), entryOf("Asked"), entryOf("Asked")];

  test("turns the game at the deal, at the events a game names, and at the end", () => {
    expect(turningPoints(entries, ["TurnBegun"])).toEqual([0, 2, 4]);
  });

  test("has a turning point before and after it, if any", () => {
    expect([turnFrom([0, 2, 4], 2, -1), turnFrom([0, 2, 4], 2, 1), turnFrom([0, 2, 4], 3, -1)]).toEqual([0, 4, 2]);
    expect([turnFrom([0, 2, 4], 0, -1), turnFrom([0, 2, 4], 4, 1)]).toEqual([0, 4]);
  });

  test.each<Moment>([
    { step: 12, side: "all" },
    { step: 0, side: "rail" },
    { step: 3, side: 1 },
  ])("is written in an address and read again: %o", (moment) => {
    expect(momentOf(addressOf(moment), 20, 3)).toEqual(moment);
  });

  test("that an address does not hold is the nearest there is", () => {
    expect(momentOf("", 20, 3)).toEqual({ step: 0, side: "all" });
    expect(momentOf("?move=99&seat=9", 20, 3)).toEqual({ step: 20, side: 2 });
    expect(momentOf("?move=x&seat=y", 20, 3)).toEqual({ step: 0, side: "all" });
  });

  test("is told with what it brought", () => {
    const brought = [{ type: "CulpritHidden", culprit: "doctor" }];
    expect(wordsOf(0, 9, brought, ENGLISH)).toBe("The deal: Hidden behind the door: the Doctor.");
    expect(wordsOf(2, 9, [], ENGLISH)).toBe("Move 2 of 9");
  });
});

describe("the recording player", () => {
  const no = () => Response.json({ type: "Refused", id: "HOUSE-TOO-FAST", detail: "" }, { status: 429 });
  const yes = () => Response.json(watched);
  const TRUE: Verdict = { answer: "true", at: null, unchecked: 0, says: { en: "Yes: all of it.", fr: "" } };
  const FALSE: Verdict = { ...TRUE, answer: "differs", at: 4, says: { en: "No: move 4 is not allowed.", fr: "" } };
  let answer: () => Response;
  let judge: () => Response;

  beforeEach(async () => {
    await Promise.all([loadLanguage("en"), GAME_MODULES.keyhole?.screen()]);
    judge = () => Response.json(TRUE);
    vi.stubGlobal("fetch", async (address: string) => (address === "/api/verify" ? judge() : answer()));
  });

  test("says by itself that a game is true, with details on request", async () => {
    answer = yes;
    render(Header);
    render(RecordingPlayer, { record: gameOf(ONE), room: ROOM });
    const sign = await screen.findByRole("button", { name: "Verified" });
    expect(screen.queryByText("Yes: all of it.")).toBeNull();
    await fireEvent.click(sign);
    expect(screen.getByText("Yes: all of it.")).toBeTruthy();
  });

  test("says by itself what is wrong with a game", async () => {
    answer = yes;
    judge = () => Response.json(FALSE);
    render(Header);
    render(RecordingPlayer, { record: gameOf(ONE), room: ROOM });
    const sign = await screen.findByRole("button", { name: "Wrong: move 4 differs" });
    expect(announced.current.map(({ text }) => text)).toContain("Wrong: move 4 differs");
    await fireEvent.click(sign);
    expect(screen.getByText("No: move 4 is not allowed.")).toBeTruthy();
  });

  test("says that a game could not be checked, and retries", async () => {
    answer = yes;
    judge = no;
    render(Header);
    render(RecordingPlayer, { record: gameOf(ONE), room: ROOM });
    const sign = await screen.findByRole("button", { name: "Not verified" });
    judge = () => Response.json(TRUE);
    await fireEvent.click(sign);
    expect(await screen.findByText("Yes: all of it.")).toBeTruthy();
  });

  test.each([
    ["true", {}, "right"],
    ["partly", { unchecked: 2 }, "right"],
    ["version", { answer: "another_version" }, "right"],
    ["deal", { answer: "differs", at: 0 }, "right"],
    ["false", { answer: "differs" }, "right"],
    ["false", {}, "not-ours"],
    ["false", { answer: "another_version" }, "key"],
  ] as [Sign, Partial<Verdict>, SealFinding][])("sums up: %s", (sign, verdict, seal) => {
    expect(signOf({ verdict: { ...TRUE, ...verdict }, seal })).toBe(sign);
  });

  test("says why nothing can be shown, and retries", async () => {
    answer = no;
    render(RecordingPlayer, { record: gameOf(ONE), room: ROOM });
    const again = await screen.findByRole("button", { name: "Try again" });
    answer = yes;
    await fireEvent.click(again);
    expect(await screen.findByRole("combobox", { name: "Seen by" })).toBeTruthy();
  });

  test("keeps the side it shows where another is refused", async () => {
    const truth = { type: "Truth", culprit: "doctor", hands: ["widow", "twin"] };
    const entry: Entry = { seat: null, move: null, events: [] };
    answer = () => Response.json({ ...watched, truths: [truth, truth] });
    render(RecordingPlayer, { record: { ...gameOf(ONE), entries: [entry, entry] }, room: ROOM });
    const sides = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Seen by" });
    const choose = async (name: string) => {
      sides.selectedIndex = [...sides.options].findIndex(({ text }) => text === name);
      await fireEvent.change(sides);
    };
    const chosen = () => sides.selectedOptions[0]?.text;
    expect(screen.getByRole("button", { name: /Bob: secrets/ })).toBeTruthy();
    answer = yes;
    await choose("the public");
    await vi.waitFor(() => expect(screen.queryByRole("button", { name: /: secrets/ })).toBeNull());
    answer = no;
    await choose("Bob");
    await vi.waitFor(() => expect(chosen()).toBe("the public"));
  });

  test("refuses a document without a deal", async () => {
    answer = () => Response.json({ type: "Watched", updates: [], truths: [] });
    await expect(watch(gameOf(ONE), "rail")).rejects.toMatchObject({ id: "HOUSE-NOT-A-RECORD" });
  });
});

test("arrow keys step through the game, except in elements that use them", () => {
  const onstep = vi.fn();
  const autoplay = new Autoplay(() => null);
  const toggle = vi.spyOn(autoplay, "toggle");
  render(Controls, { step: 3, last: 9, turns: [0, 5, 9], spoken: "Move 3: Bob asks", autoplay, onstep });
  const press = (key: string, on: EventTarget = document.body, shiftKey = false) =>
    on.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true }));
  for (const key of ["ArrowLeft", "ArrowRight", "Home", "End", "x"]) press(key);
  expect(onstep.mock.calls).toEqual([[2], [4], [0], [9]]);
  press("ArrowRight", screen.getByRole("slider"));
  expect(onstep).toHaveBeenCalledTimes(4);
  press("ArrowRight", document.body, true);
  expect(onstep).toHaveBeenLastCalledWith(5);
  press(" ", screen.getByRole("button", { name: "Go to the end" }));
  expect(toggle).not.toHaveBeenCalled();
  press(" ");
  expect(toggle).toHaveBeenCalledOnce();
  expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe("Move 3: Bob asks");
});

describe("a file", () => {
  test("is read as a document", async () => {
    expect(await readDocument(new File([JSON.stringify(gameOf(ONE))], "game.json"))).toEqual(gameOf(ONE));
  });

  test.each([
    ["that is none", "hello", "HOUSE-NOT-A-RECORD"],
    ["that is cut off", '{"format": 2, "ga', "HOUSE-NOT-A-RECORD"],
    ["that is far too long", " ".repeat(5_000_000), "SHELL-FILE-TOO-LONG"],
  ])("%s is refused with a message", async (_, text, id) => {
    const trouble = await readDocument(new File([text], "game.json")).catch((error: unknown) => error);
    expect(trouble).toBeInstanceOf(Refusal);
    expect((trouble as Refusal).id).toBe(id);
  });
});
