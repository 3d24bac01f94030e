/** How a consent of a child stands, and with what a family is asked for one. */
import type { Bilingual } from "@/api/types";

/** `older`: accepted, and its text is another since. */
export const CONSENT_STATES = ["accepted", "older", "refused", "withdrawn", "asked", "never"] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];

export const PAPER_LANGUAGES = ["both", "en", "ar"] as const;

export interface AskFor {
  codes: readonly string[];
  /** Until the end of which day after today it can be answered. */
  days: number;
  language: (typeof PAPER_LANGUAGES)[number];
}

export interface Askable {
  code: string;
  title: Bilingual;
  /** Whether the application needs it. */
  required: boolean;
  /** Of the child that is asked about, where it is one. */
  state?: ConsentState;
  /** Of several children: how many have accepted it already. */
  accepted?: number;
}

/** Where a family is asked. */
export const consentsOf = (id: string): string => `/v1/oa/enquiries/${encodeURIComponent(id)}/consents`;
