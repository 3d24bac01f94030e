//! Rates that several rooms share; what one slice alone counts stands in that slice.

use kernel::rate::Rate;

/// Signing in by whatever way; also codes and PINs that are typed in.
pub const SIGN_IN: Rate = Rate::hashed("sign_in", 200, 60);
/// Showing once more who is signed in, before keys change: passwords and codes that are typed in.
pub const PROVE: Rate = Rate::hashed("prove", 200, 60);
/// Making an account, or an application without one.
pub const REGISTER: Rate = Rate::hashed("register", 100, 20);
/// Codes that are sent: each costs somebody money.
pub const CODE: Rate = Rate::new("code", 100, 20);
/// Mails about passwords and addresses, and the links in them.
pub const RECOVER: Rate = Rate::hashed("recover", 60, 20);
/// Riddles.
pub const CAPTCHA: Rate = Rate::new("captcha", 300, 120);
