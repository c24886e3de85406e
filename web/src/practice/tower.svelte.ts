/** The practice tower: one cube at a time falls, is heard, guessed and shown. The server stores nothing. */
import { prefersReducedMotion } from "svelte/motion";
import { api } from "../net/api";
import { Sounds, type Heard } from "../games/arosa/sounds.svelte";
import { recall, remember } from "../app/memory";
import { Storey, type Hearing, type Practice, type Practised } from "../wire/arosa";
import { counted, NO_GUESSES, scoreIn, verdictOf, type Guesses, type Score, type Verdict } from "./score";

interface Drop {
  question: Practice;
  fallen: Practised;
  guess: Storey | null;
}

export interface Answer {
  lies: Storey;
  guess: Storey;
  verdict: Verdict;
}

/** A sound with its storey beside it: one of the lesson, or of a comparison. */
export interface Example {
  key: string;
  storey: Storey;
}

const KEY = "practice.arosa";
/** What a newcomer hears first: high, in the middle, and the click of the ground floor. */
export const LESSON: readonly Storey[] = [7, 4, 0];
/** So many cubes fit into a hotel. */
export const MOST_CUBES = 30;
const EMPTY: readonly number[] = Storey.map(() => 0);
/** Milliseconds in which a cube vanishes into the chimney. */
const VANISHING = 350;

export class PracticeTower {
  readonly sounds = new Sounds();
  hearing = $state<Hearing>("normal");
  /** Cubes stay in the hotel; else it is empty every time. */
  staying = $state(false);
  /** A cube is on its way into the chimney. */
  dropping = $state(false);
  /** What is heard beside one another, in order. */
  examples = $state.raw<readonly Example[]>([]);
  /** How many cubes are known to lie on each storey. */
  storeys = $state.raw(EMPTY);
  #drop = $state.raw<Drop | null>(null);
  #score = $state.raw<Score>(scoreIn(recall(KEY)));
  /** The last cube that fell, and into which hotel. */
  #last: Practice | null = null;
  #listenings = 0;

  /** A cube has fallen and is not guessed yet. */
  get asking(): boolean {
    return this.#drop?.guess === null;
  }

  get mayDrop(): boolean {
    return !this.dropping && !this.asking;
  }

  /** Null until a guess is made. */
  get answer(): Answer | null {
    if (!this.#drop || this.#drop.guess === null) return null;
    const { guess, fallen } = this.#drop;
    return { guess, lies: fallen.storey, verdict: verdictOf(fallen.storey, guess) };
  }

  get isFull(): boolean {
    return this.staying && this.answer !== null && this.#drop?.question.number === MOST_CUBES;
  }

  get heard(): Heard | null {
    return this.sounds.heard.find(({ key }) => key === this.#key) ?? null;
  }

  get playing(): boolean {
    return this.#key !== null && this.sounds.playing === this.#key;
  }

  /** Through the walls that are chosen. */
  get guesses(): Guesses {
    return this.#score[this.hearing];
  }

  /** Call it from a click or a key: browsers allow sound only then. Throws a Refusal if the server cannot answer. */
  async drop(): Promise<void> {
    if (!this.mayDrop) return;
    const question = this.#next();
    this.dropping = true;
    this.#drop = null;
    this.examples = [];
    this.sounds.quiet();
    void this.sounds.unblock();
    try {
      const [fallen] = await Promise.all([api.aid<Practised, Practice>("arosa", "practice", question), vanished()]);
      if (question.number === 1) this.storeys = EMPTY;
      this.#last = question;
      this.#drop = { question, fallen, guess: null };
      this.sounds.enqueue(keyOf(question), async () => bytesOf(fallen.sound));
    } finally {
      this.dropping = false;
    }
  }

  guess(guess: Storey): void {
    if (!this.#drop || !this.asking) return;
    const { question, fallen } = this.#drop;
    this.#drop = { question, fallen, guess };
    this.storeys = fallen.storeys;
    this.#keep(question.hearing, counted(this.#score[question.hearing], fallen.storey, guess));
  }

  /** Three storeys in a row, each with its name. Call it from a click, too. */
  async teach(): Promise<void> {
    await this.#listen(LESSON.map((storey) => ({ storey, sound: this.#example(storey) })));
  }

  /** After a miss: a fall that ends where the guess was, then the one that was heard. */
  async compare(): Promise<void> {
    if (!this.#drop || !this.answer || this.answer.verdict === "exact") return;
    const { lies, guess } = this.answer;
    const heard = Promise.resolve(this.#drop.fallen.sound);
    await this.#listen([
      { storey: guess, sound: this.#example(guess) },
      { storey: lies, sound: heard },
    ]);
  }

  again(): void {
    if (this.#key && !this.playing) this.sounds.again(this.#key);
  }

  countAnew(): void {
    this.#keep(this.hearing, NO_GUESSES);
  }

  async #listen(wanted: readonly { storey: Storey; sound: Promise<string> }[]): Promise<void> {
    this.sounds.quiet();
    void this.sounds.unblock();
    const drop = this.#drop;
    const listening = ++this.#listenings;
    const sounds = await Promise.all(wanted.map(({ sound }) => sound));
    if (this.dropping || this.#drop !== drop || listening !== this.#listenings) return;
    this.examples = wanted.map(({ storey }) => ({ storey, key: `example-${listening}-${storey}` }));
    this.examples.forEach(({ key }, i) => this.sounds.enqueue(key, async () => bytesOf(sounds[i]!)));
  }

  async #example(storey: Storey): Promise<string> {
    const question: Practice = { seed: 0, number: 1, hearing: this.#drop?.question.hearing ?? this.hearing, storey };
    return (await api.aid<Practised, Practice>("arosa", "practice", question)).sound;
  }

  get #key(): string | null {
    return this.#drop && keyOf(this.#drop.question);
  }

  #next(): Practice {
    const last = this.#last;
    const stays = this.staying && last !== null && last.number < MOST_CUBES;
    return {
      ...(stays ? { seed: last.seed, number: last.number + 1 } : newHotel()),
      hearing: this.hearing,
      storey: null,
    };
  }

  #keep(hearing: Hearing, guesses: Guesses): void {
    this.#score = { ...this.#score, [hearing]: guesses };
    remember(KEY, JSON.stringify(this.#score));
  }
}

function newHotel(): Pick<Practice, "seed" | "number"> {
  return { seed: Math.floor(Math.random() * Number.MAX_SAFE_INTEGER), number: 1 };
}

function keyOf({ seed, number }: Practice): string {
  return `${seed}-${number}`;
}

function vanished(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, prefersReducedMotion.current ? 0 : VANISHING));
}

function bytesOf(base64: string): ArrayBuffer {
  return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0)).buffer;
}
