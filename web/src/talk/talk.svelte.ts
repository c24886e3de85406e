/** The chat of a table in this browser: messages, who is muted, what is unread. */
import { announce } from "../app/announce.svelte";
import { t } from "../app/language.svelte";
import { recall, remember } from "../app/memory";
import type { Frame, Spoken, Talk, Words } from "../wire/house";

/** Refusals of chat messages: they are shown in the chat. */
const TALK_REFUSALS = [
  "HOUSE-HUSHED",
  "HOUSE-NO-VOICE",
  "HOUSE-TALK-FULL",
  "HOUSE-TOO-FAST",
  "HOUSE-WORD",
  "HOUSE-BAD-REQUEST",
];

export class TableTalk {
  /** The message that was refused, and by which rule of the server. */
  refused = $state.raw<{ id: string; words: Words } | null>(null);
  /** A rule of the game forbids chat now. */
  hushed = $state(false);
  #lines = $state.raw<readonly Spoken[]>([]);
  #muted = $state.raw<readonly string[]>([]);
  #read = $state<number | null>(null);
  #readers = 0;
  /** Sent, and neither accepted nor refused yet. */
  #pending: Words | null = null;

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

  /** Everyone who has written, by the last name they used. */
  get speakers(): { who: string; name: string }[] {
    return [...new Map(this.#lines.map(({ who, name }) => [who, name]))].map(([who, name]) => ({ who, name }));
  }

  onMessage({ lines, hushed }: Talk): void {
    const first = this.#lines.length === 0;
    const fresh = lines.filter(({ number }) => number > (this.#lines.at(-1)?.number ?? -1));
    this.#lines = [...this.#lines, ...fresh];
    if (this.#pending && fresh.some(({ words }) => spoken(words) === spoken(this.#pending!))) this.#pending = null;
    this.hushed = hushed;
    if (this.#readers > 0 || this.#read === null) this.#readAll();
    if (!first || fresh.length === 1) for (const line of fresh) this.#announce(line);
  }

  /** False if the socket is not open. */
  say(words: Words): boolean {
    if (!this.send({ type: "Say", words })) return false;
    this.#pending = words;
    this.refused = null;
    return true;
  }

  /** True if the refusal was about a chat message of this browser. */
  onRefused(id: string): boolean {
    if (!this.#pending || !TALK_REFUSALS.includes(id)) return false;
    this.refused = { id, words: this.#pending };
    this.#pending = null;
    return true;
  }

  /** Removes the messages of an erased guest. */
  forget(who: string): void {
    this.#lines = this.#lines.filter((line) => line.who !== who);
  }

  /** Marks messages as read when they come. Returns a function that ends it. */
  startReading(): () => void {
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

  #announce({ who, name, words }: Spoken): void {
    if (!this.isMuted(who)) announce(t("talk.said", { name, words: spoken(words) }));
  }
}

/** The text of a message; phrases are in the reader's language. */
export function spoken(words: Words): string {
  return words.type === "Text" ? words.text : t(`phrase.${words.id}`);
}
