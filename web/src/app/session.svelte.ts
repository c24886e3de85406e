/** Who you are, what this server offers, and whether this page is older than the server. */
import { api } from "../net/api";
import type { HouseCard, Me } from "../wire/house";

let server = $state.raw<HouseCard | null>(null);
let me = $state.raw<Me>({ name: "" });
let outdated = $state(false);

export const session = {
  get server(): HouseCard | null {
    return server;
  },
  get name(): string {
    return me.name;
  },
  get outdated(): boolean {
    return outdated;
  },
};

export async function loadSession(): Promise<void> {
  [me, server] = await Promise.all([api.me(), api.house()]);
  checkBuild(server.build);
}

export async function setName(name: string): Promise<void> {
  me = await api.nameMe(name.trim());
}

export async function resumeSession(code: string): Promise<void> {
  me = await api.resume(code.trim());
}

/** The server sends its build id with every welcome. A page from another build should be reloaded. */
export function checkBuild(build: string): void {
  if (__BUILD__ !== "dev" && build !== __BUILD__) outdated = true;
}
