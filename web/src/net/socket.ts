/** The WebSocket of a table. It reconnects by itself. The only file that knows the play protocol. */
import type {
  Frame,
  Marks,
  MarksChecked,
  NotesTaken,
  Refused,
  Room,
  Seat,
  Seq,
  Talk,
  Update,
  Welcome,
} from "../wire/house";

export type Message<Sight = unknown, View = unknown> =
  Welcome | Room | Marks | NotesTaken | MarksChecked | Talk | Refused | Update<Sight, View>;

/**
 * `live`, `away` (disconnected and retrying), or closed for good: no such table, wrong origin, banned, removed,
 * signed out.
 */
export type ConnectionState = "joining" | "live" | "away" | "no-table" | "barred" | "banned" | "removed" | "signed-out";

export interface SocketListener {
  /** The last update received, -1 if none: the server resends what came after it. */
  lastSeq(): Seq;
  onMessage(message: Message): void;
  onState(state: ConnectionState): void;
}

/** Close codes after which the socket does not reconnect. */
const FINAL_CODES: Readonly<Record<number, ConnectionState>> = {
  4001: "no-table",
  4003: "barred",
  4004: "banned",
  4005: "removed",
  4006: "signed-out",
};
const TOO_FAST_CODE = 4008;

const FIRST_RETRY_MS = 400;
const MAX_RETRY_MS = 10_000;
const TOO_FAST_RETRY_MS = 5_000;
/** A page hidden for this long may hold a dead connection without an error: it reconnects. */
const STALE_AFTER_MS = 20_000;

export class TableSocket {
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  #hiddenAt = 0;
  #done = new AbortController();

  constructor(
    readonly table: string,
    readonly listener: SocketListener,
    /** Which of the seats of this device; null means the first. */
    readonly seat: Seat | null = null,
    /** Connect as the shared screen: it shows the board to all, and no hand. */
    readonly screen = false,
  ) {
    const { signal } = this.#done;
    addEventListener("online", () => this.#reconnectNow(), { signal });
    document.addEventListener("visibilitychange", () => this.#onVisibility(), { signal });
    this.#connect();
  }

  /** False if the socket is not open: nothing is queued. */
  send(frame: Frame): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  close(): void {
    this.#done.abort();
    this.#disconnect();
  }

  #connect(): void {
    this.#disconnect();
    const socket = new WebSocket(addressOf(this.table, this.listener.lastSeq(), this.seat, this.screen));
    this.#socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#attempts = 0;
      this.listener.onState("live");
      this.listener.onMessage(JSON.parse(event.data) as Message);
    };
    socket.onclose = (event) => this.#onClose(event.code);
  }

  #onClose(code: number): void {
    this.#socket = null;
    const final = FINAL_CODES[code];
    if (final !== undefined) {
      this.listener.onState(final);
      this.#done.abort();
      return;
    }
    this.listener.onState("away");
    // Exponential backoff with jitter.
    const wait = Math.min(FIRST_RETRY_MS * 2 ** this.#attempts++, MAX_RETRY_MS) * (0.75 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#connect(), code === TOO_FAST_CODE ? TOO_FAST_RETRY_MS : wait);
  }

  /** The device is online again: retry at once. */
  #reconnectNow(): void {
    if (!this.#socket) this.#connect();
  }

  #onVisibility(): void {
    if (document.visibilityState === "hidden") {
      this.#hiddenAt = Date.now();
    } else if (Date.now() - this.#hiddenAt > STALE_AFTER_MS) {
      this.#connect();
    } else {
      this.#reconnectNow();
    }
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    if (!this.#socket) return;
    this.#socket.onclose = this.#socket.onmessage = null;
    this.#socket.close();
    this.#socket = null;
  }
}

function addressOf(table: string, since: Seq, seat: Seat | null, screen: boolean): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const shown = seat === null ? "" : `&seat=${seat}`;
  return `${scheme}://${location.host}/ws/${encodeURIComponent(table)}?since=${since}${shown}${screen ? "&screen=1" : ""}`;
}
