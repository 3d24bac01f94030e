/**
 * The tracking code that was just given. It is kept outside of the page's tree, because opening the session changes the
 * layout around the page and draws it anew; and in memory only, because it opens the application.
 */
export interface GivenCode {
  code: string;
  form: string;
  token: string;
}

let given: GivenCode | null = null;

/** Keeps the code until it is put away, or null to put it away. */
export function storeGivenCode(next: GivenCode | null): void {
  given = next;
}

/** The code that is to be shown, if there is one. */
export function givenCode(): GivenCode | null {
  return given;
}
