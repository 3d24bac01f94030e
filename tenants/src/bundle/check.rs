//! What the shape of `school.yaml` cannot say: places, days, colours, and names that have to meet.

use form::relative::iso;
use words::Currency;
use words::problem::{Problem, child};
use words::text::{LONGEST_NAME, is_hidden, is_name};

use super::branding::{contrast_with_white, darkened};
use super::config::{Flag, SchoolConfig};
use super::entry::CaptchaProvider;
use super::family::FormKind;
use super::{rounds, streams};

/// Whether a browser knows the time zone as the server does: by a name of the IANA database, and not by one of the files that
/// lie beside it on a disk (`posixrules`, `right/UTC`).
#[must_use]
pub fn is_time_zone(name: &str) -> bool {
    let is_nowhere = ["Factory", "Etc/Unknown"].iter().any(|nowhere| name.eq_ignore_ascii_case(nowhere));
    !is_nowhere && jiff::tz::TimeZoneDatabase::bundled().get(name).is_ok() && jiff::tz::TimeZone::get(name).is_ok()
}

/// Everything that can be told from `school.yaml` alone.
pub(super) fn config(config: &SchoolConfig) -> Vec<Problem> {
    let mut problems = Vec::new();
    if !is_time_zone(&config.time_zone) {
        let problem = Problem::new("/time_zone", "unknownTimeZone", format!("no time zone `{}`", config.time_zone));
        problems.push(problem.hint("an IANA name, such as Asia/Muscat"));
    }
    if Currency::parse(&config.currency).is_none() {
        problems.push(Problem::new("/currency", "unknownCurrency", format!("no currency `{}`", config.currency)));
    }
    names(config, &mut problems);
    hosts(config, &mut problems);
    colours(config, &mut problems);
    dates(config, &mut problems);
    rounds::check(config, &mut problems);
    streams::check(config, &mut problems);
    forms(config, &mut problems);
    applications(config, &mut problems);
    captcha(config, &mut problems);
    bank_account(config, &mut problems);
    problems
}

/// Names stand in heads of mail, in lists and in sentences: they are one line, and turn nobody's reading order.
fn names(config: &SchoolConfig, problems: &mut Vec<Problem>) {
    let mail_name = config.mail_name.as_deref().unwrap_or_default();
    for (at, name) in [
        ("/name/en", config.name.en.as_str()),
        ("/name/ar", config.name.ar.as_str()),
        ("/mail_from", config.mail_from.as_str()),
        ("/mail_name", mail_name),
    ] {
        if name.chars().any(|c| c.is_control() || is_hidden(c) || matches!(c, '\u{2028}' | '\u{2029}')) {
            let problem = Problem::new(at, "badName", "a line break, or a character that nobody sees, stands in it");
            problems.push(problem.hint("write it as one line; Arabic needs no marks of direction"));
        }
        if at.starts_with("/name") && name.chars().count() > LONGEST_NAME {
            problems.push(Problem::new(at, "tooLong", format!("longer than {LONGEST_NAME} characters")));
        }
    }
}

fn hosts(config: &SchoolConfig, problems: &mut Vec<Problem>) {
    for (index, host) in config.hosts.iter().enumerate() {
        let at = format!("/hosts/{index}");
        if config.hosts[..index].contains(host) {
            problems.push(Problem::new(at, "duplicate", format!("`{host}` stands here already")));
        } else if !crate::registry::host::is_name(host) || !host.contains('.') {
            let problem = Problem::new(at, "badHost", format!("`{host}` is no host name"));
            problems.push(problem.hint("small letters, digits and dashes between dots; no port, no address"));
        }
    }
}

fn colours(config: &SchoolConfig, problems: &mut Vec<Problem>) {
    let colours = &config.branding.colours;
    // Primary carries white text (4.5), accents are shapes (3). The web darkens what fails by itself, hence a warning.
    for (key, colour, needed) in [("primary", &colours.primary, 4.5), ("accent", &colours.accent, 3.0)] {
        let contrast = contrast_with_white(colour);
        if contrast < needed {
            let message = format!("contrast with white is {contrast:.1}, and {needed:.1} is needed");
            let problem = Problem::new(format!("/branding/colours/{key}"), "contrast", message);
            let darker = darkened(colour, needed);
            problems.push(
                problem.hint(format!("{darker} is the same tone, dark enough; it is used in its place")).warning(),
            );
        }
    }
}

fn day<'d>(text: &'d str, at: &str, problems: &mut Vec<Problem>) -> Option<&'d str> {
    if iso(text).is_none() {
        problems.push(Problem::new(at, "badFormat", "this day does not exist"));
        return None;
    }
    Some(text)
}

fn range(from: (&str, &str), to: (&str, &str), problems: &mut Vec<Problem>) {
    let (first, last) = (day(from.0, from.1, problems), day(to.0, to.1, problems));
    if let (Some(first), Some(last)) = (first, last)
        && last < first
    {
        problems.push(Problem::new(to.1, "badRange", "ends before it begins"));
    }
}

fn dates(config: &SchoolConfig, problems: &mut Vec<Problem>) {
    for (index, dates) in config.school_dates.iter().enumerate() {
        let at = format!("/schoolDates/{index}");
        let (from, to) = (format!("{at}/sims_admission_start_from"), format!("{at}/sims_admission_end"));
        range((&dates.sims_admission_start_from, &from), (&dates.sims_admission_end, &to), problems);
        let mut years = dates.year.split('-').filter_map(|year| year.parse::<u16>().ok());
        if years.next().zip(years.next()).is_none_or(|(first, second)| second != first + 1) {
            problems.push(Problem::new(format!("{at}/year"), "badRange", "an academic year is two years that follow"));
        }
    }
}

/// Another party's riddle needs its keys; this server's own has none.
fn captcha(config: &SchoolConfig, problems: &mut Vec<Problem>) {
    let captcha = &config.captcha;
    for (key, value) in [("site_key", &captcha.site_key), ("secret_env", &captcha.secret_env)] {
        let at = format!("/captcha/{key}");
        if captcha.provider.is_foreign() && value.is_none() {
            problems.push(Problem::key(
                "/captcha",
                "missingKey",
                format!("`{key}` is missing: this provider needs it"),
            ));
        } else if !captcha.provider.is_foreign() && value.is_some() {
            problems.push(Problem::key(at, "unusedKey", format!("`{key}` is used by other providers only")).warning());
        }
    }
    if captcha.forms && captcha.provider == CaptchaProvider::Off {
        let problem = Problem::new("/captcha/forms", "noCaptcha", "there is no check that forms could ask for");
        problems.push(problem.warning().hint("choose a provider, such as altcha, or leave it out"));
    }
}

/// An account to which somebody can pay: all of it, and a number whose check digits fit.
fn bank_account(config: &SchoolConfig, problems: &mut Vec<Problem>) {
    let Some(account) = &config.bank_account else { return };
    let told = [("name", &account.name), ("bank", &account.bank), ("iban", &account.iban)];
    if told.iter().any(|(_, value)| value.is_some()) || account.bic.is_some() {
        for (key, _) in told.iter().filter(|(_, value)| value.is_none()) {
            let missing = format!("`{key}` is missing: nobody can pay to half of an account");
            problems.push(Problem::key("/bank_account", "missingKey", missing));
        }
    }
    for (key, text) in [("name", &account.name), ("bank", &account.bank)] {
        if text.as_ref().is_some_and(|text| !is_name(text)) {
            let problem = Problem::new(format!("/bank_account/{key}"), "badName", "this can be the name of nobody");
            problems.push(problem.hint("write it as one line, without links and signs that nobody sees"));
        }
    }
    if let Some(Err(fault)) = account.iban.as_deref().map(words::iban::parse) {
        problems.push(Problem::new(
            "/bank_account/iban",
            fault.code(),
            "this is no IBAN: compare it with what the bank wrote",
        ));
    }
}

/// First parts of paths that are pages of the application: `/enquiry` has its forms below it.
const PAGES: &str = include_str!("pages.txt");

/// Forms live at paths of their own, and at none of the application's.
fn form_paths(config: &SchoolConfig, problems: &mut Vec<Problem>) {
    for (id, path) in config.forms.iter().filter_map(|(id, form)| Some((id, form.path.as_ref()?))) {
        let at = format!("{}/path", child("/forms", id));
        let first = path.split('/').nth(1).unwrap_or_default();
        if PAGES.lines().any(|page| page == first) || matches!(path.as_str(), "/enquiry" | "/enquiry/thanks") {
            problems.push(Problem::new(at, "badPath", format!("`{path}` is a page of the application")));
        } else if let Some((other, _)) =
            config.forms.iter().find(|(other, form)| *other != id && form.path_of(other) == *path)
        {
            problems.push(Problem::new(at, "duplicate", format!("`{other}` is there already")));
        }
    }
}

/// One form at most is the application; who lets families apply without an account has one.
fn applications(config: &SchoolConfig, problems: &mut Vec<Problem>) {
    let mut said = config.forms.iter().filter(|(_, form)| form.kind == Some(FormKind::Application));
    let first = said.next().map(|(id, _)| id.as_str()).unwrap_or_default();
    for (id, _) in said {
        let at = format!("{}/kind", child("/forms", id));
        let problem = Problem::new(at, "twoApplications", format!("`{first}` is the application already"));
        problems.push(problem.hint("say of the other forms what else they are: enquiry, job or other"));
    }
    if config.conditional_screens.without_auth == Flag::Y && config.application().is_none() {
        let message = "families may apply without an account, and no form is the application";
        let problem = Problem::key("/conditionalScreens/without_auth", "noApplication", message);
        problems.push(problem.hint("write `kind: application` at the form by which they apply").warning());
    }
}

fn forms(config: &SchoolConfig, problems: &mut Vec<Problem>) {
    form_paths(config, problems);
    let unknown = |at: String, name: &str| {
        let problem = Problem::new(at, "unknownPlugin", format!("there is no plugin `{name}` under `plugins`"));
        let known: Vec<&str> = config.plugins.keys().map(String::as_str).collect();
        if known.is_empty() { problem } else { problem.hint(format!("known here: {}", known.join(", "))) }
    };
    for (id, form) in &config.forms {
        let at = child("/forms", id);
        if let Some(name) = form.plugin.as_ref().filter(|name| !config.plugins.contains_key(*name)) {
            problems.push(unknown(format!("{at}/plugin"), name));
        }
        if form.plugin.is_none() && form.arrange.is_some() {
            let message = format!("`{id}` is a form of the school's own: it is laid out in forms/{id}.json itself");
            let problem = Problem::key(format!("{at}/arrange"), "badArrangement", message);
            problems.push(problem.hint("`arrange` lays out the form of a plugin"));
        }
        if form.plugin.is_none() && !form.family.is_empty() {
            let message =
                format!("`{id}` is a form of the school's own: forms/{id}.json itself says what is the family's");
            let problem = Problem::key(format!("{at}/family"), "badFamily", message);
            problems.push(problem.hint("write \"family\" into that file"));
        }
        let (from, to) = (format!("{at}/opens_on"), format!("{at}/closes_on"));
        match (&form.opens_on, &form.closes_on) {
            (Some(first), Some(last)) => range((first, &from), (last, &to), problems),
            (first, last) => {
                for (text, at) in first.iter().map(|text| (text, &from)).chain(last.iter().map(|text| (text, &to))) {
                    day(text, at, problems);
                }
            }
        }
    }
    if let Some(name) = config.form_layout.plugin.as_ref().filter(|name| !config.plugins.contains_key(*name)) {
        problems.push(unknown("/formLayout/plugin".into(), name));
    }
    for name in config.plugins.keys() {
        let used = config.forms.values().any(|form| form.plugin.as_ref() == Some(name));
        if !used && config.form_layout.plugin.as_ref() != Some(name) {
            let problem = Problem::key(child("/plugins", name), "unusedPlugin", format!("no form uses `{name}`"));
            problems.push(problem.warning());
        }
    }
}
