import { afterEach, expect, test, vi } from "vitest";

class Notice {
  static permission: NotificationPermission = "default";
  static requestPermission = vi.fn(async () => (Notice.permission = "granted"));
  static shown: { title: string; tag: string | undefined }[] = [];
  constructor(title: string, options: NotificationOptions) {
    Notice.shown.push({ title, tag: options.tag });
  }
}

afterEach(() => vi.unstubAllGlobals());

test("shows a notification only if it is allowed and the page is hidden", async () => {
  vi.stubGlobal("Notification", Notice);
  const { notifications, allowNotifications, notify, stopNotifications } =
    await import("../src/app/notifications.svelte");
  const look = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  notify("t1", "Your turn", "Keyhole");
  expect(Notice.requestPermission).not.toHaveBeenCalled();
  expect(Notice.shown).toEqual([]);
  await allowNotifications();
  expect(notifications.on).toBe(true);
  notify("t1", "Your turn", "Keyhole");
  look.mockReturnValue("visible");
  notify("t1", "Your turn", "Keyhole");
  look.mockReturnValue("hidden");
  stopNotifications();
  notify("t1", "Your turn", "Keyhole");
  expect(Notice.shown).toEqual([{ title: "Your turn", tag: "t1" }]);
});
