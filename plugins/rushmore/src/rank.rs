//! Which programmes fit, and where the points come from. Whole points only, so that ties are real ties.

use plugin_sdk::Explain;

use crate::grades::from_hundredths;
use crate::tables::{Programme, Weights};

/// What a family wishes, as far as it has said so.
#[derive(Debug, Clone, Default)]
pub struct Wishes<'a> {
    /// The level; programmes of others are left out.
    pub level: &'a str,
    /// Areas of interest.
    pub interests: Vec<&'a str>,
    /// What it is for.
    pub goal: Option<&'a str>,
    /// Campuses.
    pub campuses: Vec<&'a str>,
    /// Term.
    pub term: Option<&'a str>,
    /// Language of study.
    pub language: Option<&'a str>,
    /// Tuition a year at most, in minor units.
    pub budget: Option<i64>,
    /// Result in hundredths of a percent.
    pub result: Option<i64>,
}

/// A programme with its points.
#[derive(Debug, Clone)]
pub struct Fit {
    /// The programme.
    pub programme: Programme,
    /// Interests and goal.
    pub interest: i64,
    /// Campus, term, language.
    pub place: i64,
    /// Budget.
    pub budget: i64,
    /// Result.
    pub record: i64,
    /// The points in sentences.
    pub why: Vec<Explain>,
}

impl Fit {
    /// All points.
    pub fn points(&self) -> i64 {
        self.interest + self.place + self.budget + self.record
    }
}

/// Programmes of the level that touch an interest, best first. Equal points: the cheaper first, then by code.
pub fn rank(programmes: Vec<Programme>, wishes: &Wishes<'_>, weights: &Weights) -> Vec<Fit> {
    let mut fits: Vec<Fit> = programmes
        .into_iter()
        .filter(|programme| programme.level == wishes.level)
        .filter_map(|programme| weigh(programme, wishes, weights))
        .collect();
    fits.sort_by(|a, b| {
        b.points()
            .cmp(&a.points())
            .then(a.programme.fee.cmp(&b.programme.fee))
            .then_with(|| a.programme.code.cmp(&b.programme.code))
    });
    fits
}

fn weigh(programme: Programme, wishes: &Wishes<'_>, weights: &Weights) -> Option<Fit> {
    let matched = programme.areas.iter().filter(|area| wishes.interests.contains(&area.as_str())).count();
    if matched == 0 {
        return None;
    }
    let mut why = vec![Explain::new("why.interest").with("matched", matched).with("areas", programme.areas.len())];
    let mut interest = overlap(weights.interest, matched, programme.areas.len(), wishes.interests.len());
    if wishes.goal.is_some_and(|goal| programme.goals.iter().any(|own| own == goal)) {
        interest += weights.goal;
        why.push(Explain::new("why.goal"));
    }
    let mut place = 0;
    let offers = |list: &[String], wished: &[&str]| list.iter().any(|own| wished.contains(&own.as_str()));
    let places = [
        (&programme.campuses, wishes.campuses.as_slice(), weights.campus, "why.campus", "why.campusOther"),
        (&programme.terms, wishes.term.as_slice(), weights.term, "why.term", "why.termOther"),
        (&programme.languages, wishes.language.as_slice(), weights.language, "why.language", "why.languageOther"),
    ];
    for (offered, wished, points, yes, no) in places {
        if wished.is_empty() {
            continue;
        }
        let fits = offers(offered, wished);
        place += if fits { points } else { 0 };
        why.push(Explain::new(if fits { yes } else { no }));
    }
    let budget = within_budget(&programme, wishes.budget, weights, &mut why);
    let record = reaches(&programme, wishes.result, weights, &mut why);
    Some(Fit { programme, interest, place, budget, record, why })
}

/// The mean of "how much of the programme is wished" and "how much of the wishes it covers", halves up.
fn overlap(weight: i64, matched: usize, areas: usize, wished: usize) -> i64 {
    let (matched, areas, wished) = (matched as i64, areas.max(1) as i64, wished.max(1) as i64);
    let (part, whole) = (weight * matched * (areas + wished), 2 * areas * wished);
    (2 * part + whole) / (2 * whole)
}

/// Without a budget all tuition fits.
fn within_budget(programme: &Programme, budget: Option<i64>, weights: &Weights, why: &mut Vec<Explain>) -> i64 {
    let Some(budget) = budget else {
        return weights.budget;
    };
    if programme.fee <= budget {
        why.push(Explain::new("why.budgetFits"));
        return weights.budget;
    }
    // In 128 bits: a budget may be any whole number while the form is being filled in.
    let stretched = i128::from(budget) * i128::from(100 + weights.near_budget_percent);
    if i128::from(programme.fee) * 100 <= stretched {
        why.push(Explain::new("why.budgetNear").with("percent", weights.near_budget_percent));
        return weights.budget / 2;
    }
    why.push(Explain::new("why.budgetOver"));
    0
}

/// Without a result half of the points: it may go either way.
fn reaches(programme: &Programme, result: Option<i64>, weights: &Weights, why: &mut Vec<Explain>) -> i64 {
    let Some(result) = result else {
        why.push(Explain::new("why.recordUnknown"));
        return weights.record / 2;
    };
    let (code, points) = if result >= programme.minimum * 100 {
        ("why.recordMet", weights.record)
    } else if result >= (programme.minimum - weights.near_record_points) * 100 {
        ("why.recordNear", weights.record / 2)
    } else {
        ("why.recordShort", 0)
    };
    why.push(Explain::new(code).with("result", from_hundredths(result)).with("minimum", programme.minimum));
    points
}
