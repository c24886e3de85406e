/** Lets the service worker in, where the browser allows one; without it everything works the same. */

export async function callPorter(build: string = __BUILD__): Promise<void> {
  if (build === "dev" || !isSecureContext || !navigator.serviceWorker) return;
  // A browser may still say no: private windows do, and certificates it was told to put up with.
  await navigator.serviceWorker
    .register(`/porter.js?build=${build}`, { updateViaCache: "none" })
    .catch(() => undefined);
}
