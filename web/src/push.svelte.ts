/** "Your turn" when no page is open, by Web Push: where the house has a key for it and the browser can. */
import { api } from "./api";
import { house } from "./house.svelte";
import { speech } from "./language.svelte";

let wanted = $state(false);

export const push = {
  get offered(): boolean {
    return (
      Boolean(house.card?.push) && isSecureContext && "PushManager" in globalThis && Boolean(navigator.serviceWorker)
    );
  },
  get on(): boolean {
    return wanted;
  },
};

/** What this browser was told before; the house hears it again, and whose turns it is told of. */
export async function recallPush(): Promise<void> {
  const known = await (await porter())?.pushManager.getSubscription();
  wanted = Boolean(known);
  if (known) await tellHouse(known);
}

/** False if the browser says no. */
export async function askForPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const manager = (await porter())?.pushManager;
  if (!manager) return false;
  const options = { userVisibleOnly: true, applicationServerKey: house.card?.push ?? "" };
  // A subscription to an older key of this house is of no use, and stands in the way of a new one.
  const subscription = await manager.subscribe(options).catch(async () => {
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(options);
  });
  await tellHouse(subscription);
  wanted = true;
  return true;
}

export async function endPush(): Promise<void> {
  const known = await (await porter())?.pushManager.getSubscription();
  wanted = false;
  if (!known) return;
  await known.unsubscribe();
  await api.unsubscribe(known.endpoint);
}

async function tellHouse(subscription: PushSubscription): Promise<void> {
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  await api.subscribe({ endpoint: subscription.endpoint, p256dh, auth, language: speech.language });
}

/** Undefined where the browser did not let it in. */
async function porter(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration("/");
}
