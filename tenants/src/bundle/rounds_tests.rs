//! What rounds say, and what is wrong with them.

use super::*;

fn school(rounds: &str) -> Result<SchoolConfig, Vec<String>> {
    let yaml = format!(
        "name: {{ en: A, ar: أ }}\ntime_zone: Asia/Muscat\ncurrency: OMR\nmail_from: a@b.example\n\
         branding: {{ logo: assets/logo.png, colours: {{ primary: \"#123456\", accent: \"#654321\" }} }}\n\
         rounds:\n{rounds}"
    );
    let read = super::super::parse_config("a/school.yaml", yaml.as_bytes());
    read.map(|checked| checked.config).map_err(|all| all.iter().map(|one| one.code.to_string()).collect())
}

#[test]
fn a_round_says_what_it_means_by_little() {
    let round =
        school("  - { id: \"2027\", year: 2027-2028, places: { kg1: 44, g1/cambridge: 22 }, on_roll: { kg1: 3 } }\n")
            .expect("a round")
            .rounds
            .remove(0);
    assert_eq!((round.offer_days, round.approval, round.direct_offer), (7, Approval::Officer, Flag::N));
    assert_eq!((round.places_of("kg1"), round.places_of("g2"), round.on_roll_of("kg1")), (Some(44), None, 3));
    assert_eq!(round.places_of("g1"), Some(0), "there are none besides those of its parts");
    let route = |text: &str| text.split('.').map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(round.bucket_of("g1", &route("abq.cambridge")), "g1/cambridge");
    assert_eq!(round.bucket_of("g1", &route("abq.cambridge.girls")), "g1/cambridge");
    assert_eq!((round.bucket_of("g1", &route("girls")), round.bucket_of("kg1", &[])), ("g1".into(), "kg1".into()));
    let mut deep = round.clone();
    deep.places.insert("g1/cambridge/muscat".into(), 5);
    assert_eq!(deep.bucket_of("g1", &route("abq.cambridge.muscat")), "g1/cambridge/muscat");
    assert_eq!(deep.bucket_of("g1", &route("abq.cambridge.sohar")), "g1/cambridge");
    assert_eq!((round.waitlist_shows, round.waitlist_offers), (WaitlistShows::Band, Flag::N));
    let closed = RoundConfig { closed_grades: Flag::Y, over_offer: 2, ..round.clone() };
    assert_eq!((closed.places_of("g1"), closed.over_offer_of("g1"), closed.over_offer_of("kg1")), (Some(0), 0, 2));
    let over = RoundConfig { over_offer: 2, ..round };
    assert_eq!((over.over_offer_of("g2"), over.over_offer_of("g1")), (2, 0), "without a limit, and with no places");
}

#[test]
fn a_waiting_list_is_offered_what_nobody_has_to_approve() {
    let round = |more: &str| {
        let read = school(&format!("  - {{ id: \"2027\", year: 2027-2028, waitlist_offers: Y{more} }}\n"));
        read.map(|mut config| config.rounds.remove(0).offers_waitlist())
    };
    assert_eq!(round(", direct_offer: Y"), Ok(true));
    assert_eq!(round(""), Err(vec!["needsShortlist".to_owned()]));
    assert_eq!(round(", direct_offer: Y, approval: principal"), Err(vec!["needsApproval".to_owned()]));
    assert!(!RoundConfig::of_year("2027-2028").offers_waitlist());
}

#[test]
fn a_round_is_of_the_form_by_which_one_applies() {
    let codes = |form: &str| {
        let rounds = format!("  - {{ id: a, year: 2027-2028, form: {form} }}\n");
        school(&format!("{rounds}forms:\n  form: {{}}\n  ask: {{ kind: enquiry }}\n")).err().unwrap_or_default()
    };
    assert!(codes("form").is_empty(), "{:?}", codes("form"));
    assert_eq!((codes("ask"), codes("other")), (vec!["notApplication".to_owned()], vec!["unknownForm".to_owned()]));
}

#[test]
fn reasons_have_words_in_both_languages() {
    let read = |reasons: &str| school(&format!("  []\nreasons:\n{reasons}"));
    let config = read("  - { code: full, text: { en: Full, ar: ممتلئ }, for: [R, O] }\n").expect("a reason");
    assert_eq!(config.reasons[0].statuses, [StatusCode::R, StatusCode::O]);
    let codes = |reasons: &str| read(reasons).err().unwrap_or_default();
    let full = "  - { code: full, text: { en: Full, ar: ممتلئ } }\n";
    assert_eq!(codes(&format!("{full}{full}")), ["duplicate"]);
    assert_eq!(codes("  - { code: full, text: { en: \" \", ar: ممتلئ } }\n"), ["badName"]);
    assert_eq!(codes(&format!("  - {{ code: a, text: {{ en: {}, ar: ممتلئ }} }}\n", "x".repeat(81))), ["tooLong"]);
    for unfit in ["{ code: \"No Place\", text: { en: A, ar: أ } }", "{ code: a, text: { en: A } }"] {
        assert_eq!(codes(&format!("  - {unfit}\n")).len(), 1, "{unfit}");
    }
    assert_eq!(codes("  - { code: a, text: { en: A, ar: أ }, for: [X] }\n").len(), 1, "no status");
}

#[test]
fn a_grade_is_of_one_stream_and_called_otherwise_by_the_form() {
    let read = |streams: &str| school(&format!("  []\nstreams:\n{streams}"));
    let cambridge = "  - { name: { en: Cambridge, ar: كامبريدج }, grades: { year1: kg2, year2: g1 } }\n";
    let config = read(cambridge).expect("a stream");
    let told = config.stream_of("year2").map(|(name, grade)| (name.ar.as_str(), grade));
    assert_eq!((told, config.stream_of("g1")), (Some(("كامبريدج", "g1")), None));
    let codes = |streams: &str| read(streams).err().unwrap_or_default();
    let other = "  - { name: { en: Other, ar: آخر }, grades: { year1: kg2 } }\n";
    assert_eq!(codes(&format!("{cambridge}{other}")), ["duplicate"]);
    assert_eq!(codes("  - { name: { en: \" \", ar: آخر }, grades: { g1: g1 } }\n"), ["badName"]);
    assert_eq!(
        codes(&format!("  - {{ name: {{ en: {}, ar: آخر }}, grades: {{ g1: g1 }} }}\n", "x".repeat(41))),
        ["tooLong"]
    );
    for unfit in ["{}", "{ G1: g1 }", "{ g1: \"\" }"] {
        assert_eq!(codes(&format!("  - {{ name: {{ en: A, ar: أ }}, grades: {unfit} }}\n")).len(), 1, "{unfit}");
    }
}

#[test]
fn targets_are_days_of_a_status_that_something_follows() {
    let read = |targets: &str| school(&format!("  []\ntargets: {targets}\n"));
    let config = read("{ W: 5, S: 14 }").expect("targets");
    assert_eq!(
        (config.targets.get("W"), config.targets.get("S"), config.targets.get("O")),
        (Some(&5), Some(&14), None)
    );
    for unfit in ["{ W: 0 }", "{ W: 366 }", "{ R: 5 }", "{ W: soon }"] {
        assert!(read(unfit).is_err(), "{unfit}");
    }
}

#[test]
fn a_round_that_means_nothing_is_told() {
    let codes = |rounds: &str| school(rounds).err().unwrap_or_default();
    assert_eq!(codes("  - { id: a, year: 2027-2029 }\n"), ["badRange"]);
    assert_eq!(codes("  - { id: a, year: 2027-2028 }\n  - { id: a, year: 2028-2029 }\n"), ["duplicate"]);
    assert_eq!(
        codes("  - { id: a, year: 2027-2028, application_fee: { amount: \"25.0001\" } }\n").len(),
        1,
        "no shape of an amount"
    );
    assert!(codes("  - { id: a, year: 2027-2028, places: { \"KG 1\": 5 } }\n").len() == 1);
    assert_eq!(codes("  - { id: a, year: 2027-2028, approval: nobody }\n").len(), 1);
}

#[test]
fn a_bucket_is_a_grade_and_its_parts() {
    assert!(is_bucket("kg1") && is_bucket("g1/cambridge/main/a"));
    for none in ["", "KG1", "g1/", "a/b/c/d/e", "g 1", &"x".repeat(41)] {
        assert!(!is_bucket(none), "{none}");
    }
}

#[test]
fn a_grade_that_no_row_names_is_open_while_any_is() {
    let row = |from: &str, grades: &[&str]| SchoolDates {
        sims_admission_start_from: from.into(),
        sims_admission_end: "2027-06-30".into(),
        year: "2027-2028".into(),
        grades: grades.iter().map(|grade| (*grade).to_owned()).collect(),
    };
    let dates = [row("2026-10-01", &["kg1"]), row("2026-11-01", &[])];
    assert_eq!(dates_of(&dates, "2027-2028", "kg1", true), [&dates[0]], "its own last day, not that of the others");
    assert_eq!(dates_of(&dates, "2027-2028", "g5", true), [&dates[1]]);
    assert_eq!(dates_of(&dates, "2027-2028", "fs2", false).len(), 2);
    assert!(dates_of(&dates, "2028-2029", "kg1", true).is_empty());
}
