/** A move that cannot be taken back: the first tap selects it, and only confirming it makes it. */
import { MediaQuery } from "svelte/reactivity";
import type { Seq } from "../wire/house";
import type { Move } from "./offers";

interface Player {
  can(move: Move): boolean;
  lastSeq(): Seq;
  play(move: Move): void;
}

/** Fingers slip; a mouse or a key seldom does. */
const touch = new MediaQuery("pointer: coarse");

export class Selection {
  #kept = $state.raw<{ move: Move; seq: Seq } | null>(null);
  readonly #table: Player;
  readonly #touch: { readonly current: boolean };

  constructor(table: Player, fingers: { readonly current: boolean } = touch) {
    this.#table = table;
    this.#touch = fingers;
  }

  /** What is selected, as long as it is offered and nothing has happened since. */
  get move(): Move | null {
    const kept = this.#kept;
    return kept?.seq === this.#table.lastSeq() && this.#table.can(kept.move) ? kept.move : null;
  }

  has(move: Move): boolean {
    return JSON.stringify(this.move) === JSON.stringify(move);
  }

  select(move: Move): void {
    this.#kept = { move, seq: this.#table.lastSeq() };
  }

  /** A click without a pointer is a key's: on what is selected, Enter confirms. A tap there puts it back. */
  choose(move: Move, { detail }: Pick<MouseEvent, "detail">): void {
    if (!this.has(move)) this.select(move);
    else if (detail === 0) this.confirm();
    else this.clear();
  }

  /** A card of a hand: where there is a mouse, it is played at once. */
  chooseCard(move: Move, event: Pick<MouseEvent, "detail">): void {
    if (this.#touch.current) this.choose(move, event);
    else this.#table.play(move);
  }

  confirm(): void {
    const { move } = this;
    this.clear();
    if (move) this.#table.play(move);
  }

  clear(): void {
    this.#kept = null;
  }
}
