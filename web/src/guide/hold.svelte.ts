/** The game waits while the guided start speaks, where nobody else plays. It goes on after a reload, too. */
import { forget, recall, remember } from "../app/memory";
import { api, Refusal } from "../net/api";
import { isAlone } from "../table/speed";
import type { Room } from "../wire/house";

const KEY = "guide.holds";

/** The id of the table that the guide has paused, in this window or in another one of the player's. */
let held = $state<string | null>(recall(KEY));
addEventListener("storage", ({ key, newValue }) => {
  if (key === KEY) held = newValue;
});

/** All other seats are bots', and this player may pause the game. */
export function playsAlone(room: Room | null): boolean {
  return room !== null && room.hosting && isAlone(room);
}

/** The pause of this table is the guide's: it needs no other explanation. */
export function isHeld(table: string): boolean {
  return held === table;
}

/** Called whenever it changes whether the game has to wait. */
export function waitWhile(waits: boolean, table: { id: string; paused: boolean }): void {
  if (!waits) void release(table.id);
  else if (!table.paused) void hold(table.id);
}

/** One request after the other: a guide may be closed before its pause has begun. */
let requests: Promise<unknown> = Promise.resolve();

/** The table whose pause this page has requested: the room that tells of it comes later. */
let asked: string | null = null;

/** Pauses a game that is not paused. */
export async function hold(table: string): Promise<void> {
  if (asked !== table) {
    asked = table;
    keep(table);
    requests = requests.then(() => api.pause(table)).catch((error) => notPaused(table, error));
  }
  await requests;
}

/** A refusal says that it is paused already: by another window. */
function notPaused(table: string, error: unknown): void {
  if (!(error instanceof Refusal && error.id === "HOUSE-BAD-REQUEST")) letGo(table);
}

/** Resumes a game that the guide has paused. If that fails, the pause is shown, with its button. */
export async function release(table: string): Promise<void> {
  if (!isHeld(table)) return;
  asked = null;
  requests = requests.then(() => resume(table)).catch(() => letGo(table));
  await requests;
}

/** It may have gone on before a reload, or never have been paused. */
async function resume(table: string): Promise<void> {
  const { paused } = await api.room(table);
  if (paused && isHeld(table)) await api.unpause(table);
  else letGo(table);
}

/** The pause is over. */
export function letGo(table: string): void {
  if (asked === table) asked = null;
  if (isHeld(table)) keep(null);
}

function keep(table: string | null): void {
  held = table;
  if (table === null) forget(KEY);
  else remember(KEY, table);
}
