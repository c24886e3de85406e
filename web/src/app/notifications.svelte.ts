/** "Your turn" as a browser notification while the page is open but hidden. Only after the player allowed it. */
import { forget, recall, remember } from "./memory";

const KEY = "bell";
const ON = "on";

let wanted = $state(recall(KEY) === ON);
let allowed = $state(permission());

export const notifications = {
  get denied(): boolean {
    return allowed === "denied";
  },
  get on(): boolean {
    return wanted && allowed === "granted";
  },
};

export async function allowNotifications(): Promise<void> {
  allowed = await Notification.requestPermission();
  wanted = allowed === "granted";
  if (wanted) remember(KEY, ON);
}

export function stopNotifications(): void {
  wanted = false;
  forget(KEY);
}

/** Show a notification. Each table has at most one: a new one replaces the last. */
export function notify(table: string, title: string, body: string): void {
  if (!notifications.on || document.visibilityState === "visible") return;
  try {
    const notification = new Notification(title, { body, tag: table });
    notification.onclick = () => window.focus();
  } catch {
    // Phones only show notifications that come from a service worker.
    void navigator.serviceWorker?.ready.then((registration) =>
      registration.showNotification(title, { body, tag: table }),
    );
  }
}

function permission(): NotificationPermission {
  return "Notification" in globalThis ? Notification.permission : "denied";
}
