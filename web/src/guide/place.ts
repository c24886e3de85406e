/** Places the bubble: below its target, above it, or where it hides least. */

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  left: number;
  top: number;
}

/** The box around all of them; null if there are none. */
export function boxAround(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** Pixels between the bubble and its target, and to the edge of the screen. */
const GAP = 12;
const EDGE = 8;

export function placeBubble(target: Box | null, bubble: Size, screen: Size): { left: number; top: number } {
  const lowest = screen.height - bubble.height - EDGE;
  const middle = target ? target.left + target.width / 2 : screen.width / 2;
  const left = within(middle - bubble.width / 2, screen.width - bubble.width - EDGE);
  if (!target) return { left, top: within(lowest / 2, lowest) };
  const below = target.top + target.height + GAP;
  const above = target.top - bubble.height - GAP;
  if (below <= lowest) return { left, top: within(below, lowest) };
  return { left, top: above >= EDGE ? above : lowest };
}

function within(value: number, most: number): number {
  return Math.max(EDGE, Math.min(value, most));
}
