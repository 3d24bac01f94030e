import http from "node:http";
import { state, type ServerState } from "./state.ts";

/** An answer of the server. */
export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** The body as JSON; an empty object where it is none. */
  json: Record<string, unknown>;
}

/** One call under a host. `*.localhost` resolves in Chromium but not in Node, so the address is dialled and the host is said. */
export function call(of: Pick<ServerState, "port">, host: string, method: string, path: string, options: { headers?: Record<string, string>; body?: unknown } = {}): Promise<Answer> {
  const payload = options.body === undefined ? undefined : JSON.stringify(options.body);
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: "127.0.0.1",
        // A connection of its own: one that is kept may end on the server's side just as it is taken again.
        agent: false,
        port: of.port,
        method,
        path,
        timeout: 30_000,
        headers: { host: `${host}:${of.port}`, ...(payload === undefined ? {} : { "content-type": "application/json" }), ...options.headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: asObject(text) });
        });
      },
    );
    request.on("timeout", () => request.destroy(new Error(`no answer to ${method} ${path}`)));
    request.on("error", reject);
    request.end(payload);
  });
}

function asObject(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** A call to a school's API, as its own page would make it. */
export function api(school: string, method: string, path: string, options: { headers?: Record<string, string>; body?: unknown } = {}): Promise<Answer> {
  return call(state(), `${school}.localhost`, method, `/api/v1/oa${path}`, { ...options, headers: { "school-id": school, ...options.headers } });
}

/** Sends a form as a family would; its reference. */
export async function submit(school: string, form: string, values: unknown, locale: "en" | "ar" = "en"): Promise<string> {
  const answer = await api(school, "POST", `/public/forms/${form}/submissions`, {
    headers: { "idempotency-key": `e2e-${crypto.randomUUID()}` },
    body: { values, locale },
  });
  if (answer.status !== 201) throw new Error(`${school}/${form} was refused: ${answer.status} ${answer.text}`);
  return answer.json.reference as string;
}

/** A staff member's token. */
export async function token(school: string, name = "officer"): Promise<string> {
  const answer = await api(school, "POST", "/auth/login", { body: { email: `${name}@${school}.example`, password: state().password } });
  if (answer.status !== 200) throw new Error(`sign-in failed: ${answer.status} ${answer.text}`);
  return answer.json.token as string;
}

/** A row of the staff's list, as far as journeys look at it. */
export interface Row {
  id: string;
  version: number;
  reference: string;
  registration_id?: string | null;
  person: string;
  state: string;
}

/** What staff find; forms about people and money show to admins alone. */
export async function enquiries(school: string, query: string, name: "admin" | "officer" = "officer"): Promise<Row[]> {
  const answer = await api(school, "GET", `/enquiries?${query}`, { headers: { authorization: `Bearer ${await token(school, name)}` } });
  if (answer.status !== 200) throw new Error(`the list was refused: ${answer.status} ${answer.text}`);
  return answer.json.items as Row[];
}
