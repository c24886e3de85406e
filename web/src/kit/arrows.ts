/** Arrow keys on a board: from one lit place to the nearest in that direction. Tab visits them all as well. */

export interface Spot {
  x: number;
  y: number;
}

const DIRECTIONS: Readonly<Record<string, Spot>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Sideways counts double: straight ahead is nearer than round the corner. */
const ASIDE = 2;

/** Which of the spots comes next in this direction; none at the edge. */
export function nextSpot<T extends Spot>(from: Spot, spots: readonly T[], key: string): T | undefined {
  const direction = DIRECTIONS[key];
  if (!direction) return undefined;
  const distance = ({ x, y }: Spot) => {
    const ahead = (x - from.x) * direction.x + (y - from.y) * direction.y;
    const aside = Math.abs((x - from.x) * direction.y) + Math.abs((y - from.y) * direction.x);
    return ahead > 1 ? ahead + ASIDE * aside : Infinity;
  };
  const ways = spots.map((spot) => ({ spot, far: distance(spot) })).filter(({ far }) => far < Infinity);
  return ways.sort((a, b) => a.far - b.far)[0]?.spot;
}

/** For `{@attach}`: the buttons inside can be walked with the arrow keys. */
export function arrows(board: HTMLElement): () => void {
  const walk = (event: KeyboardEvent) => {
    const from = event.target as HTMLElement;
    const others = [...board.querySelectorAll<HTMLElement>("button:not(:disabled)")].filter((each) => each !== from);
    const next = nextSpot(
      centre(from),
      others.map((button) => ({ button, ...centre(button) })),
      event.key,
    );
    if (!next) return;
    event.preventDefault();
    next.button.focus();
  };
  board.addEventListener("keydown", walk);
  return () => board.removeEventListener("keydown", walk);
}

function centre(element: Element): Spot {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}
