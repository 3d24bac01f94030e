//! How conditions and financial documents of one application stand, all together.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How the conditions of an offer that stands do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ConditionsStand {
    /// One at least is neither met nor waived.
    Open,
    /// The same, and something came for it.
    Submitted,
    /// All are met or waived.
    Met,
}

impl ConditionsStand {
    /// As statements take it.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Submitted => "submitted",
            Self::Met => "met",
        }
    }

    /// In words, in both languages.
    pub(crate) const fn in_words(self) -> [&'static str; 2] {
        match self {
            Self::Open => ["Open", "لم تُستوفَ بعد"],
            Self::Submitted => ["To be judged: something came", "بانتظار التقييم: وصل شيء"],
            Self::Met => ["All met", "استُوفيت كلها"],
        }
    }

    /// Of so many, of which so many are open and something came for so many; none where there is no condition.
    pub(super) const fn of((total, open, came): (i64, i64, i64)) -> Option<Self> {
        match (total, open, came) {
            (0, ..) => None,
            (_, 0, _) => Some(Self::Met),
            (_, _, 0) => Some(Self::Open),
            _ => Some(Self::Submitted),
        }
    }
}

/// How the financial documents do that a family was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FinancialStand {
    /// The family still has to send one at least.
    Requested,
    /// One at least came and waits for the school.
    Submitted,
    /// All are verified.
    Verified,
}

impl FinancialStand {
    /// As statements take it.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Requested => "requested",
            Self::Submitted => "submitted",
            Self::Verified => "verified",
        }
    }

    /// In words, in both languages.
    pub(crate) const fn in_words(self) -> [&'static str; 2] {
        match self {
            Self::Requested => ["Requested", "مطلوبة"],
            Self::Submitted => ["Waiting for us", "وصلت وتنتظرنا"],
            Self::Verified => ["Verified", "تم التحقق منها"],
        }
    }

    /// Of so many, of which so many are the family's to send and so many wait for the school; none where nothing is asked.
    pub(super) const fn of((total, open, came): (i64, i64, i64)) -> Option<Self> {
        match (total, open, came) {
            (0, ..) => None,
            (_, 0, 0) => Some(Self::Verified),
            (_, _, 0) => Some(Self::Requested),
            _ => Some(Self::Submitted),
        }
    }
}

/// What a file tells of one application's letters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedLetters {
    pub conditions: Option<ConditionsStand>,
    /// None also for who does not look after fees.
    pub financial: Option<FinancialStand>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_for_the_school_comes_before_what_waits_for_the_family() {
        let conditions = [(0, 0, 0), (2, 2, 0), (2, 1, 1), (2, 0, 0)].map(ConditionsStand::of);
        assert_eq!(
            conditions,
            [None, Some(ConditionsStand::Open), Some(ConditionsStand::Submitted), Some(ConditionsStand::Met)]
        );
        let financial = [(0, 0, 0), (2, 1, 0), (2, 1, 1), (2, 0, 1), (2, 0, 0)].map(FinancialStand::of);
        use FinancialStand::{Requested, Submitted, Verified};
        assert_eq!(financial, [None, Some(Requested), Some(Submitted), Some(Submitted), Some(Verified)]);
    }
}
