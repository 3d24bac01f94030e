/** The last day of a letter, though its end is the midnight after it. */
export const lastDay = (midnight: string): string => new Date(Date.parse(midnight) - 1).toISOString();
