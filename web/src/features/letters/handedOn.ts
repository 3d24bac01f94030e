/**
 * What opens the letter that follows one, from the page where that was signed to the next. In memory alone: neither the address, nor the browser's
 * history, nor anything that it stores has it, and it is taken once.
 */
let held: { path: string; grant: string } | null = null;

/** Whoever answered goes on to a page without being asked again. */
export function handOn(path: string, grant: string) {
  held = { path, grant };
}

/** What was handed on to a letter with this token. */
export function takeOver(token: string): string | null {
  if (!token || !held?.path.endsWith(`/${token}`)) return null;
  const { grant } = held;
  held = null;
  return grant;
}
