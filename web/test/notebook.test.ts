import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import Desk from "../src/notebook/Desk.svelte";
import { draftOf, entryOf } from "../src/notebook/draft";
import { askedAfter, changed, nextSpeaker, reseated, savedIn, undone, type Kept } from "../src/notebook/kept";
import { RealTable } from "../src/notebook/realTable.svelte";
import { entrySentence, percent } from "../src/notebook/words";
import { Room, Suspect, Weapon, type Reading, type Suggestion } from "../src/wire/clue";

HTMLElement.prototype.scrollIntoView = () => undefined;

const ASKED: Suggestion = {
  type: "Suggestion",
  by: "Bob",
  suspect: "plum",
  weapon: "rope",
  room: "hall",
  shown_by: "Cid",
  card: null,
};
const KEPT: Kept = {
  players: ["Ann", "Bob", "Cid"],
  hand_sizes: null,
  me: "Ann",
  my_cards: ["scarlet"],
  entries: [ASKED],
};
const READING: Reading = {
  standing: {
    count: 1234,
    holders: ["Ann", "Bob", "Cid", "envelope"],
    table: Object.fromEntries(
      [...Suspect, ...Weapon, ...Room].map((card) => [card, card === "scarlet" ? [1, 0, 0, 0] : [0, 0.5, 0.25, 0.25]]),
    ),
    certain: { scarlet: "Ann" },
    solution: null,
    why: null,
    best_question: null,
  },
  trouble: null,
};
const card = (each: string) => each;

const house = vi.fn<(question: { entries: unknown[] }) => Promise<{ ok: boolean; body: unknown }>>();
vi.stubGlobal("fetch", async (_address: string, request: { body: string }) => {
  const { ok, body } = await house(JSON.parse(request.body));
  return { ok, json: () => Promise.resolve(body) };
});

beforeEach(() => {
  localStorage.clear();
  house.mockReset().mockResolvedValue({ ok: true, body: READING });
});

function keep(kept: Kept) {
  localStorage.setItem("notebook.clue", JSON.stringify({ kept, past: [] }));
}

describe("the stored notebook", () => {
  test("can be undone, change by change", () => {
    const empty = { ...KEPT, entries: [] };
    const saved = changed({ kept: empty, past: [] }, KEPT);
    expect(undone(saved)).toEqual({ kept: empty, past: [] });
    expect(undone({ kept: KEPT, past: [] })).toEqual({ kept: KEPT, past: [] });
  });

  test("keeps a limited number of changes", () => {
    let saved = { kept: KEPT, past: [] as readonly Kept[] };
    for (let i = 0; i < 50; i++) saved = changed(saved, { ...KEPT });
    expect(saved.past.length).toBe(20);
  });

  test("renames players in all entries", () => {
    const { players: _, ...rest } = KEPT;
    const renamed = reseated(KEPT, { ...rest, players: ["Ann", "Ben", "Dan", "Cid"] }, ["Ann", "Bob", null, "Cid"]);
    expect(renamed.entries).toEqual([{ ...ASKED, by: "Ben" }]);
  });

  test("is parsed from storage and from a file; anything else is refused", () => {
    const saved = { kept: KEPT, past: [KEPT] };
    expect(savedIn(JSON.stringify(saved))).toEqual(saved);
    expect(savedIn(JSON.stringify(KEPT))).toEqual({ kept: KEPT, past: [] });
    for (const other of [null, "", "{", "[]", "3", '{"players":[1],"entries":[]}', '{"kept":{},"past":[]}']) {
      expect(savedIn(other)).toBeNull();
    }
  });

  test("goes round the table", () => {
    expect(askedAfter(KEPT.players, "Bob")).toEqual(["Cid", "Ann"]);
    expect(nextSpeaker(KEPT)).toBe("Cid");
    expect(nextSpeaker({ ...KEPT, entries: [] })).toBe("Ann");
  });
});

describe("an entry", () => {
  test("is complete once every field is chosen", () => {
    const draft = draftOf(KEPT);
    expect(entryOf(draft)).toBeNull();
    Object.assign(draft, { by: "Ann", suspect: "plum", weapon: "rope", room: "hall" });
    expect(entryOf(draft)).toBeNull();
    expect(entryOf({ ...draft, shownBy: "Ann" })).toBeNull();
    expect(entryOf({ ...draft, shownBy: null, seen: "plum" })).toMatchObject({ shown_by: null, card: null });
    expect(entryOf({ ...draft, shownBy: "Bob", seen: "plum" })).toMatchObject({ shown_by: "Bob", card: "plum" });
    expect(entryOf({ ...draft, shownBy: "Bob", seen: "green" })).toMatchObject({ card: null });
    expect(entryOf({ ...draft, kind: "Accusation" })).toMatchObject({ type: "Accusation", correct: false });
    expect(entryOf({ ...draft, kind: "Sighting" })).toBeNull();
  });

  test.each([
    ASKED,
    { type: "Accusation", by: "Bob", suspect: "plum", weapon: "rope", room: "hall", correct: true },
    { type: "Sighting", card: "plum", holder: "envelope", has: false },
  ] as const)("can be mended: $type", (entry) => {
    expect(entryOf(draftOf(KEPT, entry))).toEqual(entry);
  });

  test("is a sentence", () => {
    expect(entrySentence(ASKED, card)).toBe("Bob suggests plum, rope, hall. Cid shows a card.");
    expect(entrySentence({ type: "Sighting", card: "plum", holder: "envelope", has: false }, card)).toBe(
      "Plum is not in the envelope.",
    );
  });

  test("an open chance is never shown as certain", () => {
    expect([0.0001, 0.5, 0.9999].map(percent)).toEqual(["1%", "50%", "99%"]);
  });
});

describe("the notebook", () => {
  test("a response that arrives after a newer request is ignored", async () => {
    keep(KEPT);
    let first: (answer: { ok: boolean; body: unknown }) => void = () => undefined;
    house.mockReturnValueOnce(new Promise((resolve) => (first = resolve)));
    const table = new RealTable();
    table.strike(1);
    await waitFor(() => expect(table.reading?.standing?.count).toBe(1234));
    first({ ok: true, body: { standing: null, trouble: null } });
    await new Promise((resolve) => setTimeout(resolve));
    expect(table.reading?.standing?.count).toBe(1234);
    expect(house.mock.lastCall?.[0].entries).toEqual([]);
  });

  test("keeps the entries when the server does not answer, and can retry", async () => {
    keep(KEPT);
    house.mockResolvedValueOnce({ ok: false, body: { type: "Refused", id: "HOUSE-BUSY", detail: "" } });
    render(Desk, { texts: {} });
    expect((await screen.findByRole("alert")).textContent).toContain("very busy");
    expect(screen.getByText(/Bob suggests/)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("1,234 deals fit your notes.")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("asks why for the cell that is pressed", async () => {
    keep(KEPT);
    render(Desk, { texts: {} });
    const why = [{ entry: null, text: { en: "my hand", fr: "ma main" } }];
    await screen.findByText("1,234 deals fit your notes.");
    house.mockResolvedValueOnce({ ok: true, body: { ...READING, standing: { ...READING.standing, why } } });
    await fireEvent.click(screen.getByRole("button", { name: "Scarlet, Bob: no" }));
    expect(house.mock.lastCall?.[0]).toMatchObject({ why: { card: "scarlet", holder: "Bob" } });
    const dialog = within(screen.getByRole("dialog"));
    expect(await dialog.findByText("My hand")).toBeTruthy();
    expect(dialog.getByText("So Bob does not have scarlet.")).toBeTruthy();
  });

  test("calls the cards as the box on the table does", async () => {
    keep({ ...KEPT, edition: "cluedo_fr" });
    render(Desk, { texts: {} });
    expect(await screen.findByRole("button", { name: "Mlle Rose, Bob: no" })).toBeTruthy();
    expect(screen.getByText(/Bob suggests Professeur Violet, Corde, Hall/)).toBeTruthy();
    expect(house.mock.lastCall?.[0]).toMatchObject({ edition: "cluedo_fr" });
  });

  test("lets one choose the box before the game", async () => {
    render(Desk, { texts: {} });
    await fireEvent.click(screen.getByRole("radio", { name: "Player 1" }));
    await fireEvent.change(screen.getByRole("combobox", { name: "Which box is on the table?" }), {
      target: { value: "cluedo_uk" },
    });
    expect(screen.getByRole("checkbox", { name: "Reverend Green" })).toBeTruthy();
  });

  test("says which entry cannot be, and what speaks against it", async () => {
    keep({ ...KEPT, entries: [ASKED, { type: "Sighting", card: "plum", holder: "Ann", has: true }] });
    const trouble = { type: "Impossible", entry: 2, facts: [{ entry: 1, text: { en: "1. Bob asked.", fr: "" } }] };
    house.mockResolvedValue({ ok: true, body: { ...READING, trouble } });
    render(Desk, { texts: {} });
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getByText("2. Plum is with Ann.")).toBeTruthy();
    await fireEvent.click(alert.getByRole("button", { name: "Change entry 1" }));
    expect(within(screen.getByRole("dialog")).getByRole<HTMLInputElement>("radio", { name: "Bob" }).checked).toBe(true);
  });
});
