/** Keeps a screen lit where the browser can: in a secure context, while the page is in sight. */

/** Until the answer is called. */
export function stayAwake(): () => void {
  const done = new AbortController();
  let lock: WakeLockSentinel | null = null;

  async function ask() {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    lock = await navigator.wakeLock.request("screen").catch(() => null); // a weak battery may forbid it
    if (done.signal.aborted) await lock?.release();
  }

  document.addEventListener("visibilitychange", ask, { signal: done.signal });
  void ask();
  return () => {
    done.abort();
    void lock?.release();
  };
}
