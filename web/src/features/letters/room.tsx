/** Letters that a family reads and signs by a link. */
import { page, type Look, type Room } from "@/ui/room";
import * as to from "./paths";

const OfferLetterPage = page(() => import("./OfferLetterPage"), "OfferLetterPage");
const AcceptancePage = page(() => import("./acceptance/AcceptancePage"), "AcceptancePage");
const FinancialPage = page(() => import("./financial/FinancialPage"), "FinancialPage");
const ConsentPage = page(() => import("./consents/ConsentPage"), "ConsentPage");

export const room: Room = {
  pages: [
    { path: to.offerLetter(":offerLetterToken"), access: "public", handle: { titleKey: "title.offerLetter", frame: "page" }, Component: OfferLetterPage },
    { path: to.conditionalOffer(":offerLetterToken"), access: "public", handle: { titleKey: "title.offerLetter", frame: "page" }, Component: OfferLetterPage },
    { path: to.closed(), access: "public", handle: { titleKey: "title.offerLetter", frame: "page" }, Component: OfferLetterPage },
    { path: to.acceptance(":acceptanceLetterToken"), access: "public", handle: { titleKey: "title.acceptance", frame: "page" }, Component: AcceptancePage },
    { path: to.acceptanceClosed(), access: "public", handle: { titleKey: "title.acceptance", frame: "page" }, Component: AcceptancePage },
    { path: to.consent(":token"), access: "public", handle: { titleKey: "title.consent", frame: "page" }, Component: ConsentPage },
    { path: to.consentClosed(), access: "public", handle: { titleKey: "title.consent", frame: "page" }, Component: ConsentPage },
    { path: to.financial(":token"), access: "public", handle: { titleKey: "title.financial", frame: "page" }, Component: FinancialPage },
    { path: to.financialClosed(), access: "public", handle: { titleKey: "title.financial", frame: "page" }, Component: FinancialPage },
  ],
};

export const looks = (): readonly Look[] => [
  { route: to.offerLetter(":offerLetterToken"), who: "nobody", open: () => [to.offerLetter("x".repeat(43))], lands: to.closed() },
  { route: to.conditionalOffer(":offerLetterToken"), who: "nobody", open: () => [to.conditionalOffer("x".repeat(43))], lands: to.closed() },
  { route: to.closed(), who: "nobody" },
  { route: to.acceptance(":acceptanceLetterToken"), who: "nobody", open: () => [to.acceptance("x".repeat(43))], lands: to.acceptanceClosed() },
  { route: to.acceptanceClosed(), who: "nobody" },
  { route: to.consent(":token"), who: "nobody", open: () => [to.consent("x".repeat(43))], lands: to.consentClosed() },
  { route: to.consentClosed(), who: "nobody" },
  { route: to.financial(":token"), who: "nobody", open: () => [to.financial("x".repeat(43))], lands: to.financialClosed() },
  { route: to.financialClosed(), who: "nobody" },
];
