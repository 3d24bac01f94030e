//! `/calendar/admission.ics`: the school's admission dates as a calendar file (RFC 5545).
//!
//! The first and the last day of each row, a day each: an event of nine months helps nobody. An event keeps its UID when its
//! day moves, so that a calendar which subscribed moves it too.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use jiff::ToSpan;
use jiff::civil::Date;
use kernel::Refusal;
use tenants::School;
use tenants::bundle::config::SchoolDates;
use words::{Language, text};

const KIND: HeaderValue = HeaderValue::from_static("text/calendar; charset=utf-8");
const FILE: HeaderValue = HeaderValue::from_static("attachment; filename=\"admission-dates.ics\"");
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");
/// Octets of a line, its end not counted.
const WIDTH: usize = 75;

/// The file; 404 where the school names no dates.
pub(super) fn answer(
    school: Option<&School>,
    query: Option<&str>,
    origin: &dyn Fn(&School) -> String,
    now_ms: i64,
) -> Response {
    let Some(school) = school.filter(|school| !school.config().school_dates.is_empty()) else {
        return Refusal::not_found().into_response();
    };
    let asked = query.into_iter().flat_map(|query| query.split('&')).find_map(|pair| pair.strip_prefix("lng="));
    let first = school.config().languages.first().copied().unwrap_or(Language::En);
    let language = asked.and_then(Language::parse).unwrap_or(first);
    let content = calendar(school, &origin(school), language, now_ms);
    let headers =
        [(header::CONTENT_TYPE, KIND), (header::CONTENT_DISPOSITION, FILE), (header::CACHE_CONTROL, ASK_AGAIN)];
    (headers, content).into_response()
}

fn calendar(school: &School, origin: &str, language: Language, now_ms: i64) -> String {
    let mut file = File::default();
    let name = text::one_line(school.config().name.get(language));
    let title = match language {
        Language::En => format!("Admission dates · {name}"),
        Language::Ar => format!("مواعيد القبول · {name}"),
    };
    file.line("BEGIN:VCALENDAR");
    file.line("VERSION:2.0");
    file.line(&format!("PRODID:-//Qabul//Admission dates//{}", language.as_str().to_uppercase()));
    file.line("CALSCALE:GREGORIAN");
    file.line("METHOD:PUBLISH");
    file.line(&format!("X-WR-CALNAME:{}", escaped(&title)));
    for row in &school.config().school_dates {
        for (is_end, day) in [(false, &row.sims_admission_start_from), (true, &row.sims_admission_end)] {
            let Ok(day) = day.parse::<Date>() else { continue };
            file.event(school, origin, language, now_ms, &name, row, is_end, day);
        }
    }
    file.line("END:VCALENDAR");
    file.0
}

#[derive(Default)]
struct File(String);

impl File {
    #[expect(clippy::too_many_arguments, reason = "the parts of one event")]
    fn event(
        &mut self,
        school: &School,
        origin: &str,
        language: Language,
        now_ms: i64,
        name: &str,
        row: &SchoolDates,
        is_end: bool,
        day: Date,
    ) {
        let grades = row.grades.join(", ");
        let what = match (language, is_end) {
            (Language::En, false) => "Admission opens",
            (Language::En, true) => "Last day of admission",
            (Language::Ar, false) => "يبدأ القبول",
            (Language::Ar, true) => "آخر يوم للقبول",
        };
        let is_rest =
            school.config().school_dates.iter().any(|other| other.year == row.year && !other.grades.is_empty());
        let year = match language {
            Language::En => format!("Academic year {}", row.year),
            Language::Ar => format!("العام الدراسي {}", row.year),
        };
        let all = match (language, is_rest) {
            (Language::En, false) => "All grades",
            (Language::En, true) => "Other grades",
            (Language::Ar, false) => "جميع الصفوف",
            (Language::Ar, true) => "باقي الصفوف",
        };
        let about = format!("{year}\n{}", if grades.is_empty() { all } else { &grades });
        let key = words::sha256_hex(format!("{}\n{grades}\n{is_end}", row.year).as_bytes());
        let compact = |day: Date| day.strftime("%Y%m%d").to_string();
        let stamp = words::clock::timestamp(now_ms).strftime("%Y%m%dT%H%M%SZ").to_string();
        self.line("BEGIN:VEVENT");
        self.line(&format!("UID:admission-{}@{}", &key[..24], school.own_host()));
        self.line(&format!("DTSTAMP:{stamp}"));
        self.line(&format!("DTSTART;VALUE=DATE:{}", compact(day)));
        self.line(&format!("DTEND;VALUE=DATE:{}", compact(day.saturating_add(1.day()))));
        self.line(&format!("SUMMARY:{}", escaped(&format!("{what} · {name}"))));
        self.line(&format!("DESCRIPTION:{}", escaped(&about)));
        self.line(&format!("URL:{origin}/admission-dates"));
        self.line("TRANSP:TRANSPARENT");
        self.line("END:VEVENT");
    }

    /// One line of content, folded between characters and never within one.
    fn line(&mut self, content: &str) {
        let mut width = 0;
        for c in content.chars() {
            if width + c.len_utf8() > WIDTH {
                self.0.push_str("\r\n ");
                width = 1;
            }
            self.0.push(c);
            width += c.len_utf8();
        }
        self.0.push_str("\r\n");
    }
}

/// A text value.
fn escaped(text: &str) -> String {
    text.replace('\r', "").replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_folded_between_characters() {
        let mut file = File::default();
        file.line(&format!("SUMMARY:{}", "مدرسة ".repeat(30)));
        assert!(file.0.ends_with("\r\n"));
        for line in file.0.trim_end_matches("\r\n").split("\r\n") {
            assert!(line.len() <= WIDTH, "{}", line.len());
        }
        assert_eq!(file.0.replace("\r\n ", ""), format!("SUMMARY:{}\r\n", "مدرسة ".repeat(30)));
    }

    #[test]
    fn what_means_something_is_escaped() {
        assert_eq!(escaped("a,b;c\\d\ne"), "a\\,b\\;c\\\\d\\ne");
    }
}
