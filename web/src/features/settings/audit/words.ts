/** The words of the log: which actions, kinds and details have texts of their own. */

/** What stands in the log, by the names that the server writes. Others are shown by their name. */
export const ACTIONS = [
  "session.open", "session.refuse", "session.end", "session.reuse",
  "user.add", "user.register", "user.invite", "user.roles", "user.rename", "user.disable", "user.enable", "user.password", "user.email", "user.pin", "user.update", "user.verify",
  "profile.change", "profile.avatar", "profile.export", "profile.erasure",
  "factor.begin", "factor.on", "factor.off", "factor.reset", "factor.codes",
  "till.add", "till.change", "till.enrol", "till.renew", "till.disable", "till.enable",
  "applicant.register", "applicant.track", "enquiry.submit", "enquiry.change", "enquiry.export", "audit.export", "family.claim",
] as const;

/** Kinds of things that something is done to. */
export const KINDS = ["user", "session", "till", "enquiry", "draft", "school", "audit"] as const;

/** Details that are told in words; others by their name. */
export const DETAILS = [
  "address", "method", "reason", "from", "to", "roles", "added", "removed", "state", "owner", "device", "email", "till", "count", "format", "kind", "status", "fields", "form", "reference", "comment", "filters",
] as const;

/** Values that are told in words too: ways in, reasons, states. */
export const VALUES = [
  "password", "password+totp", "password+recovery", "totp", "recovery", "code", "link", "pin", "tracking", "sign_out", "ended", "expired", "reuse", "disabled", "unknown", "wrong_password", "wrong_code",
  "wrong_pin", "unverified", "throttled", "active", "invited", "new", "contacted", "toured", "applying", "lost", "staff", "family", "applicant", "till",
] as const;

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

/** The filters of the log that an address says. */
export function filtersOf(search: URLSearchParams) {
  const found: { actor?: string; action?: string; object_kind?: string; from?: string; to?: string } = {};
  for (const name of ["actor", "action", "object_kind", "from", "to"] as const) {
    const value = search.get(name)?.trim();
    if (value && (!(name === "from" || name === "to") || /^\d{4}-\d{2}-\d{2}$/.test(value))) found[name] = value;
  }
  return found;
}
