import { createContext } from "react";

/** Where the head of a record has room for the ways of an application, so that they are at hand without scrolling; null where there is no head. */
export const WaysPlace = createContext<HTMLElement | null>(null);
