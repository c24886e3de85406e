/** Reads a chosen file as the document of a game. The server decides whether it is valid. */
import { Refusal } from "../net/api";
import type { Record as GameRecord } from "../wire/house";

/** In bytes: the server's limit. */
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
