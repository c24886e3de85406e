/** Whether the guided start is shown: automatically at the first table of a game, or on request. */

let shown = $state(false);
let speaking = $state(false);

export const tour = {
  get shown(): boolean {
    return shown;
  },
  set shown(value: boolean) {
    shown = value;
  },
  /** A bubble is open: dialogs that a game opens by itself wait. */
  get speaking(): boolean {
    return speaking;
  },
  set speaking(value: boolean) {
    speaking = value;
  },
};
