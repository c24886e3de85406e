/** The screen of Arosa on a table without a server, with fake audio. */
import { fireEvent, render, screen } from "@testing-library/svelte";
import { vi } from "vitest";
import Screen from "../src/games/arosa/Screen.svelte";
import { markRead } from "../src/guide/pointers";
import { seatFields } from "../src/games/arosa/story";
import { Table, type Sight } from "../src/table/table.svelte";
import type { Find, RailView, Notes, View } from "../src/wire/arosa";
import type { Room, Update } from "../src/wire/house";
import { RAIL, ROOM, SEARCHING, SEAT, TEXTS } from "./arosa_fixtures";
import { withoutNotes } from "./fixtures";

export const send = vi.fn(() => true);
export const fetched = vi.fn((_address: string) => Promise.resolve(new Response(new Uint8Array([0]))));

export class FakeContext extends EventTarget {
  state = "running";
  destination = {};
  close = () => Promise.resolve();
  decodeAudioData = () => Promise.resolve({ getChannelData: () => new Float32Array(10) });
}

class FakeSource {
  connect(): void {}
  start(): void {}
  stop(): void {}
}

export const find = (colour: Find["colour"], count = 1): Find => ({ type: "Find", colour, count });
export const seen = (open: Partial<RailView>): View => ({ ...SEAT, open: { ...RAIL, ...open } });
export const seconds = (time: number) => vi.advanceTimersByTimeAsync(time * 1000);

/** Before each test. */
export function setTheStage(): void {
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", FakeContext);
  vi.stubGlobal("AudioBufferSourceNode", FakeSource);
  vi.stubGlobal("fetch", fetched);
  localStorage.clear();
  markRead("arosa");
  send.mockClear();
  fetched.mockClear();
}

export function tableOf(update: Partial<Update<Sight, View>> = {}, room: Partial<Room> = {}) {
  const table = new Table<View, Notes>("t1", () => ({ send: withoutNotes(send), close: () => undefined }));
  table.texts = TEXTS;
  table.seatFields = seatFields;
  table.onState("live");
  table.onMessage({ ...ROOM, ...room });
  table.onMessage({ ...SEARCHING, ...update });
  return table;
}

export function show(update: Partial<Update<Sight, View>> = {}, room: Partial<Room> = {}) {
  const table = tableOf(update, room);
  render(Screen, { table });
  return table;
}

/** The moves that were sent. */
export function played(): unknown[] {
  const frames = send.mock.calls as unknown as [{ type: string; move: unknown }][];
  return frames.flatMap(([frame]) => (frame.type === "Play" ? [frame.move] : []));
}

export async function press(name: string | RegExp) {
  await fireEvent.click(screen.getByRole("button", { name }));
}
