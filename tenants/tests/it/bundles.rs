//! The bundles that ship, and the template.

use std::path::Path;
use std::sync::Arc;

use form::{Cost, FormDocument, Kind, PluginProblem};
use jiff::civil::date;
use serde_json::{Value, json};
use tenants::bundle::family::Institution;
use tenants::registry::resolve::{Mode, Policy};
use tenants::template::{CreateError, create};
use tenants::{NoPlugins, PluginCatalog, PluginInfo, Registry, RegistryConfig};
use words::Language;

use crate::house::{House, NOW, id, new_school};

fn shipped() -> Arc<Registry> {
    let policy = Policy { base_domain: "localhost".into(), mode: Mode::Production, ..Policy::default() };
    let schools_dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("schools");
    Registry::open(RegistryConfig {
        overlays: schools_dir.join(".overlays"),
        schools_dir,
        policy,
        catalog: Arc::new(NoPlugins),
    })
    .unwrap()
}

#[test]
fn the_four_schools_are_live_and_clean_beside_their_plugins() {
    let registry = shipped();
    assert!(registry.stale().is_empty(), "{:#?}", registry.stale());
    let names: Vec<String> = registry.all().iter().map(|school| school.id().to_string()).collect();
    assert_eq!(names, ["abq", "mogra", "rushmore", "vmsiihe"]);
    // Plugins are looked at with a real host elsewhere; everything else has to be without even a warning.
    let of_plugins = ["missingPlugin", "digestMismatch", "badPlugin"];
    for (school, found) in registry.check(None).unwrap() {
        let rest: Vec<String> =
            found.iter().filter(|d| !of_plugins.contains(&d.code)).map(ToString::to_string).collect();
        assert!(rest.is_empty(), "{school}: {rest:#?}");
    }
}

#[test]
fn each_offers_its_forms() {
    let registry = shipped();
    let forms = |school: &str| registry.school(&id(school)).unwrap().config().forms.keys().cloned().collect::<Vec<_>>();
    assert_eq!(forms("abq"), ["abq", "form", "hr", "new"]);
    assert_eq!(forms("vmsiihe"), ["form", "new", "vmsiihe"]);
    assert_eq!(forms("rushmore"), ["form", "new", "rushmore"]);
    assert_eq!(forms("mogra"), ["form", "hr", "mograbills", "mograerp", "mograhr", "new"]);
}

#[test]
fn each_says_by_which_form_one_applies_and_how_to_reach_it() {
    let registry = shipped();
    for (school, form, kind) in [
        ("abq", "abq", Institution::School),
        ("vmsiihe", "vmsiihe", Institution::College),
        ("rushmore", "rushmore", Institution::College),
        ("mogra", "hr", Institution::Company),
    ] {
        let school = registry.school(&id(school)).unwrap();
        let config = school.config();
        assert_eq!((config.application(), config.kind_of_institution), (Some(form), kind));
        assert!(config.contact.phone.is_some() && config.contact.hours.is_some());
        // Every form says what it is for: none is left to a guess.
        assert!(config.forms.values().all(|form| form.kind.is_some()), "{}", school.id());
    }
}

#[test]
fn a_child_applies_for_the_places_of_its_grade_and_year() {
    let registry = shipped();
    let school = |name: &str| registry.school(&id(name)).unwrap();
    let (abq, today) = (school("abq"), date(2026, 11, 21));
    let round = abq.round_of("2027-2028", "fs2", today);
    assert_eq!((round.id.as_str(), round.places_of("fs2"), round.on_roll_of("fs2")), ("2027", Some(44), 26));
    assert_eq!(abq.rounds().iter().map(|round| round.id.as_str()).collect::<Vec<_>>(), ["2027", "2026", "2028"]);
    assert_eq!(abq.round_of("2028/29", "kg1", today).places_of("kg1"), None, "nothing is said of that year yet");
    assert_eq!(abq.round_of("", "kg1", today).id, "2027", "the one that is open");
    assert_eq!((abq.round("2027").year.as_str(), abq.round("gone").places_of("kg1")), ("2027-2028", Some(0)));
    assert_eq!(abq.round("2028").places_of("kg1"), None, "a year of its dates");
    // Grades that the dates can name wait for their own day, also by what a stream calls them.
    let open = |grade: (&str, bool), day| abq.is_round_open(&abq.round("2027"), grade, day);
    let october = date(2026, 10, 15);
    assert!(open(("kg1", true), october) && open(("fs2", false), october) && !open(("g5", true), october));
    assert!(!open(("year6", false), october) && open(("year6", false), today) && open(("elsewhere", false), october));
    assert!(!open(("kg1", true), date(2026, 9, 30)) && !open(("g5", true), date(2027, 8, 16)));
    let this_year = abq.round_of("2026-2027", "g5", today);
    assert!(
        abq.is_round_open(&this_year, ("g5", true), today) && !abq.is_round_open(&this_year, ("g5", true), october)
    );
    let undated = abq.round_of("2029-2030", "g5", today);
    assert!(!abq.is_round_open(&undated, ("g5", true), today), "its dates are to be announced");
    let is_application = |school: &str, form: &str| registry.school(&id(school)).unwrap().is_application(form);
    assert!(is_application("abq", "abq") && !is_application("abq", "form") && !is_application("mogra", "hr"));
    assert_eq!([abq.code(), school("mogra").code()], ["ABQ", "MOGRA"]);
}

#[test]
fn forms_are_found_where_families_know_them() {
    let registry = shipped();
    let paths = |school: &str| {
        let school = registry.school(&id(school)).unwrap();
        school.config().forms.keys().map(|form| school.form_path(form)).collect::<Vec<_>>()
    };
    assert_eq!(paths("abq"), ["/enquiryform/abq", "/enquiry/form", "/hr/form", "/enquiry/new"]);
    assert_eq!(paths("vmsiihe"), ["/enquiry/form", "/enquiry/new", "/enquiry/vmsiihe"]);
    assert_eq!(paths("rushmore"), ["/enquiry/form", "/enquiry/new", "/enquiry/form/rushmore"]);
    let of_mogra =
        ["/enquiry/form", "/hr/form", "/mogra/mograbills", "/mogra/mograerp", "/mogra/mograhr", "/enquiry/new"];
    assert_eq!(paths("mogra"), of_mogra);
    assert_eq!(registry.school(&id("abq")).unwrap().form_path("gone"), "/enquiry/gone");
}

#[test]
fn the_table_files_are_granted_and_the_grants_are_there() {
    for school in shipped().all() {
        let tables = school.tables();
        let mut granted: Vec<&str> =
            school.config().plugins.values().flat_map(|p| p.grants.tables.iter().map(String::as_str)).collect();
        granted.sort_unstable();
        granted.dedup();
        let mut there: Vec<&str> = tables.names().collect();
        there.sort_unstable();
        assert_eq!(granted, there, "{}", school.id());
    }
}

#[test]
fn declarative_forms_read_in_both_languages_and_keep_their_own_sample() {
    for school in shipped().all() {
        for form in ["new", "form"] {
            let document = school.form(form).unwrap();
            let sample = document.sample(None, date(2026, 11, 21)).unwrap();
            assert_eq!(
                document.normalise(sample.clone()),
                sample,
                "{} {form}: a sample is stored as it stands",
                school.id()
            );
            assert!(document.person(&sample).is_some() && document.confirmation(&sample).is_some());
            for language in Language::ALL {
                let view: Value = serde_json::from_slice(&school.form_view(form, language).unwrap().bytes).unwrap();
                assert_eq!(view["form"]["id"], form);
                assert!(view["form"]["plugin"].is_null());
                let arabic =
                    view["form"]["title"].as_str().unwrap().chars().any(|c| ('\u{600}'..'\u{6FF}').contains(&c));
                assert_eq!(arabic, language == Language::Ar);
            }
        }
    }
}

#[test]
fn the_forms_of_the_plugins_are_well_formed() {
    let plugins = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins");
    for path in [
        "abq/form.json",
        "hr/form.json",
        "vmsiihe/vmsiihe.json",
        "rushmore/rushmore.json",
        "mogra/mograhr.json",
        "mogra/mograbills.json",
        "mogra/mograerp.json",
    ] {
        let text = std::fs::read_to_string(plugins.join(path)).unwrap();
        let document: Value = serde_json::from_str(&text).unwrap();
        match FormDocument::build(&document, Kind::Plugin) {
            Ok((form, _)) => far_below(path, form.cost(), Cost::FORM),
            Err(problems) => {
                let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
                panic!("{path}: {lines:#?}");
            }
        }
    }
}

/// What ships takes less than a quarter of what it may.
fn far_below(what: &str, cost: Cost, most: Cost) {
    for (own, most) in cost.figures().into_iter().zip(most.figures()) {
        assert!(own * 4 < most, "{what} takes {cost:?} of {most:?}");
    }
}

#[test]
fn what_ships_is_far_below_what_it_may_cost() {
    for school in shipped().all() {
        let forms = ["new", "form"].map(|form| school.form(form).unwrap().cost());
        forms.into_iter().for_each(|cost| far_below(school.id().as_str(), cost, Cost::FORM));
        far_below(school.id().as_str(), forms.into_iter().fold(Cost::default(), Cost::plus), Cost::SCHOOL);
    }
    let skeleton = include_str!("../../../plugins/skeleton/form.json.in");
    let (form, _) = FormDocument::build(&serde_json::from_str(skeleton).unwrap(), Kind::Plugin).unwrap();
    far_below("the skeleton", form.cost(), Cost::FORM);
}

#[test]
fn a_new_school_is_complete() {
    let house = House::new(&[]);
    let path = house.add("al-noor");
    assert!(path.join("forms/new.json").is_file());
    let registry = house.open();
    let found = registry.check(Some("al-noor")).unwrap();
    assert!(found["al-noor"].is_empty(), "{found:#?}");
    let school = registry.school(&id("al-noor")).unwrap();
    let forms: Vec<String> = school.form_summaries(school.today(NOW)).into_iter().map(|f| f.id).collect();
    assert_eq!(forms, ["form", "new"]);
    assert_eq!(school.config().school_dates[0].year, "2027-2028");
    // It starts open for families: a form to apply by, and an account where somebody wants one.
    let details: Value = serde_json::from_slice(&school.details(NOW).bytes).unwrap();
    assert_eq!(details["application"]["form"], "form");
    assert_eq!(details["authPage"]["conditionalScreens"]["signUp"], "Y");
    assert_eq!(details["kind_of_institution"], "school");
    assert!(school.lint(school.today(NOW)).is_empty(), "{:#?}", school.lint(school.today(NOW)));
    assert_eq!(std::fs::read_dir(house.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn places_of_a_grade_that_the_application_does_not_know_are_told_at_their_line() {
    let house = House::new(&["al-noor"]);
    let rounds = "rounds:\n  - id: \"2027\"\n    year: 2027-2028\n    places:\n      kg1: 20\n      kg9: 20\n      pre-kg/main: 5\n";
    house.edit("al-noor/school.yaml", "formLayout:\n", &format!("{rounds}formLayout:\n"));
    let school = house.open().school(&id("al-noor")).unwrap();
    let found = school.lint(school.today(NOW));
    let told: Vec<_> = found.iter().map(|one| (&*one.pointer, one.code)).collect();
    assert_eq!(told, [("/rounds/0/places/kg9", "unknownGrade")], "{found:#?}");
    let text = std::fs::read_to_string(house.path().join("al-noor/school.yaml")).unwrap();
    let line = text.lines().position(|line| line == "      kg9: 20").unwrap() + 1;
    assert_eq!(usize::try_from(found[0].line).unwrap(), line);
}

#[test]
fn grades_of_streams_that_stand_for_no_choice_are_told() {
    let house = House::new(&["al-noor"]);
    let grades = "    grades:\n      fs1: pre-kg\n      year1: kg9\n      kg1: kg1\n      kg2: kg1\n";
    let streams = format!("streams:\n  - name: {{ en: Cambridge, ar: كامبريدج }}\n{grades}");
    house.edit("al-noor/school.yaml", "formLayout:\n", &format!("{streams}formLayout:\n"));
    let school = house.open().school(&id("al-noor")).unwrap();
    let found = school.lint(school.today(NOW));
    let told: Vec<_> = found.iter().map(|one| (&*one.pointer, one.code)).collect();
    let expected = [("/streams/0/grades/kg2", "duplicate"), ("/streams/0/grades/year1", "unknownGrade")];
    assert_eq!(told, expected, "{found:#?}");
}

#[test]
fn a_round_without_dates_is_told_to_its_school() {
    let house = House::new(&["al-noor"]);
    let round = |id: &str, year: &str| format!("  - {{ id: \"{id}\", year: {year} }}\n");
    let rounds = format!("rounds:\n{}{}", round("2027", "2027-2028"), round("2028", "2028-2029"));
    house.edit("al-noor/school.yaml", "formLayout:\n", &format!("{rounds}formLayout:\n"));
    let school = house.open().school(&id("al-noor")).unwrap();
    let found = school.lint(school.today(NOW));
    let told: Vec<_> = found.iter().map(|one| (&*one.pointer, one.code)).collect();
    assert_eq!(told, [("/rounds/1/year", "undatedRound")], "{found:#?}");
}

#[test]
fn a_year_that_is_open_without_a_round_is_told_to_its_school() {
    let house = House::new(&["al-noor"]);
    let rounds = "rounds:\n  - { id: \"2029\", year: 2029-2030 }\n";
    let codes = |house: &House| -> Vec<(String, &str)> {
        let school = house.open().school(&id("al-noor")).unwrap();
        let found = school.lint(school.today(NOW));
        found
            .iter()
            .filter(|one| one.code == "yearWithoutRound")
            .map(|one| (one.pointer.to_string(), one.code))
            .collect()
    };
    assert!(codes(&house).is_empty(), "a school without rounds counts no places");
    house.edit("al-noor/school.yaml", "formLayout:\n", &format!("{rounds}formLayout:\n"));
    assert_eq!(codes(&house), [("/schoolDates/0/year".to_owned(), "yearWithoutRound")]);
}

#[test]
fn a_round_is_handed_out_and_never_copied() {
    let house = House::new(&["al-noor"]);
    let places = |first: &str| (0..400).map(|n| format!("g{n:03}: {first}")).collect::<Vec<_>>().join(", ");
    let round = |n: usize| {
        let year = 2027 + n;
        format!(
            "  - {{ id: r{n}, year: {year}-{}, places: {{ {} }}, on_roll: {{ {} }} }}\n",
            year + 1,
            places("9"),
            places("1")
        )
    };
    let rounds: String = (0..11).map(round).collect();
    house.edit("al-noor/school.yaml", "formLayout:\n", &format!("rounds:\n{rounds}formLayout:\n"));
    let school = house.open().school(&id("al-noor")).unwrap();
    assert!(Arc::ptr_eq(&school.round("r10"), &school.round("r10")));
    assert!(Arc::ptr_eq(&school.round("r0"), &school.round_of("2027-2028", "g001", date(2026, 11, 21))));
    let document = school.form(school.config().application().unwrap()).unwrap();
    let spent = |ask: &dyn Fn() -> usize| {
        let began = std::time::Instant::now();
        let sum: usize = (0..100).map(|_| ask()).sum();
        (began.elapsed().as_secs_f64() * 10_000.0, sum)
    };
    let (copied, _) = spent(&|| school.config().rounds.clone().len());
    let (handed, _) = spent(&|| school.round("r10").places.len());
    let (named, _) =
        spent(&|| school.round("r10").places.keys().map(|bucket| document.order_of_code(bucket) & 1).sum());
    println!(
        "one of 4,400 buckets: {handed:.2} µs to hand out its round, {copied:.0} µs to copy all; {named:.0} µs to order 400"
    );
}

#[test]
fn what_all_forms_of_a_school_take_has_an_end() {
    let house = House::new(&["al-noor"]);
    let plain = std::fs::read_to_string(house.path().join("al-noor/forms/new.json")).unwrap();
    let add = |n: usize| {
        let mut form: Value = serde_json::from_str(&plain).unwrap();
        let name = form["person"][0].as_str().unwrap().to_owned();
        let patterns: Vec<Value> =
            (0..3).map(|end| json!({ "pattern": format!(r"^\p{{L}}{{20}}{n}{end}$") })).collect();
        let asked = json!({ "properties": { &name: { "anyOf": patterns } }, "required": [name] });
        form["schema"]["allOf"] = json!([{ "if": asked, "then": {} }]);
        house.write(&format!("al-noor/forms/many-{n}.json"), &form.to_string());
        house.edit("al-noor/school.yaml", "forms:\n", &format!("forms:\n  many-{n}: {{}}\n"));
    };
    let found = || -> Vec<(String, &str)> {
        let found = house.open().check(Some("al-noor")).unwrap().remove("al-noor").unwrap();
        found.iter().map(|found| (found.pointer.to_string(), found.code)).collect()
    };
    (0..7).for_each(add);
    assert_eq!(found(), []);
    (7..10).for_each(add);
    let told = found();
    assert!(told.iter().any(|(at, code)| at.starts_with("/forms/many-") && *code == "tooDear"), "{told:?}");
    // A school that is live without a check builds them one by one, and no more than that.
    let school = house.open().school(&id("al-noor")).unwrap();
    let built = (0..10).filter(|n| school.form(&format!("many-{n}")).is_ok()).count();
    assert!((7..10).contains(&built), "{built} forms are served");
}

#[test]
fn a_form_that_stays_as_it_was_is_not_built_anew() {
    let house = House::new(&["al-noor"]);
    let registry = house.open();
    let school = registry.school(&id("al-noor")).unwrap();
    let before = Arc::downgrade(&school.form("new").unwrap());
    drop(school);
    house.edit("al-noor/school.yaml", "currency: \"OMR\"", "currency: \"AED\"");
    assert_eq!(registry.poll(), 1);
    let after = registry.school(&id("al-noor")).unwrap();
    assert!(after.form_if_ready("new").is_none(), "nobody has asked for it");
    assert!(Arc::ptr_eq(&before.upgrade().expect("it is kept"), &after.form("new").unwrap()));
}

/// Takes any file for a plugin of this one form.
struct OneForm(Value);

impl PluginCatalog for OneForm {
    fn inspect(&self, wasm: &[u8]) -> Result<Arc<PluginInfo>, PluginProblem> {
        let documents = vec![("laid".to_owned(), self.0.clone())];
        Ok(Arc::new(PluginInfo { digest: words::sha256_hex(wasm), documents, ..PluginInfo::default() }))
    }
}

#[test]
fn what_a_component_says_is_kept_once_under_all_its_names() {
    let house = House::new(&["al-noor"]);
    let form = std::fs::read_to_string(house.path().join("al-noor/forms/new.json")).unwrap();
    let digest = words::sha256_hex(b"rules");
    let plugins = ["one", "two"].map(|name| {
        house.write(&format!("al-noor/plugins/{name}.wasm"), "rules");
        format!("{name}: {{digest: \"{digest}\"}}")
    });
    house.edit("al-noor/school.yaml", "forms:\n", &format!("plugins: {{{}}}\nforms:\n", plugins.join(", ")));
    let school = with_one_form(&house, &form).school(&id("al-noor")).unwrap();
    let [one, two] = ["one", "two"].map(|name| school.plugin(name).unwrap());
    assert!(Arc::ptr_eq(&one.info, &two.info));
}

fn with_one_form(house: &House, form: &str) -> Arc<Registry> {
    let registry = Registry::open(RegistryConfig {
        schools_dir: house.path().to_owned(),
        overlays: house.overlays(),
        policy: Policy { base_domain: "localhost".into(), ..Policy::default() },
        catalog: Arc::new(OneForm(serde_json::from_str(form).unwrap())),
    });
    registry.unwrap()
}

#[test]
fn of_many_warnings_the_first_are_listed_each_at_its_place() {
    let house = House::new(&["al-noor"]);
    let form = std::fs::read_to_string(house.path().join("al-noor/forms/new.json")).unwrap();
    house.write("al-noor/plugins/rules.wasm", "rules");
    let names = |kind: &str, value: &str| (0..200).map(|n| format!("        {kind}{n}{value}\n")).collect::<String>();
    let arrange = format!(
        "      hide:\n{}      require:\n{}      widths:\n{}",
        names("- hidden", ""),
        names("- required", ""),
        names("wide", ": md"),
    );
    let digest = words::sha256_hex(b"rules");
    let forms = format!(
        "plugins: {{rules: {{digest: \"{digest}\"}}}}\nforms:\n  laid:\n    plugin: rules\n    arrange:\n{arrange}"
    );
    house.edit("al-noor/school.yaml", "forms:\n", &forms);
    let found = with_one_form(&house, &form).check(Some("al-noor")).unwrap().remove("al-noor").unwrap();
    assert_eq!(found.len(), 201, "{:#?}", found.first());
    let told: Vec<(&str, u32)> = found.iter().map(|one| (one.code, one.line - found[0].line)).collect();
    let hidden: Vec<_> = (0..200).map(|n| ("unknownFieldName", n)).collect();
    assert_eq!(told[..200], hidden);
    assert_eq!(found[200].code, "moreProblems");
    assert!(found[200].message.starts_with("400 more"), "{}", found[200]);
}

#[test]
fn what_a_school_says_is_the_familys_is_checked_where_it_says_it() {
    let house = House::new(&["al-noor"]);
    let form = std::fs::read_to_string(house.path().join("al-noor/forms/new.json")).unwrap();
    house.write("al-noor/plugins/rules.wasm", "rules");
    let forms = format!(
        "plugins: {{rules: {{digest: \"{}\"}}}}\nforms:\n  laid:\n    plugin: rules\n    family: [guardian_email, nobody]\n",
        words::sha256_hex(b"rules")
    );
    house.edit("al-noor/school.yaml", "forms:\n", &forms);
    let found = with_one_form(&house, &form).check(Some("al-noor")).unwrap().remove("al-noor").unwrap();
    let told: Vec<_> = found.iter().map(|one| one.code).collect();
    assert_eq!(told, ["unknownFieldName"], "{found:#?}");
    let yaml = std::fs::read_to_string(house.path().join("al-noor/school.yaml")).unwrap();
    let line = usize::try_from(found[0].line).unwrap();
    assert!(yaml.lines().nth(line - 1).unwrap().contains("family"), "{:#?}", found[0]);
    house.edit("al-noor/school.yaml", ", nobody]", "]");
    let school = with_one_form(&house, &form).school(&id("al-noor")).unwrap();
    assert_eq!(school.form("laid").unwrap().family(), ["guardian_email"]);
}

#[test]
fn a_logo_for_dark_grounds_is_served_beside_the_usual_one() {
    let house = House::new(&["abq"]);
    let school = || house.open().school(&id("abq")).unwrap();
    let details = |school: &tenants::School| {
        let bytes = school.details(NOW).bytes;
        serde_json::from_slice::<Value>(&bytes).unwrap()["schoolNameLogo"].clone()
    };
    assert_eq!(details(&school())["lic_school_logo_dark"], Value::Null);
    assert!(details(&school())["logo_on_plate"].is_boolean());
    house.edit("abq/school.yaml", "branding:\n", "branding:\n  logo_dark: assets/light.png\n");
    let missing = house.open().check(Some("abq")).unwrap().remove("abq").unwrap();
    let told: Vec<_> = missing.iter().map(|one| (one.code, &*one.pointer)).collect();
    assert_eq!(told, [("missingLogo", "/branding/logo_dark")]);
    assert_eq!(details(&school())["lic_school_logo_dark"], Value::Null, "the usual one stands on its plate then");
    let picture = Path::new(env!("CARGO_MANIFEST_DIR")).join("schools/rushmore/assets/logo.png");
    std::fs::copy(picture, house.path().join("abq/assets/light.png")).unwrap();
    let school = school();
    let named = details(&school);
    let file = |key: &str| named[key].as_str().unwrap().strip_prefix("/branding/").unwrap().to_owned();
    let (usual, dark) = (file("lic_school_logo"), file("lic_school_logo_dark"));
    assert_ne!(usual, dark);
    for served in [usual, dark] {
        assert!(school.branding_file(&served).unwrap().starts_with(b"\x89PNG"), "{served}");
        assert!(school.branding_file_if_ready(&served).is_some());
    }
    assert_eq!(house.open().check(Some("abq")).unwrap()["abq"], []);
    // Each has to be large enough for its places.
    let weak = || {
        let found = house.open().lint(Some("abq"), |_| date(2026, 11, 21)).unwrap().remove("abq").unwrap();
        let small = found.into_iter().filter(|one| one.code == "logoTooSmall");
        small.map(|one| one.pointer.to_string()).collect::<Vec<_>>()
    };
    assert!(!weak().contains(&"/branding/logo_dark".to_owned()));
    let mut tiny = Vec::new();
    let dot = image::DynamicImage::new_rgba8(8, 8);
    dot.write_to(&mut std::io::Cursor::new(&mut tiny), image::ImageFormat::Png).unwrap();
    std::fs::write(house.path().join("abq/assets/light.png"), tiny).unwrap();
    assert!(weak().contains(&"/branding/logo_dark".to_owned()));
}

#[test]
fn a_school_is_made_once_and_only_from_good_words() {
    let house = House::new(&["abq"]);
    let today = date(2026, 11, 21);
    assert!(matches!(create(house.path(), &new_school("abq"), today), Err(CreateError::Exists(_))));
    assert!(matches!(create(house.path(), &new_school("www"), today), Err(CreateError::Reserved(_))));
    let mut odd = new_school("odd");
    odd.time_zone = "Mars/Base".into();
    odd.name_en = "\"]}: {{name_ar}} # \\ \u{7}".into();
    let Err(CreateError::Invalid(found)) = create(house.path(), &odd, today) else { panic!("made") };
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["unknownTimeZone"]);
    odd.time_zone = "Asia/Kuwait".into();
    odd.currency = "KWD".into();
    create(house.path(), &odd, today).unwrap();
    let registry = house.open();
    assert_eq!(registry.school(&id("odd")).unwrap().config().name.en, "\"]}: {{name_ar}} # \\");
}
