/** Keeps the screen on (wake lock) while the page is visible, where the browser supports it. */

/** Returns a function that ends it. */
export function keepScreenOn(): () => void {
  const done = new AbortController();
  let lock: WakeLockSentinel | null = null;

  async function ask() {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    lock = await navigator.wakeLock.request("screen").catch(() => null); // a low battery may forbid it
    if (done.signal.aborted) await lock?.release();
  }

  document.addEventListener("visibilitychange", ask, { signal: done.signal });
  void ask();
  return () => {
    done.abort();
    void lock?.release();
  };
}
