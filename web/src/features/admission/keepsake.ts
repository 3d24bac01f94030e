/**
 * The tracking code that was just given. It is kept outside of the page's tree, because opening the session changes the
 * layout around the page and draws it anew; and in memory only, because it opens the application.
 */
export interface Keepsake {
  code: string;
  form: string;
  token: string;
}

let kept: Keepsake | null = null;

/** Keeps the code until it is put away, or null to put it away. */
export function keep(next: Keepsake | null): void {
  kept = next;
}

/** The code that is to be shown, if there is one. */
export function keepsake(): Keepsake | null {
  return kept;
}
