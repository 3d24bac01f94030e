/** The server that the set-up has started, as the tests find it. */
export interface ServerState {
  port: number;
  /** Of the server's process; 0 before it runs. */
  pid: number;
  data: string;
  /** `postgres://…`, or empty for SQLite. */
  database: string;
  /** Password of every staff account. */
  password: string;
}

const KEY = "QABUL_E2E_STATE";

/** Hands the state on to the workers, which inherit the environment. */
export function shareState(value: ServerState): void {
  process.env[KEY] = JSON.stringify(value);
}

/** The running server. */
export function state(): ServerState {
  const text = process.env[KEY];
  if (!text) throw new Error("the set-up has not run");
  return JSON.parse(text) as ServerState;
}

/** The schools that ship, each with the forms that it offers. */
export const SCHOOLS = {
  abq: ["abq", "new", "form", "hr"],
  vmsiihe: ["vmsiihe", "new", "form"],
  rushmore: ["rushmore", "new", "form"],
  mogra: ["mograhr", "mograbills", "mograerp", "hr", "new", "form"],
} as const satisfies Record<string, readonly string[]>;

const PATHS: Readonly<Record<string, string>> = {
  new: "/enquiry/new",
  form: "/enquiry/form",
  vmsiihe: "/enquiry/vmsiihe",
  abq: "/enquiryform/abq",
  rushmore: "/enquiry/form/rushmore",
  mograhr: "/mogra/mograhr",
  mograbills: "/mogra/mograbills",
  mograerp: "/mogra/mograerp",
  hr: "/hr/form",
};

/** The web address of a form (docs/contracts.md). */
export function formPath(form: string): string {
  return PATHS[form] ?? `/enquiry/${form}`;
}

/** A page of a school. */
export function at(school: string, path: string, port = state().port): string {
  return `http://${school}.localhost:${port}${path}`;
}
