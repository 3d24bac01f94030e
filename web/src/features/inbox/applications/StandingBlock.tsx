import { lazy, Suspense, type ReactNode } from "react";
import { isEnquiryState } from "@/api/standing";
import type { Enquiry } from "@/api/types";
import { ApplicationStatus } from "./ApplicationStatus";

// They say nothing before they have asked, and most applications have neither.
const OfferConditions = lazy(async () => ({ default: (await import("./conditions/OfferConditions")).OfferConditions }));
const ConsentsBlock = lazy(async () => ({ default: (await import("./consents/ConsentsBlock")).ConsentsBlock }));
const FinancialBlock = lazy(async () => ({ default: (await import("./financial/FinancialBlock")).FinancialBlock }));
const SentLetters = lazy(async () => ({ default: (await import("./SentLetters")).SentLetters }));

/** Where a submission stands and where it can go: an enquiry as it is told here, an application by its own table. */
export function StandingBlock({ enquiry, children }: { enquiry: Enquiry; children: ReactNode }) {
  if (isEnquiryState(enquiry.state)) return <div>{children}</div>;
  return (
    <>
      <ApplicationStatus enquiry={enquiry} />
      <Suspense fallback={null}>
        <OfferConditions id={enquiry.id} version={enquiry.version} state={enquiry.state} />
        <ConsentsBlock id={enquiry.id} version={enquiry.version} />
        <FinancialBlock id={enquiry.id} version={enquiry.version} />
        <SentLetters id={enquiry.id} version={enquiry.version} state={enquiry.state} />
      </Suspense>
    </>
  );
}
