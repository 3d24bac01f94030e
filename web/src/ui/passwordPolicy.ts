/** What the server asks of a password, as far as the browser can tell while it is being typed. */
export const SHORTEST = 10;
export const LONGEST = 128;

export interface PolicyState {
  longEnough: boolean;
  varied: boolean;
  same: boolean;
}

/** Judges a password while it is typed; lists of known passwords are the server's business. */
export function judge(password: string, again: string): PolicyState {
  const length = [...password].length;
  return {
    longEnough: length >= SHORTEST && length <= LONGEST,
    varied: new Set(password.toLowerCase()).size >= 5,
    same: password !== "" && password === again,
  };
}
