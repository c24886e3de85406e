/** The HTTP API. The only file that knows its URLs. */
import type {
  BotSpeed,
  Contribute,
  EndDevice,
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
  OwnSeat,
  PassHosting,
  RailRules,
  Readmit,
  Record as GameRecord,
  Refused,
  Remove,
  Report,
  Reported,
  Resume,
  ResumeOffer,
  ResumePass,
  Room,
  SameDealTables,
  SeatBot,
  SetSpeed,
  Sit,
  Start,
  Subscribe,
  Unsubscribe,
  Verdict,
  Viewer,
  Watch,
  Watched,
  Wish,
  YourDevices,
  YourGames,
} from "../wire/house";

/** The server refused a request; `id` names the rule. */
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
  devices: () => get<YourDevices>("/api/me/devices"),
  endDevice: (id: string) => post<YourDevices, EndDevice>("/api/me/devices/end", { id }),
  endOtherDevices: () => post<YourDevices>("/api/me/devices/end-others"),
  startAfresh: () => post<Me>("/api/me/afresh"),
  forgetMe: () => post<Forgotten>("/api/me/forget"),
  subscribe: (request: Subscribe) => post<Notices, Subscribe>("/api/me/push", request),
  unsubscribe: (endpoint: string) => post<Notices, Unsubscribe>("/api/me/push/drop", { endpoint }),
  nameMe: (name: string) => post<Me, NameMe>("/api/me", { name }),
  lobby: () => get<Lobby>("/api/lobby"),
  open: (request: Partial<OpenUp> & Pick<OpenUp, "game" | "seats">) =>
    post<Room, Partial<OpenUp>>("/api/tables", request),
  room: (id: string) => get<Room>(table(id)),
  sit: (id: string, seat: number, companion: string | null = null) =>
    post<Room, Sit>(`${table(id)}/sit`, { seat, companion }),
  contribute: (id: string, value: Contribute) => post<Room, Contribute>(`${table(id)}/contribute`, value),
  wish: (id: string, value: string | null, seat: number) => post<Room, Wish>(`${table(id)}/wish`, { value, seat }),
  leave: (id: string) => post<Room>(`${table(id)}/leave`),
  seatBot: (id: string, request: SeatBot) => post<Room, SeatBot>(`${table(id)}/bot`, request),
  free: (id: string, seat: number) => post<Room, FreeSeat>(`${table(id)}/free`, { seat }),
  pause: (id: string) => post<Room>(`${table(id)}/pause`),
  unpause: (id: string) => post<Room>(`${table(id)}/resume`),
  replace: (id: string, request: SeatBot) => post<Room, SeatBot>(`${table(id)}/replace`, request),
  setSpeed: (id: string, speed: BotSpeed) => post<Room, SetSpeed>(`${table(id)}/speed`, { speed }),
  skip: (id: string) => post<Room>(`${table(id)}/skip`),
  stepOut: (id: string, seat: number | null) => post<Room, OwnSeat>(`${table(id)}/step-out`, { seat }),
  comeBack: (id: string, seat: number | null) => post<Room, OwnSeat>(`${table(id)}/come-back`, { seat }),
  passHosting: (id: string, seat: number) => post<Room, PassHosting>(`${table(id)}/host`, { seat }),
  setRail: (id: string, rules: RailRules) => post<Room, RailRules>(`${table(id)}/rail`, rules),
  readmit: (id: string, who: string) => post<Room, Readmit>(`${table(id)}/readmit`, { who }),
  giveUp: (id: string) => post<Room>(`${table(id)}/give-up`),
  playOn: (id: string) => post<Room>(`${table(id)}/play-on`),
  remove: (id: string, who: string) => post<Room, Remove>(`${table(id)}/remove`, { who }),
  report: (id: string, who: string, words: string) => post<Reported, Report>(`${table(id)}/report`, { who, words }),
  start: (id: string, request: Start) => post<Room, Start>(`${table(id)}/start`, request),
  rematch: (id: string) => post<Room>(`${table(id)}/rematch`),
  sameDeal: (id: string) => get<SameDealTables>(`${table(id)}/same-deal`),
  record: (id: string) => get<GameRecord>(recordAddress(id)),
  verify: (record: GameRecord) => post<Verdict, GameRecord>("/api/verify", record),
  watch: (record: GameRecord, viewer: Viewer, reveal: boolean) =>
    post<Watched, Watch>("/api/replay", { record, viewer, reveal }),
  listen: (record: GameRecord, viewer: Viewer, address: string) =>
    post<Heard, Listen>("/api/replay/blob", { record, viewer, address }).then(({ data }) => bytesOf(data)),
  resumePass: () => post<ResumePass>("/api/resume-pass"),
  cancelPass: () => post<YourDevices>("/api/resume-pass/cancel"),
  aid: <Result, Question>(game: string, aid: string, question: Question) =>
    post<Result, Question>(`/api/games/${game}/aids/${aid}`, question),
  lookAtPass: (code: string) => post<ResumeOffer, Resume>("/api/resume/look", { code }),
  resume: (code: string) => post<Me, Resume>("/api/resume", { code }),
  /** The data a sight refers to, as this seat got it. On a device with several seats, say which. */
  blob: (id: string, address: string, seat: number | null) =>
    download(`${table(id)}/blobs/${encodeURIComponent(address)}${seat === null ? "" : `?seat=${seat}`}`),
};

export function qrAddress(id: string): string {
  return `${table(id)}/qr.svg`;
}

export function recordAddress(id: string): string {
  return `${table(id)}/record`;
}

function get<Result>(address: string): Promise<Result> {
  return fetchJson<Result>(address, { headers: { Accept: "application/json" } });
}

function post<Result, Body = object>(address: string, body?: Body): Promise<Result> {
  return fetchJson<Result>(address, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify(body ?? {}),
  });
}

async function fetchJson<Result>(address: string, request: RequestInit): Promise<Result> {
  return (await (await fetchOrThrow(address, request)).json()) as Result;
}

/** Bytes come as base64 in JSON. */
function bytesOf(base64: string): ArrayBuffer {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer;
}

async function download(address: string): Promise<ArrayBuffer> {
  return (await fetchOrThrow(address, {})).arrayBuffer();
}

async function fetchOrThrow(address: string, request: RequestInit): Promise<Response> {
  const response = await fetch(address, { ...request, credentials: "same-origin" }).catch(() => {
    throw new Refusal("SHELL-UNREACHABLE", "");
  });
  if (!response.ok) throw await refusalOf(response);
  return response;
}

async function refusalOf(response: Response): Promise<Refusal> {
  const said = (await response.json().catch(() => null)) as Partial<Refused> | null;
  return new Refusal(said?.id ?? "HOUSE-UNAVAILABLE", said?.detail ?? "");
}
