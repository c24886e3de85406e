/** How fast bots play, and how long the board's own animations and pauses last at that speed. */
import { prefersReducedMotion } from "svelte/motion";
import { recall, remember } from "../app/memory";
import { BotSpeed, type Room } from "../wire/house";
import type { Table } from "./table.svelte";

const KEY = "speed";

/** How long motion lasts, relative to normal. */
const FACTORS: Record<BotSpeed, number> = { normal: 1, fast: 0.35, instant: 0 };

/** This player is the only person at the table. */
export function isAlone({ you, chairs }: Room): boolean {
  return you !== null && chairs.every(({ type }, seat) => type !== "Somebody" || seat === you);
}

export function maySetSpeed(room: Room): boolean {
  return room.hosting || isAlone(room);
}

/** The speed this player chose when they last played alone with bots. */
export function rememberedSpeed(): BotSpeed | null {
  return BotSpeed.find((each) => each === recall(KEY)) ?? null;
}

export function rememberSpeed(speed: BotSpeed): void {
  remember(KEY, speed);
}

/** How long an animation or a pause of so many milliseconds lasts; 0 where no motion is wanted. */
export function motionMs({ speed }: Pick<Table, "speed">, usual: number): number {
  return prefersReducedMotion.current ? 0 : usual * FACTORS[speed];
}
