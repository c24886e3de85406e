import { expect, test } from "vitest";
import { chaptersOf, examplesOf, isRule } from "../src/pages/rulebook";
import { ENGLISH } from "./fixtures";

test("rules come in the order of the file, in chapters where one has a title", () => {
  const chapters = chaptersOf(ENGLISH.texts);
  expect(chapters.map((chapter) => chapter.title)).toEqual(["The cards", "Asking", "Accusing", "The end"]);
  expect(chapters[1]?.rules.map((rule) => rule.id)).toEqual(["KEY-3", "KEY-4", "KEY-5"]);
  expect(chapters.flatMap((chapter) => chapter.rules)).toHaveLength(10);
});

test("a rule without any title before it still has a chapter", () => {
  expect(chaptersOf({ "X-1": "One." })).toEqual([{ title: "", rules: [{ id: "X-1", text: "One." }] }]);
});

test("a refusal of the server is no rule of the game", () => {
  expect(isRule("KEY-3", ENGLISH.texts)).toBe(true);
  expect(isRule("HOUSE-STALE", ENGLISH.texts)).toBe(false);
});

test("an example has a few steps, in order", () => {
  const steps = examplesOf(ENGLISH.texts);
  expect(steps).toHaveLength(4);
  expect(steps[0]).toBe(ENGLISH.texts["short.example.1"]);
});
