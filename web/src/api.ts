/** The house over HTTP. The only file that knows its addresses. */
import type {
  FreeSeat, HouseCard, Lobby, Me, NameMe, OpenUp, Refused, Resume, ResumePass, Room, SeatBot, Sit, Start, Wish,
} from "./wire/house";

/** The house said no, and by which of its rules. */
export class Refusal extends Error {
  constructor(
    readonly id: string,
    readonly detail: string,
  ) {
    super(detail ? `${id}: ${detail}` : id);
  }
}

const table = (id: string): string => `/api/tables/${encodeURIComponent(id)}`;

export const api = {
  house: () => get<HouseCard>("/api/house"),
  me: () => get<Me>("/api/me"),
  nameMe: (name: string) => post<Me, NameMe>("/api/me", { name }),
  lobby: () => get<Lobby>("/api/lobby"),
  open: (wish: OpenUp) => post<Room, OpenUp>("/api/tables", wish),
  room: (id: string) => get<Room>(table(id)),
  sit: (id: string, seat: number, companion: string | null = null) =>
    post<Room, Sit>(`${table(id)}/sit`, { seat, companion }),
  wish: (id: string, value: string | null) => post<Room, Wish>(`${table(id)}/wish`, { value }),
  leave: (id: string) => post<Room>(`${table(id)}/leave`),
  seatBot: (id: string, wish: SeatBot) => post<Room, SeatBot>(`${table(id)}/bot`, wish),
  free: (id: string, seat: number) => post<Room, FreeSeat>(`${table(id)}/free`, { seat }),
  start: (id: string, wish: Start) => post<Room, Start>(`${table(id)}/start`, wish),
  resumePass: () => post<ResumePass>("/api/resume-pass"),
  aid: <Answer, Question>(game: string, aid: string, question: Question) =>
    post<Answer, Question>(`/api/games/${game}/aids/${aid}`, question),
  resume: (code: string) => post<Me, Resume>("/api/resume", { code }),
};

export function qrAddress(id: string): string {
  return `${table(id)}/qr.svg`;
}

function get<Answer>(address: string): Promise<Answer> {
  return ask<Answer>(address, { headers: { Accept: "application/json" } });
}

function post<Answer, Wish = object>(address: string, wish?: Wish): Promise<Answer> {
  return ask<Answer>(address, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify(wish ?? {}),
  });
}

async function ask<Answer>(address: string, request: RequestInit): Promise<Answer> {
  const answer = await fetch(address, { ...request, credentials: "same-origin" }).catch(() => {
    throw new Refusal("SHELL-UNREACHABLE", "");
  });
  if (!answer.ok) throw await refusalOf(answer);
  return (await answer.json()) as Answer;
}

async function refusalOf(answer: Response): Promise<Refusal> {
  const said = (await answer.json().catch(() => null)) as Partial<Refused> | null;
  return new Refusal(said?.id ?? "HOUSE-UNAVAILABLE", said?.detail ?? "");
}
