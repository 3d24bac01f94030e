//! One application: the answers together with what the tables say about them.

use plugin_sdk::{Context, Host, Issue, PluginError, Value};
use rules::answers::Answers;
use rules::date::{self, Date};
use rules::{digits, ids, names};

use crate::{
    documents, family, family::Family, fees, fees::Estimate, place::Place, tables::Tables, year, year::SchoolYear,
};

/// Everything that follows from the answers so far; absent while too little is filled in.
pub struct Case<'a> {
    pub answers: Answers<'a>,
    pub today: Date,
    pub currency: &'a str,
    pub family: Family,
    pub year: Option<Applied<'a>>,
}

/// The school year that is applied for, and what holds in it.
pub struct Applied<'a> {
    pub year: SchoolYear,
    pub tables: Tables<'a>,
    pub place: Option<Place>,
    pub estimate: Option<Estimate>,
}

impl<'a> Case<'a> {
    /// Reads the answers and looks up the rules of the year that they ask for.
    pub fn read(ctx: &'a Context, values: &'a Value, host: &'a dyn Host) -> Result<Case<'a>, PluginError> {
        let today = date::parse(&ctx.today).ok_or_else(|| PluginError::new("today", "the host's date is no date"))?;
        let answers = Answers(values);
        let family = Family::read(answers);
        let year = match answers.text("entry") {
            Some(entry) => year::of(entry, today, host)?,
            None => None,
        };
        let year = match year {
            Some(year) => Some(Applied::read(answers, year, &family, today, host)?),
            None => None,
        };
        Ok(Case { answers, today, currency: &ctx.currency, family, year })
    }

    /// The place, once birth date, stream and year are there.
    pub fn place(&self) -> Option<&Place> {
        self.year.as_ref()?.place.as_ref()
    }

    /// Everything that is wrong or worth a warning.
    pub fn issues(&self) -> Result<Vec<Issue>, PluginError> {
        let answers = self.answers;
        let mut issues = Vec::new();
        if answers.yes("lives_in_oman")
            && let Some(number) = answers.text("civil_number")
            && ids::oman_civil(number).is_err()
        {
            issues.push(Issue::warning("/civil_number", "civilNumberOdd"));
        }
        if let Some(applied) = &self.year {
            if let Some((expires, starts)) = self.residence_ends_early() {
                let issue = Issue::warning("/residence_expiry", "residenceEnds");
                issues.push(issue.with("expires", date::iso(expires)).with("starts", date::iso(starts)));
            }
            if let Some(place) = &applied.place {
                place.issues(&applied.year, &mut issues);
            }
            fees::issues(answers, &applied.year, &applied.tables, &mut issues)?;
        }
        if answers.yes("second_parent") && same_digits(answers.text("second_phone"), answers.text("guardian_phone")) {
            issues.push(Issue::warning("/second_phone", "samePhone"));
        }
        family::issues(answers, &mut issues);
        if let Some(signed) = answers.text("signed_name") {
            let second = if answers.yes("second_parent") { answers.text("second_name") } else { None };
            let parents: Vec<&str> = answers.text("guardian_name").into_iter().chain(second).collect();
            if !parents.is_empty() && !parents.iter().any(|parent| names::same(parent, signed)) {
                issues.push(Issue::error("/signed_name", "signedByOther"));
            }
        }
        Ok(issues)
    }

    /// When the residence card ends before the first day of lessons: both days.
    pub fn residence_ends_early(&self) -> Option<(Date, Date)> {
        if documents::group(self.answers)? != "resident" {
            return None;
        }
        let (expires, starts) = (self.answers.date("residence_expiry")?, self.year.as_ref()?.year.starts);
        (expires < starts).then_some((expires, starts))
    }
}

impl<'a> Applied<'a> {
    fn read(
        answers: Answers<'a>,
        year: SchoolYear,
        family: &Family,
        today: Date,
        host: &'a dyn Host,
    ) -> Result<Self, PluginError> {
        let tables = Tables::on(host, year.begins);
        let place = Place::read(answers, &year, &tables)?;
        let estimate = match place.as_ref().and_then(Place::grade) {
            Some(grade) => Estimate::read(answers, grade, family, &year, today, &tables)?,
            None => None,
        };
        Ok(Applied { year, tables, place, estimate })
    }
}

fn same_digits(a: Option<&str>, b: Option<&str>) -> bool {
    let number = |text: &str| digits::only(text.trim_start_matches('+'));
    a.and_then(number).zip(b.and_then(number)).is_some_and(|(a, b)| a == b)
}
