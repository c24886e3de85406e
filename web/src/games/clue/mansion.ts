/** The mansion as a drawing needs it: outlines, doors, where pieces stand. A square is SIDE wide. */
import {
  CELLS,
  DOOR_CELLS,
  MAP,
  PASSAGES,
  Room,
  ROOM_LETTERS,
  START_LETTERS,
  type Place,
  type Square,
  type Suspect,
} from "../../wire/clue";

export interface Point {
  x: number;
  y: number;
}
export interface Box extends Point {
  width: number;
  height: number;
}
type Cell = readonly [row: number, column: number];

export const SIDE = 20;
export const WIDTH = MAP[0].length * SIDE;
export const HEIGHT = MAP.length * SIDE;

const STAIRS_LETTER = "X";
const OUTSIDE = "-";
/** Sideways first: a door in a corner opens to the side. */
const HEADINGS: readonly Cell[] = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
];

const letterAt = ([row, column]: Cell): string => MAP[row]?.[column] ?? OUTSIDE;
const LETTERS = Object.fromEntries(Object.entries(ROOM_LETTERS).map(([letter, room]) => [room, letter]));
const middle = ([row, column]: Cell): Point => ({ x: (column + 0.5) * SIDE, y: (row + 0.5) * SIDE });

function cellsWhere(fits: (letter: string) => boolean): Cell[] {
  return MAP.flatMap((letters, row) =>
    [...letters].flatMap((letter, column): Cell[] => (fits(letter) ? [[row, column]] : [])),
  );
}

function boxOf(cells: readonly Cell[]): Box {
  const [rows, columns] = [cells.map(([row]) => row), cells.map(([, column]) => column)];
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  return {
    x: left * SIDE,
    y: top * SIDE,
    width: (Math.max(...columns) - left + 1) * SIDE,
    height: (Math.max(...rows) - top + 1) * SIDE,
  };
}

/** The edge of a figure made of cells, clockwise, as an SVG path. */
export function outline(cells: readonly Cell[]): string {
  const inside = new Set(cells.map(String));
  const edges = new Map<string, Cell>();
  for (const [row, column] of cells) {
    const corners: readonly Cell[] = [
      [row, column],
      [row, column + 1],
      [row + 1, column + 1],
      [row + 1, column],
    ];
    const beyond: readonly Cell[] = [
      [row - 1, column],
      [row, column + 1],
      [row + 1, column],
      [row, column - 1],
    ];
    beyond.forEach((cell, i) => inside.has(String(cell)) || edges.set(String(corners[i]), corners[(i + 1) % 4]!));
  }
  let path = "";
  while (edges.size > 0) {
    const first = [...edges.keys()][0]!;
    for (let at = first, command = "M"; edges.has(at); command = "L") {
      const [row, column] = at.split(",").map(Number) as [number, number];
      path += `${command}${column * SIDE} ${row * SIDE}`;
      const next = String(edges.get(at));
      edges.delete(at);
      at = next;
    }
    path += "z";
  }
  return path;
}

export interface Plan {
  box: Box;
  path: string;
  /** The part that is as wide as the room. */
  floor: Box;
  /** Where its name is written. */
  name: Point;
}

function planOf(room: Room): Plan {
  const cells = cellsWhere((letter) => letter === LETTERS[room]);
  const wide = (row: number) => cells.filter((cell) => cell[0] === row).length;
  const widest = Math.max(...cells.map(([row]) => wide(row)));
  const box = boxOf(cells);
  const first = boxOf(cells.filter(([row]) => row === cells[0]![0]));
  return {
    box,
    path: outline(cells),
    floor: boxOf(cells.filter(([row]) => wide(row) === widest)),
    name: { x: first.x + first.width / 2, y: box.y + 12 },
  };
}

export const PLANS = Object.fromEntries(Room.map((room) => [room, planOf(room)])) as Record<Room, Plan>;
export const HOUSE = outline(cellsWhere((letter) => letter !== OUTSIDE));
export const CORRIDORS = CELLS.map(([row, column]) => `M${column * SIDE} ${row * SIDE}h${SIDE}v${SIDE}h-${SIDE}z`).join(
  "",
);
export const STAIRS = boxOf(cellsWhere((letter) => letter === STAIRS_LETTER));

export interface Door {
  room: Room;
  /** The middle of the opening, and which way the wall runs. */
  at: Point;
  upright: boolean;
}

export const DOORS: readonly Door[] = Room.flatMap((room) =>
  DOOR_CELLS[room].map(([row, column]) => {
    const [down, right] = HEADINGS.find(([down, right]) => letterAt([row + down, column + right]) === LETTERS[room])!;
    const square = middle([row, column]);
    return { room, at: { x: square.x + (right * SIDE) / 2, y: square.y + (down * SIDE) / 2 }, upright: right !== 0 };
  }),
);

export const STARTS = Object.entries(START_LETTERS).map(([letter, suspect]) => ({
  suspect: suspect as Suspect,
  at: middle(cellsWhere((each) => each === letter)[0]!),
}));

/** Hatches lie in the outer corner of a room. */
export const HATCHES = (Object.keys(PASSAGES) as (keyof typeof PASSAGES)[]).map((room) => {
  const { box } = PLANS[room];
  return {
    room,
    to: PASSAGES[room],
    at: {
      x: box.x < WIDTH / 2 ? box.x + 13 : box.x + box.width - 13,
      y: box.y < HEIGHT / 2 ? box.y + 13 : box.y + box.height - 13,
    },
  };
});

export function passageFrom(place: Place): Room | undefined {
  return HATCHES.find(({ room }) => room === place)?.to;
}

export const centreOf = (square: Square): Point => middle(CELLS[square]!);
export const rowOf = (square: Square): number => CELLS[square]![0] + 1;
export const columnOf = (square: Square): number => CELLS[square]![1] + 1;

export function boxAt(place: Place): Box {
  if (typeof place !== "number") return PLANS[place].box;
  const { x, y } = centreOf(place);
  return { x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE };
}

/** How far below the middle of its square a pawn has its foot. */
const FOOT = 7;
const NAME = 21;

export function footOn(square: Square): Point {
  const { x, y } = centreOf(square);
  return { x, y: y + FOOT };
}

/** Where each suspect has its foot: on its square, or in a row with others in the room. */
export function standing(pawns: readonly Place[]): Point[] {
  return pawns.map((place, i) => {
    if (typeof place === "number") return footOn(place);
    return { x: inRow(place, pawns, i), y: rowIn(place) + 22 };
  });
}

/** Where each weapon lies. */
export function lying(weapons: readonly Room[]): Point[] {
  return weapons.map((room, i) => ({ x: inRow(room, weapons, i), y: rowIn(room) - 13 }));
}

/** The middle of the two rows of pieces in a room, below its name. */
function rowIn(room: Room): number {
  const { box, floor } = PLANS[room];
  return (Math.max(box.y + NAME, floor.y) + floor.y + floor.height) / 2;
}

function inRow(room: Room, places: readonly Place[], i: number): number {
  const { floor } = PLANS[room];
  const together = places.flatMap((place, other) => (place === room ? [other] : []));
  const pace = Math.min(22, (floor.width - 24) / Math.max(1, together.length - 1));
  return floor.x + floor.width / 2 + (together.indexOf(i) - (together.length - 1) / 2) * pace;
}

/** Of several places the one nearest to a point, if any is near; a square rather than the room around it. */
export function nearest(point: Point, places: readonly Place[], reach = 4 * SIDE): Place | undefined {
  const far = places.map((place) => ({ place, distance: distance(point, boxAt(place)) }));
  return far
    .filter(({ distance }) => distance <= reach)
    .sort((a, b) => a.distance - b.distance || size(a.place) - size(b.place))[0]?.place;
}

const size = (place: Place) => boxAt(place).width;

function distance({ x, y }: Point, box: Box): number {
  return Math.hypot(Math.max(box.x - x, 0, x - box.x - box.width), Math.max(box.y - y, 0, y - box.y - box.height));
}
