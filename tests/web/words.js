/* In a page: finds words that are cut, broken or out of the window, and targets too small for a finger. */
(() => {
  const FINGER = 44;
  /** What a select needs for its arrow, in pixels. */
  const ARROW = 18;
  const WORD = /[\p{L}\p{N}]+(?:[’'.,][\p{L}\p{N}]+)*/gu;
  const TARGETS = "a.button, button, select, summary, input, label:has(input)";
  /** Words in it stay in it. */
  const ENCLOSING = "button, [role=img]";
  const UNSEEN = "code, option, script, style, title, desc";
  /** Texts that are cut on purpose: a touch shows the sentences in full, a title the heads of a notebook. */
  const UNFOLDED = ".lines:has(> .whole), th[title] > .name";

  const styleOf = (element) => getComputedStyle(element);
  const hides = (overflow) => overflow === "hidden" || overflow === "clip";
  const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
  /** Not for screen readers alone. */
  const isDrawn = (element) =>
    !element || (styleOf(element).clipPath !== "inset(50%)" && isDrawn(element.parentElement));
  const isSeen = (element) =>
    element.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
    }) &&
    !element.closest(UNSEEN) &&
    isDrawn(element);

  function* wordsIn(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      if (!node.data.trim() || !isSeen(node.parentElement)) continue;
      for (const { 0: word, index } of node.data.matchAll(WORD)) {
        const range = document.createRange();
        // The first letter after a soft hyphen has the hyphen's place as well, in the line above.
        range.setStart(node, index + Number(node.data[index - 1] === "\u00ad" && word.length > 1));
        range.setEnd(node, index + word.length);
        const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (rects.length > 0) yield { word, rects, element: node.parentElement };
      }
    }
  }

  const isBroken = (rects) => rects.some(({ top, height }) => Math.abs(top - rects[0].top) > height / 2);

  /** How the first ancestor that hides a word's edge, or the window, cuts it. A sign may lie over the edge of a figure. */
  function cutOf({ left, right, top, bottom, width, height }, element, isSign) {
    const [across, down] = [Math.max(1.5, width / 20), height / 4];
    let [movesAcross, movesDown] = [false, false];
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position, display } = styleOf(box);
      if (display !== "inline" && display !== "contents") {
        const edge = box.getBoundingClientRect();
        if (!movesAcross && hides(overflowX) && (left < edge.left - across || right > edge.right + across))
          return "cut at the side";
        if (!movesDown && hides(overflowY) && (top < edge.top - down || bottom > edge.bottom + down))
          return "cut in height";
        if (!isSign && box.matches(ENCLOSING) && !movesAcross && (left < edge.left - across || right > edge.right + across))
          return "over the edge of its place";
        movesAcross ||= scrolls(overflowX) && box.scrollWidth > box.clientWidth;
        movesDown ||= scrolls(overflowY) && box.scrollHeight > box.clientHeight;
      }
      if (position === "fixed" && !movesDown && (top < -down || bottom > innerHeight + down)) return "below the window";
    }
    return !movesAcross && (left < -1 || right > innerWidth + 1) ? "out of the window" : null;
  }

  function selected(select) {
    const brush = document.createElement("canvas").getContext("2d");
    const { font, paddingLeft, paddingRight } = styleOf(select);
    brush.font = font;
    const room = select.clientWidth - ARROW - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const words = select.selectedOptions[0]?.textContent.trim() ?? "";
    return brush.measureText(words).width > room + 1 ? [`${words}: cut in its list (${nameOf(select)})`] : [];
  }

  function nameOf(element) {
    const names = [];
    for (let each = element; each && names.length < 3; each = each.parentElement)
      names.unshift([each.localName, ...each.classList].filter((name) => !/^s(velte)?-/.test(name)).join("."));
    return names.join(" > ");
  }

  /** `narrow`: how small a target may be where the board has no more room, by selector. */
  function smallTargets(root, narrow) {
    const leastOf = (target) => Object.entries(narrow).find(([selector]) => target.matches(selector))?.[1] ?? FINGER;
    const isSmall = (target) => {
      const { width, height } = target.getBoundingClientRect();
      return width > 1 && Math.min(width, height) < leastOf(target) - 0.5;
    };
    const inside = (target) => target.localName === "input" && target.closest("label");
    return [...root.querySelectorAll(TARGETS)]
      .filter((each) => isSeen(each) && !inside(each) && isSmall(each))
      .map((each) => {
        const { width, height } = each.getBoundingClientRect();
        const name = (each.ariaLabel ?? each.textContent).trim().slice(0, 30);
        return `${name}: ${width.toFixed(1)} x ${height.toFixed(1)} px (${nameOf(each)})`;
      });
  }

  /** What is wrong on the page now, or in the dialog on top of it. */
  window.faults = async (narrow) => {
    // Sentences are fitted in the first frame.
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const root = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
    const found = new Set();
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.add(`the page is ${scrollWidth} px wide`);
    for (const { word, rects, element } of wordsIn(root)) {
      if (isBroken(rects)) found.add(`${word}: broken (${nameOf(element)})`);
      const cut = element.closest(UNFOLDED) ? null : rects.map((rect) => cutOf(rect, element, /^\d+$/.test(word))).find(Boolean);
      if (cut) found.add(`${element.textContent.trim().slice(0, 60)}: ${word} ${cut} (${nameOf(element)})`);
    }
    for (const select of root.querySelectorAll("select"))
      if (isSeen(select)) for (const fault of selected(select)) found.add(fault);
    for (const fault of smallTargets(root, narrow)) found.add(fault);
    return [...found];
  };
})();
