/** Opens a table for players who share one device; the server plays Bourrel. */
import { api } from "../../../net/api";
import { session, setName } from "../../../app/session.svelte";

/** Returns the id of the started table. */
export async function openTable(names: readonly string[], memory: boolean): Promise<string> {
  if (!session.name) await setName(names[0]!);
  const options = { bourrel: "house", memory };
  const { id } = await api.open({
    game: "cinq_dernieres_minutes",
    seats: names.length,
    options,
    listed: false,
    help: "paper",
  });
  await api.free(id, 0); // the host is seated by opening the table; all sit down under the names of this game
  for (const [seat, name] of names.entries()) await api.sit(id, seat, name);
  await api.start(id, { fill: "novice" });
  return id;
}
