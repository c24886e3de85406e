/** How many can play a game with the chosen options. */
import type { GameCard, OptionCard, Seats } from "../wire/house";

/** The seats of the first chosen option that changes them; else the usual ones. */
export function seatsOf(card: GameCard, options: Readonly<Record<string, unknown>>): Seats {
  const usual = { min: card.min_seats, max: card.max_seats };
  const unusual = ({ min, max }: Seats) => min !== usual.min || max !== usual.max;
  return card.options.flatMap((option) => seatsWith(option, options[option.name])).find(unusual) ?? usual;
}

function seatsWith({ values, seats }: OptionCard, chosen: unknown): Seats[] {
  return seats.filter((_, i) => values?.[i] === chosen);
}

/** A middle number of seats. */
export function usualSeats({ min_seats, max_seats }: GameCard): number {
  return Math.floor((min_seats + max_seats) / 2);
}
