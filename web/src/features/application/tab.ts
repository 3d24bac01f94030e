/**
 * The private link that led here, for as long as this tab lives: a reload asks for the proof again, and not for the link. By itself it
 * opens nothing. What the proof gave is never kept.
 */
import { forgetInTab, keepInTab, keptInTab } from "@/api/tab";

const NAME = "link";

/** Keeps the secret of a link through a reload. */
export const keepLink = (token: string): void => keepInTab(NAME, token);

/** The secret of the link that this tab was at; empty where there is none. */
export const keptLink = (): string => keptInTab(NAME);

/** Forgets it: it opens nothing any more. */
export const forgetLink = (): void => forgetInTab(NAME);
