//! What a person tells of themselves, and what of it is well formed.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::Role;
use words::text::{cut, lines, one_line};
use words::verdict::Issue;

use super::countries::is_country;
use crate::entry::name_of;

/// By which ways a person wants news that they need not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Notifications {
    /// E-mail.
    pub mail: bool,
    /// Text message.
    pub sms: bool,
}

impl Default for Notifications {
    fn default() -> Self {
        Self { mail: true, sms: false }
    }
}

/// The part of a profile that is kept as one value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Details {
    /// Street and house.
    pub address: String,
    pub city: String,
    pub state: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// To the children: father, mother, guardian.
    pub relation: String,
    /// News.
    pub notifications: Notifications,
}

/// A person's second factor, as they see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SecondFactor {
    /// Whether it is asked for at sign-in.
    pub active: bool,
    /// Whether the school asks for one from people of these roles.
    pub required: bool,
    /// Recovery codes that were not used yet.
    pub recovery_codes_left: i64,
}

/// A person, as they see themselves.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Profile {
    /// Their id.
    pub id: String,
    /// Counts edits; a change names the one that it is based on.
    pub version: i64,
    /// `staff`, `family`, `applicant` or `till`.
    pub kind: String,
    /// Name.
    pub name: String,
    /// Address; empty for who has none.
    pub email: String,
    /// Whether a link proved the address.
    pub email_verified: bool,
    /// E.164; empty for none.
    pub phone: String,
    /// Whether it is what they sign in by: a code proved it, and another one has to be proved too (`change_phone`).
    pub phone_verified: bool,
    /// Address of the picture; empty for none.
    #[schema(extensions(("x-secret" = json!(true))))]
    pub avatar: String,
    /// `en` or `ar`.
    pub locale: String,
    /// Street and house.
    pub address: String,
    /// City.
    pub city: String,
    /// State or governorate.
    pub state: String,
    /// ISO 3166-1 alpha-2; empty for none.
    pub country: String,
    /// To the children.
    pub relation: String,
    /// News.
    pub notifications: Notifications,
    /// Second factor.
    pub second_factor: SecondFactor,
    /// Whether they can sign in by password.
    pub has_password: bool,
    /// What they may do.
    pub roles: Vec<Role>,
    /// ISO 8601.
    pub created_at: String,
    /// ISO 8601 of the last sign-in.
    pub signed_in_at: Option<String>,
    /// ISO 8601 of when they asked the school to delete their data, as long as it has not answered.
    pub erasure_asked_at: Option<String>,
}

/// A change to one's profile: what is left out stays.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProfileChange {
    /// The version that it is based on.
    pub version: i64,
    /// Name.
    #[schema(max_length = 120)]
    pub name: Option<String>,
    /// E.164; Arabic digits, spaces and dashes are fine; empty for none. Not for a number that somebody signs in by: `change_phone`.
    #[schema(max_length = 40)]
    pub phone: Option<String>,
    /// `en` or `ar`.
    pub locale: Option<String>,
    /// Street and house.
    #[schema(max_length = 300)]
    pub address: Option<String>,
    /// City.
    #[schema(max_length = 100)]
    pub city: Option<String>,
    /// State or governorate.
    #[schema(max_length = 100)]
    pub state: Option<String>,
    /// ISO 3166-1 alpha-2; empty for none.
    pub country: Option<String>,
    /// To the children.
    #[schema(max_length = 60)]
    pub relation: Option<String>,
    /// News.
    pub notifications: Option<Notifications>,
}

/// What of a person can be changed by themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnDetails {
    pub name: String,
    /// E.164 or empty.
    pub phone: String,
    /// `en` or `ar`.
    pub locale: String,
    /// The rest.
    pub details: Details,
}

impl OwnDetails {
    /// With the change made; or what is wrong at which field.
    pub fn with(mut self, change: ProfileChange) -> Result<Self, Vec<Issue>> {
        let mut faults = Vec::new();
        // A name that stands already may be older than the rule: a number, or the beginning of an address.
        if let Some(name) = change.name.filter(|name| *name != self.name) {
            self.name = name_of(&name, "/name", &mut faults);
        }
        if let Some(phone) = change.phone {
            match crate::entry::details::phone_of(&phone) {
                Some(phone) => self.phone = phone,
                None if phone.trim().is_empty() => self.phone = String::new(),
                None => faults.push(Issue::error("/phone", "format").with("format", "phone")),
            }
        }
        match change.locale {
            Some(locale) if locale == "en" || locale == "ar" => self.locale = locale,
            Some(_) => faults.push(Issue::error("/locale", "enum")),
            None => {}
        }
        if let Some(address) = change.address {
            self.details.address = within(lines(&address), "/address", 300, &mut faults);
        }
        for (asked, place, path, limit) in [
            (change.city, &mut self.details.city, "/city", 100),
            (change.state, &mut self.details.state, "/state", 100),
            (change.relation, &mut self.details.relation, "/relation", 60),
        ] {
            if let Some(text) = asked {
                *place = line(&text, path, limit, &mut faults);
            }
        }
        match change.country {
            Some(country) if country.is_empty() || is_country(&country) => self.details.country = country,
            Some(_) => faults.push(Issue::error("/country", "enum")),
            None => {}
        }
        if let Some(notifications) = change.notifications {
            self.details.notifications = notifications;
        }
        if faults.is_empty() { Ok(self) } else { Err(faults) }
    }
}

/// One line within its limit.
pub(crate) fn line(text: &str, path: &str, limit: usize, faults: &mut Vec<Issue>) -> String {
    within(one_line(text), path, limit, faults)
}

fn within(text: String, path: &str, limit: usize, faults: &mut Vec<Issue>) -> String {
    if text.chars().count() > limit {
        faults.push(Issue::error(path, "maxLength").with("limit", limit));
        return cut(&text, limit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nobody() -> OwnDetails {
        OwnDetails { name: "Sara".into(), phone: String::new(), locale: "en".into(), details: Details::default() }
    }

    #[test]
    fn a_new_name_is_judged_as_at_the_door_and_one_that_stands_is_kept() {
        let named = |was: &str, name: &str| {
            let change =
                ProfileChange { name: Some(name.into()), city: Some("Sohar".into()), ..ProfileChange::default() };
            OwnDetails { name: was.into(), ..nobody() }
                .with(change)
                .map(|told| told.name)
                .map_err(|mut faults| faults.remove(0).code)
        };
        for bad in ["win at https://evil.example", "Claim at evil-prize.com", "<b>Sara</b>", "a@b"] {
            assert_eq!(named("Sara", bad).unwrap_err(), "pattern", "{bad}");
        }
        assert_eq!(named("Sara", "\u{202E}Noor\r\nX").as_deref(), Ok("Noor X"));
        assert_eq!(named("sara.noor", "sara.noor").as_deref(), Ok("sara.noor"), "the beginning of an address");
    }

    #[test]
    fn a_change_says_what_is_wrong_at_which_field() {
        let change = ProfileChange {
            name: Some(" \n ".into()),
            phone: Some("12".into()),
            locale: Some("fr".into()),
            city: Some("x".repeat(101)),
            country: Some("XX".into()),
            ..ProfileChange::default()
        };
        let faults = nobody().with(change).expect_err("faults");
        let paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
        assert_eq!(paths, ["/name", "/phone", "/locale", "/city", "/country"]);
    }

    #[test]
    fn what_is_left_out_stays_and_lines_stay_lines() {
        let change = ProfileChange {
            name: Some("Sara\r\nNoor".into()),
            address: Some("Way 12\r\nHouse 3".into()),
            country: Some("OM".into()),
            ..ProfileChange::default()
        };
        let told = nobody().with(change).expect("sound");
        assert_eq!((told.name.as_str(), told.locale.as_str()), ("Sara Noor", "en"));
        assert_eq!((told.details.address.as_str(), told.details.country.as_str()), ("Way 12\nHouse 3", "OM"));
        let cleared =
            ProfileChange { country: Some(String::new()), phone: Some(" ".into()), ..ProfileChange::default() };
        assert_eq!(told.with(cleared).expect("sound").details.country, "");
    }
}
