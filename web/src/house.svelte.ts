/** Who you are, what this house offers, and whether this page is older than the house. */
import { api } from "./api";
import type { HouseCard, Me } from "./wire/house";

let card = $state.raw<HouseCard | null>(null);
let me = $state.raw<Me>({ name: "" });
let outdated = $state(false);

export const house = {
  get card(): HouseCard | null {
    return card;
  },
  get name(): string {
    return me.name;
  },
  get outdated(): boolean {
    return outdated;
  },
};

export async function enterHouse(): Promise<void> {
  [me, card] = await Promise.all([api.me(), api.house()]);
  noticeBuild(card.build);
}

export async function giveName(name: string): Promise<void> {
  me = await api.nameMe(name.trim());
}

export async function resumeWith(code: string): Promise<void> {
  me = await api.resume(code.trim());
}

/** The house tells its build whenever it greets; a page of another one should reload. */
export function noticeBuild(build: string): void {
  if (__BUILD__ !== "dev" && build !== __BUILD__) outdated = true;
}
