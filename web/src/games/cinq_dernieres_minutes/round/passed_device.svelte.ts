/** A device that is passed around: one connection for one seat at a time, covered between two players. */
import { connectAsSeat, Table } from "../../../table/table.svelte";
import type { View } from "../../../wire/cinq_dernieres_minutes";
import type { Seat } from "../../../wire/house";

export class PassedDevice {
  table: Table<View>;
  /** A player has confirmed who they are and sees their own cards. */
  uncovered = $state(false);
  #connect: (id: string, seat: Seat) => Table<View>;

  constructor(table: Table<View>, connect = (id: string, seat: Seat) => new Table<View>(id, connectAsSeat(seat))) {
    this.table = $state.raw(table);
    this.#connect = connect;
  }

  uncoverFor(seat: Seat): void {
    this.turnTo(seat);
    this.uncovered = true;
  }

  cover(): void {
    this.uncovered = false;
  }

  /** Closes the connection of one seat before it opens that of another. */
  turnTo(seat: Seat): void {
    const before = this.table;
    if (before.you === seat) return;
    before.close();
    this.table = this.#connect(before.id, seat);
    [this.table.texts, this.table.seatFields] = [before.texts, before.seatFields];
  }
}
