/** Longer than this is no wait that a page could count down. */
const LONGEST_S = 24 * 3600;

/** The seconds that a busy or limiting server (429, 503) asks to wait; Retry-After holds seconds or a date. */
export function retryAfter(response: Pick<Response, "status" | "headers"> | undefined, now = Date.now()): number | undefined {
  if (response?.status !== 429 && response?.status !== 503) return undefined;
  const header = response.headers.get("retry-after")?.trim();
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), LONGEST_S) : undefined;
}
