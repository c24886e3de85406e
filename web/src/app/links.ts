/** Links for others: what works on this computer alone is told from what other devices can open. */
import { session } from "./session.svelte";
import type { NetworkAddress } from "../wire/house";

export interface SharedLink {
  link: string;
  /** Only this computer can open it. */
  local: boolean;
}

/** The link to a page of this server that others get. */
export function sharedLink(path: string): SharedLink {
  return linkFor(path, new URL(location.href), session.server?.network ?? null);
}

export function linkFor(path: string, { origin, hostname }: URL, network: NetworkAddress | null): SharedLink {
  if (!isLocal(hostname)) return { link: origin + path, local: false };
  return network?.open ? { link: network.origin + path, local: false } : { link: origin + path, local: true };
}

/** Whether a host name means the machine that uses it. */
export function isLocal(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
