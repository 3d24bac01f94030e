import type { EnquiryState } from "@/api/types";

/** The states of an enquiry, in the order in which one usually goes. */
export const STATES: readonly EnquiryState[] = ["new", "contacted", "toured", "applying", "lost"];

/** States in which somebody still has to do something. */
export const OPEN_STATES: readonly EnquiryState[] = ["new", "contacted", "toured", "applying"];
