/**
 * The verdict on a checked game, in one word: from the server, and from this browser, which verifies
 * by itself all that it can compute.
 */
import { api } from "../net/api";
import type { Record as GameRecord, Verdict } from "../wire/house";
import { keptOf } from "./contribution";
import { checkSeal, type SealFinding } from "./seal";

export interface Checked {
  verdict: Verdict;
  seal: SealFinding;
}

/** `partly`: some falls can only be recomputed on another machine. `version`: the rules differ from this server's. */
export type Sign = "true" | "partly" | "version" | "deal" | "move" | "false";

const SOUND: readonly SealFinding[] = ["none", "right", "right.told", "unhashed"];

export async function check(record: GameRecord, table: string): Promise<Checked> {
  const [verdict, seal] = await Promise.all([api.verify(record), checkSeal(record, keptOf(table))]);
  return { verdict, seal };
}

export function signOf({ verdict: { answer, at, unchecked }, seal }: Checked): Sign {
  if (answer === "differs") return at === null ? "false" : at === 0 ? "deal" : "move";
  if (!SOUND.includes(seal)) return "false";
  if (answer === "another_version") return "version";
  return unchecked > 0 ? "partly" : "true";
}
