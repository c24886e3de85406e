/** Paths of the house, on the browser's own history. */

const PLACES = {
  lobby: /^\/$/,
  table: /^\/t\/([\w-]+)\/?$/,
  screen: /^\/screen\/([\w-]+)\/?$/,
  rules: /^\/rules\/([\w-]+)\/?$/,
  resume: /^\/resume\/([\w.~-]+)\/?$/,
  notebook: /^\/notebook\/?$/,
  bourrel: /^\/bourrel\/?$/,
  practice: /^\/practice\/?$/,
  yours: /^\/yours\/?$/,
  replay: /^\/replay(?:\/([\w-]+))?\/?$/,
  about: /^\/about\/?$/,
} as const;

export type Place = keyof typeof PLACES | "nowhere";
export interface Route {
  place: Place;
  /** The table, game or token in the path. */
  key: string;
}

export function routeOf(path: string): Route {
  for (const [place, pattern] of Object.entries(PLACES)) {
    const found = pattern.exec(path);
    if (found) return { place: place as Place, key: found[1] ?? "" };
  }
  return { place: "nowhere", key: "" };
}

let route = $state.raw(routeOf(location.pathname));

export const router = {
  get route(): Route {
    return route;
  },
};

/** `replace`: the page we leave is not one to come back to. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  arrive();
  if (!location.hash) scrollTo(0, 0);
}

/** Links inside the house do not load a page; anything unusual is left to the browser. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || routeOf(link.pathname).place === "nowhere") return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

export function arrive(): void {
  const next = routeOf(location.pathname);
  if (next.place !== route.place || next.key !== route.key) route = next;
}
