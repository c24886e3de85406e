import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import en from "../../src/cluehouse/games/secret_du_nil/texts.en.json";
import fr from "../../src/cluehouse/games/secret_du_nil/texts.fr.json";
import SuspectsForm from "../src/games/secret_du_nil/SuspectsForm.svelte";
import {
  atFault,
  terms,
  textsAt,
  tidy,
  wrongNames,
  wrongPlaces,
  type MetAt,
} from "../src/games/secret_du_nil/suspects";
import { rulesOf } from "../src/pages/rulebook";
import { chosenOptions } from "../src/table/waiting/options";

const USUAL: MetAt = [
  ["promenade", "pool"],
  ["bar", "restaurant"],
  ["restaurant", "promenade"],
  ["bar", "pool"],
];
const OWN: MetAt = [
  ["bar", "pool"],
  ["bar", "promenade"],
  ["bar", "restaurant"],
  ["restaurant", "bar"],
];
const NAMES = ["Ada", "Œdipe", "<b>Bold</b>", "王"];

describe("the texts at a table", () => {
  test("have its own names and its own places", () => {
    const texts = textsAt(en, { names: NAMES, met_at: OWN }, "en");
    expect(texts["name.stringer"]).toBe("<b>Bold</b>");
    expect(texts["NI-DEC-1"]).toContain(
      "At this table: Ada (Bar, Pool), Œdipe (Bar, Promenade), <b>Bold</b> (Bar, Restaurant), and 王 (Restaurant, Bar).",
    );
  });

  test("keep the game's names in the reader's language where only places differ", () => {
    expect(textsAt(fr, { names: null, met_at: OWN }, "fr")["NI-DEC-1"]).toContain("Mme Watson (Bar, Piscine)");
  });

  test("are the game's own for a table from before there was a choice", () => {
    expect(textsAt(en, { match: "single" }, "en")).toBe(en);
    expect(terms(en, { match: "single" }, "en")).toEqual([]);
  });
});

test("the terms of a table tell who is met where, and no list is shown raw", () => {
  const options = { type: "Options", in_turn: true, names: null, met_at: USUAL };
  expect(chosenOptions(options, en).map(({ name }) => name)).toEqual(["Play and look one after the other"]);
  expect(terms(en, options, "en")[0]?.value).toMatch(/^Mrs Watson \(Promenade, Pool\), /);
});

test("the rules of a table are asked for only where a table can change them", () => {
  const table = { id: "abc", recorded: false, room: { game: "secret_du_nil" } };
  expect(rulesOf(table)).toBe("/rules/secret_du_nil?table=abc");
  expect(rulesOf(table, "NI-DEC-1")).toBe("/rules/secret_du_nil?table=abc#NI-DEC-1");
  expect(rulesOf({ ...table, recorded: true })).toBe("/rules/secret_du_nil");
  expect(rulesOf({ ...table, room: { game: "clue" } }, "CL-SUG-1")).toBe("/rules/clue#CL-SUG-1");
});

test.each([
  [["Ada", "Ben", "Cid", "Dee"], undefined],
  [[" Ada ", "B  en", "Cid", "Dee"], undefined],
  [["Ada", "ada", "Cid", "Dee"], "options.names.same"],
  [["Ada", "", "Cid", "Dee"], "options.names.unreadable"],
  [["Ada", "?!", "Cid", "Dee"], "options.names.unreadable"],
  [["Ada", "B{en}", "Cid", "Dee"], "options.names.unreadable"],
  [["Ada", "B\u202e", "Cid", "Dee"], "options.names.unreadable"],
  [["Ada", "B".repeat(25), "Cid", "Dee"], "options.names.unreadable"],
])("names are checked: %j", (names, wrong) => {
  expect(wrongNames(names)).toBe(wrong);
});

test("places are checked", () => {
  expect(wrongPlaces(USUAL)).toBeUndefined();
  expect(wrongPlaces(OWN)).toBeUndefined();
  expect(wrongPlaces([["bar", "bar"], ...OWN.slice(1)] as unknown as MetAt)).toBe("options.met_at.same");
  expect(wrongPlaces([OWN[0], OWN[0], OWN[0], OWN[0]])).toBe("options.met_at.empty");
  expect(tidy("  A  b ")).toBe("A b");
});

test.each([
  ["options.names.same", ["Ada", "Ben", " ada", "Dee"], USUAL, [true, false, true, false]],
  ["options.names.unreadable", ["Ada", "", "Cid", "?"], USUAL, [false, true, false, true]],
  ["options.met_at.same", NAMES, [USUAL[0], ["bar", "bar"], USUAL[2], USUAL[3]], [false, true, false, false]],
  ["options.met_at.empty", NAMES, USUAL, [false, false, false, false]],
])("the suspects with the trouble are found: %s", (wrong, names, met, found) => {
  expect(atFault(wrong, names, met as MetAt)).toEqual(found);
});

describe("the form", () => {
  function show() {
    const chosen = props();
    render(SuspectsForm, chosen);
    return chosen;
  }

  test("sends nothing of its own until something is changed, then all four names", async () => {
    const chosen = show();
    await expect.poll(() => chosen.options.met_at).toEqual(USUAL);
    expect(chosen.options.names).toBeNull();
    const [first] = screen.getAllByRole("textbox", { hidden: true });
    expect((first as HTMLInputElement).value).toBe("Mrs Watson");
    await fireEvent.input(first!, { target: { value: " Ada  L. " } });
    await expect.poll(() => chosen.options.names).toEqual(["Ada L.", "Mr Christie", "Mrs Stringer", "Mr Marpel"]);
    await fireEvent.input(first!, { target: { value: "mr marpel" } });
    await expect.poll(() => chosen.trouble).toBe("Give every suspect a different name.");
    await fireEvent.click(screen.getByRole("button", { name: "Back to the usual suspects", hidden: true }));
    await expect.poll(() => [chosen.trouble, chosen.options.names]).toEqual(["", null]);
  });

  test("names the suspect with each place, for those who do not see the row", async () => {
    show();
    const [first] = screen.getAllByRole("textbox", { hidden: true });
    await fireEvent.input(first!, { target: { value: "Ada" } });
    const names = screen.getAllByRole("combobox", { hidden: true }).map((each) => each.getAttribute("aria-label"));
    expect(names.slice(0, 3)).toEqual(["Met at (Ada)", "and at (Ada)", "Met at (Mr Christie)"]);
  });

  test("says what is wrong with places", async () => {
    const chosen = show();
    const [first, second] = screen.getAllByRole("combobox", { hidden: true });
    await fireEvent.change(first!, { target: { value: "pool" } });
    await expect.poll(() => chosen.trouble).toBe("Every suspect is met at two different places.");
    expect(first!.getAttribute("aria-invalid")).toBe("true");
    await fireEvent.change(second!, { target: { value: "bar" } });
    await expect.poll(() => chosen.trouble).toBe("");
    expect((chosen.options.met_at as MetAt)[0]).toEqual(["pool", "bar"]);
  });

  /** Props that keep what the form writes into them. */
  function props() {
    let options: Record<string, unknown> = {};
    let trouble = "";
    return {
      texts: en,
      usual: { names: null, met_at: USUAL },
      get options() {
        return options;
      },
      set options(next) {
        options = next;
      },
      get trouble() {
        return trouble;
      },
      set trouble(next) {
        trouble = next;
      },
    };
  }
});
