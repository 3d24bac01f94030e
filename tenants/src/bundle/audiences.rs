//! Who of the staff reads what a form keeps for some: the school's audiences, of which four are everybody's.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use words::Text;

use super::config::SchoolConfig;

/// What a school says of an audience.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AudienceConfig {
    /// Who they are, as staff and families read it.
    pub name: Text,
}

/// Those that every school has, and how they are called where it says nothing else.
const USUAL: [(&str, &str, &str); 4] = [
    ("health", "Health team", "فريق الصحة"),
    ("learning_support", "Learning support team", "فريق دعم التعلّم"),
    ("hr_panel", "HR panel", "لجنة التوظيف"),
    ("finance", "Finance team", "فريق المالية"),
];

impl SchoolConfig {
    /// Every audience by its id, with its name.
    #[must_use]
    pub fn audiences(&self) -> BTreeMap<&str, Text> {
        let text = |en: &str, ar: &str| Text { en: en.into(), ar: ar.into() };
        let usual = USUAL.iter().map(|(id, en, ar)| (*id, text(en, ar)));
        usual.chain(self.audiences.iter().map(|(id, own)| (id.as_str(), own.name.clone()))).collect()
    }
}
