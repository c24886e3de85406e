import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { preferredLanguage } from "../src/app/language.svelte";
import { remember } from "../src/app/memory";

const SOURCE = readFileSync("public/light.js", "utf-8");

/** Runs it as the page's script does, and returns what it fetches. */
function run(data: Record<string, string>, languages: string[]): string[] {
  const script = Object.assign(document.createElement("script"), { textContent: SOURCE });
  Object.assign(script.dataset, data);
  vi.stubGlobal("navigator", { languages });
  vi.spyOn(document, "currentScript", "get").mockReturnValue(script);
  new Function(SOURCE)();
  return [...document.head.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")].map(({ href }) => href);
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  document.head.replaceChildren();
  delete document.documentElement.dataset.light;
});

describe("before the first paint", () => {
  const data = { en: "/assets/en.js /assets/texts.en.js", fr: "/assets/fr.js /assets/texts.fr.js" };
  const texts = (language: string) => [`/assets/${language}.js`, `/assets/texts.${language}.js`].map(absolute);
  const absolute = (path: string) => new URL(path, location.href).href;

  test.each([
    [null, ["de-CH", "fr-CH", "en"]],
    [null, ["de"]],
    ["en", ["fr"]],
    ["fr", ["en-GB"]],
    ["xx", ["fr"]],
  ])("the texts of the page's language are fetched (chosen: %s, the browser's: %s)", (chosen, languages) => {
    if (chosen) remember("language", chosen);
    const fetched = run(data, languages);
    expect(fetched).toEqual(texts(preferredLanguage()));
  });

  test("nothing is fetched for a page without texts", () => {
    expect(run({}, ["fr"])).toEqual([]);
  });

  test("the chosen theme is set", () => {
    remember("light", "night");
    run(data, ["en"]);
    expect(document.documentElement.dataset.light).toBe("night");
  });
});
