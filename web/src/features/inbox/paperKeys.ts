/** The Latin letter of a key, on a keyboard of another script by its place. */
export const letterOf = ({ key, code }: KeyboardEvent): string => (/^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace(/^Key/, ""));
