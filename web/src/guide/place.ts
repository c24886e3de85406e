/** Places the bubble where it covers nothing of its target: below, above, or beside it. */

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

interface Place {
  left: number;
  top: number;
}

/** The first place with room for it. Without any, at the bottom: `scrollToFit` tells how to make room. */
export function placeBubble(target: Box | null, bubble: Size, screen: Size): Place {
  const right = screen.width - bubble.width - EDGE;
  const lowest = screen.height - bubble.height - EDGE;
  if (!target) return { left: within((right + EDGE) / 2, right), top: within((lowest + EDGE) / 2, lowest) };
  const left = within(target.left + (target.width - bubble.width) / 2, right);
  const top = within(target.top + (target.height - bubble.height) / 2, lowest);
  const places: Place[] = [
    { left, top: Math.max(EDGE, target.top + target.height + GAP) },
    { left, top: Math.min(lowest, target.top - bubble.height - GAP) },
    { left: Math.max(EDGE, target.left + target.width + GAP), top },
    { left: Math.min(right, target.left - bubble.width - GAP), top },
  ];
  const fits = ({ left, top }: Place) => left >= EDGE && left <= right && top >= EDGE && top <= lowest;
  return places.find(fits) ?? { left, top: lowest };
}

/** How far to scroll down so that the bubble fits below its target; 0 if it fits somewhere. */
export function scrollToFit(target: Box, bubble: Size, screen: Size): number {
  const { left, top } = placeBubble(target, bubble, screen);
  const apart =
    left >= target.left + target.width ||
    left + bubble.width <= target.left ||
    top >= target.top + target.height ||
    top + bubble.height <= target.top;
  return apart ? 0 : target.top + target.height + GAP + bubble.height + EDGE - screen.height;
}

function within(value: number, most: number): number {
  return Math.max(EDGE, Math.min(value, most));
}
