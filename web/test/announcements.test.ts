import { render, screen, within } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { announce } from "../src/app/announce.svelte";
import Dialog from "../src/kit/Dialog.svelte";
import Announcements from "../src/kit/Announcements.svelte";
import { light } from "../src/app/light.svelte";
import Banner from "../src/shell/Banner.svelte";
import { Announcer } from "../src/table/frame/announcer";
import { toast } from "../src/app/toast.svelte";

test("a toast is shown in front of a dialog, too", async () => {
  const children = createRawSnippet(() => ({ render: () => "<p>inside</p>" }));
  render(Dialog, { title: "Rules", children, onclose: () => undefined });
  toast("Thank you.");
  await tick();
  expect(within(screen.getByRole("dialog")).getByText("Thank you.")).toBeTruthy();
});

describe("an announcement", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
  });

  test("repeats the same text as two announcements", async () => {
    render(Announcements);
    announce("Bob passes.");
    announce("Bob passes.");
    announce("  ");
    await tick();
    expect(screen.getAllByText("Bob passes.")).toHaveLength(2);
  });

  test("is removed a little later", async () => {
    render(Announcements);
    announce("Bob passes.");
    await tick();
    vi.advanceTimersByTime(5000);
    await tick();
    expect(screen.queryByText("Bob passes.")).toBeNull();
  });

  test("is not repeated by a dialog that opens later", async () => {
    announce("Bob passes.");
    render(Announcements);
    announce("Ann passes.");
    await tick();
    expect(screen.queryByText("Bob passes.")).toBeNull();
    expect(screen.getByText("Ann passes.")).toBeTruthy();
  });
});

describe("a banner", () => {
  const children = createRawSnippet(() => ({ render: () => "<span>Connection lost.</span>" }));
  const inDialog = () =>
    within(screen.getByRole("dialog", { hidden: true }).querySelector<HTMLElement>("[role=alert]")!).queryByText(
      "Connection lost.",
    );

  test("is shown in an open dialog too, as long as it is up", async () => {
    const { rerender } = render(Banner, { shown: false, everywhere: true, children });
    render(Dialog, { title: "Accuse", children, onclose: () => undefined });
    expect(inDialog()).toBeNull();
    await rerender({ shown: true });
    expect(inDialog()).not.toBeNull();
    await rerender({ shown: false });
    expect(inDialog()).toBeNull();
  });

  test("can wait until the dialog is closed", async () => {
    render(Banner, { shown: true, children });
    render(Dialog, { title: "Accuse", children, onclose: () => undefined });
    await tick();
    expect(inDialog()).toBeNull();
  });
});

describe("the announcer of a table", () => {
  test("begins with the last thing that happened and what is asked", () => {
    expect(new Announcer().news(["Dealt.", "Bob asks."], "Your turn.")).toBe("Bob asks. Your turn.");
  });

  test("announces each event once", () => {
    const announcer = new Announcer();
    announcer.news(["Dealt."], "Waiting.");
    expect(announcer.news(["Dealt.", "Bob asks.", "Ann shows."], "Waiting.")).toBe("Bob asks. Ann shows.");
    expect(announcer.news(["Dealt.", "Bob asks.", "Ann shows."], "Waiting.")).toBe("");
    expect(announcer.news(["Dealt.", "Bob asks.", "Ann shows."], "Your turn.")).toBe("Your turn.");
  });

  test("announces the last few of many events", () => {
    const announcer = new Announcer();
    announcer.news([], "Waiting.");
    expect(announcer.news(["1", "2", "3", "4", "5", "6"], "Waiting.")).toBe("3 4 5 6");
  });

  test("announces nothing when the story gets shorter", () => {
    const announcer = new Announcer();
    announcer.news(["a", "b"], "Waiting.");
    expect(announcer.news(["a"], "Waiting.")).toBe("");
    expect(announcer.news(["a", "c"], "Waiting.")).toBe("c");
  });
});

test("the browser's own bar has the colour of the chosen theme", () => {
  document.head.innerHTML = '<meta name="theme-color" content="day"><meta name="theme-color" content="night">';
  const bars = [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")];
  light.chosen = "night";
  expect(bars.map((bar) => bar.media)).toEqual(["not all", "all"]);
  light.chosen = "auto";
  expect(bars.map((bar) => bar.media)).toEqual(["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"]);
});
