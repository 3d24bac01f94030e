import type { ReactNode } from "react";
import { isEnquiryState } from "@/api/standing";
import type { Enquiry } from "@/api/types";
import { ApplicationStatus } from "./ApplicationStatus";

/** Where a submission stands and where it can go: an enquiry as it is told here, an application by its own table. */
export function StandingBlock({ enquiry, children }: { enquiry: Enquiry; children: ReactNode }) {
  return isEnquiryState(enquiry.state) ? <div>{children}</div> : <ApplicationStatus enquiry={enquiry} />;
}
