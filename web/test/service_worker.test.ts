import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { registerServiceWorker } from "../src/app/service_worker";

const HOME = "https://house.test";

class FakeCache {
  kept = new Map<string, Response>();
  async match(request: { url: string }) {
    return this.kept.get(request.url);
  }
  async put(request: { url: string }, answer: Response) {
    this.kept.set(request.url, answer);
  }
  async addAll(requests: Request[]) {
    for (const { url } of requests) this.kept.set(url, new Response(`kept ${url}`));
  }
}

class FakeCaches {
  all = new Map<string, FakeCache>();
  async open(name: string) {
    return this.all.get(name) ?? this.all.set(name, new FakeCache()).get(name)!;
  }
  async match(path: string) {
    return [...this.all.values()].map((cache) => cache.kept.get(HOME + path)).find(Boolean);
  }
  async keys() {
    return [...this.all.keys()];
  }
  async delete(name: string) {
    return this.all.delete(name);
  }
}

/** Runs the service worker with fake caches and a fake network. */
function hire(build: string, caches = new FakeCaches()) {
  const heard: Record<string, (event: unknown) => void> = {};
  const fetch = vi.fn(async (request: { url: string }) => new Response(`fresh ${request.url}`));
  const registration = { showNotification: vi.fn(async () => undefined) };
  const pages: { url: string; focus: () => void }[] = [];
  const clients = { matchAll: async () => pages, openWindow: vi.fn(async (_path: string) => undefined) };
  const self = {
    registration,
    clients,
    location: new URL(`${HOME}/porter.js?build=${build}`),
    addEventListener: (kind: string, listener: (event: unknown) => void) => (heard[kind] = listener),
  };
  const Request = class {
    url: string;
    constructor(path: string) {
      this.url = HOME + path;
    }
  };
  new Function("self", "caches", "fetch", "Request", readFileSync("public/porter.js", "utf-8"))(
    self,
    caches,
    fetch,
    Request,
  );

  /** Its response to a request; undefined if the request goes to the network. */
  function ask(path: string, { method = "GET", mode = "cors", origin = HOME } = {}): Promise<Response> | undefined {
    let answer: Promise<Response> | undefined;
    heard.fetch!({
      request: { url: origin + path, method, mode },
      respondWith: (said: Promise<Response>) => (answer = said),
    });
    return answer;
  }
  async function happen(kind: "install" | "activate" | "push" | "notificationclick", more: object = {}) {
    let done: Promise<unknown> | undefined;
    heard[kind]!({ waitUntil: (until: Promise<unknown>) => (done = until), ...more });
    await done;
  }
  return { ask, happen, fetch, caches, registration, clients, pages };
}

describe("the service worker", () => {
  test.each([
    ["/api/lobby", {}],
    ["/api/tables/t1/qr.svg", { mode: "navigate" }],
    ["/api/tables", { method: "POST" }],
    ["/ws/t1", {}],
    ["/build.json", {}],
    ["/manifest.webmanifest", {}],
    ["/assets/a.js", { origin: "https://elsewhere.test" }],
    ["/", { method: "POST", mode: "navigate" }],
  ])("leaves other requests to the network: %s", (path, how) => {
    expect(hire("b1").ask(path, how)).toBeUndefined();
  });

  test("serves a cached asset without asking the network", async () => {
    const { ask, fetch } = hire("b1");
    expect(await (await ask("/assets/a-123.js"))!.clone().text()).toBe(`fresh ${HOME}/assets/a-123.js`);
    await ask("/assets/a-123.js");
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("returns an asset even if the cache is full", async () => {
    const caches = new FakeCaches();
    (await caches.open("house-b1")).put = () => Promise.reject(new Error("QuotaExceededError"));
    const { ask } = hire("b1", caches);
    expect(await (await ask("/assets/a-123.js"))!.text()).toBe(`fresh ${HOME}/assets/a-123.js`);
  });

  test("does not cache an asset that was not found", async () => {
    const { ask, fetch } = hire("b1");
    fetch.mockResolvedValue(new Response("", { status: 404 }));
    await ask("/assets/gone.js");
    await ask("/assets/gone.js");
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("does not cache pages", async () => {
    const { ask, caches, fetch } = hire("b1");
    await ask("/t/abc", { mode: "navigate" });
    await ask("/t/abc", { mode: "navigate" });
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(await caches.keys()).toEqual([]);
  });

  test("serves the offline page and its parts without a connection", async () => {
    const { ask, happen, fetch } = hire("b1");
    await happen("install");
    fetch.mockRejectedValue(new TypeError("offline"));
    expect(await (await ask("/t/abc", { mode: "navigate" }))!.text()).toBe(`kept ${HOME}/offline.html`);
    expect(await (await ask("/offline.css"))!.text()).toBe(`kept ${HOME}/offline.css`);
  });

  test("a new build deletes the caches of older ones", async () => {
    const { caches, happen } = hire("b1");
    await happen("install");
    const next = hire("b2", caches);
    await next.happen("install");
    await next.happen("activate");
    expect(await caches.keys()).toEqual(["house-b2"]);
  });

  test("shows a push notification, one a table", async () => {
    const { happen, registration } = hire("b1");
    await happen("push", {
      data: { json: () => ({ type: "YourTurn", title: "Your turn", body: "Clue", table: "t1" }) },
    });
    expect(registration.showNotification).toHaveBeenCalledWith(
      "Your turn",
      expect.objectContaining({ body: "Clue", tag: "t1" }),
    );
  });

  test("a click on a notification focuses the table's page, or opens it", async () => {
    const { happen, clients, pages } = hire("b1");
    const notification = { tag: "t1", close: vi.fn() };
    await happen("notificationclick", { notification });
    expect(clients.openWindow).toHaveBeenCalledWith("/t/t1");
    const focus = vi.fn();
    pages.push({ url: `${HOME}/t/t1?seat=1`, focus });
    await happen("notificationclick", { notification });
    expect([
      focus.mock.calls.length,
      clients.openWindow.mock.calls.length,
      notification.close.mock.calls.length,
    ]).toEqual([1, 1, 2]);
  });

  test("the offline page uses only cached files", () => {
    const needed = [...readFileSync("public/offline.html", "utf-8").matchAll(/(?:src|href)="([^"]+)"/g)].map(
      (found) => found[1]!,
    );
    const kept = readFileSync("public/porter.js", "utf-8");
    expect(needed.length).toBeGreaterThan(3);
    expect(needed.filter((path) => !kept.includes(`"${path}"`))).toEqual([]);
  });
});

describe("registering the service worker", () => {
  const register = vi.fn(async () => undefined);
  beforeEach(() => {
    register.mockReset().mockResolvedValue(undefined);
    vi.stubGlobal("navigator", { serviceWorker: { register } });
    vi.stubGlobal("isSecureContext", true);
  });
  afterEach(() => void vi.unstubAllGlobals());

  test("registers the worker with the build id", async () => {
    await registerServiceWorker("abc");
    expect(register).toHaveBeenCalledWith("/porter.js?build=abc", { updateViaCache: "none" });
  });

  test("does nothing in development, in an insecure context, or without support", async () => {
    await registerServiceWorker("dev");
    vi.stubGlobal("isSecureContext", false);
    await registerServiceWorker("abc");
    vi.stubGlobal("isSecureContext", true);
    vi.stubGlobal("navigator", {});
    await registerServiceWorker("abc");
    expect(register).not.toHaveBeenCalled();
  });

  test("ignores a browser that refuses", async () => {
    register.mockRejectedValue(new DOMException("no", "SecurityError"));
    await expect(registerServiceWorker("abc")).resolves.toBeUndefined();
  });
});

describe("the installed app", () => {
  const manifest = JSON.parse(readFileSync("public/manifest.webmanifest", "utf-8"));

  test("has an icon of every size in the manifest", () => {
    const pictures = manifest.icons.filter(({ type }: { type: string }) => type === "image/png");
    expect(pictures.map(({ purpose }: { purpose: string }) => purpose).sort()).toEqual(["any", "any", "maskable"]);
    for (const { src, sizes } of pictures) expect(sizeOf(`public${src}`)).toBe(sizes);
    expect(sizeOf("public/apple-touch-icon.png")).toBe("180x180");
  });

  test("opens the lobby in its own window, and the page links the manifest", () => {
    expect([manifest.start_url, manifest.scope, manifest.display]).toEqual(["/", "/", "standalone"]);
    expect(readFileSync("index.html", "utf-8")).toContain('rel="manifest" href="/manifest.webmanifest"');
  });
});

/** Width and height stand at the same place in every PNG. */
function sizeOf(file: string): string {
  const bytes = readFileSync(file);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}
