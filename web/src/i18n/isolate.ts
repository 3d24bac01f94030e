const isNumberOrAddress = (text: string) => /^[+\d][\d\s().-]*$/.test(text) || text.includes("@");

/** Keeps what was put into a sentence in one piece and in its own direction: a number or an address runs from the left (LRI or FSI … PDI). */
export const isolateOwn = (text: string): string => `${isNumberOrAddress(text) ? "\u2066" : "\u2068"}${text}\u2069`;
