import type { FetchBaseQueryError } from "@reduxjs/toolkit/query";
import type { SerializedError } from "@reduxjs/toolkit";

/** One problem found in what was sent (docs/contracts.md, "Issue"). */
export interface Problem {
  path: string;
  code: string;
  params: Record<string, unknown>;
  severity: "error" | "warning";
}

/** The envelope of a refusal, with whatever the call adds beside it. */
export interface Refusal {
  success: false;
  messageId: string;
  errors?: Problem[];
}

/** A failed call as `baseQuery` hands it on. */
export type CallRefused = FetchBaseQueryError & {
  /** Seconds to wait before trying again, where the server said so (429, 503). */
  retryAfter?: number;
};

/** What a failed call means to a page: a status (0 = never reached the server) and a message id to show. */
export interface Failure {
  status: number;
  messageId: string;
  problems: Problem[];
  /** Seconds to wait before trying again, where the server said so. */
  retryAfter?: number;
  /** The whole body, for calls that send something useful with a refusal (409 carries the server's copy). */
  body: unknown;
}

function isRefusal(data: unknown): data is Refusal {
  return typeof data === "object" && data !== null && typeof (data as Refusal).messageId === "string";
}

/** Reads any RTK Query error; a response without a body becomes L000, as the seed asks. */
export function failureOf(error: CallRefused | SerializedError | undefined): Failure {
  const status = error && "status" in error ? error.status : undefined;
  const data = error && "data" in error ? error.data : undefined;
  const numeric = typeof status === "number" ? status : status === "PARSING_ERROR" && error && "originalStatus" in error ? error.originalStatus : 0;
  const wait = error && "retryAfter" in error && error.retryAfter ? { retryAfter: error.retryAfter } : {};
  if (isRefusal(data)) return { status: numeric, messageId: data.messageId || "L000", problems: data.errors ?? [], body: data, ...wait };
  return { status: numeric, messageId: "L000", problems: [], body: data, ...wait };
}
