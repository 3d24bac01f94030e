import { createContext, use } from "react";
import type { Role } from "@/api/roles";
import type { CommonKey } from "./room";

/** A page of which a school may say itself who sees it, and who does where it says nothing; nobody named is everybody. */
export interface ListedPage {
  path: string;
  nameKey: CommonKey;
  authority: readonly Role[];
}

/** The application tells its rooms which pages there are: a feature knows no other. */
export const ListedPages = createContext<readonly ListedPage[]>([]);

/** The pages of which a school may say itself who sees them. */
export const useListedPages = (): readonly ListedPage[] => use(ListedPages);
