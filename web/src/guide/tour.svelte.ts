/** Whether a guided start is under way: by itself at the first table of its kind, or because it was asked for. */

let shown = $state(false);
let speaking = $state(false);

export const tour = {
  get shown(): boolean {
    return shown;
  },
  set shown(value: boolean) {
    shown = value;
  },
  /** It has the floor: what a game asks by itself waits. */
  get speaking(): boolean {
    return speaking;
  },
  set speaking(value: boolean) {
    speaking = value;
  },
};
