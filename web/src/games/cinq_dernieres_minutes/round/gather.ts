/** People round one device: a table where all of them sit as its companions, and the house is Bourrel. */
import { api } from "../../../net/api";
import { session, setName } from "../../../app/session.svelte";

/** The table's id; the cards are drawn. */
export async function gather(names: readonly string[], memory: boolean): Promise<string> {
  if (!session.name) await setName(names[0]!);
  const options = { bourrel: "house", memory };
  const { id } = await api.open({
    game: "cinq_dernieres_minutes",
    seats: names.length,
    options,
    listed: false,
    help: "paper",
  });
  await api.free(id, 0); // whoever opens a table sits down; here under the name they play with
  for (const [seat, name] of names.entries()) await api.sit(id, seat, name);
  await api.start(id, { fill: "novice" });
  return id;
}
