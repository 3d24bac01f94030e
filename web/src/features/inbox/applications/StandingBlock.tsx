import type { ReactNode } from "react";
import { isEnquiryState } from "@/api/standing";
import type { Enquiry } from "@/api/types";
import { ApplicationStatus } from "./ApplicationStatus";
import { OfferConditions } from "./conditions/OfferConditions";
import { SentLetters } from "./SentLetters";

/** Where a submission stands and where it can go: an enquiry as it is told here, an application by its own table. */
export function StandingBlock({ enquiry, children }: { enquiry: Enquiry; children: ReactNode }) {
  if (isEnquiryState(enquiry.state)) return <div>{children}</div>;
  return (
    <>
      <ApplicationStatus enquiry={enquiry} />
      <OfferConditions id={enquiry.id} version={enquiry.version} state={enquiry.state} />
      <SentLetters id={enquiry.id} version={enquiry.version} />
    </>
  );
}
