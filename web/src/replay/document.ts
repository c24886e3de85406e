/** A file somebody chose, as the document of a game. Whether it is a good one, the house says. */
import { Refusal } from "../net/api";
import type { Record as GameRecord } from "../wire/house";

/** Bytes: as much as the house reads. */
const MOST = 4 * 1024 * 1024;

export async function readDocument(file: Blob): Promise<GameRecord> {
  if (file.size > MOST) throw new Refusal("SHELL-FILE-TOO-LONG", "");
  return parse(await file.text());
}

function parse(text: string): GameRecord {
  try {
    return JSON.parse(text) as GameRecord;
  } catch {
    throw new Refusal("HOUSE-NOT-A-RECORD", "");
  }
}
