/** The messages that the server sends. */
export const MESSAGES = [
  "verify_email", "already_registered", "reset_password", "invitation", "code", "step_up", "code_staff", "password_changed", "email_changed", "change_email", "change_phone", "phone_changed", "second_factor_changed", "tracking",
  "from_school", "contact_changed", "withdrawn", "ask_papers", "ask_call", "invite_visit", "tasks_due", "rules_notice",
  "erasure_requested", "export_taken", "power_changed", "sessions_ended", "wrong_pins", "test",
] as const;
