/** One table as this browser knows it: the latest view, the story so far, who sits where. */
import { api } from "../net/api";
import { checkBuild } from "../app/session.svelte";
import { speech, t } from "../app/language.svelte";
import { forget, recall, remember } from "../app/memory";
import { offered, valuesAfter, type Move } from "./offers";
import { contribute } from "../replay/contribution";
import { TableSocket, type ConnectionState, type Message, type SocketListener } from "../net/socket";
import type { Chair, Frame, Marks, NotesTaken, Offer, Refused, Room, Seat, Seq, Update } from "../wire/house";
import { TableTalk } from "../talk/talk.svelte";
import { fill, type Texts, type Words } from "../app/words";

export interface Sight {
  type: string;
  [field: string]: unknown;
}

type Connect = (table: string, listener: SocketListener) => Pick<TableSocket, "send" | "close">;

const BEFORE_THE_DEAL: Seq = -1;

/** Connect as one of several seats that share this device. */
export const connectAsSeat =
  (seat: Seat): Connect =>
  (table, listener) =>
    new TableSocket(table, listener, seat);

/** Connect as the shared screen. */
const connectAsScreen: Connect = (table, listener) => new TableSocket(table, listener, null, true);

/** `View` and `Notes` are the types of the game played here. */
export class Table<View = unknown, Notes = unknown> implements SocketListener {
  state = $state<ConnectionState>("joining");
  room = $state.raw<Room | null>(null);
  update = $state.raw<Update<Sight, View> | null>(null);
  /** Every sight since the deal, in order. */
  story = $state.raw<readonly Sight[]>([]);
  /** What happened while nobody was looking; kept until it has been read. */
  meanwhile = $state.raw<readonly Sight[]>([]);
  marks = $state.raw<Marks>({ type: "Marks", marks: {}, undoable: false });
  notes = $state.raw<(NotesTaken & { notes: Notes }) | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** A bot has our seat for good. */
  replaced = $state(false);
  /** A move is under way and not answered yet. */
  busy = $state(false);
  texts = $state.raw<Texts>({});
  seatFields = $state.raw<Words["seatFields"]>({});

  /** It is over and only shown again: nothing can be done or written here. */
  readonly recorded: boolean = false;

  readonly talk: TableTalk;

  #socket: Pick<TableSocket, "send" | "close">;
  #catchingUp = true;
  #noting: boolean;
  #read: number | null;

  constructor(
    readonly id: string,
    connect: Connect = (table, listener) => new TableSocket(table, listener),
    /** It shows the board to all, and no hand. */
    readonly screen = false,
  ) {
    this.talk = new TableTalk(id, (frame) => this.#send(frame));
    const kept = recall(this.#key);
    this.#read = kept === null ? null : Number(kept);
    this.#noting = recall(this.#notesKey) !== null;
    this.#socket = connect(id, this);
  }

  /** The shared screen of a table. */
  static shared(id: string): Table {
    return new Table(id, connectAsScreen, true);
  }

  get #key(): string {
    return `read:${this.id}`;
  }

  get #seatKey(): string {
    return `seat:${this.id}`;
  }

  get #notesKey(): string {
    return `notes:${this.id}`;
  }

  get you(): Seat | null {
    return this.room?.you ?? null;
  }

  get paused(): boolean {
    return this.room?.paused ?? false;
  }

  /** The game has ended without a result. */
  get givenUp(): boolean {
    return this.room?.given_up ?? false;
  }

  get moves() {
    return this.busy || this.paused || this.givenUp || this.state !== "live" ? [] : (this.update?.moves ?? []);
  }

  /** A choice is yours to make. */
  get yourTurn(): boolean {
    return !this.paused && !this.givenUp && this.you !== null && (this.update?.asked.includes(this.you) ?? false);
  }

  get notesAreFresh(): boolean {
    return this.notes !== null && this.notes.seq === this.update?.seq;
  }

  get names(): string[] {
    return this.room?.chairs.map(nameOf) ?? [];
  }

  get words(): Words {
    return { language: speech.language, texts: this.texts, seatFields: this.seatFields, names: this.names };
  }

  /** A text of this game's screen, filled with values; empty if there is none. */
  say(key: string, values: Readonly<Record<string, string | number>> = {}): string {
    return fill(this.texts[`screen.${key}`] ?? "", values);
  }

  /** Is this move offered now? */
  can(move: Move): boolean {
    return offered(this.moves, move);
  }

  /** The offer of this kind, if there is one now. */
  offer(kind: string): Offer | undefined {
    return this.moves.find((each) => each.kind === kind);
  }

  /** What the first field of a move of this kind may be now. */
  choices(kind: string): unknown[] {
    const offer = this.offer(kind);
    return offer ? valuesAfter(offer, []) : [];
  }

  lastSeq(): Seq {
    return this.update?.seq ?? BEFORE_THE_DEAL;
  }

  onState(state: ConnectionState): void {
    this.state = state;
    if (state !== "live") this.busy = false;
  }

  onMessage(message: Message): void {
    switch (message.type) {
      case "Welcome":
        checkBuild(message.build);
        this.#read ??= message.told;
        this.#catchingUp = true;
        break;
      case "Room":
        this.#enter(message);
        break;
      case "Update":
        this.#advance(message as Update<Sight, View>);
        break;
      case "Marks":
        this.marks = message;
        break;
      case "NotesTaken":
        this.notes = message as NotesTaken & { notes: Notes };
        break;
      case "Talk":
        this.talk.hear(message);
        break;
      case "Refused":
        if (this.talk.refuse(message.id)) break;
        this.refused = message;
        this.busy = false;
        break;
      default:
        message satisfies never;
    }
  }

  play(move: Move): void {
    this.refused = null;
    this.haveRead();
    this.busy = this.#send({ type: "Play", move, seen: this.lastSeq() });
  }

  /** How the house answers is shown only while the line is down: else the line tells the same in its turn, and an
   * answer that came late would turn back time. */
  async ask(asking: Promise<Room>): Promise<void> {
    const room = await asking;
    if (this.state !== "live") this.#enter(room);
  }

  mark(cell: string, mark: string): void {
    this.#send({ type: "Mark", cell, mark });
  }

  undo(): void {
    this.#send({ type: "Undo" });
  }

  /** Asked once, the notebook keeps up with the game, on this device also when one comes back. */
  takeNotes(): void {
    this.#noting = this.#send({ type: "TakeNotes" });
    remember(this.#notesKey, "taken");
  }

  /** What a sight carries, as this seat got it. */
  blob(address: string): Promise<ArrayBuffer> {
    const shared = (this.room?.yours.length ?? 0) > 1;
    return api.blob(this.id, address, shared ? this.you : null);
  }

  acceptReplacement(): void {
    this.replaced = false;
    forget(this.#seatKey);
  }

  haveRead(): void {
    this.meanwhile = [];
    this.#keepRead();
  }

  close(): void {
    this.#socket.close();
  }

  #send(frame: Frame): boolean {
    return this.#socket.send(frame);
  }

  #enter(room: Room): void {
    for (const who of forgotten(this.room, room)) this.talk.forget(who);
    this.room = room;
    void contribute(room);
    if (!this.screen) this.#noticeReplacement(room);
    if (room.started) return;
    this.#catchingUp = false; // whoever waits at the table will see the deal
    if (this.#read === null) this.#keepRead();
  }

  #noticeReplacement({ you, started, chairs }: Room): void {
    if (you !== null) remember(this.#seatKey, String(you));
    else if (!started) forget(this.#seatKey);
    const sat = recall(this.#seatKey);
    this.replaced = you === null && sat !== null && chairs[Number(sat)]?.type === "Robot";
  }

  #advance(update: Update<Sight, View>): void {
    /** From an earlier seq on, the house tells the whole story again. */
    const first = this.update === null || update.seq < this.update.seq;
    const known = first ? 0 : this.story.length;
    this.story = [...this.story.slice(0, known), ...update.sights];
    this.update = update;
    this.busy = false;
    if (this.refused && update.sights.length > 0) this.refused = null;
    if (this.#catchingUp || document.visibilityState === "hidden") {
      const unread = first ? (this.#read ?? this.story.length) : known;
      this.meanwhile = [...this.meanwhile, ...this.story.slice(unread)];
    }
    this.#catchingUp = false;
    this.#keepRead();
    if (this.#noting && this.you !== null) this.takeNotes();
  }

  /** Nobody reads a hidden page: it does not count until it is looked at again. */
  #keepRead(): void {
    if (document.visibilityState === "hidden") return;
    this.#read = this.story.length;
    remember(this.#key, String(this.#read));
  }
}

/** Those who sat there, and whom nobody knows any more. */
function forgotten(before: Room | null, now: Room): string[] {
  const nameless = now.chairs.flatMap((chair, seat) =>
    chair.type === "Somebody" && !chair.who ? [before?.chairs[seat]] : [],
  );
  return nameless.flatMap((chair) => (chair?.type === "Somebody" && chair.who ? [chair.who] : []));
}

export function nameOf(chair: Chair, seat: Seat): string {
  switch (chair.type) {
    case "Somebody":
      return chair.name || t("seat.left");
    case "Robot":
      return t(`bot.${seat}`);
    case "Nobody":
      return t("seat.empty", { number: seat + 1 });
  }
}
