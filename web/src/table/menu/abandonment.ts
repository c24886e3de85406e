/** Who has to agree before a game is given up, as the server says. */
import type { Room, Voice } from "../../wire/house";

export function yourVoice(room: Room): Voice | undefined {
  return room.voices.find((voice) => voice.yours);
}

export function hasAgreed(room: Room, voice: Voice | undefined): boolean {
  return voice !== undefined && room.willing.includes(voice.seat);
}

/** The others who have not agreed. */
export function missingVoices(room: Room): Voice[] {
  return room.voices.filter((voice) => !voice.yours && !hasAgreed(room, voice));
}
