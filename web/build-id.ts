/** Names a build by a hash of its sources, so that an open page can tell that the server has a newer one. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const SOURCES = ["index.html", "package-lock.json", "public", "src", "vite.config.ts"];
const TEXTS = ["../src/cluehouse/games", "../src/cluehouse/table"];

export function buildId(): Plugin {
  const id = process.env.CLUEHOUSE_BUILD ?? hashOf([...SOURCES.flatMap(files), ...TEXTS.flatMap(texts)]);
  return {
    name: "build-id",
    config: (_config, { command }) => ({
      define: { __BUILD__: JSON.stringify(command === "build" ? id : "dev") },
    }),
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "build.json", source: JSON.stringify({ build: id }) });
    },
  };
}

function hashOf(paths: string[]): string {
  const hash = createHash("sha256");
  for (const path of paths.sort()) hash.update(`${path}\0`).update(readFileSync(path));
  return hash.digest("hex").slice(0, 16);
}

function texts(folder: string): string[] {
  return files(folder).filter((path) => /texts\.\w+\.json$/.test(path));
}

function files(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: "utf-8" });
  return names.map((name) => join(path, name)).filter((each) => statSync(each).isFile());
}
