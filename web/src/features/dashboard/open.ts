import { APPLICATION, ENQUIRY } from "@/api/machines";

/** Where somebody still has to do something, of either kind. */
export const OPEN = [...ENQUIRY.open, ...APPLICATION.open].join(",");
