/** The house over HTTP. The only file that knows its addresses. */
import type {
  Contribute,
  Forgotten,
  FreeSeat,
  Heard,
  HouseCard,
  Listen,
  Lobby,
  Me,
  NameMe,
  Notices,
  OpenUp,
  PassHosting,
  RailRules,
  Readmit,
  Record as GameRecord,
  Refused,
  Remove,
  Report,
  Reported,
  Resume,
  ResumePass,
  Room,
  SameDealTables,
  SeatBot,
  Sit,
  Start,
  Subscribe,
  Unsubscribe,
  Verdict,
  Viewer,
  Watch,
  Watched,
  Wish,
  YourGames,
} from "../wire/house";

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
  myGames: () => get<YourGames>("/api/me/games"),
  forgetMe: () => post<Forgotten>("/api/me/forget"),
  subscribe: (wish: Subscribe) => post<Notices, Subscribe>("/api/me/push", wish),
  unsubscribe: (endpoint: string) => post<Notices, Unsubscribe>("/api/me/push/drop", { endpoint }),
  nameMe: (name: string) => post<Me, NameMe>("/api/me", { name }),
  lobby: () => get<Lobby>("/api/lobby"),
  open: (wish: Partial<OpenUp> & Pick<OpenUp, "game" | "seats">) => post<Room, Partial<OpenUp>>("/api/tables", wish),
  room: (id: string) => get<Room>(table(id)),
  sit: (id: string, seat: number, companion: string | null = null) =>
    post<Room, Sit>(`${table(id)}/sit`, { seat, companion }),
  contribute: (id: string, gift: Contribute) => post<Room, Contribute>(`${table(id)}/contribute`, gift),
  wish: (id: string, value: string | null) => post<Room, Wish>(`${table(id)}/wish`, { value }),
  leave: (id: string) => post<Room>(`${table(id)}/leave`),
  seatBot: (id: string, wish: SeatBot) => post<Room, SeatBot>(`${table(id)}/bot`, wish),
  free: (id: string, seat: number) => post<Room, FreeSeat>(`${table(id)}/free`, { seat }),
  pause: (id: string) => post<Room>(`${table(id)}/pause`),
  unpause: (id: string) => post<Room>(`${table(id)}/resume`),
  replace: (id: string, wish: SeatBot) => post<Room, SeatBot>(`${table(id)}/replace`, wish),
  passHosting: (id: string, seat: number) => post<Room, PassHosting>(`${table(id)}/host`, { seat }),
  setRail: (id: string, rules: RailRules) => post<Room, RailRules>(`${table(id)}/rail`, rules),
  readmit: (id: string, who: string) => post<Room, Readmit>(`${table(id)}/readmit`, { who }),
  giveUp: (id: string) => post<Room>(`${table(id)}/give-up`),
  playOn: (id: string) => post<Room>(`${table(id)}/play-on`),
  remove: (id: string, who: string) => post<Room, Remove>(`${table(id)}/remove`, { who }),
  report: (id: string, who: string, words: string) => post<Reported, Report>(`${table(id)}/report`, { who, words }),
  start: (id: string, wish: Start) => post<Room, Start>(`${table(id)}/start`, wish),
  rematch: (id: string) => post<Room>(`${table(id)}/rematch`),
  sameDeal: (id: string) => get<SameDealTables>(`${table(id)}/same-deal`),
  record: (id: string) => get<GameRecord>(recordAddress(id)),
  verify: (record: GameRecord) => post<Verdict, GameRecord>("/api/verify", record),
  watch: (record: GameRecord, viewer: Viewer) => post<Watched, Watch>("/api/replay", { record, viewer }),
  listen: (record: GameRecord, viewer: Viewer, address: string) =>
    post<Heard, Listen>("/api/replay/blob", { record, viewer, address }).then(({ data }) => bytesOf(data)),
  resumePass: () => post<ResumePass>("/api/resume-pass"),
  aid: <Answer, Question>(game: string, aid: string, question: Question) =>
    post<Answer, Question>(`/api/games/${game}/aids/${aid}`, question),
  resume: (code: string) => post<Me, Resume>("/api/resume", { code }),
  /** What a sight carries, as this seat got it: on a device that holds several, say which. */
  blob: (id: string, address: string, seat: number | null) =>
    download(`${table(id)}/blobs/${encodeURIComponent(address)}${seat === null ? "" : `?seat=${seat}`}`),
};

export function qrAddress(id: string): string {
  return `${table(id)}/qr.svg`;
}

export function recordAddress(id: string): string {
  return `${table(id)}/record`;
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
  return (await (await answerOf(address, request)).json()) as Answer;
}

/** Bytes come as base64 in JSON. */
function bytesOf(base64: string): ArrayBuffer {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer;
}

async function download(address: string): Promise<ArrayBuffer> {
  return (await answerOf(address, {})).arrayBuffer();
}

async function answerOf(address: string, request: RequestInit): Promise<Response> {
  const answer = await fetch(address, { ...request, credentials: "same-origin" }).catch(() => {
    throw new Refusal("SHELL-UNREACHABLE", "");
  });
  if (!answer.ok) throw await refusalOf(answer);
  return answer;
}

async function refusalOf(answer: Response): Promise<Refusal> {
  const said = (await answer.json().catch(() => null)) as Partial<Refused> | null;
  return new Refusal(said?.id ?? "HOUSE-UNAVAILABLE", said?.detail ?? "");
}
