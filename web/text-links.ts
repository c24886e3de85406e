/** Tells light.js where the texts of each language are, so that they are fetched before a script asks for them. */
import type { Plugin } from "vite";

const LANGUAGES = ["en", "fr"];
const SHELL = /src\/(?:texts\/|cluehouse\/table\/texts\.)(\w+)\.json$/;

export function textLinks(): Plugin {
  return {
    name: "text-links",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const found = Object.values(bundle ?? {}).flatMap((file) => {
          const [, language] = (file.type === "chunk" && SHELL.exec(file.facadeModuleId ?? "")) || [];
          return language ? [{ language, address: `/${file.fileName}` }] : [];
        });
        const links = LANGUAGES.map((language) => {
          const addresses = found.filter((each) => each.language === language).map(({ address }) => address);
          if (addresses.length === 0) throw new Error(`no texts in ${language}`);
          return `data-${language}="${addresses.join(" ")}"`;
        });
        return html.replace('src="/light.js"', (script) => `${script} ${links.join(" ")}`);
      },
    },
  };
}
