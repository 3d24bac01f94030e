//! How people get in: what proves that a person asks, who has to show a second factor, how text messages leave.
//!
//! Keys of other services never stand in a bundle: it names the environment variable of the server that holds them, and only
//! such variables as begin with `QABUL_KEY_`, so that a bundle cannot send the server's own secrets anywhere.

use kernel::Role;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
    #[schemars(regex(pattern = r"^QABUL_KEY_[A-Z0-9_]{1,60}$"), extend("x-hint" = "the name of an environment variable that begins with QABUL_KEY_, not the secret itself"))]
    pub secret_env: Option<String>,
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
    #[schemars(regex(pattern = r"^(https://|http://(localhost|127\.0\.0\.1|\[::1\])[:/])[^\s]{1,500}$"), extend("x-hint" = "an address that begins with https://; plain http only on this machine"))]
    pub url: String,
    /// Whom the messages come from: a name of up to 11 letters, or a number.
    #[schemars(regex(pattern = r"^([A-Za-z0-9 ]{1,11}|\+?[0-9]{3,15})$"), extend("x-hint" = "up to 11 letters and digits, or a number such as +96824000000"))]
    pub from: String,
    /// The server's environment variable that holds the gateway's bearer.
    #[serde(default)]
    #[schemars(regex(pattern = r"^QABUL_KEY_[A-Z0-9_]{1,60}$"), extend("x-hint" = "the name of an environment variable that begins with QABUL_KEY_, not the token itself"))]
    pub token_env: Option<String>,
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
