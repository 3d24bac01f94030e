/** The addresses where anybody checks a letter; the square code on it leads to the second. */

/** By hand: a code to type, a file to choose. */
export const check = () => "/v" as const;
/** A letter by its code. */
export const checked = (code: string) => `/v/${code}` as const;
