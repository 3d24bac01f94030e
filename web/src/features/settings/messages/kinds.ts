/** The messages that the server sends. */
export const MESSAGES = [
  "verify_email", "already_registered", "reset_password", "invitation", "code", "step_up", "code_staff", "password_changed", "email_changed", "change_email", "change_phone", "phone_changed", "second_factor_changed", "tracking",
  "from_school", "contact_changed", "status_changed", "offer_reminder", "offer_expired", "letter_sent", "letter_text", "letter_signed", "letter_code", "condition_due", "consent_withdrawn", "fields_unlocked", "answers_received", "withdrawn", "application_link", "application_begun", "ask_papers", "ask_call", "invite_visit", "tasks_due", "rules_notice",
  "erasure_requested", "export_taken", "power_changed", "sessions_ended", "wrong_pins", "test",
] as const;

/** Whom messages are for, in the order in which they are listed. */
export const MESSAGE_GROUPS = ["families", "colleagues", "accounts"] as const;
type MessageGroup = (typeof MESSAGE_GROUPS)[number];

const FAMILIES: readonly string[] = ["from_school", "ask_papers", "ask_call", "invite_visit", "tracking", "application_link", "application_begun", "contact_changed", "status_changed", "offer_reminder", "offer_expired", "letter_sent", "letter_text", "letter_signed", "letter_code", "condition_due", "consent_withdrawn", "fields_unlocked", "answers_received", "withdrawn"];
const COLLEAGUES: readonly string[] = ["invitation", "tasks_due", "rules_notice", "erasure_requested", "export_taken", "power_changed", "sessions_ended", "wrong_pins"];

/** Where a message is listed; one that nobody placed here stands with the accounts. */
export const groupOf = (name: string): MessageGroup => (FAMILIES.includes(name) ? "families" : COLLEAGUES.includes(name) ? "colleagues" : "accounts");
