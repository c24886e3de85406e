import { expect, test } from "vitest";
import { takeSecret } from "../src/app/secret";

test.each([
  ["/resume#aB_3-x", "aB_3-x"],
  ["/resume#ABCD%20EFGH", "ABCD EFGH"],
  ["/resume#%E0%A4%A", "%E0%A4%A"],
  ["/resume", ""],
])("the secret of %s is taken out of the address", (address, secret) => {
  history.replaceState(null, "", address);
  expect(takeSecret()).toBe(secret);
  expect(location.hash).toBe("");
  expect(location.pathname).toBe("/resume");
  expect(takeSecret()).toBe("");
});
