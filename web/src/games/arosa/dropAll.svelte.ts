/** Dropping all: one cube a move, in a random order, each when the one before has been heard (AR-DEC-1). */
import type { Colour, Find } from "../../wire/arosa";
import { counted } from "./hotel";
import type { Sounds } from "./sounds.svelte";

export class DropAll {
  /** By hand; waiting for every sound; or as fast as the server answers. */
  pace = $state<"by hand" | "patient" | "hurried">("by hand");

  get running(): boolean {
    return this.pace !== "by hand";
  }

  start(): void {
    this.pace = "patient";
  }

  hurry(): void {
    this.pace = "hurried";
  }

  stop(): void {
    this.pace = "by hand";
  }

  /** The cube to let go now, if it is time for one. */
  next(cubes: readonly Find[], silent: boolean): Colour | undefined {
    return this.pace === "hurried" || (this.pace === "patient" && silent) ? anyOf(cubes) : undefined;
  }
}

/** Each cube is as likely as any other, so every order is. */
export function anyOf(cubes: readonly Find[], luck = Math.random()): Colour | undefined {
  let place = luck * counted(cubes);
  return cubes.find(({ count }) => (place -= count) < 0)?.colour;
}

/** Nothing is heard, and nothing is on its way. */
export function isSilent({ playing, waiting, heard }: Pick<Sounds, "playing" | "waiting" | "heard">): boolean {
  return playing === null && waiting === 0 && heard.every(({ samples, failed }) => samples !== null || failed);
}
