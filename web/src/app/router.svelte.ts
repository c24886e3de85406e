/** Client-side routes, on the browser's own history. */

const PATHS = {
  lobby: /^\/$/,
  table: /^\/t\/([\w-]+)\/?$/,
  screen: /^\/screen\/([\w-]+)\/?$/,
  rules: /^\/rules\/([\w-]+)\/?$/,
  resume: /^\/resume(?:\/[\w.~-]+)?\/?$/,
  notebook: /^\/notebook\/?$/,
  bourrel: /^\/bourrel\/?$/,
  practice: /^\/practice\/?$/,
  yours: /^\/yours\/?$/,
  replay: /^\/replay(?:\/([\w-]+))?\/?$/,
  about: /^\/about\/?$/,
} as const;

export type PageName = keyof typeof PATHS | "notFound";
export interface Route {
  page: PageName;
  /** The table or game in the path. */
  key: string;
}

export function routeOf(path: string): Route {
  for (const [page, pattern] of Object.entries(PATHS)) {
    const found = pattern.exec(path);
    if (found) return { page: page as PageName, key: found[1] ?? "" };
  }
  return { page: "notFound", key: "" };
}

let route = $state.raw(routeOf(location.pathname));

export const router = {
  get route(): Route {
    return route;
  },
};

/** `replace`: the Back button does not return to the page that is left. */
export function navigate(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  syncRoute();
  if (!location.hash) scrollTo(0, 0);
}

/** Entries of the history that stand for what was opened over a page. */
let entries = 0;

/**
 * The Back button closes what was opened over the page, and does not leave the page. Call the result when it is
 * closed in another way: then Back leaves the page as before.
 */
export function closeOnBack(close: () => void): () => void {
  const entry = ++entries;
  history.pushState({ entry }, "");
  addEventListener("popstate", close, { once: true });
  return () => {
    removeEventListener("popstate", close);
    if (history.state?.entry === entry) history.back();
  };
}

/**
 * Handles clicks on internal links without loading a page. Modified clicks and other links are left to the
 * browser.
 */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || routeOf(link.pathname).page === "notFound") return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
}

export function syncRoute(): void {
  const next = routeOf(location.pathname);
  if (next.page !== route.page || next.key !== route.key) route = next;
}
