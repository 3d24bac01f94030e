import { createContext, use } from "react";
import type { Place } from "./room";

/** The shell tells its pages where else the signed-in person may go. */
export const VisiblePlaces = createContext<readonly Place[]>([]);

/** The places that the signed-in person is led to. */
export const useVisiblePlaces = (): readonly Place[] => use(VisiblePlaces);
