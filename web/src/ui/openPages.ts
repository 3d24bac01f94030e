import { createContext, use } from "react";
import type { Access, CommonKey } from "./room";

/** A page whose address says all that it needs. */
export interface OpenPage {
  path: string;
  access: Access;
  nameKey: CommonKey | undefined;
}

/** The application tells its rooms which pages there are to be looked at: a feature knows no other. */
export const OpenPages = createContext<readonly OpenPage[]>([]);

/** The pages that can be opened by their address alone. */
export const useOpenPages = (): readonly OpenPage[] => use(OpenPages);
