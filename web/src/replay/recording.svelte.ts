/** A finished game as one viewer saw it: a table that shows any step of it and takes no moves. */
import { api, Refusal } from "../net/api";
import { t } from "../app/language.svelte";
import { markedSights, Table, type Sight } from "../table/table.svelte";
import { STAND_IN } from "../app/words";
import type { BotSpeed, Chair, Entry, Record as GameRecord, Room, Update, Viewer, Watched } from "../wire/house";

const SILENCE = { send: () => false, close: () => undefined };

export class Recording extends Table {
  override readonly recorded = true;
  /** 0 is the deal. */
  step = $state(0);
  /** Another number after each jump: a screen goes on by one move like a table that plays, and else begins afresh. */
  jumps = $state(0);
  /** How fast things move on the board. */
  pace = $state<BotSpeed>("normal");
  readonly #updates: readonly Update<Sight, unknown>[];
  readonly #truths: readonly unknown[];
  readonly #heard = new Map<string, Promise<ArrayBuffer>>();

  constructor(
    readonly document: GameRecord,
    room: Room,
    readonly viewer: Viewer,
    watched: Watched,
  ) {
    super(room.id, () => SILENCE);
    this.#updates = watched.updates as readonly Update<Sight, unknown>[];
    this.#truths = watched.truths;
    const you = viewer === "rail" ? null : viewer;
    this.room = {
      ...room,
      chairs: room.chairs.map(atPlay),
      started: true,
      hosting: false,
      paused: false,
      speed: null,
      you,
      yours: you === null ? [] : [you],
    };
    this.state = "live";
    this.show(0);
  }

  get last(): number {
    return this.#updates.length - 1;
  }

  override get yourTurn(): boolean {
    return false;
  }

  override get speed(): BotSpeed {
    return this.pace;
  }

  override get truth(): unknown {
    return this.#truths[this.step] ?? null;
  }

  /** The all-seeing eye is told everything that happened. */
  override get told(): readonly Sight[] {
    return this.truth === null ? this.story : this.document.entries.slice(0, this.step + 1).flatMap(this.#happened);
  }

  /** What a step brought: everything, or what this viewer saw of it. */
  broughtBy(step: number): readonly Sight[] {
    if (this.truth === null) return markedSights(this.#updates[step]!);
    return this.#happened(this.document.entries[step]!, step);
  }

  /** A file may leave things out. */
  #happened = ({ seat, events }: Entry, step: number): readonly Sight[] => {
    const [first, ...rest] = (events ?? []) as readonly Sight[];
    if (!first) return [];
    const standIn = seat !== null && this.document.stand_ins?.includes(step);
    return [standIn ? { ...first, [STAND_IN]: seat } : first, ...rest];
  };

  /** Downloads once, however often the step is shown. Returns a copy: decoding consumes the buffer. */
  override async blob(address: string): Promise<ArrayBuffer> {
    const heard = this.#heard.get(address) ?? api.listen(this.document, this.viewer, address);
    this.#heard.set(address, heard);
    heard.catch(() => this.#heard.delete(address));
    return (await heard).slice(0);
  }

  show(step: number): void {
    const before = this.step;
    this.step = Math.max(0, Math.min(this.last, step));
    if (this.step !== before + 1) this.jumps += 1;
    this.update = this.#updates[this.step] ?? null;
    this.story = this.#updates.slice(0, this.step + 1).flatMap(markedSights);
  }
}

/** What one viewer saw, or with `reveal` everything. A document without a deal is refused. */
export async function watch(record: GameRecord, viewer: Viewer, reveal = false): Promise<Watched> {
  const watched = await api.watch(record, viewer, reveal);
  if (watched.updates.length === 0) throw new Refusal("HOUSE-NOT-A-RECORD", "");
  return watched;
}

/** A document has no names: its players are numbered. */
export function roomOf(record: GameRecord): Room {
  const chairs = Array.from({ length: record.seats }, (_, seat) => player(seat));
  return {
    type: "Room",
    id: `file-${record.key.slice(0, 16)}`,
    game: record.game,
    options: record.options,
    chairs,
    wishes: [],
    lot: null,
    listed: false,
    help: "paper",
    started: true,
    host: "",
    hosting: false,
    you: null,
    yours: [],
    pace: { type: "Relaxed" },
    grace: 0,
    paused: false,
    commitment: record.seal?.commitment ?? "",
    contributed: [],
    rail: { open: true, delay: 0, speaks: false },
    watching: 0,
    watchers: [],
    screen: false,
    voice: false,
    rematch: null,
    gathering: false,
    tables: 1,
    voices: [],
    willing: [],
    given_up: false,
    removed: [],
    host_here: true,
    speed: null,
  };
}

/** Presence and clocks of now say nothing about the game that was played. */
function atPlay(chair: Chair): Chair {
  return chair.type === "Somebody"
    ? { ...chair, here: true, standing_in: false, clock: null, stands_in_after: null }
    : chair;
}

function player(seat: number): Chair {
  return {
    type: "Somebody",
    name: t("real.player", { number: seat + 1 }),
    here: true,
    standing_in: false,
    clock: null,
    who: "",
    fell_back: false,
    stands_in_after: null,
  };
}
