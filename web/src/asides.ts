/** Pages beside play, by the game they help with. */
export const ASIDES: Readonly<Record<string, { address: string; title: string; text: string }>> = {
  clue: { address: "/notebook", title: "real.title", text: "real.intro" },
};
