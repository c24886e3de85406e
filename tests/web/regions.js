/* In a page at a table: notes where the regions of the screen are whenever it changes, and plays what is offered. */
(() => {
  const TRIES = 8;
  const regions = {};
  const moved = [];
  const arrangements = new Set();
  let parts = [];
  let latest = null;
  let room = null;

  window.WebSocket = class extends window.WebSocket {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "Update") latest = message;
        if (message.type === "Room") room = message;
      });
    }
  };

  /** The phase of the game, and what the page says about it. */
  function phase() {
    const open = latest.view.open ?? latest.view;
    return `${open.phase} (${latest.seq}): ${document.querySelector(".lines .now").textContent.trim()}`;
  }

  function placeOf(selector) {
    const found = document.querySelector(`.frame ${selector}`);
    if (!found) return "nowhere";
    const { left, top, width, height } = found.getBoundingClientRect();
    return [left, top, width, height].map(Math.round).join(" ");
  }

  function look() {
    for (const [selector, before] of Object.entries(regions)) {
      const place = placeOf(selector);
      if (before.place && place !== before.place)
        moved.push(`${selector}: ${before.place} in ${before.phase} -> ${place} in ${phase()}`);
      regions[selector] = { place, phase: phase() };
    }
    arrangements.add(arrangement().join("\n"));
  }

  const way = (low, high) => (high <= 1 ? "before" : low >= -1 ? "after" : "level");

  /** On which side of the piece before it each piece lies, or that it is not shown. */
  function arrangement() {
    return parts.flatMap((selector) =>
      all(`.frame .board ${selector}`).map((piece, i, pieces) => {
        const box = piece.getBoundingClientRect();
        const last = (pieces[i - 1] ?? piece).getBoundingClientRect();
        const across = way(box.left - last.right, box.right - last.left);
        const down = way(box.top - last.bottom, box.bottom - last.top);
        return box.width === 0 ? `${selector} ${i}: not shown` : `${selector} ${i}: across ${across}, down ${down}`;
      }),
    );
  }

  /** Regions that are partly out of the window, or cover one another. */
  function misplaced() {
    const boxes = Object.keys(regions).map((name) => {
      const { left, top, right, bottom } = document.querySelector(`.frame ${name}`).getBoundingClientRect();
      return { name, left: left + 1, top: top + 1, right: right - 1, bottom: bottom - 1 };
    });
    const isOut = (box) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const apart = boxes.filter(({ name }) => name !== ".board");
    return [
      ...boxes.filter(isOut).map(({ name }) => `${name} is out of the window`),
      ...apart.flatMap((box, i) =>
        apart.slice(i + 1).flatMap((other) => (meet(box, other) ? [`${box.name} covers ${other.name}`] : [])),
      ),
    ];
  }

  const frame = () => new Promise(requestAnimationFrame);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  let state = 1;
  /** One of them; the same in every run. */
  function any(items) {
    state = (state * 48271) % 2147483647;
    return items[state % items.length];
  }

  /** Answers a dialog or, one time in four, puts it aside. */
  function answer(dialog) {
    for (const group of all("fieldset, [role=group], ul:has(.card.lit)", dialog)) any(all("label, button", group))?.click();
    const main = dialog.querySelector(".button.main:not(:disabled)");
    if (main && any([true, true, true, false])) main.click();
    else dialog.close();
  }

  /** Presses something that is offered, on the screen or in the dialog over it. */
  async function press(avoided) {
    const dialog = all("dialog:modal").at(-1);
    const offered = all(".tray .buttons button, .tray .hand button, .board button, .seats button");
    if (dialog) answer(dialog);
    else any(offered.filter((each) => !each.disabled && !each.matches(avoided)))?.click();
    await frame();
    await frame();
  }

  /** Presses something until a move is made: every state of the screen is a phase of its own. */
  async function play(avoided) {
    const before = latest.seq;
    for (let i = 0; i < TRIES && latest.seq === before; i++) await press(avoided);
    if (latest.seq === before) await playFromTheList();
  }

  async function playFromTheList() {
    for (const dialog of all("dialog:modal")) dialog.close();
    await frame();
    all("[data-guide=tools] button").at(-1).click();
    for (let i = 0; i < TRIES; i++) {
      await frame();
      any(all("dialog:modal li > .button"))?.click();
    }
    await frame();
    document.querySelector(".tray .commit")?.click();
  }

  window.table = {
    moved,
    misplaced,
    arrangement,
    press,
    play,
    arrangements: () => [...arrangements],
    watch(selectors, partsOfTheBoard = []) {
      parts = partsOfTheBoard;
      for (const selector of selectors) regions[selector] = {};
      look();
      new MutationObserver(() => requestAnimationFrame(look)).observe(document.querySelector(".frame"), {
        attributes: true,
        characterData: true,
        childList: true,
        subtree: true,
      });
    },
    /** Puts aside what the game waits for until it has been read. */
    readOn() {
      if (room?.paused) for (const dialog of all("dialog:modal")) dialog.close();
    },
    isAsked: (seat) => latest.asked.includes(seat),
    isOver: () => latest.outcome !== null,
    seq: () => latest.seq,
  };
})();
