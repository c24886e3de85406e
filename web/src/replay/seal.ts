/** Checks the seal of a game in this browser, against what it stored. docs/fair-deal.md specifies the bytes. */
import type { Seal, Record as GameRecord } from "../wire/house";
import { hex, type Kept } from "./contribution";

/** `right.told`: and this browser got the commitment before the start. `unhashed`: this browser cannot hash here. */
export type SealFinding =
  "none" | "right" | "right.told" | "unhashed" | "other-commitment" | "not-ours" | "secret" | "key";

type Hash = (data: Uint8Array<ArrayBuffer>) => Promise<string>;

const NOTHING = [0];
const SOMETHING = 1;

export async function checkSeal(
  record: GameRecord,
  kept: Kept | null,
  hash: Hash | null = sha256,
): Promise<SealFinding> {
  const { seal } = record;
  if (!seal) return kept ? "other-commitment" : "none";
  if (kept && kept.commitment !== seal.commitment) return "other-commitment";
  if (kept && !hasOurs(seal, kept)) return "not-ours";
  if (!hash) return "unhashed";
  if ((await hash(bytes(seal.secret))) !== seal.commitment) return "secret";
  if ((await hash(keyBytes(seal))) !== record.key) return "key";
  return kept ? "right.told" : "right";
}

/** Browsers hash only in a secure context. */
export const sha256: Hash | null = globalThis.crypto?.subtle
  ? async (data) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", data)))
  : null;

function hasOurs(seal: Seal, kept: Kept): boolean {
  return Object.entries(kept.given).every(([seat, value]) => seal.contributions[Number(seat)] === value);
}

function keyBytes(seal: Seal): Uint8Array<ArrayBuffer> {
  const given = seal.contributions.flatMap((value) => (value === null ? NOTHING : [SOMETHING, ...bytes(value)]));
  return Uint8Array.from([...bytes(seal.secret), ...given]);
}

function bytes(value: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
