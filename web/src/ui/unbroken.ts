/** An address that is shortened, in one piece: a line may end after the dots, which cuts it in two. */
export const unbroken = (hint: string): string => hint.replace("…@", "…\u2060@");
