/** "Your turn" by Web Push when no page is open: where the server has a key for it and the browser supports it. */
import { api } from "../net/api";
import { session } from "./session.svelte";
import { ui } from "./language.svelte";

let subscribed = $state(false);

export const push = {
  get offered(): boolean {
    return (
      Boolean(session.server?.push) &&
      isSecureContext &&
      "PushManager" in globalThis &&
      Boolean(navigator.serviceWorker)
    );
  },
  get on(): boolean {
    return subscribed;
  },
};

/** Find the subscription of this browser and send it to the server again. */
export async function restorePush(): Promise<void> {
  const known = await (await registration())?.pushManager.getSubscription();
  subscribed = Boolean(known);
  if (known) await sendSubscription(known);
}

/** False if the browser refuses. */
export async function subscribeToPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const manager = (await registration())?.pushManager;
  if (!manager) return false;
  const options = { userVisibleOnly: true, applicationServerKey: session.server?.push ?? "" };
  // A subscription to an older key of the server is useless and blocks a new one: drop it and retry.
  const subscription = await manager.subscribe(options).catch(async () => {
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(options);
  });
  await sendSubscription(subscription);
  subscribed = true;
  return true;
}

export async function unsubscribeFromPush(): Promise<void> {
  const known = await (await registration())?.pushManager.getSubscription();
  subscribed = false;
  if (!known) return;
  await known.unsubscribe();
  await api.unsubscribe(known.endpoint);
}

async function sendSubscription(subscription: PushSubscription): Promise<void> {
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  await api.subscribe({ endpoint: subscription.endpoint, p256dh, auth, language: ui.language });
}

/** Undefined where the browser has no service worker of ours. */
async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration("/");
}
