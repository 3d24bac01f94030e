//! How people get in: what proves that a person asks, who has to show a second factor, how text messages leave.
//!
//! Keys of other services never stand in a bundle: it names the environment variable of the server that holds them, and only
//! such variables as are its own school's ([`is_key_of`]), so that a bundle cannot send the server's secrets, or another school's,
//! to an address of its choice.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::{Role, SchoolId};

/// What proves that a person asks.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Captcha {
    /// Who sets the riddle; `altcha` is this server itself and needs nothing else.
    #[serde(default)]
    pub provider: CaptchaProvider,
    /// The key that pages show to the provider.
    #[serde(default)]
    #[schemars(regex(pattern = r"^[A-Za-z0-9_.-]{1,200}$"), extend("x-hint" = "the provider's site key, letters and digits"))]
    pub site_key: Option<String>,
    /// The server's environment variable that holds the provider's secret.
    #[serde(default)]
    #[schemars(regex(pattern = r"^QABUL_KEY_[A-Z0-9_]{1,120}$"), extend("x-hint" = "the name of an environment variable such as QABUL_KEY_ABQ__CAPTCHA, with the school's id in capitals, not the secret itself"))]
    pub secret_env: Option<String>,
    /// Whether whoever sends one of the school's public forms without an account solves one each time, and not only on days on which
    /// strangers send very many.
    #[serde(default)]
    pub forms: bool,
}

/// Who sets the riddle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CaptchaProvider {
    /// This server: a proof of work, no other party.
    #[default]
    Altcha,
    /// Cloudflare Turnstile.
    Turnstile,
    /// hCaptcha.
    Hcaptcha,
    /// Google reCAPTCHA v2.
    Recaptcha,
    /// Nobody.
    Off,
}

impl CaptchaProvider {
    /// Whether it is another party, with keys of its own.
    #[must_use]
    pub fn is_foreign(self) -> bool {
        matches!(self, Self::Turnstile | Self::Hcaptcha | Self::Recaptcha)
    }
}

/// A gateway that takes text messages.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sms {
    /// Its address: `{to, from, text}` is posted there as JSON.
    #[schemars(regex(pattern = r"^(https://|http://(localhost|127\.0\.0\.1|\[::1\])[:/])[^\s]{1,500}$"), extend("x-hint" = "an address that begins with https://; plain http only on this machine, in test and dev mode"))]
    pub url: String,
    /// Whom the messages come from: a name of up to 11 letters, or a number.
    #[schemars(regex(pattern = r"^([A-Za-z0-9 ]{1,11}|\+?[0-9]{3,15})$"), extend("x-hint" = "up to 11 letters and digits, or a number such as +96824000000"))]
    pub from: String,
    /// The server's environment variable that holds the gateway's bearer.
    #[serde(default)]
    #[schemars(regex(pattern = r"^QABUL_KEY_[A-Z0-9_]{1,120}$"), extend("x-hint" = "the name of an environment variable such as QABUL_KEY_ABQ__SMS, with the school's id in capitals, not the token itself"))]
    pub token_env: Option<String>,
    /// The countries that texts go to, by their calling codes; every country where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 60), inner(regex(pattern = r"^\+[1-9][0-9]{0,5}$")), extend("x-hint" = "a calling code in quotes, such as \"+968\""))]
    pub calling_codes: Vec<String>,
}

/// Ranges of no country, where a text costs what their owner asks: premium numbers, satellites, networks of the sea and the air.
const DEAR: &[&str] = &["+1900", "+808", "+870", "+878", "+881", "+882", "+883", "+888", "+979"];

/// What the names of a school's keys begin with: its id in capitals, `_` for `-`, and two underscores.
#[must_use]
pub fn keys_of(school: &SchoolId) -> String {
    format!("QABUL_KEY_{}__", school.as_str().to_ascii_uppercase().replace('-', "_"))
}

/// Whether an environment variable holds a key of that school. What follows the two underscores has no two of its own and does not
/// begin with one, so that no name is two schools'; the names of the server's own keys never have two.
#[must_use]
pub fn is_key_of(school: &SchoolId, name: &str) -> bool {
    let word = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    name.strip_prefix(&keys_of(school)).is_some_and(|rest| rest.split('_').all(word))
}

impl Sms {
    /// Whether messages would leave this machine's own network in the clear, or go to whatever listens on it.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        !self.url.starts_with("https://")
    }

    /// Whether the school sends texts to a number (E.164).
    #[must_use]
    pub fn reaches(&self, number: &str) -> bool {
        let among = |codes: &[String]| codes.is_empty() || codes.iter().any(|code| number.starts_with(code.as_str()));
        among(&self.calling_codes) && !DEAR.iter().any(|range| number.starts_with(range))
    }
}

/// Who has to show a second factor.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondFactor {
    /// People with one of these roles; everybody else may.
    #[serde(default = "administrators")]
    #[schemars(schema_with = "roles")]
    pub roles: Vec<Role>,
}

impl Default for SecondFactor {
    fn default() -> Self {
        Self { roles: administrators() }
    }
}

fn administrators() -> Vec<Role> {
    vec![Role::SchoolAdmin]
}

fn roles(_: &mut SchemaGenerator) -> Schema {
    let names: Vec<&str> = Role::ALL.iter().map(|role| role.as_str()).collect();
    json_schema!({ "type": "array", "items": { "enum": names }, "maxItems": 20 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_go_to_the_countries_that_are_named_and_never_where_they_are_dear() {
        let sms = |codes: &[&str]| Sms {
            url: "https://sms.example".into(),
            from: "Qabul".into(),
            token_env: None,
            calling_codes: codes.iter().map(ToString::to_string).collect(),
        };
        let (all, some) = (sms(&[]), sms(&["+968", "+971", "+979"]));
        for (number, by_all, by_some) in [
            ("+96891234567", true, true),
            ("+971501234567", true, true),
            ("+998901234567", true, false),
            ("+19005551234", false, false),
            ("+97991234567", false, false),
            ("+88213100000", false, false),
        ] {
            assert_eq!((all.reaches(number), some.reaches(number)), (by_all, by_some), "{number}");
        }
    }

    #[test]
    fn a_key_is_one_schools() {
        let ids = ["a", "a-b", "a--b", "a-", "b", "store", "a-b-"].map(|id| SchoolId::parse(id).expect(id));
        let names = ["SMS", "B", "B_SMS", "B__SMS", "_SMS", "SMS_", "__SMS", "", "ID", "s"];
        for school in &ids {
            for name in names {
                let key = format!("{}{name}", keys_of(school));
                let of: Vec<_> = ids.iter().filter(|id| is_key_of(id, &key)).map(SchoolId::as_str).collect();
                assert!(of.len() <= 1, "{key} is a key of {of:?}");
                assert_eq!(is_key_of(school, &key), ["SMS", "B", "B_SMS", "ID"].contains(&name), "{key}");
            }
            for server in
                ["QABUL_KEY_STORE_ID", "QABUL_KEY_STORE_SECRET", "QABUL_KEY_A_B_SMS", "QABUL_DATABASE", "AWS_X"]
            {
                assert!(!is_key_of(school, server), "{server}");
            }
        }
        assert!(is_key_of(&ids[1], "QABUL_KEY_A_B__SMS") && !is_key_of(&ids[0], "QABUL_KEY_A_B__SMS"));
    }
}
