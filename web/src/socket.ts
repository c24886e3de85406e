/** The line to a table: the only file that knows the network of play. It comes back by itself. */
import type { Frame, Marks, NotesTaken, Refused, Room, Seat, Seq, Talk, Update, Welcome } from "./wire/house";

export type Message<Sight = unknown, View = unknown> =
  Welcome | Room | Marks | NotesTaken | Talk | Refused | Update<Sight, View>;

/** `live`, `away` (and trying again), or ended for good: no such table, not from this page, banned, shown out. */
export type Link = "joining" | "live" | "away" | "no-table" | "barred" | "banned" | "removed";

export interface Listener {
  /** The last update known, -1 if none: what came after it will be told again. */
  since(): Seq;
  heard(message: Message): void;
  link(state: Link): void;
}

/** Closing codes after which there is no coming back. */
const FOR_GOOD: Readonly<Record<number, Link>> = { 4001: "no-table", 4003: "barred", 4004: "banned", 4005: "removed" };
const TOO_FAST = 4008;

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const CALM_DOWN = 5_000;
/** A phone that slept this long may hold a line that is dead without knowing. */
const SLEPT = 20_000;

export class Line {
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #hiddenAt = 0;
  #done = new AbortController();

  constructor(
    readonly table: string,
    readonly listener: Listener,
    /** Which of the seats this device holds; not said, the first. */
    readonly seat: Seat | null = null,
    /** It shows the board to all, and no hand. */
    readonly screen = false,
  ) {
    const { signal } = this.#done;
    addEventListener("online", () => this.#now(), { signal });
    document.addEventListener("visibilitychange", () => this.#seen(), { signal });
    this.#connect();
  }

  /** False if nobody is listening now: nothing is kept for later. */
  send(frame: Frame): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  close(): void {
    this.#done.abort();
    this.#drop();
  }

  #connect(): void {
    this.#drop();
    const socket = new WebSocket(addressOf(this.table, this.listener.since(), this.seat, this.screen));
    this.#socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#failures = 0;
      this.listener.link("live");
      this.listener.heard(JSON.parse(event.data) as Message);
    };
    socket.onclose = (event) => this.#lost(event.code);
  }

  #lost(code: number): void {
    this.#socket = null;
    const end = FOR_GOOD[code];
    if (end !== undefined) {
      this.listener.link(end);
      this.#done.abort();
      return;
    }
    this.listener.link("away");
    const wait = Math.min(FIRST_WAIT * 2 ** this.#failures++, LONGEST_WAIT) * (0.75 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#connect(), code === TOO_FAST ? CALM_DOWN : wait);
  }

  /** The device is back: no reason to wait any longer. */
  #now(): void {
    if (!this.#socket) this.#connect();
  }

  #seen(): void {
    if (document.visibilityState === "hidden") {
      this.#hiddenAt = Date.now();
    } else if (Date.now() - this.#hiddenAt > SLEPT) {
      this.#connect();
    } else {
      this.#now();
    }
  }

  #drop(): void {
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
