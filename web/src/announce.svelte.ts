/** What a screen reader says, politely, when something happened. */

let spoken = $state("");

export const announced = {
  get text(): string {
    return spoken;
  },
};

export function announce(text: string): void {
  spoken = text;
}
