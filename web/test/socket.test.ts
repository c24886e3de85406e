import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Line, type Link, type Message } from "../src/socket";

class FakeSocket {
  static OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  open() {
    this.readyState = 1;
    this.onmessage?.({ data: JSON.stringify({ type: "Welcome", build: "dev", told: null }) });
  }
  end(code: number) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
  }
}

let line: Line;
let links: Link[];
let heard: Message[];
let since = -1;
const latest = () => FakeSocket.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  [links, heard, since] = [[], [], -1];
  line = new Line("t 1", { since: () => since, heard: (m) => heard.push(m), link: (state) => links.push(state) });
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the line to a table", () => {
  test("asks for what came after the last update known", () => {
    expect(latest().address).toBe("ws://localhost:3000/ws/t%201?since=-1");
    latest().open();
    since = 7;
    latest().end(1006);
    vi.advanceTimersByTime(1000);
    expect(latest().address).toMatch(/since=7$/);
  });

  test("shows the seat it was asked for, of those that share the device", () => {
    line.close();
    line = new Line("t 1", line.listener, 3);
    expect(latest().address).toBe("ws://localhost:3000/ws/t%201?since=-1&seat=3");
  });

  test("comes back by itself, later and later", () => {
    for (let i = 0; i < 3; i++) {
      latest().end(1006);
      vi.advanceTimersByTime(10_000);
    }
    expect(FakeSocket.all).toHaveLength(4);
    latest().end(1006);
    vi.advanceTimersByTime(300);
    expect(FakeSocket.all).toHaveLength(4);
  });

  test("comes back at once when the device is online again", () => {
    latest().end(1006);
    dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(10_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("is made anew after a long sleep, even if it seems alive", () => {
    latest().open();
    const state = vi.spyOn(document, "visibilityState", "get");
    state.mockReturnValue("hidden");
    document.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(60_000);
    state.mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    expect(FakeSocket.all).toHaveLength(2);
  });

  test.each([
    [4001, "no-table"],
    [4003, "barred"],
    [4004, "banned"],
  ])("gives up when it is closed for good, with %i", (code, link) => {
    latest().end(code);
    vi.advanceTimersByTime(60_000);
    dispatchEvent(new Event("online"));
    expect(links).toEqual([link]);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test("does not come back once closed", () => {
    latest().open();
    line.close();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test("sends only while somebody listens, and says so", () => {
    expect(line.send({ type: "Undo" })).toBe(false);
    latest().open();
    expect(line.send({ type: "Undo" })).toBe(true);
    expect(latest().sent).toEqual(['{"type":"Undo"}']);
    expect(heard).toEqual([{ type: "Welcome", build: "dev", told: null }]);
  });
});
