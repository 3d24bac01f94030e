/** What a move of many takes back, and whether it can be taken back itself. Pure. */
import { statusOf, type Standing } from "@/api/standing";
import type { Right } from "@/api/rights";

/** Why whoever moves some there sends none of them back; null where a way may lead back. */
export function noUndo(to: Standing, has: (right: Right) => boolean): "offer" | "none" | null {
  switch (statusOf(to)) {
    case "F":
      return has("application.offer") ? null : "offer";
    case "A":
    case "B":
    case "C":
      return "none";
    case "R":
      return (to === "R/school" || to === "R/duplicate") && has("application.reopen") ? null : "none";
    default:
      return null;
  }
}

/** Whether offers that were sent are withdrawn by it. */
export const revokes = (from: readonly Standing[], to: Standing): boolean => statusOf(to) === "S" && from.some((each) => statusOf(each) === "F");
