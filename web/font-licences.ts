/** Writes the fonts' licences beside the page: the bundler lists scripts only, and fonts are loaded by CSS. */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const FONTS = ["@fontsource-variable/fraunces", "@fontsource-variable/source-sans-3"];

export function fontLicences(): Plugin {
  return {
    name: "font-licences",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "font-licences.md", source: FONTS.map(licence).join("\n") });
    },
  };
}

function licence(font: string): string {
  const read = (name: string) => readFileSync(`node_modules/${font}/${name}`, "utf-8");
  const { version, license } = JSON.parse(read("package.json"));
  return `## ${font} - ${version} (${license})\n\n${read("LICENSE")}`;
}
