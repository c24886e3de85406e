import { expect, test } from "vitest";
import { isLocal, linkFor } from "../src/app/links";

const NETWORK = { origin: "http://192.168.1.5:8000", open: true };

test.each([
  ["localhost", true],
  ["house.localhost", true],
  ["127.0.0.1", true],
  ["127.8.0.1", true],
  ["[::1]", true],
  ["192.168.1.5", false],
  ["127.example", false],
  ["localhost.example", false],
])("only this computer opens a link to %s: %s", (host, local) => {
  expect(isLocal(host)).toBe(local);
});

test("a link works for whoever gets it, where the page's own address does", () => {
  const here = new URL("https://house.example/t/abc");
  expect(linkFor("/t/abc", here, null)).toEqual({ link: "https://house.example/t/abc", local: false });
});

test("a page on the server's own machine gives out the address on the network", () => {
  const here = new URL("http://localhost:8000/t/abc");
  expect(linkFor("/t/abc", here, NETWORK)).toEqual({ link: "http://192.168.1.5:8000/t/abc", local: false });
});

test("a link that works on this computer alone is known to", () => {
  const here = new URL("http://127.0.0.1:8000/");
  const local = { link: "http://127.0.0.1:8000/t/abc", local: true };
  expect(linkFor("/t/abc", here, { ...NETWORK, open: false })).toEqual(local);
  expect(linkFor("/t/abc", here, null)).toEqual(local);
});
