/** Replaces the names of breakpoints in media queries: `@media (--phone)` becomes `@media (max-width: 559px)`. */
import { readFileSync } from "node:fs";

const FILE = "src/style/breakpoints.css";

/** Each name of the file with its query. */
export function readBreakpoints(): ReadonlyMap<string, string> {
  const found = readFileSync(FILE, "utf-8").matchAll(/^@custom-media (--[\w-]+) (\(.+\));$/gm);
  return new Map([...found].map(([, name, query]) => [name!, query!]));
}

/** A plugin for the PostCSS inside Vite, which sees every style sheet and the styles of every component. */
export function namedBreakpoints() {
  const queries = readBreakpoints();
  const resolve = (name: string) => {
    const query = queries.get(name);
    if (!query) throw new Error(`no breakpoint is called ${name}: see ${FILE}`);
    return query;
  };
  return {
    postcssPlugin: "named-breakpoints",
    AtRule: {
      media(rule: { params: string }) {
        rule.params = rule.params.replace(/\((--[\w-]+)\)/g, (_, name: string) => resolve(name));
      },
    },
  };
}
