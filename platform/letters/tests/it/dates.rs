//! Days by the Umm al-Qura calendar.

use letters::hijri;
use words::Language;

fn day(iso: &str, language: Language) -> Option<String> {
    hijri(iso.parse().expect("a day"), language)
}

#[test]
fn days_are_those_of_the_umm_al_qura_calendar() {
    for (iso, en, ar) in [
        ("2026-11-22", "12 Jumada II 1448", "12 جمادى الآخرة 1448 هـ"),
        ("2027-02-08", "1 Ramadan 1448", "1 رمضان 1448 هـ"),
        ("2027-03-08", "29 Ramadan 1448", "29 رمضان 1448 هـ"),
        ("2027-03-09", "1 Shawwal 1448", "1 شوال 1448 هـ"),
        ("2000-01-01", "24 Ramadan 1420", "24 رمضان 1420 هـ"),
        ("2026-06-16", "1 Muharram 1448", "1 محرم 1448 هـ"),
    ] {
        assert_eq!(day(iso, Language::En).as_deref(), Some(en), "{iso}");
        assert_eq!(day(iso, Language::Ar).as_deref(), Some(ar), "{iso}");
    }
}

#[test]
fn every_month_has_its_name_and_every_day_follows_the_one_before() {
    let mut names = std::collections::BTreeSet::new();
    let mut date: jiff::civil::Date = "2024-01-01".parse().expect("a day");
    let mut before = 0;
    for _ in 0..1_200 {
        let text = hijri(date, Language::En).expect("in the tables");
        let (of_month, rest) = text.split_once(' ').expect("a day and a month");
        let of_month: i32 = of_month.parse().expect("a number");
        assert!(
            of_month == before + 1 || (of_month == 1 && before >= 29) || before == 0,
            "{date}: {text} after {before}"
        );
        before = of_month;
        names.insert(rest.rsplit_once(' ').expect("a year").0.to_owned());
        date = date.tomorrow().expect("a day");
    }
    assert_eq!(names.len(), 12);
}

#[test]
fn a_day_outside_the_tables_is_not_guessed() {
    assert_eq!(day("1882-11-11", Language::En), None);
    assert_eq!(day("2300-01-01", Language::Ar), None);
}
