/** "Your turn", told by the browser while a page is open and nobody looks at it. Never unasked. */
import { forget, recall, remember } from "./memory";

const KEY = "bell";
const ON = "on";

let wanted = $state(recall(KEY) === ON);
let allowed = $state(permission());

export const bell = {
  get denied(): boolean {
    return allowed === "denied";
  },
  get on(): boolean {
    return wanted && allowed === "granted";
  },
};

export async function hangBell(): Promise<void> {
  allowed = await Notification.requestPermission();
  wanted = allowed === "granted";
  if (wanted) remember(KEY, ON);
}

export function takeBellDown(): void {
  wanted = false;
  forget(KEY);
}

/** One notice a table: a new one takes the place of the last. */
export function ring(table: string, title: string, body: string): void {
  if (!bell.on || document.visibilityState === "visible") return;
  try {
    const notice = new Notification(title, { body, tag: table });
    notice.onclick = () => window.focus();
  } catch {
    // Phones know only notices of service workers.
    void navigator.serviceWorker?.ready.then((porter) => porter.showNotification(title, { body, tag: table }));
  }
}

function permission(): NotificationPermission {
  return "Notification" in globalThis ? Notification.permission : "denied";
}
