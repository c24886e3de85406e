/** What a phone shows in a drawer and a wide screen in a column. */
export type DrawerName = "story" | "notebook" | "talk";
