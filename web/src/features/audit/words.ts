/** The words of the log: which actions, kinds and details have texts of their own. */
import { APPLICATION, ENQUIRY } from "@/api/machines";
import { APPLICATION_REASONS, ENQUIRY_REASONS } from "@/api/reasons";

/** What stands in the log, by the names that the server writes. Others are shown by their name. */
export const ACTIONS = [
  "session.open", "session.refuse", "session.end", "session.reuse", "session.confirm", "user.add", "user.add_again", "user.invite", "user.roles", "user.audiences",
  "user.name", "user.disable", "user.enable", "user.sign_out", "user.password", "user.recover", "user.prove", "user.verify",
  "user.email", "user.email_asked", "user.email_restored", "user.phone", "user.phone_restored", "user.pin", "profile.update", "profile.avatar", "profile.export", "profile.erasure", "profile.erasure_answered", "factor.change",
  "code.send", "till.add", "till.update", "till.enrol", "till.enrolment", "till.end", "enquiry.submit", "enquiry.convert", "enquiry.change", "enquiry.message", "enquiry.paper", "enquiry.waive", "enquiry.infected", "enquiry.file", "enquiry.file_place", "enquiry.file_remove", "enquiry.file_restore", "enquiry.file_gone", "application.adopt", "application.contact", "application.answers", "application.change_answers", "application.place", "enquiry.unlock", "enquiry.unlock_end", "application.link", "application.file", "application.withdraw", "application.return", "application.move", "application.moves", "application.moves_undo", "application.moves_fetch", "application.moves_cancel", "application.moves_approve", "application.clocks_resume", "application.decide", "application.decision_withdraw", "application.decision_release", "application.propose", "application.proposal_approve", "application.proposal_return", "application.proposal_withdraw", "student.enrol", "student.medical_read", "task.add", "task.update", "note.add", "note.update", "note.remove", "enquiry.export",
  "letter.issue", "letter.send_again", "letter.withdraw", "letter.post", "letter.condition", "letter.bulk", "letter.bulk_withdraw", "letter.bulk_post", "consent.withdraw", "consent.export",
  "enquiry.export_refuse", "enquiry.export_fetch", "enquiry.read_refuse", "audit.export", "audit.export_refuse", "audit.read_refuse", "user.read_refuse", "family.keep",
  "settings.discard", "settings.restore", "settings.publish", "settings.schedule", "settings.schedule_failed", "settings.cancel", "settings.setup",
] as const;

/** Kinds of things that something is done to. */
export const KINDS = ["user", "session", "till", "enquiry", "draft", "target", "school", "audit", "settings", "challenge"] as const;

/** Details that are told in words; others by their name. */
export const DETAILS = [
  "method", "reason", "from", "to", "before", "after", "roles", "state", "owner", "device",
  "email", "till", "tries", "count", "format", "kind", "by", "status", "fields", "form",
  "reference", "comment", "filters", "change", "code", "staff_code", "store_types", "disabled", "set", "flags", "lines", "limit", "left",
  "for", "note", "edits", "changes", "at", "skipped", "finished", "commented", "wrong_pins", "plugin_failure", "revision", "file", "message", "mailed", "rows", "sections", "number", "door", "account", "letter", "consent",
] as const;

/** Values that are told in words too: ways in, reasons, states. */
export const VALUES = [
  "password", "password+totp", "password+recovery", "second_factor", "totp", "recovery", "code", "link", "pin", "tracking",
  "mail", "sms", "sign_out", "ended", "expired", "refresh_reused", "disabled", "active", "invited", "till_enrolled",
  "till_disabled", "address_proven", "email_changed", "password_changed", "signed_out_by_admin", "second_factor_reset", "second_factor_on", "roles_changed",
  ...ENQUIRY.states, ...ENQUIRY_REASONS, ...APPLICATION.states, ...APPLICATION_REASONS, "waitlist", "staff", "family", "applicant", "till", "canteen", "uniform",
  "step_up", "change_phone", "on", "off", "reset", "recovery_codes", "restored", "published", "scheduled", "files", "phone_changed", "phone_restored", "email_restored", "ended_by_owner", "signed_out", "received", "accepted", "refused", "unreadable", "wrong_paper", "incomplete", "medical", "shown_record", "shown_file", "taken_list",
] as const;

/** Whether a value is one of our ids, which tell a person nothing. */
export const isRawId = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value);

/** The member of a list that is this name. */
export function known<T extends string>(list: readonly T[], name: string): T | undefined {
  return list.find((each) => each === name);
}

/** A detail's value as text: lists joined, objects as `name: value`. */
export function valueText(value: unknown, comma: string): string {
  if (value === null || value === undefined || value === "") return "–";
  if (Array.isArray(value)) return value.length > 0 ? value.map((each) => valueText(each, comma)).join(comma) : "–";
  if (typeof value === "object") {
    const parts = Object.entries(value).map(([name, inner]) => `${name}: ${valueText(inner, comma)}`);
    return parts.length > 0 ? parts.join(comma) : "–";
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What of the address narrows the log. */
export const FILTERS = ["actor", "action", "object_kind", "from", "to"] as const;

/** The filters of the log that an address says. */
export function filtersOf(search: URLSearchParams) {
  const found: { actor?: string; action?: string; object_kind?: string; from?: string; to?: string } = {};
  for (const name of FILTERS) {
    const value = search.get(name)?.trim();
    if (value && (!(name === "from" || name === "to") || /^\d{4}-\d{2}-\d{2}$/.test(value))) found[name] = value;
  }
  return found;
}
