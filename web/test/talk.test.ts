import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { announced } from "../src/app/announce.svelte";
import { loadLanguage } from "../src/app/language.svelte";
import { phone, isQuiet } from "../src/screen/phone.svelte";
import { Table } from "../src/table/table.svelte";
import { spoken, TableTalk } from "../src/talk/talk.svelte";
import TalkPanel from "../src/talk/TalkPanel.svelte";
import type { Frame, Room, Spoken, Words } from "../src/wire/house";
import { ROOM } from "./fixtures";

const text = (words: string): Words => ({ type: "Text", text: words });
const line = (number: number, words: Words = text(`line ${number}`), who = "b2"): Spoken => ({
  number,
  seat: 1,
  name: "Bob",
  who,
  words,
});

function listening(send: (frame: Frame) => boolean = () => true) {
  const talk = new TableTalk("t1", send);
  return { talk, hear: (...lines: Spoken[]) => talk.onMessage({ type: "Talk", lines, hushed: false }) };
}

function panel(room: Partial<Room> = {}) {
  const send = vi.fn((_frame: Frame) => true);
  const table = new Table("t1", () => ({ send, close: () => undefined }));
  table.onState("live");
  table.onMessage({ ...ROOM, ...room });
  render(TalkPanel, { table });
  const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
  return { table, send, button, field: () => screen.getByRole<HTMLInputElement>("textbox") };
}

beforeEach(async () => {
  localStorage.clear();
  await loadLanguage("en");
});

describe("chat", () => {
  test("lists each message once, however often the server sends it", () => {
    const { talk, hear } = listening();
    hear(line(0), line(1));
    hear(line(0), line(1), line(2));
    expect(talk.lines.map(({ number }) => number)).toEqual([0, 1, 2]);
  });

  test("counts unread messages, also on the next visit", () => {
    const { talk, hear } = listening();
    hear(line(0));
    expect(talk.unread).toBe(0); // messages from before the first visit are not unread
    const away = talk.startReading();
    hear(line(1));
    expect(talk.unread).toBe(0);
    away();
    hear(line(2), line(3));
    expect(talk.unread).toBe(2);
    const again = listening();
    again.hear(line(0), line(1), line(2), line(3));
    expect(again.talk.unread).toBe(2);
  });

  test("of a muted guest is neither shown nor announced nor counted, until unmuted", () => {
    const { talk, hear } = listening();
    hear(line(0));
    talk.mute("b2", true);
    const before = announced.current.length;
    hear(line(1), line(2, text("psst"), "c3"));
    expect(announced.current.slice(before).map((each) => each.text)).toEqual(["Bob: psst"]);
    expect(talk.lines.map(({ number }) => number)).toEqual([2]);
    expect(talk.unread).toBe(1);
    expect(listening().talk.isMuted("b2")).toBe(true);
    talk.mute("b2", false);
    expect(talk.lines).toHaveLength(3);
  });

  test("from before the visit is not announced", () => {
    const before = announced.current.length;
    listening().hear(line(0), line(1));
    expect(announced.current).toHaveLength(before);
  });

  test("of an erased guest is removed from every open page", () => {
    const { table } = panel();
    table.onMessage({ type: "Talk", lines: [line(0), line(1, text("I stay"), "c3")], hushed: false });
    const [ann, , cog] = ROOM.chairs;
    table.onMessage({
      ...ROOM,
      chairs: [
        ann!,
        {
          type: "Somebody",
          name: "",
          here: false,
          standing_in: false,
          clock: null,
          who: "",
          fell_back: false,
          stands_in_after: null,
        },
        cog!,
      ],
    });
    expect(table.talk.lines.map(({ number }) => number)).toEqual([1]);
  });

  test("in phrases is in the reader's language", async () => {
    const words: Words = { type: "Phrase", id: "suspicious" };
    expect(spoken(words)).toBe("How suspicious…");
    await loadLanguage("fr");
    expect(spoken(words)).toBe("C’est louche…");
  });
});

describe("the panel", () => {
  test("shows messages as plain text", async () => {
    const { table } = panel();
    table.onMessage({
      type: "Talk",
      lines: [line(0, text("<b onclick=alert(1)>https://example.org</b>"))],
      hushed: false,
    });
    await tick();
    expect(screen.getByText(/<b onclick=alert\(1\)>/)).toBeTruthy();
    expect(screen.queryByRole("link")).toBeNull();
  });

  test("sends the text, and puts it back if it was refused", async () => {
    const { table, send, button, field } = panel();
    field().value = "  You knave ";
    field().dispatchEvent(new Event("input", { bubbles: true }));
    await tick();
    button("Send").click();
    await tick();
    expect(send).toHaveBeenCalledWith({ type: "Say", words: { type: "Text", text: "You knave" } });
    expect(field().value).toBe("");
    table.onMessage({ type: "Refused", id: "HOUSE-WORD", detail: "" });
    await tick();
    expect(field().value).toBe("You knave");
    expect(table.refused).toBeNull(); // no move was refused
    expect(screen.getByText(/does not allow that word/)).toBeTruthy();
  });

  test("puts back only the message sent last", async () => {
    const { table, button, field } = panel();
    const write = async (words: string) => {
      field().value = words;
      field().dispatchEvent(new Event("input", { bubbles: true }));
      await tick();
      button("Send").click();
      await tick();
    };
    const refuse = async () => {
      table.onMessage({ type: "Refused", id: "HOUSE-TOO-FAST", detail: "" });
      await tick();
    };
    await write("hello");
    button("Good luck!").click();
    await refuse();
    expect(field().value).toBe("");
    await write("hello again");
    table.onMessage({ type: "Talk", lines: [line(0, text("hello again"), "a1")], hushed: false });
    await tick();
    await refuse();
    expect(field().value).toBe("");
  });

  test("sends a phrase by its name", () => {
    const { send, button } = panel();
    button("Good luck!").click();
    expect(send).toHaveBeenCalledWith({ type: "Say", words: { type: "Phrase", id: "luck" } });
  });

  test("is closed while a rule of the game forbids chat", async () => {
    const { table } = panel();
    table.onMessage({ type: "Talk", lines: [], hushed: true });
    await tick();
    expect(screen.queryByRole("textbox") ?? screen.queryByRole("button")).toBeNull();
    expect(screen.getByText(/rules allow no talking/)).toBeTruthy();
  });

  test("is read-only for spectators who may not talk", () => {
    panel({ voice: false });
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.getByText(/Only players can talk/)).toBeTruthy();
  });
});

describe("beside a shared screen", () => {
  const sitting = (room: Partial<Room>) => {
    const table = new Table("t1", () => ({ send: () => true, close: () => undefined }));
    table.onMessage({ ...ROOM, ...room });
    return table;
  };

  test("a phone plays no sound unless it is set to", () => {
    expect(isQuiet(sitting({}))).toBe(false);
    expect(isQuiet(sitting({ screen: true }))).toBe(true);
    expect(isQuiet(sitting({ screen: true, you: null, yours: [] }))).toBe(false);
    phone.loud = true;
    expect(isQuiet(sitting({ screen: true }))).toBe(false);
    phone.loud = false;
  });
});
