/** The colours of the seats, which a game may choose: on the whole page, for menus are outside its screen. */

/** Returns how to end it. */
export function colourSeats(game: string | undefined): () => void {
  const { dataset } = document.documentElement;
  if (game) dataset.game = game;
  return () => delete dataset.game;
}
