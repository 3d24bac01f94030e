/** What a family is told beneath where its application stands: what comes next. */
import { statusOf, type Standing } from "@/api/standing";

/** The key of those words among the texts of `application`; of most statuses one thing. */
export function leadOf(standing: Standing) {
  const status = statusOf(standing);
  switch (standing) {
    case "W/review":
    case "W/waitlist":
    case "R/school":
    case "R/declined":
    case "R/expired":
    case "R/withdrawn":
    case "R/duplicate":
      return `application.standing.${standing}.text` as const;
    default:
      return `application.standing.${status as "S" | "O" | "F" | "A" | "B" | "C"}.text` as const;
  }
}
