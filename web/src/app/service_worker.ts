/** Registers the service worker, public/porter.js, where the browser allows one. Everything works without it. */

export async function registerServiceWorker(build: string = __BUILD__): Promise<void> {
  if (build === "dev" || !isSecureContext || !navigator.serviceWorker) return;
  // The URL must stay: browsers hold registrations of it. Registering fails in private windows and with
  // certificates that the browser does not trust.
  await navigator.serviceWorker
    .register(`/porter.js?build=${build}`, { updateViaCache: "none" })
    .catch(() => undefined);
}
