import { fetchBaseQuery, type BaseQueryFn, type FetchArgs, type FetchBaseQueryMeta } from "@reduxjs/toolkit/query";
import { signedIn, signedOut } from "./authSlice";
import { failureOf, type CallRefused } from "./envelope";
import { needsRefresh, refreshSession } from "./refresh";
import { previewForbids, previewHeaders } from "./preview";
import { retryAfter } from "./retryAfter";
import { clearSchoolId, guessedSchoolId, storedSchoolId } from "./schoolId";
import { currentToken, dropToken } from "./session";

/** The seed's timeout of every call. */
export const REQUEST_TIMEOUT_MS = 60_000;
export const MISSING_CLIENT_ID = "Missing client-id";

const raw = fetchBaseQuery({
  // An absolute base: jsdom's fetch refuses relative addresses.
  baseUrl: new URL("/", location.origin).href,
  timeout: REQUEST_TIMEOUT_MS,
  credentials: "same-origin",
});

/** Calls of the platform's own host, where no school is (docs/contracts.md, section 7). */
const PLATFORM = /\/v1\/oa\/(operator\/|public\/(info|subdomain|subscribe|captcha)(\/|$|\?))/;

/** Which headers a call carries, decided by its address alone. */
export function addressKind(url: string): { common: boolean; auth: boolean; platform: boolean } {
  return { common: url.includes("/common"), auth: /\/auth(\/|$|\?)/.test(url), platform: PLATFORM.test(url) };
}

/** The two school headers; the guess from the host name is never sent to `/common`, which needs no header. */
function schoolHeaders(common: boolean): Record<string, string> {
  const id = storedSchoolId() ?? (common ? null : guessedSchoolId());
  return id ? { "school-id": id, "client-id": id } : {};
}

function withPrefix(url: string): string {
  return url.startsWith("/api/") ? url : `/api${url.startsWith("/") ? "" : "/"}${url}`;
}

/** A body that holds a file travels as a multipart form, fields in the order they were written. */
function multipart(body: unknown): unknown {
  if (typeof body !== "object" || body === null || body instanceof FormData || body instanceof Blob) return body;
  const entries = Object.entries(body as Record<string, unknown>);
  if (!entries.some(([, value]) => value instanceof Blob)) return body;
  const form = new FormData();
  for (const [name, value] of entries) {
    if (value instanceof Blob) form.append(name, value);
    else if (typeof value === "string" || typeof value === "number") form.append(name, String(value));
  }
  return form;
}

function refuse(error: string): { error: CallRefused } {
  return { error: { status: "CUSTOM_ERROR", error, data: { success: false, messageId: "L000" } } };
}

/** What the server answers to a preview that would write; said here already, so that nothing even leaves the page. */
const ONLY_A_PREVIEW: CallRefused = { status: 409, data: { success: false, messageId: "S004" } };

/**
 * Every call to the server: school headers, bearer (not on `/auth`), renewal before expiry, one retry after a stale
 * school id (403 L006), and sign-out on any 401.
 */
export const baseQuery: BaseQueryFn<string | FetchArgs, unknown, CallRefused, object, FetchBaseQueryMeta> = async (input, api, extra) => {
  const args: FetchArgs = typeof input === "string" ? { url: input } : input;
  const { common, auth, platform } = addressKind(args.url);
  if (platform) return sendToPlatform(args, api, extra);
  if (previewForbids(args.method ?? "GET", args.url)) return { error: ONLY_A_PREVIEW };
  if (!common && !storedSchoolId() && !guessedSchoolId()) return refuse(MISSING_CLIENT_ID);

  if (!auth && !common && needsRefresh()) {
    const renewed = await refreshSession();
    if (renewed.kind === "ended") endSession(api.dispatch);
    else if (renewed.kind === "fresh" && renewed.user) api.dispatch(signedIn(renewed.user));
  }

  const send = () => {
    const headers = new Headers(args.headers as HeadersInit | undefined);
    for (const [name, value] of Object.entries({ ...schoolHeaders(common), ...previewHeaders() })) headers.set(name, value);
    const token = currentToken();
    // At start `/common` is asked before the session is restored; a token of unknown age is not worth showing.
    if (token && !auth && !(common && needsRefresh())) headers.set("authorization", `Bearer ${token}`);
    return raw({ ...args, url: withPrefix(args.url), body: multipart(args.body), headers }, api, extra);
  };

  let result = await send();
  if (result.error?.status === 403 && failureOf(result.error).messageId === "L006" && storedSchoolId()) {
    // The host moved to another school since the id was stored: forget it and ask once more.
    clearSchoolId();
    if (common || guessedSchoolId()) result = await send();
  }
  if (!result.error) return result;
  if (failureOf(result.error).status === 401) endSession(api.dispatch);
  return withWait(result);
};

type Result = Awaited<ReturnType<typeof raw>>;

/** Hooks show the error but not the response, so the wait that the server asks for travels with the error. */
function withWait(result: Result) {
  const wait = result.error ? retryAfter(result.meta?.response) : undefined;
  return wait === undefined || !result.error ? result : { ...result, error: { ...result.error, retryAfter: wait } };
}

/** No school, no bearer: an operator's session is a cookie, and what its page writes says that the page itself wrote it. */
async function sendToPlatform(args: FetchArgs, api: Parameters<typeof raw>[1], extra: object) {
  const headers = new Headers(args.headers as HeadersInit | undefined);
  if ((args.method ?? "GET") !== "GET") headers.set("x-console", "1");
  return withWait(await raw({ ...args, url: withPrefix(args.url), headers }, api, extra));
}

function endSession(dispatch: (action: ReturnType<typeof signedOut>) => unknown): void {
  dropToken();
  dispatch(signedOut({ notice: "L014" }));
}
