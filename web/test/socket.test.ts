import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TableSocket, type ConnectionState, type Message } from "../src/net/socket";

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

let socket: TableSocket;
let states: ConnectionState[];
let messages: Message[];
let since = -1;
const latest = () => FakeSocket.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  [states, messages, since] = [[], [], -1];
  socket = new TableSocket("t 1", {
    lastSeq: () => since,
    onMessage: (m) => messages.push(m),
    onState: (state) => states.push(state),
  });
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the socket of a table", () => {
  test("asks the server for what came after the last update", () => {
    expect(latest().address).toBe("ws://localhost:3000/ws/t%201?since=-1");
    latest().open();
    since = 7;
    latest().end(1006);
    vi.advanceTimersByTime(1000);
    expect(latest().address).toMatch(/since=7$/);
  });

  test("asks for one seat of those that share the device", () => {
    socket.close();
    socket = new TableSocket("t 1", socket.listener, 3);
    expect(latest().address).toBe("ws://localhost:3000/ws/t%201?since=-1&seat=3");
  });

  test("reconnects by itself with growing delays", () => {
    for (let i = 0; i < 3; i++) {
      latest().end(1006);
      vi.advanceTimersByTime(10_000);
    }
    expect(FakeSocket.all).toHaveLength(4);
    latest().end(1006);
    vi.advanceTimersByTime(300);
    expect(FakeSocket.all).toHaveLength(4);
  });

  test("reconnects at once when the device is online again", () => {
    latest().end(1006);
    dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(10_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("reconnects after the page was hidden for long, even if it seems open", () => {
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
  ])("does not reconnect after close code %i", (code, state) => {
    latest().end(code);
    vi.advanceTimersByTime(60_000);
    dispatchEvent(new Event("online"));
    expect(states).toEqual([state]);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test("does not reconnect once closed by the page", () => {
    latest().open();
    socket.close();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test("sends only while it is open, and returns whether it did", () => {
    expect(socket.send({ type: "Undo" })).toBe(false);
    latest().open();
    expect(socket.send({ type: "Undo" })).toBe(true);
    expect(latest().sent).toEqual(['{"type":"Undo"}']);
    expect(messages).toEqual([{ type: "Welcome", build: "dev", told: null }]);
  });
});
