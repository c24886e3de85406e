import { afterEach, expect, test, vi } from "vitest";
import { loadSession } from "../src/app/session.svelte";
import { gameTexts } from "../src/app/language.svelte";
import { namesOf } from "../src/table/table.svelte";
import type { Chair, HouseCard, Somebody } from "../src/wire/house";

const CARD: HouseCard = {
  build: "dev",
  push: "",
  network: null,
  games: [],
  levels: [],
  helps: [],
  names: { clue: { en: { title: "Murder at Ours" }, fr: { "name.plum": "Oncle Bob : lui" } } },
};

const FORGOTTEN: Somebody = {
  type: "Somebody",
  name: "",
  here: false,
  standing_in: false,
  clock: null,
  who: "",
  fell_back: false,
  stands_in_after: null,
};

function houseWith(card: HouseCard): void {
  const answer = (address: string) => Response.json(address === "/api/house" ? card : { name: "Ada" });
  vi.stubGlobal("fetch", (address: string) => Promise.resolve(answer(address)));
}

afterEach(() => vi.unstubAllGlobals());

test("names set by the server's operator replace the game's own, in their language alone", async () => {
  houseWith(CARD);
  await loadSession();
  const [english, french] = await Promise.all([gameTexts("clue", "en"), gameTexts("clue", "fr")]);
  expect(english.title).toBe("Murder at Ours");
  expect(english["name.plum"]).toBe("Professor Plum");
  expect(french.title).not.toBe("Murder at Ours");
  expect(french["name.plum"]).toBe("Oncle Bob\u202f: lui");
  expect((await gameTexts("keyhole", "en")).title).toBe("Keyhole");
});

test("without such names the game's own texts are used", async () => {
  houseWith({ ...CARD, names: {} });
  await loadSession();
  expect((await gameTexts("clue", "en")).title).not.toBe("Murder at Ours");
});

test("an erased guest gets a placeholder name", () => {
  expect(namesOf([FORGOTTEN, { ...FORGOTTEN, name: "Zoé" }])).toEqual(["someone who left", "Zoé"]);
});

test("no bot at a table has the name of a person or a character there", () => {
  const bot: Chair = { type: "Robot", level: "novice", tired: false, fell_back: false };
  const texts = { "name.christie": "Mr Ratchet", title: "Pendulum" };
  const names = namesOf([{ ...FORGOTTEN, name: "Brass" }, bot, bot, bot, bot, { type: "Nobody" }], texts);
  expect(names).toEqual(["Brass", "Gimbal", "Spindle", "Rivet", "Pendulum", "Seat 6"]);
});
