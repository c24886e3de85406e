/** What is said at a table, as this browser reads it: whom it mutes, and what it has not read yet. */
import { announce } from "../app/announce.svelte";
import { t } from "../app/language.svelte";
import { recall, remember } from "../app/memory";
import type { Frame, Spoken, Talk, Words } from "../wire/house";

/** Refusals of talk, told where the talk is. */
const OURS = ["HOUSE-HUSHED", "HOUSE-NO-VOICE", "HOUSE-TALK-FULL", "HOUSE-TOO-FAST", "HOUSE-WORD", "HOUSE-BAD-REQUEST"];

export class TableTalk {
  /** Words that were not let through, and by which rule of the house. */
  refused = $state.raw<{ id: string; words: Words } | null>(null);
  /** By a rule of the game nobody may talk just now. */
  hushed = $state(false);
  #lines = $state.raw<readonly Spoken[]>([]);
  #muted = $state.raw<readonly string[]>([]);
  #read = $state<number | null>(null);
  #readers = 0;
  /** Tried, and neither heard nor refused yet. */
  #tried: Words | null = null;

  constructor(
    readonly table: string,
    readonly send: (frame: Frame) => boolean,
  ) {
    const read = recall(`talk:${table}`);
    this.#read = read === null ? null : Number(read);
    this.#muted = (recall(`muted:${table}`) ?? "").split(" ").filter(Boolean);
  }

  get lines(): readonly Spoken[] {
    return this.#lines.filter(({ who }) => !this.isMuted(who));
  }

  get unread(): number {
    return this.lines.filter(({ number }) => number >= (this.#read ?? 0)).length;
  }

  /** Everybody who has said something, by the last name they did it under. */
  get speakers(): { who: string; name: string }[] {
    return [...new Map(this.#lines.map(({ who, name }) => [who, name]))].map(([who, name]) => ({ who, name }));
  }

  hear({ lines, hushed }: Talk): void {
    const first = this.#lines.length === 0;
    const fresh = lines.filter(({ number }) => number > (this.#lines.at(-1)?.number ?? -1));
    this.#lines = [...this.#lines, ...fresh];
    if (this.#tried && fresh.some(({ words }) => spoken(words) === spoken(this.#tried!))) this.#tried = null;
    this.hushed = hushed;
    if (this.#readers > 0 || this.#read === null) this.#readAll();
    if (!first || fresh.length === 1) for (const line of fresh) this.#cry(line);
  }

  /** False if nobody is listening now. */
  say(words: Words): boolean {
    if (!this.send({ type: "Say", words })) return false;
    this.#tried = words;
    this.refused = null;
    return true;
  }

  /** True if it was about words of ours. */
  refuse(id: string): boolean {
    if (!this.#tried || !OURS.includes(id)) return false;
    this.refused = { id, words: this.#tried };
    this.#tried = null;
    return true;
  }

  /** Whoever was forgotten has said nothing. */
  forget(who: string): void {
    this.#lines = this.#lines.filter((line) => line.who !== who);
  }

  /** All that comes is read, until the answer is called. */
  look(): () => void {
    this.#readers++;
    this.#readAll();
    return () => this.#readers--;
  }

  isMuted(who: string): boolean {
    return this.#muted.includes(who);
  }

  mute(who: string, muted: boolean): void {
    this.#muted = [...this.#muted.filter((each) => each !== who), ...(muted ? [who] : [])];
    remember(`muted:${this.table}`, this.#muted.join(" "));
  }

  #readAll(): void {
    this.#read = (this.#lines.at(-1)?.number ?? -1) + 1;
    remember(`talk:${this.table}`, String(this.#read));
  }

  #cry({ who, name, words }: Spoken): void {
    if (!this.isMuted(who)) announce(t("talk.said", { name, words: spoken(words) }));
  }
}

/** As this reader has it: a phrase is in their own language. */
export function spoken(words: Words): string {
  return words.type === "Text" ? words.text : t(`phrase.${words.id}`);
}
