//! Example answers: every form ships at least one, and they are right on any day.

use jiff::civil::Date;
use serde_json::Value;
use words::problem::Problem;
use words::verdict::Issue;

use super::{FormDocument, Kind, relative};

/// Days on which samples are tried: month ends, a leap day, the two sides of the school year.
const DAYS: [(i16, i8, i8); 7] =
    [(2026, 11, 21), (2027, 1, 31), (2027, 8, 31), (2027, 9, 1), (2027, 12, 31), (2028, 2, 29), (2031, 5, 15)];

impl FormDocument {
    /// The values of a sample (the first one without a name), with relative dates resolved. `None` when there is no
    /// such sample.
    #[must_use]
    pub fn sample(&self, name: Option<&str>, today: Date) -> Option<Value> {
        let sample = match name {
            None => self.raw.samples.first(),
            Some(name) => self.raw.samples.iter().find(|sample| sample.name == name),
        }?;
        relative::resolve(&Value::Object(sample.values.clone()), today).ok()
    }

    pub fn sample_names(&self) -> impl Iterator<Item = &str> {
        self.raw.samples.iter().map(|sample| sample.name.as_str())
    }
}

/// Samples that do not resolve, or that the form itself would complain about.
pub(super) fn check(form: &FormDocument, kind: Kind) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, sample) in form.raw.samples.iter().enumerate() {
        let at = format!("/samples/{index}");
        if form.raw.samples[..index].iter().any(|other| other.name == sample.name) {
            problems.push(Problem::new(format!("{at}/name"), "duplicate", "two samples have this name"));
        }
        let days = DAYS.into_iter().filter_map(|(y, m, d)| Date::new(y, m, d).ok());
        if let Some(problem) = days.into_iter().find_map(|day| wrong_on(form, index, &at, day, kind)) {
            problems.push(problem);
        }
    }
    problems
}

fn wrong_on(form: &FormDocument, index: usize, at: &str, day: Date, kind: Kind) -> Option<Problem> {
    let values = match relative::resolve(&Value::Object(form.raw.samples[index].values.clone()), day) {
        Ok(values) => values,
        Err(pointer) => {
            let known = "write @today, @aystart, @year or @ay with ±Nd, ±Nm, ±Ny; @@ for a real @";
            return Some(
                Problem::new(format!("{at}/values{pointer}"), "badSample", "not a date expression").hint(known),
            );
        }
    };
    let told = |issue: &Issue| kind != Kind::Arranged || issue.code != "required";
    let issue = form.validate(&values, day, None).into_iter().find(told)?;
    let place = if values.pointer(&issue.path).is_some() { issue.path.as_str() } else { "" };
    let message = format!("the form refuses its own sample on {day}: `{}` at \"{}\"", issue.code, issue.path);
    Some(Problem::new(format!("{at}/values{place}"), "badSample", message))
}
