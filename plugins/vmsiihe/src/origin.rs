//! Who applies, as the rules tell people apart.

use rules::answers::Answers;

/// Where an applicant comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Citizens of India, wherever they live.
    Indian,
    /// Holders of an OCI card: overseas, but without a visa.
    Oci,
    /// Everybody else.
    Foreign,
}

impl Origin {
    /// From the answer; absent while it is not given.
    pub fn of(answers: Answers<'_>) -> Option<Self> {
        match answers.text("applicant_type")? {
            "indian" | "nri" => Some(Self::Indian),
            "oci" => Some(Self::Oci),
            "foreign" => Some(Self::Foreign),
            _ => None,
        }
    }

    /// Whether the international desk looks after them.
    pub fn is_overseas(self) -> bool {
        self != Self::Indian
    }
}
