/** Wide enough for a list and an opened record side by side. */
export const BESIDE = "(min-width: 75em)";
