import { expect, test } from "vitest";
import { routeOf } from "../src/app/router.svelte";

test.each([
  ["/", "lobby", ""],
  ["/t/aB_3-x", "table", "aB_3-x"],
  ["/screen/aB_3-x", "screen", "aB_3-x"],
  ["/rules/keyhole", "rules", "keyhole"],
  ["/rules/keyhole/", "rules", "keyhole"],
  ["/resume/abc.def", "resume", "abc.def"],
  ["/notebook", "notebook", ""],
  ["/bourrel", "bourrel", ""],
  ["/practice", "practice", ""],
  ["/replay", "replay", ""],
  ["/replay/aB_3-x", "replay", "aB_3-x"],
  ["/replay/a/b", "nowhere", ""],
  ["/about", "about", ""],
  ["/t/", "nowhere", ""],
  ["/t/a/b", "nowhere", ""],
  ["/elsewhere", "nowhere", ""],
])("%s leads to the %s", (path, place, key) => {
  expect(routeOf(path)).toEqual({ place, key });
});
