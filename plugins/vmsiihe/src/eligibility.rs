//! Whether somebody may enter a programme, and why.

use plugin_sdk::{Explain, Host, PluginError};

use crate::marks::from_hundredths;
use crate::tables::{self, AgeLimits, Programme, Relaxation};

/// The overall word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// All that is asked for is met.
    Eligible,
    /// Met by what is expected; the result is still awaited.
    Provisional,
    /// Something is not met.
    NotEligible,
}

impl Standing {
    /// Key of its text.
    pub fn code(self) -> &'static str {
        match self {
            Self::Eligible => "eligible.yes",
            Self::Provisional => "eligible.provisional",
            Self::NotEligible => "eligible.no",
        }
    }

    /// Key of its tag.
    pub fn tag(self) -> &'static str {
        match self {
            Self::Eligible => "tag.eligible",
            Self::Provisional => "tag.provisional",
            Self::NotEligible => "tag.notEligible",
        }
    }
}

/// What is known of the person, whatever the programme.
#[derive(Debug, Clone, Copy)]
pub struct Profile {
    /// Age in whole years on the first day of the intake.
    pub age: i32,
    /// Class 12 in hundredths of a percent.
    pub class12: Option<i64>,
    /// Degree in hundredths of a percent.
    pub degree: Option<i64>,
    /// Whether English is enough; the minimum of the school subject goes into the text.
    pub english: bool,
    /// Minimum of the school subject, in percent.
    pub english_minimum: f64,
    /// Whether the result is still awaited.
    pub awaiting: bool,
    /// The largest reliefs that the person has.
    pub relaxation: Relaxation,
}

/// The word on one programme with its reasons.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The overall word.
    pub standing: Standing,
    /// Why, in the order marks, age, English, result.
    pub reasons: Vec<Explain>,
    /// Whether a relaxation was what made it.
    pub relaxed: bool,
}

/// The largest relief of each kind among a person's categories; they are not added up.
pub fn relaxation(
    host: &dyn Host,
    category: Option<&str>,
    disability: bool,
    on: &str,
) -> Result<Relaxation, PluginError> {
    let mut largest = Relaxation::default();
    for key in category.into_iter().chain(disability.then_some("disability")) {
        let relief: Relaxation = tables::find(host, "relaxations", key, on)?.unwrap_or_default();
        largest = Relaxation { points: largest.points.max(relief.points), years: largest.years.max(relief.years) };
    }
    Ok(largest)
}

/// Weighs a person against a programme.
pub fn weigh(profile: &Profile, programme: &Programme, ages: AgeLimits) -> Verdict {
    let mut reasons = Vec::new();
    let mut met = true;
    let mut relaxed = false;
    let relief = profile.relaxation;
    let minimum = (programme.minimum_percent - relief.points).max(0);
    let result = if programme.needs == "degree" { profile.degree } else { profile.class12 };
    match result {
        None => {
            met = false;
            reasons.push(Explain::new("reason.degreeWanted"));
        }
        Some(percent) => {
            let enough = percent >= minimum * 100;
            met &= enough;
            let code = if enough { "reason.marksMet" } else { "reason.marksShort" };
            reasons.push(Explain::new(code).with("percent", from_hundredths(percent)).with("minimum", minimum));
            if enough && percent < programme.minimum_percent * 100 {
                relaxed = true;
                reasons.push(Explain::new("reason.relaxed").with("points", relief.points));
            }
        }
    }
    let highest = ages.highest + relief.years;
    if (ages.lowest..=highest).contains(&profile.age) {
        reasons.push(Explain::new("reason.ageMet"));
        if profile.age > ages.highest {
            relaxed = true;
            reasons.push(Explain::new("reason.ageRelaxed").with("years", relief.years));
        }
    } else {
        met = false;
        reasons.push(Explain::new("reason.ageOutside").with("low", ages.lowest).with("high", highest));
    }
    if programme.english {
        met &= profile.english;
        reasons.push(if profile.english {
            Explain::new("reason.englishMet")
        } else {
            Explain::new("reason.englishShort").with("minimum", profile.english_minimum)
        });
    }
    let awaited = profile.awaiting && programme.needs == "class12";
    if awaited {
        reasons.push(Explain::new("reason.resultAwaited"));
    }
    let standing = match (met, awaited) {
        (false, _) => Standing::NotEligible,
        (true, true) => Standing::Provisional,
        (true, false) => Standing::Eligible,
    };
    Verdict { standing, reasons, relaxed }
}
