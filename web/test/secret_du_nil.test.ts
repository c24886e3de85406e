import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { escaped, fits, judge, pick, placesIn, playOf, saidBy } from "../src/games/secret_du_nil/nile";
import { claim, mark } from "../src/games/secret_du_nil/notes";
import Screen from "../src/games/secret_du_nil/Screen.svelte";
import { retold, swapped } from "../src/games/secret_du_nil/story";
import { Table, type Sight } from "../src/table/table.svelte";
import type { Offer, Room, Update } from "../src/wire/house";
import {
  SEAT_FIELDS,
  type PairNote,
  type RailView,
  type SeatView,
  type Notes,
  type View,
} from "../src/wire/secret_du_nil";
import { plain } from "../src/app/words";
import { CHOOSING, END, RAIL, ROOM, SEAT, TEXTS } from "./secret_du_nil_fixtures";
import { withoutNotes } from "./fixtures";

const send = vi.fn(() => true);
const PUT_BACK: Offer = { type: "Product", kind: "PutBack", fields: {} };
const SWAP: Offer = {
  type: "Product",
  kind: "Swap",
  fields: { out: ["fingerprint-red", "fingerprint-yellow"], put: ["fingerprint-blue", "fingerprint-green"] },
};
const ANSWER: Offer = {
  type: "Product",
  kind: "Answer",
  fields: Object.fromEntries(
    ["fingerprint", "stain", "shoe_print"].map((category) => [
      category,
      ["watson", "christie", "stringer", "marpel", "nobody"],
    ]),
  ),
};
const READY: Offer = { type: "Product", kind: "Ready", fields: {} };

function show(update: Partial<Update<Sight, View>>, room: Partial<Room> = {}) {
  const table = new Table<View, Notes>("t1", () => ({ send: withoutNotes(send), close: () => undefined }));
  table.texts = TEXTS;
  table.seatFields = SEAT_FIELDS;
  table.onState("live");
  table.onMessage({ ...ROOM, ...room });
  table.onMessage({ ...CHOOSING, ...update });
  render(Screen, { table });
  return table;
}

function seen(open: Partial<RailView>, own: Partial<SeatView> = {}): SeatView {
  return { ...SEAT, ...own, open: { ...RAIL, ...open } };
}

function played(move: unknown, seen = 0) {
  return { type: "Play", move, seen };
}

async function press(name: string | RegExp, where: { getByRole: typeof screen.getByRole } = screen) {
  await fireEvent.click(where.getByRole("button", { name }));
}

beforeEach(() => {
  localStorage.clear();
  send.mockClear();
});

describe("what can be played", () => {
  const plays = [["bar"], ["bar", "bar"], ["bar", "joker"], ["no_idea"]] as const;

  test("cards fit that belong together in some play", () => {
    expect(fits(plays, ["bar", "bar"])).toBe(true);
    expect(fits(plays, ["joker"])).toBe(true);
    expect(fits(plays, ["bar", "no_idea"])).toBe(false);
    expect(fits(plays, ["bar", "bar", "bar"])).toBe(false);
  });

  test("a play is found whichever card was picked first, and only when it is complete", () => {
    expect(playOf(plays, ["joker", "bar"])).toEqual(["bar", "joker"]);
    expect(playOf(plays, ["joker"])).toBeUndefined();
    expect(playOf(plays, [])).toBeUndefined();
  });

  test("a card that does not go with the others takes their place", () => {
    const hand = ["bar", "bar", "joker", "no_idea"] as const;
    expect(pick(plays, hand, [0], 1)).toEqual([0, 1]);
    expect(pick(plays, hand, [0, 1], 2)).toEqual([2]);
    expect(pick(plays, hand, [0, 2], 0)).toEqual([2]);
  });

  test("two equal cards are two places in the hand", () => {
    expect(placesIn(["bar", "bar", "pool"], ["bar", "bar"])).toEqual([0, 1]);
  });
});

describe("the end of the journey", () => {
  test("a culprit is found where they are guilty, by anybody", () => {
    expect(escaped(END)).toEqual(["marpel"]);
    const elsewhere = [["marpel", "marpel", "nobody"]] as const;
    expect(escaped({ ...END, answers: [...END.answers, ...elsewhere] })).toEqual(["marpel"]);
    const twice = { ...END, culprits: ["marpel", "nobody", "marpel"] as const, answers: elsewhere };
    expect(escaped(twice)).toEqual([]);
  });

  test("no answer is neither right nor wrong", () => {
    expect([judge("watson", "watson"), judge("nobody", "watson"), judge("blank", "nobody")]).toEqual([
      "right",
      "wrong",
      "blank",
    ]);
  });
});

describe("the story", () => {
  test("what all show at once is told player by player", () => {
    const told = retold([{ type: "CardsRevealed", cards: [["bar"], ["no_idea"]] } as { type: string }]);
    expect(told).toEqual([
      { type: "CardsPlayed", by: 0, cards: ["bar"] },
      { type: "CardsPlayed", by: 1, cards: ["no_idea"] },
    ]);
  });

  test("swaps are marked until the turn ends", () => {
    const swap = { type: "SomeSwapped", by: 1, suspect: "watson", category: "stain" };
    expect(swapped([{ type: "TurnBegun" }, swap])).toEqual([swap]);
    expect(swapped([swap, { type: "TurnBegun" }])).toEqual([]);
  });

  test("announcements are counted from the first player on", () => {
    const open = { ...RAIL, first: 2, said: ["two", "brake"] as const };
    expect([0, 1, 2].map((seat) => saidBy(open, seat))).toEqual(["brake", undefined, "two"]);
  });
});

describe("the river", () => {
  test("says for each square what lies on its banks, and where the boat is", () => {
    show({ view: seen({ boat: 2, upper: ["taken", ...RAIL.upper.slice(1)] }) });
    const squares = within(screen.getByRole("region", { name: "The river, from Aswan to Cairo" })).getAllByRole(
      "listitem",
    );
    expect(squares[0]!.textContent).toBe("Square 1: above, nothing left; below, the Pool");
    expect(squares[1]!.textContent).toBe("Square 2: above, the Pool; below, a card face down. The boat is here");
    expect(squares[4]!.textContent).toContain("The proof turned up here is the stain");
  });

  test("a card beside the boat can be taken there, or by its button", async () => {
    show({
      view: seen({ phase: "taking", takers: [0] }),
      moves: [{ type: "Product", kind: "Take", fields: { place: ["bar", "pool"] } }],
    });
    const river = within(screen.getByRole("region", { name: /^The river/ }));
    await press("Take the Pool", river);
    expect(send).not.toHaveBeenCalled();
    expect(screen.getByText("Take the Pool?")).toBeTruthy();
    await press("Take");
    expect(send).toHaveBeenCalledWith(played({ type: "Take", place: "pool" }));
    expect(screen.queryAllByRole("button", { name: /^Take/ })).toEqual([]);
  });
});

describe("the announcement", () => {
  const SPEEDS: Offer[] = [
    { type: "Product", kind: "Announce", fields: { squares: ["one", "two"] } },
    { type: "Product", kind: "Brake", fields: { pay: ["bar", "pool"] } },
  ];

  test("one square or two", async () => {
    show({ view: seen({ phase: "announcing" }), moves: SPEEDS });
    await press("Two squares");
    expect(send).toHaveBeenCalledWith(played({ type: "Announce", squares: "two" }));
  });

  test("a brake is paid with a card of the hand, and can be cancelled", async () => {
    show({ view: seen({ phase: "announcing" }), moves: SPEEDS });
    expect(screen.queryByRole("button", { name: "Brake, paying the Pool" })).toBeNull();
    await press("Brake…");
    expect(screen.queryByRole("button", { name: "One square" })).toBeNull();
    expect(screen.queryByRole("button", { name: /the Restaurant/ })).toBeNull();
    await press("Do not brake");
    expect(screen.getByRole("button", { name: "One square" })).toBeTruthy();
    await press("Brake…");
    expect(screen.getByText("Choose the card you pay with.")).toBeTruthy();
    await press("Brake, paying the Pool");
    await press("Not yet");
    await press("Brake, paying the Pool");
    expect(send).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: "Brake, paying the Pool", pressed: true })).toBeTruthy();
    expect(screen.getByText("Brake, paying the Pool?")).toBeTruthy();
    await press("Brake");
    expect(send).toHaveBeenCalledWith(played({ type: "Brake", pay: "pool" }));
  });

  test("what was announced stands beside the names", () => {
    show({ view: seen({ phase: "announcing", first: 1, said: ["two", "one"] }), moves: SPEEDS });
    expect(screen.getByText("has announced: two squares")).toBeTruthy();
    expect(screen.getByText("has announced: one square")).toBeTruthy();
  });
});

describe("choosing cards", () => {
  test("only what is offered can be sent", async () => {
    show({});
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Pick your cards" }).disabled).toBe(true);
    expect(screen.queryByRole("button", { name: "the Restaurant" })).toBeNull();
    await press("the joker");
    await fireEvent.click(screen.getAllByRole("button", { name: "the Bar" })[0]!);
    await press("Play the Bar and the joker");
    expect(send).toHaveBeenCalledWith(played({ type: "PlayCards", cards: ["bar", "joker"] }));
  });

  test("what others choose meanwhile does not undo a pick", async () => {
    const table = show({});
    await press("the Pool");
    table.onMessage({
      ...CHOOSING,
      seq: 1,
      sights: [{ type: "HasChosen", by: 1 }],
      view: seen({ done: [1] }),
      asked: [0, 2],
    });
    await press("Play the Pool");
    expect(send).toHaveBeenCalledWith(played({ type: "PlayCards", cards: ["pool"] }, 1));
  });

  test("the player's own choice stays visible, those of others are cards' backs", () => {
    show({ view: seen({ done: [0, 1] }, { choice: ["bar", "pool"] }), moves: [], asked: [2] });
    expect(screen.getAllByRole("img", { name: /, chosen$/ }).map((card) => card.getAttribute("aria-label"))).toEqual([
      "the Bar, chosen",
      "the Pool, chosen",
    ]);
    const bob = screen.getByRole("list", { name: "Seats" });
    expect(within(bob).getByText("Bob has chosen what to play.")).toBeTruthy();
  });

  test("all is revealed together", () => {
    const sights = [...CHOOSING.sights, { type: "CardsRevealed", cards: [["bar"], ["no_idea"], ["pool", "joker"]] }];
    show({
      view: seen({ phase: "looking", played: [["bar"], ["no_idea"], ["pool", "joker"]] }),
      sights,
      moves: [],
      asked: [2],
    });
    expect(screen.getByText("All show what they play.")).toBeTruthy();
    expect(within(screen.getByRole("list", { name: "Seats" })).getByText("Bob plays “No idea”.")).toBeTruthy();
  });
});

describe("a look", () => {
  const LOOK: Offer = {
    type: "Listed",
    kind: "Look",
    fields: ["card", "suspect", "category"],
    rows: [
      ["bar", "christie", "stain"],
      ["joker", "christie", "stain"],
      ["joker", "watson", "fingerprint"],
    ],
  };
  const looking: Partial<RailView> = { phase: "looking", to_use: ["bar", "joker"], played: [["bar", "joker"], [], []] };

  test("choose with which card, then a pair that is lit", async () => {
    show({ view: seen(looking), moves: [LOOK] });
    expect(screen.queryByRole("button", { name: /Mrs Watson/ })).toBeNull();
    await fireEvent.click(screen.getByRole("radio", { name: "Joker" }));
    await press("With the joker, look at the fingerprint of Mrs Watson");
    expect(send).not.toHaveBeenCalled();
    await press("Look");
    expect(send).toHaveBeenCalledWith(
      played({ type: "Look", card: "joker", suspect: "watson", category: "fingerprint" }),
    );
  });

  const holding: Partial<RailView> = {
    phase: "holding",
    lifted: { type: "Lifted", by: 0, suspect: "watson", category: "fingerprint" },
  };
  const dialog = () => within(screen.getByRole("dialog", { name: "For your eyes only: Mrs Watson, fingerprint" }));

  test("one card goes out and one of one's own comes in", async () => {
    show({ view: seen(holding, { pair: ["red", "yellow"] }), moves: [SWAP, PUT_BACK] });
    expect(dialog().getByText("Two colours: not guilty as things stand.")).toBeTruthy();
    expect(dialog().getByRole<HTMLButtonElement>("button", { name: "Swap" }).disabled).toBe(true);
    await fireEvent.click(dialog().getByRole("radio", { name: "the yellow fingerprint" }));
    await fireEvent.click(dialog().getByRole("radio", { name: "the blue fingerprint" }));
    await press("Swap the yellow fingerprint for the blue fingerprint", dialog());
    expect(send).toHaveBeenCalledWith(played({ type: "Swap", out: "fingerprint-yellow", put: "fingerprint-blue" }));
  });

  test("an equal pair is only put back, and says what it means", async () => {
    show({ view: seen(holding, { pair: ["red", "red"] }), moves: [PUT_BACK] });
    expect(dialog().getByText(/guilty, for good/)).toBeTruthy();
    expect(dialog().getByText(TEXTS["NI-OBS-3"]!)).toBeTruthy();
    await press("Put the pair back", dialog());
    expect(send).toHaveBeenCalledWith(played({ type: "PutBack" }));
  });

  test("before the proof is turned up, an equal pair may mean either", () => {
    const lifted = { type: "Lifted", by: 0, suspect: "watson", category: "stain" } as const;
    show({ view: seen({ ...holding, lifted }, { pair: ["red", "red"] }), moves: [PUT_BACK] });
    expect(screen.getByText(/The proof is revealed at square 5/)).toBeTruthy();
  });

  test("the pair can be put aside to look at the board, and taken up again", async () => {
    show({ view: seen(holding, { pair: ["red", "yellow"] }), moves: [SWAP, PUT_BACK] });
    await press("Close", dialog());
    expect(screen.queryByRole("dialog")).toBeNull();
    await press("The pair in your hand");
    expect(dialog()).toBeTruthy();
  });

  test("others see whose pair it is and whether a card was swapped, nothing more", async () => {
    const lifted = { type: "Lifted", by: 1, suspect: "watson", category: "stain" } as const;
    const table = show({ view: seen({ phase: "holding", lifted }), moves: [], asked: [1] });
    expect(screen.getByRole("img", { name: "Mrs Watson, Stain, in the hands of Bob" })).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    table.onMessage({
      ...CHOOSING,
      seq: 1,
      sights: [{ type: "SomeSwapped", by: 1, suspect: "watson", category: "stain" }],
      view: seen({ phase: "looking" }),
      moves: [],
    });
    expect(await screen.findByRole("img", { name: "Mrs Watson, Stain, Bob has swapped a card" })).toBeTruthy();
  });
});

describe("the deck", () => {
  test("says each proof, and one's own clues of its kind", () => {
    show({});
    expect(screen.getByRole("img", { name: "Fingerprint, the proof is red, your clues: blue and green" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "Stain, proof face down until square 5" })).toBeTruthy();
  });

  test("a spectator sees the pairs' backs, no hand and no notebook", () => {
    show({ view: RAIL, moves: [], asked: [0] }, { you: null });
    expect(screen.getByRole("img", { name: "Mrs Watson, Fingerprint" })).toBeTruthy();
    expect(screen.queryByRole("list", { name: "Your cards" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Notebook" })).toBeNull();
    expect(screen.queryByText("yours")).toBeNull();
  });
});

describe("Cairo", () => {
  const answering: Partial<RailView> = { phase: "answering", boat: 12, proofs: ["red", "blue", "green"] };
  const over: Partial<RailView> = { ...answering, phase: "over", last: END, points: [[2, 1, 1]] };

  async function write(...verdicts: string[]) {
    const groups = within(screen.getByRole("dialog", { name: "Your report at Cairo" })).getAllByRole("group");
    for (const [i, verdict] of verdicts.entries())
      await fireEvent.click(within(groups[i]!).getByRole("radio", { name: verdict }));
  }

  test("three answers are handed in together, the same name perhaps twice", async () => {
    show({ view: seen(answering), moves: [ANSWER] });
    await write("Mrs Watson", "nobody");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Hand in the report" }).disabled).toBe(true);
    expect(screen.queryByRole("radio", { name: "no answer" })).toBeNull();
    await write("Mrs Watson", "nobody", "Mrs Watson");
    await press("Hand in the report");
    expect(send).toHaveBeenCalledWith(
      played({ type: "Answer", fingerprint: "watson", stain: "nobody", shoe_print: "watson" }),
    );
  });

  test("what is written is kept while others hand in theirs, or the report is put aside", async () => {
    const table = show({ view: seen(answering), moves: [ANSWER] });
    await write("Mr Marpel");
    table.onMessage({
      ...CHOOSING,
      seq: 1,
      sights: [{ type: "HasAnswered", by: 1 }],
      view: seen({ ...answering, done: [1] }),
      moves: [ANSWER],
    });
    await press("Close", within(screen.getByRole("dialog")));
    await press("Write the report");
    expect(screen.getAllByRole<HTMLInputElement>("radio", { name: "Mr Marpel" })[0]!.checked).toBe(true);
  });

  test("everything is turned up before the result, and says who was guilty", async () => {
    const table = show({ view: seen(answering) });
    const outcome = { type: "Outcome" as const, shares: [1, 0, 0], points: [2, 1, 1], rule: "NI-END-2" };
    table.onMessage({ ...CHOOSING, seq: 1, sights: [{ ...END }], view: seen(over), moves: [], asked: [], outcome });
    const verdict = within(await screen.findByRole("dialog", { name: "Cairo: all pairs are turned up" }));
    expect(
      verdict
        .getAllByRole("cell")
        .filter((cell) => cell.textContent?.includes("guilty"))
        .map((cell) => cell.textContent?.trim()),
    ).toEqual(["red, red guilty", "green, green guilty"]);
    const ann = within(verdict.getByRole("table", { name: "What everybody wrote" })).getByRole("row", { name: /Ann/ });
    expect(
      within(ann)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual(["✓ Mrs Watson, right", "✓ nobody, right", "✗ nobody, wrong", "2"]);
    expect(verdict.queryByText(/everybody loses/)).toBeNull();
    await press("Result", verdict);
    expect(screen.getByText("The case is closed")).toBeTruthy();
  });

  test("if a thief escaped, it says who was not named", async () => {
    const outcome = { type: "Outcome" as const, shares: [0, 0, 0], points: [2, 1, 1], rule: "NI-END-3" };
    const table = show({ view: seen(answering) });
    table.onMessage({ ...CHOOSING, seq: 1, sights: [{ ...END }], view: seen(over), moves: [], asked: [], outcome });
    expect(await screen.findByText("Nobody named Mr Marpel: everybody loses.")).toBeTruthy();
  });

  test("between two games of a match there is the score sheet, and one says when one is ready", async () => {
    const open: Partial<RailView> = {
      ...over,
      match: 15,
      phase: "between",
      game: 2,
      points: [
        [4, -3, 0],
        [9, 1, 0],
      ],
      last: { ...END, points: [9, 1, 0], over: false },
    };
    show({ view: seen(open), moves: [READY] });
    const verdict = within(screen.getByRole("dialog", { name: "Game 2: all pairs are turned up" }));
    const totals = within(verdict.getByRole("table", { name: "Score sheet" })).getByRole("row", { name: /^Total/ });
    expect(
      within(totals)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual(["13", "-2", "0"]);
    await press(TEXTS.Ready!, verdict);
    expect(send).toHaveBeenCalledWith(played({ type: "Ready" }));
  });

  test("the verdict is shown before what a player has missed is told", async () => {
    const table = show({ view: seen({ ...over, phase: "between" }), moves: [READY] });
    table.meanwhile = table.story;
    await tick();
    const verdict = within(screen.getByRole("dialog"));
    await fireEvent.click(verdict.getAllByRole("button", { name: "Close" })[0]!);
    expect(screen.getByRole("dialog", { name: "While you were away" })).toBeTruthy();
  });
});

describe("the notebook", () => {
  const note = (fields: Partial<PairNote>): PairNote => ({
    type: "PairNote",
    suspect: "watson",
    category: "stain",
    glance: null,
    changes: [],
    chances: null,
    because: [],
    ...fields,
  });
  const chances = (guilty: number, cleared: number, open: number) => ({
    type: "PairChances" as const,
    guilty,
    cleared,
    open,
    equal: [0, 0, 0, 0] as const,
  });
  const words = { language: "en" as const, texts: TEXTS, seatFields: SEAT_FIELDS, names: ["Ann", "Bob", "Cog"] };

  test("what is certain is marked, and said in words", () => {
    const said = ([guilty, cleared, open]: number[]) => {
      const certain = note({ chances: chances(guilty!, cleared!, open!) });
      return [mark(certain), plain(claim(certain, words))];
    };
    expect(said([1, 0, 0])).toEqual(["✓", "So Mrs Watson is guilty (stain)."]);
    expect(said([0, 1, 0])).toEqual(["✗", "So Mrs Watson is cleared for good (stain)."]);
    expect(said([0, 0.5, 0.5])).toEqual(["✗", "So Mrs Watson is not guilty as things stand (stain)."]);
    expect(mark(note({ chances: chances(0.5, 0.5, 0) }))).toBeUndefined();
    expect(mark(note({}))).toBeUndefined();
  });

  test("shows what was seen and when, what changed since, and chances; a certain cell gives its reasons", async () => {
    const table = show({});
    await press("Notebook");
    const looked = {
      type: "Looked",
      by: 0,
      card: "bar",
      suspect: "christie",
      category: "stain",
      pair: ["red", "red"],
    } as const;
    const pairs = [
      note({
        glance: { type: "Glance", square: 3, pair: ["blue", "green"] },
        changes: [{ type: "Change", square: 5, by: 1 }],
        chances: chances(0.25, 0.25, 0.5),
      }),
      note({
        suspect: "christie",
        glance: { type: "Glance", square: 4, pair: ["red", "red"] },
        chances: chances(1, 0, 0),
        because: [looked],
      }),
    ];
    table.onMessage({
      type: "NotesTaken",
      seq: 0,
      help: "seen",
      notes: {
        type: "Notes",
        pairs,
        categories: [{ type: "CategoryNote", category: "stain", nobody: 0, because: [looked] }],
      },
    });
    expect(
      await screen.findByRole("button", {
        name: "Mrs Watson, Stain: empty, seen: blue, green at square 3, swapped by others since: 1, chance 25%",
      }),
    ).toBeTruthy();
    const remarks = screen.getAllByRole("listitem").map((item) => item.textContent);
    expect(remarks).toContainEqual(
      expect.stringMatching(
        /blue and green, as you left it at square 3\. \s*Bob has swapped a card of it at square 5\.$/,
      ),
    );
    await press("Mr Christie, Stain: yes, seen: red, red at square 4");
    const why = screen.getAllByRole("dialog").at(-1)!;
    expect(why.textContent).toMatch(
      /You use the Bar to look at the stain of Mr Christie.*So Mr Christie is guilty \(stain\)\./,
    );
  });

  test("has a page for each game", async () => {
    show({ view: seen({ game: 2, match: 15 }) });
    await press("Notebook");
    await press("Nobody, Fingerprint: empty");
    expect(send).toHaveBeenCalledWith({ type: "Mark", cell: "2.nobody.fingerprint", mark: "✗" });
  });

  test("holds the colours of a pair, its swaps and its guilt", async () => {
    const table = show({});
    await press("Notebook");
    await press("Mrs Watson, Fingerprint: empty");
    const picker = within(screen.getByRole("dialog", { name: "Mrs Watson, Fingerprint" }));
    await fireEvent.click(within(picker.getByRole("group", { name: "Card 1" })).getByRole("radio", { name: "red" }));
    await fireEvent.click(within(picker.getByRole("group", { name: "Card 2" })).getByRole("radio", { name: "blue" }));
    await fireEvent.click(picker.getByRole("checkbox", { name: "⇄ swapped since" }));
    await fireEvent.click(picker.getByRole("radio", { name: "perhaps" }));
    await fireEvent.click(picker.getByRole("button", { name: "Write down" }));
    expect(send).toHaveBeenCalledWith({ type: "Mark", cell: "1.watson.fingerprint", mark: "rb⇄?" });
    table.onMessage({ type: "Marks", marks: { "1.watson.fingerprint": "rb⇄?" }, undoable: true });
    expect(
      await screen.findByRole("button", {
        name: "Mrs Watson, Fingerprint: perhaps, noted: red, blue, swapped since",
      }),
    ).toBeTruthy();
  });
});
