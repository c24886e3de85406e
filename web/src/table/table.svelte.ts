/** One table as this browser knows it: the latest view, the story so far, who sits where. */
import { api } from "../net/api";
import { tour } from "../guide/tour.svelte";
import { checkBuild } from "../app/session.svelte";
import { ui, t } from "../app/language.svelte";
import { botNames, charactersOf } from "../app/names";
import { forget, recall, remember } from "../app/memory";
import { offered, valuesAfter, type Move } from "./offers";
import { contribute } from "../replay/contribution";
import { toastRefusal } from "../shell/refusals";
import { TableSocket, type ConnectionState, type Message, type SocketListener } from "../net/socket";
import {
  Help,
  type BotSpeed,
  type Chair,
  type Frame,
  type Marks,
  type MarksChecked,
  type NotesTaken,
  type Offer,
  type Refused,
  type Room,
  type Seat,
  type Seq,
  type Update,
} from "../wire/house";
import { TableTalk } from "../talk/talk.svelte";
import { Selection } from "./selection.svelte";
import { isAlone, rememberedSpeed, rememberSpeed } from "./speed";
import { fill, STAND_IN, type Texts, type Words } from "../app/words";

export interface Sight {
  type: string;
  [field: string]: unknown;
  [STAND_IN]?: Seat;
}

type Connect = (table: string, listener: SocketListener) => Pick<TableSocket, "send" | "close">;

const BEFORE_THE_DEAL: Seq = -1;

/** What players begin with, if their table allows it. */
const USUAL_HELP: Help = "seen";

const isMore = (help: Help, than: Help) => Help.indexOf(help) > Help.indexOf(than);

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
  /** What happened while the page was hidden or closed, or the guide spoke; kept until it is read. */
  meanwhile = $state.raw<readonly Sight[]>([]);
  /** Why that was not seen as it happened. */
  missed = $state<"away" | "skipped">("away");
  /** Bots play on at once until this player must choose; then what happened is told. */
  skipping = $state(false);
  marks = $state.raw<Marks>({ type: "Marks", marks: {}, undoable: false });
  notes = $state.raw<(NotesTaken & { notes: Notes }) | null>(null);
  /** The marks that were last checked. */
  checked = $state.raw<MarksChecked | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** A bot has replaced this player for good. */
  replaced = $state(false);
  /** A move was sent and is not answered yet. */
  busy = $state(false);
  texts = $state.raw<Texts>({});
  seatFields = $state.raw<Words["seatFields"]>({});

  /** A replay of a finished game: no moves, no notes. */
  readonly recorded: boolean = false;

  /** What is hidden, as the game's type `Truth`; null except to the all-seeing eye of a replay. */
  get truth(): unknown {
    return null;
  }

  /** What is told of the story. */
  get told(): readonly Sight[] {
    return this.story;
  }

  readonly talk: TableTalk;
  /** A move chosen and not yet made. */
  readonly selection = new Selection(this);

  #names = $derived(namesOf(this.room?.chairs ?? [], this.texts));
  #socket: Pick<TableSocket, "send" | "close">;
  #catchingUp = true;
  #chosenHelp = $state<Help>(USUAL_HELP);
  #read: number | null;
  /** How long the story was when this player began to skip. */
  #skippedFrom = 0;
  #speedRecalled = false;

  constructor(
    readonly id: string,
    connect: Connect = (table, listener) => new TableSocket(table, listener),
    /** This is the shared screen: it shows the board to all, and no hand. */
    readonly screen = false,
  ) {
    this.talk = new TableTalk(id, (frame) => this.#send(frame));
    const kept = recall(this.#key("read"));
    this.#read = kept === null ? null : Number(kept);
    const help = recall(this.#key("help"));
    this.#chosenHelp = Help.find((each) => each === help) ?? USUAL_HELP;
    this.#socket = connect(id, this);
  }

  /** The shared screen of a table. */
  static shared(id: string): Table {
    return new Table(id, connectAsScreen, true);
  }

  /** The key in local storage of something about this table. */
  #key(kind: "help" | "read" | "seat"): string {
    return `${kind}:${this.id}`;
  }

  get you(): Seat | null {
    return this.room?.you ?? null;
  }

  /** The seat that is spoken to as "you": none on a device that players share, and none in a recording. */
  get addressed(): Seat | null {
    return !this.recorded && this.room?.yours.length === 1 ? this.you : null;
  }

  get paused(): boolean {
    return this.room?.paused ?? false;
  }

  /** A bot plays for this player. */
  get steppedOut(): boolean {
    const chair = this.you === null ? undefined : this.room?.chairs[this.you];
    return chair?.type === "Somebody" && chair.standing_in;
  }

  /** How fast bots play now. */
  get speed(): BotSpeed {
    return this.skipping ? "instant" : (this.room?.speed ?? "normal");
  }

  /** The game has ended without a result. */
  get givenUp(): boolean {
    return this.room?.given_up ?? false;
  }

  get moves() {
    return this.busy || this.paused || this.steppedOut || this.givenUp || this.state !== "live"
      ? []
      : (this.update?.moves ?? []);
  }

  /** It is this player's turn to choose. */
  get yourTurn(): boolean {
    if (this.paused || this.givenUp || this.steppedOut || this.you === null) return false;
    return this.update?.asked.includes(this.you) ?? false;
  }

  /** The most help that this table allows. */
  get allowedHelp(): Help {
    return this.room?.help ?? "paper";
  }

  /** The help that this player uses. */
  get help(): Help {
    return isMore(this.#chosenHelp, this.allowedHelp) ? this.allowedHelp : this.#chosenHelp;
  }

  get notesAreFresh(): boolean {
    return this.notes !== null && this.notes.seq === this.update?.seq && this.notes.help === this.help;
  }

  /** The marks are still those that were checked. */
  get marksAreChecked(): boolean {
    return this.checked !== null && isSame(this.checked.marks, this.marks.marks);
  }

  /** The cells whose mark was checked, is contradicted and has not been changed since. */
  get wrongMarks(): readonly string[] {
    const { marks = {}, contradicted = [] } = this.checked ?? {};
    return contradicted.filter((cell) => this.marks.marks[cell] === marks[cell]);
  }

  get names(): string[] {
    return this.#names;
  }

  get words(): Words {
    const { texts, seatFields, names, addressed: you } = this;
    return { language: ui.language, texts, seatFields, names, you, standIn: t("story.standIn") };
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
        this.#setRoom(message);
        break;
      case "Update":
        this.#applyUpdate(message as Update<Sight, View>);
        break;
      case "Marks":
        this.marks = message;
        break;
      case "NotesTaken":
        this.#setNotes(message as NotesTaken & { notes: Notes });
        break;
      case "MarksChecked":
        this.checked = message;
        break;
      case "Talk":
        this.talk.onMessage(message);
        break;
      case "Refused":
        if (this.talk.onRefused(message.id)) break;
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

  /**
   * Applies the HTTP response only while the socket is down. Otherwise the socket sends the same room in order,
   * and a late response would undo newer changes.
   */
  request(response: Promise<Room>): Promise<void> {
    return toastRefusal(async () => {
      const room = await response;
      if (this.state !== "live") this.#setRoom(room);
    });
  }

  /** A player alone with bots is asked once: the next such table has the same speed. */
  setSpeed(speed: BotSpeed): Promise<void> {
    if (this.room?.started && isAlone(this.room)) rememberSpeed(speed);
    return this.request(api.setSpeed(this.id, speed));
  }

  async skip(): Promise<void> {
    this.#skippedFrom = this.story.length;
    this.skipping = true;
    try {
      await api.skip(this.id);
    } catch {
      this.skipping = false; // this player has been asked meanwhile, or the server cannot be reached
    }
  }

  mark(cell: string, mark: string): void {
    this.#send({ type: "Mark", cell, mark });
  }

  undo(): void {
    this.#send({ type: "Undo" });
  }

  /** From now on, on this device also after a reload. */
  useHelp(help: Help): void {
    this.#chosenHelp = help;
    remember(this.#key("help"), help);
    if (this.notes && isMore(this.notes.help, help)) this.notes = null;
    this.#takeNotes();
  }

  checkMarks(): void {
    this.checked = null;
    this.#send({ type: "CheckMarks" });
  }

  /** The data a sight refers to, as this seat got it. */
  blob(address: string): Promise<ArrayBuffer> {
    const shared = (this.room?.yours.length ?? 0) > 1;
    return api.blob(this.id, address, shared ? this.you : null);
  }

  acceptReplacement(): void {
    this.replaced = false;
    forget(this.#key("seat"));
  }

  haveRead(): void {
    this.meanwhile = [];
    this.#saveRead();
  }

  close(): void {
    this.#socket.close();
  }

  #send(frame: Frame): boolean {
    return this.#socket.send(frame);
  }

  /** Not between the moves of hurried bots: notes are worked out where bots think. */
  #renewNotes(): void {
    if (this.speed === "normal" || this.yourTurn || this.update?.outcome) this.#takeNotes();
  }

  #takeNotes(): void {
    if (this.you !== null && !this.recorded && this.help !== "paper")
      this.#send({ type: "TakeNotes", help: this.help });
  }

  /** The server answers one request at a time: those made meanwhile are made again. */
  #setNotes(notes: NotesTaken & { notes: Notes }): void {
    if (!isMore(notes.help, this.help)) this.notes = notes;
    if (notes.help !== this.help) this.#takeNotes();
    else if (notes.seq < this.lastSeq()) this.#renewNotes();
  }

  #setRoom(room: Room): void {
    for (const who of forgotten(this.room, room)) this.talk.forget(who);
    this.room = room;
    void contribute(room);
    if (!this.screen) this.#noticeReplacement(room);
    this.#recallSpeed(room);
    if (room.started) return;
    this.#catchingUp = false; // a player in the waiting room sees the deal live
    if (this.#read === null) this.#saveRead();
  }

  #recallSpeed(room: Room): void {
    const speed = rememberedSpeed();
    if (!room.started || room.given_up || room.speed !== null || !speed || !isAlone(room)) return;
    if (!this.#speedRecalled) void this.request(api.setSpeed(this.id, speed));
    this.#speedRecalled = true;
  }

  #noticeReplacement({ you, started, chairs }: Room): void {
    if (you !== null) remember(this.#key("seat"), String(you));
    else if (!started) forget(this.#key("seat"));
    const sat = recall(this.#key("seat"));
    this.replaced = you === null && sat !== null && chairs[Number(sat)]?.type === "Robot";
  }

  #applyUpdate(update: Update<Sight, View>): void {
    /** An update with an earlier seq begins the story again from the start. */
    const first = this.update === null || update.seq < this.update.seq;
    const known = first ? 0 : this.story.length;
    this.story = [...this.story.slice(0, known), ...markedSights(update)];
    this.update = update;
    this.busy = false;
    if (this.refused && update.sights.length > 0) this.refused = null;
    const over = update.outcome !== null;
    if (this.#catchingUp || document.visibilityState === "hidden" || tour.speaking) {
      const unread = first ? (this.#read ?? this.story.length) : known;
      this.meanwhile = [...this.meanwhile, ...this.story.slice(unread)];
      this.missed = "away";
    }
    if (this.skipping && (this.yourTurn || over)) this.#endSkip();
    this.#catchingUp = false;
    this.#saveRead();
    this.#renewNotes();
  }

  /** What happened is told last, so above a dialog that asks this player something or shows the result. */
  #endSkip(): void {
    this.skipping = false;
    setTimeout(() => {
      this.meanwhile = this.story.slice(this.#skippedFrom);
      this.missed = "skipped";
    });
  }

  /** A hidden page does not count as read. */
  #saveRead(): void {
    if (document.visibilityState === "hidden") return;
    this.#read = this.story.length;
    remember(this.#key("read"), String(this.#read));
  }
}

function isSame(some: Marks["marks"], others: Marks["marks"]): boolean {
  const cells = Object.keys({ ...some, ...others });
  return cells.every((cell) => some[cell] === others[cell]);
}

/** The ids of guests whose data was erased since the last room. */
function forgotten(before: Room | null, now: Room): string[] {
  const nameless = now.chairs.flatMap((chair, seat) =>
    chair.type === "Somebody" && !chair.who ? [before?.chairs[seat]] : [],
  );
  return nameless.flatMap((chair) => (chair?.type === "Somebody" && chair.who ? [chair.who] : []));
}

/** The sights of an update; those that begin a move of a stand-in say so. */
export function markedSights({ sights, stand_ins }: Update<Sight, unknown>): readonly Sight[] {
  const marks = new Map(stand_ins.map(({ sight, seat }) => [sight, seat]));
  return sights.map((sight, i) => (marks.has(i) ? { ...sight, [STAND_IN]: marks.get(i)! } : sight));
}

/** The names of all seats. Bots give way to people and to the characters of the game. */
export function namesOf(chairs: readonly Chair[], texts: Texts = {}): string[] {
  const people = chairs.flatMap((chair) => (chair.type === "Somebody" ? [chair.name] : []));
  const seats = [...chairs.keys()].filter((seat) => chairs[seat]?.type === "Robot");
  const bots = botNames(seats, [...people, ...charactersOf(texts)]);
  return chairs.map((chair, seat) => {
    switch (chair.type) {
      case "Somebody":
        return chair.name || t("seat.left");
      case "Robot":
        return bots.get(seat) ?? "";
      case "Nobody":
        return t("seat.empty", { number: seat + 1 });
    }
  });
}
