// The service worker, at a URL that browsers have registered. It caches the hashed assets and the offline page, and
// shows push notifications. All other requests, those of play among them, go to the network untouched.
const KEPT = `house-${new URL(self.location.href).searchParams.get("build")}`;
const NOTICE = "/offline.html";
const NOTICE_PARTS = [NOTICE, "/offline.css", "/favicon.svg", "/light.js"];

self.addEventListener("install", (event) => event.waitUntil(keepNotice()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOtherBuilds()));
self.addEventListener("fetch", (event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});
self.addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(`/t/${encodeURIComponent(event.notification.tag)}`));
});

// One notification a table: a new one replaces the last.
function tell({ title, body, table }) {
  return self.registration.showNotification(title, { body, tag: table, icon: "/icon-192.png" });
}

async function goTo(path) {
  const open = await self.clients.matchAll({ type: "window" });
  const there = open.find(({ url }) => new URL(url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}

function answerTo(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return undefined;
  if (pathname.startsWith("/assets/")) return assetFor(request);
  if (request.mode === "navigate") return fetch(request).catch(() => caches.match(NOTICE));
  if (NOTICE_PARTS.includes(pathname)) return fetch(request).catch(() => caches.match(pathname));
  return undefined;
}

async function assetFor(request) {
  const kept = await caches.open(KEPT);
  const known = await kept.match(request);
  if (known) return known;
  const answer = await fetch(request);
  // Where storage is full, the asset is fetched again the next time.
  if (answer.status === 200) kept.put(request, answer.clone()).catch(() => undefined);
  return answer;
}

async function keepNotice() {
  const kept = await caches.open(KEPT);
  await kept.addAll(NOTICE_PARTS.map((path) => new Request(path, { cache: "reload" })));
}

async function forgetOtherBuilds() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
}
