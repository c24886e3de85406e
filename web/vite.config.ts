import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";
import { namedBreakpoints } from "./breakpoints.ts";
import { buildId } from "./build-id.ts";
import { fontLicences } from "./font-licences.ts";
import { textLinks } from "./text-links.ts";

const SERVER = "127.0.0.1:8000";

/** Bundles the modules of the first page into a few files: each file is a request. */
const CHUNKS = [
  { name: "svelte", test: /node_modules\/svelte/, priority: 3 },
  {
    name: "kit",
    test: /web\/src\/((app|kit|net|shell|talk)\/|lobby\/extra_pages|table\/(offers|table)\.|main)/,
    priority: 2,
  },
  { name: "vignettes", test: /Vignette\.svelte/, priority: 1 },
  { name: "colours", test: /games\/\w+\/vignette\.css/, priority: 2 },
];

export default defineConfig({
  plugins: [svelte(), svelteTesting(), buildId(), fontLicences(), textLinks()],
  css: { postcss: { plugins: [namedBreakpoints()] } },
  build: {
    outDir: "../src/cluehouse/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy forbids data: URLs
    license: { fileName: "licences.md" },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: {
    fs: { allow: [".."] }, // the games' texts live beside their rules
    proxy: {
      "/api": `http://${SERVER}`,
      "/ws": { target: `ws://${SERVER}`, ws: true },
    },
  },
  test: {
    environment: "jsdom",
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    testTimeout: 30_000,
  },
});
