import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { describe, expect, test, vi } from "vitest";
import Card from "../../src/kit/Card.svelte";
import Confirm from "../../src/kit/Confirm.svelte";
import Dice from "../../src/kit/Dice.svelte";
import Log from "../../src/kit/Log.svelte";
import NotebookGrid, { markAfter } from "../../src/kit/NotebookGrid.svelte";
import OfferPicker from "../../src/kit/OfferPicker.svelte";
import type { Offer } from "../../src/wire/house";
import { tell } from "../../src/app/words";
import { ENGLISH } from "../fixtures";

const face = createRawSnippet(() => ({ render: () => "<i>face</i>" }));

describe("a card", () => {
  test("is a button only while it may be chosen", async () => {
    const onchoose = vi.fn();
    const { rerender } = render(Card, { label: "the Twin", face, lit: true, onchoose });
    await fireEvent.click(screen.getByRole("button", { name: "the Twin" }));
    expect(onchoose).toHaveBeenCalledOnce();
    await rerender({ lit: false });
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByRole("img", { name: "the Twin" })).toBeTruthy();
  });

  test("shows nothing of its face when it lies face down", () => {
    render(Card, { label: "a card", face, caption: "Twin", hidden: true });
    expect(screen.queryByText("face")).toBeNull();
    expect(screen.queryByText("Twin")).toBeNull();
  });
});

describe("the picker of offers", () => {
  test("goes from a kind of move, field by field, to the move", async () => {
    const onpick = vi.fn();
    const offers: Offer[] = [
      {
        type: "Listed",
        kind: "Suspect",
        fields: ["who", "where"],
        rows: [
          ["twin", "hall"],
          ["widow", "attic"],
        ],
      },
    ];
    render(OfferPicker, { offers, words: ENGLISH, onpick });
    await fireEvent.click(screen.getByRole("button", { name: "suspect" }));
    expect(document.activeElement, "the keyboard goes on with what can be chosen next").toBe(
      screen.getAllByRole("button")[0],
    );
    await fireEvent.click(screen.getByRole("button", { name: "the Widow" }));
    expect(screen.queryByRole("button", { name: "hall" })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "attic" }));
    expect(onpick).toHaveBeenCalledWith({ type: "Suspect", who: "widow", where: "attic" });
  });

  test("goes back, and makes a move without fields at once", async () => {
    const onpick = vi.fn();
    const offers: Offer[] = [
      { type: "Product", kind: "Ask", fields: { whom: [1, 2] } },
      { type: "Product", kind: "Ready", fields: {} },
    ];
    render(OfferPicker, { offers, words: ENGLISH, onpick });
    await fireEvent.click(screen.getByRole("button", { name: /^ask/ }));
    await fireEvent.click(screen.getByRole("button", { name: "Back" }));
    await fireEvent.click(screen.getByRole("button", { name: /^ready/ }));
    expect(onpick).toHaveBeenCalledWith({ type: "Ready" });
  });
});

describe("the notebook", () => {
  const grid = {
    label: "Notebook",
    rows: [
      { id: "twin", name: "the Twin" },
      { id: "widow", name: "the Widow" },
    ],
    columns: [
      { id: "0", name: "Ann" },
      { id: "c", name: "Culprit" },
    ],
    marks: { "twin.0": "?" },
    printed: { "widow.c": "✗" },
    cell: (row: string, column: string) => `${row}.${column}`,
  };

  test("goes round the marks", () => {
    expect(["", "✗", "?", "✓"].map(markAfter)).toEqual(["✗", "?", "✓", ""]);
  });

  test("marks the cell that is pressed, but not one it has printed itself", async () => {
    const onmark = vi.fn();
    render(NotebookGrid, { ...grid, onmark });
    await fireEvent.click(screen.getByRole("button", { name: "the Twin, Ann: perhaps" }));
    expect(onmark).toHaveBeenCalledWith("twin.0", "✓");
    await fireEvent.click(screen.getByRole("button", { name: "the Widow, Culprit: no" }));
    expect(onmark).toHaveBeenCalledOnce();
  });

  test("lets a game draw its cells and say them in its own words", () => {
    const inside = createRawSnippet((cell: () => string, mark: () => string) => ({
      render: () => `<i>${cell()} ${mark()}</i>`,
    }));
    render(NotebookGrid, { ...grid, inside, said: (cell: string, mark: string) => `${cell} is ${mark || "open"}` });
    expect(screen.getByRole("button", { name: "twin.c is open" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "twin.0 is ?" }).textContent).toContain("twin.0 ?");
  });

  test("shows the short name of a line, and says the whole", () => {
    render(NotebookGrid, { ...grid, rows: [{ id: "twin", name: "the Twin", short: "T" }] });
    expect(screen.getByRole("rowheader", { name: "the Twin" }).textContent).toContain("T");
  });

  test("is asked about what it has printed", async () => {
    const onask = vi.fn();
    render(NotebookGrid, { ...grid, onask });
    const sure = screen.getByRole("button", { name: "the Widow, Culprit: no" });
    expect(sure.getAttribute("aria-disabled")).toBe("false");
    await fireEvent.click(sure);
    expect(onask).toHaveBeenCalledWith("widow.c");
  });

  test("names the player of a column beside their mark, and shades what all are after", () => {
    const columns = [
      { id: "0", name: "Ann", seat: 0 },
      { id: "c", name: "Culprit", shaded: true },
    ];
    render(NotebookGrid, { ...grid, columns });
    const [ann, culprit] = screen.getAllByRole("columnheader");
    expect([ann!.textContent, ann!.querySelector("svg")!.dataset.seat]).toEqual([" Ann", "0"]);
    expect([ann, culprit].map((head) => head!.classList.contains("shaded"))).toEqual([false, true]);
  });

  test("says which marks were checked and are wrong", () => {
    render(NotebookGrid, { ...grid, wrong: ["twin.0", "widow.c"] });
    expect(screen.getByRole("button", { name: "the Twin, Ann: perhaps, contradicts what you saw" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "the Widow, Culprit: no" })).toBeTruthy();
  });

  test("that cannot be written in is asked about any cell", async () => {
    const onask = vi.fn();
    render(NotebookGrid, { ...grid, onask });
    await fireEvent.click(screen.getByRole("button", { name: "the Twin, Ann: perhaps" }));
    expect(onask).toHaveBeenCalledWith("twin.0");
  });

  test("has a heading where a part of it begins", () => {
    render(NotebookGrid, { ...grid, rows: [{ id: "twin", name: "the Twin", above: "Suspects" }] });
    expect(screen.getByText("Suspects").tagName).toBe("TH");
  });

  test("is walked with the arrow keys, and has one stop for Tab", async () => {
    render(NotebookGrid, grid);
    const first = screen.getByRole("button", { name: "the Twin, Ann: perhaps" });
    first.focus();
    await fireEvent.keyDown(first, { key: "ArrowDown" });
    await fireEvent.keyDown(document.activeElement!, { key: "ArrowRight" });
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "the Widow, Culprit: no" }));
    expect(screen.getAllByRole("button").filter((each) => each.tabIndex === 0)).toHaveLength(1);
  });
});

describe("a move to be confirmed", () => {
  test("is made by its own button, and by nothing else", async () => {
    const [onconfirm, oncancel] = [vi.fn(), vi.fn()];
    render(Confirm, { action: "Accuse the Twin", children: face, onconfirm, oncancel });
    expect(screen.getByRole("dialog", { name: "Accuse the Twin?" })).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Not yet" }));
    await fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(oncancel).toHaveBeenCalledTimes(2);
    expect(onconfirm).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole("button", { name: "Accuse the Twin" }));
    expect(onconfirm).toHaveBeenCalledOnce();
  });
});

test("the story is a list of sentences under headings", () => {
  render(Log, {
    label: "Story",
    chapters: [
      { head: ["Deal 1"], lines: [tell({ type: "SaidReady", by: 0 }, ENGLISH)] },
      { head: ["Deal 2"], lines: [tell({ type: "HasAccused", by: 1 }, ENGLISH)] },
    ],
  });
  expect(screen.getAllByRole("heading").map((head) => head.textContent)).toEqual(["Deal 1", "Deal 2"]);
  const lines = screen.getAllByRole("listitem").map((line) => line.textContent?.replace(/\s+/g, " ").trim());
  expect(lines).toEqual(["Ann is ready.", "Bob has accused somebody."]);
});

test("a die shows as many pips as it says", () => {
  const { container } = render(Dice, { values: [5, 2], label: "five and two" });
  expect(container.querySelectorAll("circle")).toHaveLength(7);
  expect(screen.getByRole("img", { name: "five and two" })).toBeTruthy();
});
