//! Weak points of a school that is live: nothing is broken, and a family or an officer would stumble.

use jiff::civil::Date;
use serde_json::Value;
use words::problem::{Problem, child};
use words::{Language, Text};

use super::parts::{all_in_school_file, load_logo, load_logo_dark};
use super::rounds::unknown_grades;
use super::school::School;
use crate::bundle::config::Flag;
use crate::bundle::{self, SCHOOL_FILE, Tables, consents};
use crate::diagnostic::Diagnostic;

/// Kinds of warnings of the check that are weak points too.
const OF_THE_CHECK: [&str; 3] = ["contrast", "noApplication", "unusedPlugin"];
/// A line of pixels on a plain screen is two on a sharp one; three quarters of that still look clean. In halves.
const SHARP: u32 = 3;

/// Everything that deserves a look, on a day.
pub(super) fn lint(school: &School, today: Date) -> Vec<Diagnostic> {
    let _held = school.positions();
    let mut problems = Vec::new();
    words(school, &mut problems);
    dates(school, &today.to_string(), &mut problems);
    unknown_grades(school, &mut problems);
    ways_in(school, &mut problems);
    logos(school, &mut problems);
    let mut found = all_in_school_file(school, problems.into_iter().map(Problem::warning).collect());
    if let Ok(checked) = bundle::read_config(&school.files) {
        found.extend(checked.warnings.into_iter().filter(|warning| OF_THE_CHECK.contains(&warning.code)));
    }
    found.extend(forms(school));
    found.extend(overrides(school));
    found.extend(agreements(school));
    found.extend(super::letters::lint(school));
    found.extend(tables(school, today));
    found.extend(orphans(school));
    found
}

/// A text that is the same in both languages, and has letters that one of them would not.
pub(super) fn untranslated(text: &Text) -> bool {
    let (en, ar) = (text.en.trim(), text.ar.trim());
    let latin = |text: &str| text.chars().any(|c| c.is_ascii_alphabetic());
    let arabic = |text: &str| text.chars().any(|c| ('\u{0600}'..='\u{06FF}').contains(&c));
    (en == ar && (latin(en) || arabic(en))) || (!ar.is_empty() && latin(ar) && !arabic(ar) && ar.contains(' '))
}

fn words(school: &School, problems: &mut Vec<Problem>) {
    let config = school.config();
    let mut texts: Vec<(String, &Text)> = vec![("/name".into(), &config.name)];
    for (index, slide) in config.branding.swiper_text.iter().enumerate() {
        let at = format!("/branding/swiperText/{index}");
        texts.extend([(format!("{at}/title"), &slide.title), (format!("{at}/text"), &slide.text)]);
    }
    texts.extend(config.status_labels.iter().map(|(state, text)| (child("/status_labels", state), text)));
    let reasons = config.reasons.iter().enumerate();
    texts.extend(reasons.map(|(index, reason)| (format!("/reasons/{index}/text"), &reason.text)));
    texts.extend(config.audiences.iter().map(|(id, own)| (child(&child("/audiences", id), "name"), &own.name)));
    for (at, _) in texts.into_iter().filter(|(_, text)| untranslated(text)) {
        problems.push(Problem::new(format!("{at}/ar"), "untranslated", "the Arabic text is not Arabic"));
    }
}

fn dates(school: &School, today: &str, problems: &mut Vec<Problem>) {
    let config = school.config();
    let over = |last: &str| last < today;
    let all = &config.school_dates;
    if !all.is_empty() && all.iter().all(|dates| over(&dates.sims_admission_end)) {
        let latest = all.iter().map(|dates| dates.sims_admission_end.as_str()).max().unwrap_or_default();
        let problem = Problem::key("/schoolDates", "admissionOver", format!("admission ended on {latest}"));
        problems.push(problem.hint("add the dates of the next year"));
    }
    for (index, round) in config.rounds.iter().enumerate() {
        if !all.iter().any(|dates| dates.year == round.year) {
            let message = format!("nobody can apply for {} yet: it has no dates", round.year);
            let problem = Problem::new(format!("/rounds/{index}/year"), "undatedRound", message);
            problems.push(problem.hint("add the year under `schoolDates`"));
        }
    }
    // Without rounds nobody counts places, and none are missed.
    let is_counted = |year: &str| config.rounds.is_empty() || config.rounds.iter().any(|round| round.year == year);
    for (index, row) in all.iter().enumerate() {
        let is_open = row.sims_admission_start_from.as_str() <= today && today <= row.sims_admission_end.as_str();
        let is_told = all[..index].iter().any(|earlier| earlier.year == row.year);
        if is_open && !is_told && !is_counted(&row.year) {
            let message = format!("families apply for {}, and no round says how many places it has", row.year);
            let problem = Problem::new(format!("/schoolDates/{index}/year"), "yearWithoutRound", message);
            problems.push(problem.hint("add a round of that year under `rounds`: without one there is no limit"));
        }
    }
    for (id, form) in &config.forms {
        if let Some(last) = form.closes_on.as_deref().filter(|last| over(last)) {
            let message = format!("the form `{id}` is closed for ever: its last day was {last}");
            let problem = Problem::new(child(&child("/forms", id), "closes_on"), "closedForever", message);
            problems.push(problem.hint("set a new last day, or take the form out"));
        }
    }
}

/// Screens by which nobody comes in: then no family reaches a form of theirs.
fn ways_in(school: &School, problems: &mut Vec<Problem>) {
    let screens = school.config().conditional_screens;
    let all = [screens.without_auth, screens.login, screens.otp, screens.sign_up];
    if all.iter().all(|flag| *flag == Flag::N) {
        let problem = Problem::key("/conditionalScreens", "nobodyGetsIn", "no entry screen is on");
        problems.push(problem.hint("set without_auth, login, otp or signUp to Y"));
    }
    if school.config().forms.is_empty() {
        problems.push(Problem::key("/forms", "noForms", "the school offers no form"));
    }
}

fn logos(school: &School, problems: &mut Vec<Problem>) {
    let usual = load_logo(school).ok().map(|logo| ("/branding/logo", logo));
    let dark = load_logo_dark(school).ok().flatten().map(|logo| ("/branding/logo_dark", logo));
    let sizes = school.config().branding.logo_sizes;
    for (at, logo) in usual.into_iter().chain(dark) {
        let (width, height) = logo.size;
        for (name, size) in [("header", sizes.header), ("sign_in", sizes.sign_in)] {
            // It fits into the box by one side; where both are too short it is stretched.
            let (wide, high) = (u32::from(size.width) * SHARP / 2, u32::from(size.height) * SHARP / 2);
            if width < wide && height < high {
                let message =
                    format!("the logo has {width} × {height} pixels, too few for its place ({name}) on a sharp screen");
                let problem = Problem::new(at, "logoTooSmall", message);
                problems.push(problem.hint(format!("{wide} pixels wide or {high} high are enough")));
                break;
            }
        }
    }
}

/// Texts of forms.
fn forms(school: &School) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for id in school.config().forms.keys() {
        let Ok(document) = school.form(id) else { continue };
        if untranslated(&document.title()) {
            let problem =
                Problem::key(child("/forms", id), "untranslated", format!("the title of `{id}` is not Arabic"));
            problems.push(problem.warning());
        }
    }
    all_in_school_file(school, problems)
}

/// Own words in one language only: the other says what it always said, and the two drift apart.
fn overrides(school: &School) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let names = |language: Language| school.files.list(&format!("locales/{language}")).unwrap_or_default();
    let mut all: Vec<String> = Language::ALL.into_iter().flat_map(names).collect();
    all.sort();
    all.dedup();
    for file in all {
        let Some(ns) = file.strip_suffix(".json") else { continue };
        let [en, ar] = [Language::En, Language::Ar].map(|language| {
            let read = bundle::read_overrides(&school.files, language, ns).ok().flatten();
            let mut keys = Vec::new();
            leaves("", &Value::Object(read.unwrap_or_default()), &mut keys);
            keys
        });
        for (own, other, language) in [(&en, &ar, Language::En), (&ar, &en, Language::Ar)] {
            // A plural form that one language has and the other does not is no omission.
            let missing: Vec<&String> = own
                .iter()
                .filter(|key| !other.contains(key) && !other.iter().any(|known| stem(known) == stem(key)))
                .collect();
            let Some(first) = missing.first() else { continue };
            let label = school.files.label(&format!("locales/{language}/{file}"));
            let message = match missing.len() {
                1 => format!("{first} is changed in this language only"),
                n => format!("{first} and {} more are changed in this language only", n - 1),
            };
            let mut diagnostic = Diagnostic::file(label, "oneLanguage", message).hint("change it in the other one too");
            diagnostic.severity = words::verdict::Severity::Warning;
            found.push(diagnostic);
        }
    }
    found
}

fn stem(key: &str) -> &str {
    let plural = ["_zero", "_one", "_two", "_few", "_many", "_other"];
    plural.iter().find_map(|end| key.strip_suffix(end)).unwrap_or(key)
}

fn leaves(at: &str, value: &Value, keys: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            let at = if at.is_empty() { key.clone() } else { format!("{at}.{key}") };
            leaves(&at, value, keys);
        }),
        _ => keys.push(at.to_owned()),
    }
}

/// Consents that say in one language what they do not say in the other.
fn agreements(school: &School) -> Vec<Diagnostic> {
    let Ok(Some((value, positions))) =
        bundle::read_json(&school.files, consents::CONSENTS, bundle::yaml::MAX_BYTES as u64)
    else {
        return Vec::new();
    };
    let mut problems = Vec::new();
    for (n, consent) in value.as_array().into_iter().flatten().enumerate() {
        let (at, code) = (child("", n), consent["code"].as_str().unwrap_or_default());
        let title: Option<Text> = serde_json::from_value(consent["title"].clone()).ok();
        let blocks = |language: Language| consent["text"][language.as_str()].as_array().filter(|all| !all.is_empty());
        let lacks = Language::ALL.into_iter().find(|language| blocks(*language).is_none());
        let problem = match (title, lacks) {
            (_, Some(language)) => {
                let message = format!("the consent `{code}` has no text in `{language}`, and is not shown");
                Problem::new(child(&at, "text"), "missingLanguage", message)
            }
            (None, _) => Problem::new(at, "missingLanguage", format!("the consent `{code}` lacks a title")),
            (Some(title), _) if untranslated(&title) || blocks(Language::En) == blocks(Language::Ar) => {
                Problem::new(at, "untranslated", format!("the Arabic words of the consent `{code}` are not Arabic"))
            }
            _ => continue,
        };
        problems.push(positions.locate(&school.files.label(consents::CONSENTS), problem.warning()));
    }
    problems
}

/// Tables whose every row is over.
fn tables(school: &School, today: Date) -> Vec<Diagnostic> {
    let (tables, _) = Tables::read(&school.files);
    let over = tables.over(today);
    let tell = |name: String| {
        let label = school.files.label(&format!("tables/{name}.yaml"));
        let mut diagnostic = Diagnostic::file(label, "tableOver", format!("no row of `{name}` holds today or later"));
        diagnostic.severity = words::verdict::Severity::Warning;
        diagnostic.hint("add rows for the time that comes")
    };
    over.into_iter().map(tell).collect()
}

/// Files that nothing names.
fn orphans(school: &School) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut tell = |path: String, message: String| {
        let mut diagnostic = Diagnostic::file(school.files.label(&path), "unusedFile", message);
        diagnostic.severity = words::verdict::Severity::Warning;
        found.push(diagnostic.hint(format!("name it in {SCHOOL_FILE}, or remove it")));
    };
    let config = school.config();
    for file in school.files.list("forms").unwrap_or_default() {
        let Some(id) = file.strip_suffix(".json") else { continue };
        if config.forms.get(id).is_none_or(|form| form.plugin.is_some()) {
            tell(
                format!("forms/{file}"),
                format!("nobody can reach the form `{id}`: the school does not offer this file"),
            );
        }
    }
    for file in school.files.list("plugins").unwrap_or_default() {
        let Some(name) = file.strip_suffix(".wasm") else { continue };
        if !config.plugins.contains_key(name) {
            tell(format!("plugins/{file}"), format!("the plugin `{name}` is not installed"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_untranslated_when_it_says_the_same_or_is_not_arabic() {
        let text = |en: &str, ar: &str| Text { en: en.into(), ar: ar.into() };
        assert!(untranslated(&text("Al Noor", "Al Noor")));
        assert!(untranslated(&text("Welcome", "Welcome to us")));
        assert!(!untranslated(&text("Welcome", "أهلا")));
        assert!(!untranslated(&text("IELTS", "IELTS 7")) || untranslated(&text("IELTS", "IELTS")));
        assert!(!untranslated(&text("2026", "2026")), "digits need no translation");
        assert!(!untranslated(&text("ABQ", "مدرسة ABQ")));
    }

    #[test]
    fn plural_forms_are_one_text() {
        assert_eq!(stem("count_few"), stem("count_one"));
        assert_eq!(stem("few"), "few");
    }
}
