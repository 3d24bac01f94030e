/** Why an application was not moved, by the server's message and guard. Pure. */

/** What has words of its own here; everything else is told as everywhere. */
const WHYS = [
  "A001", "A002", "A002.four_eyes", "A002.principal_for_our_own", "A003", "A012", "A012.decision_pending", "A012.proposal_pending", "A012.no_proposal", "A012.school_allows_direct_offer", "A012.offer_stands", "A012.conditions_met_or_waived",
  "A012.returns_to_held_from", "A012.was_never_accepted", "A012.was_accepted", "A012.identity_unique", "A014", "A015", "A017", "D004", "F003", "F003.review_by_given", "F003.appointment_given", "F003.release_ahead", "L002", "R012",
] as const;

export type Why = (typeof WHYS)[number];

/** The words that fit best; none where there are none here. */
export function whyOf(messageId: string, guard: string | null | undefined): Why | undefined {
  return WHYS.find((why) => why === `${messageId}.${guard ?? ""}`) ?? WHYS.find((why) => why === messageId);
}
