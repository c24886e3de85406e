import { expect, test } from "vitest";
import { routeOf } from "../src/app/router.svelte";

test.each([
  ["/", "lobby", ""],
  ["/t/aB_3-x", "table", "aB_3-x"],
  ["/screen/aB_3-x", "screen", "aB_3-x"],
  ["/rules/keyhole", "rules", "keyhole"],
  ["/rules/keyhole/", "rules", "keyhole"],
  ["/resume", "resume", ""],
  ["/resume/abc.def", "resume", ""],
  ["/notebook", "notebook", ""],
  ["/bourrel", "bourrel", ""],
  ["/practice", "practice", ""],
  ["/replay", "replay", ""],
  ["/replay/aB_3-x", "replay", "aB_3-x"],
  ["/replay/a/b", "notFound", ""],
  ["/about", "about", ""],
  ["/t/", "notFound", ""],
  ["/t/a/b", "notFound", ""],
  ["/elsewhere", "notFound", ""],
])("%s is the page %s", (path, page, key) => {
  expect(routeOf(path)).toEqual({ page, key });
});
