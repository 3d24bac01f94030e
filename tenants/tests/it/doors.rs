//! What the pages of each school that ships are told for their front door: by which form one applies and until when, which documents it has
//! a place for, in whose words, and whom to call.

use std::path::Path;
use std::sync::Arc;

use form::{FormDocument, PluginProblem, What, Who};
use jiff::civil::date;
use serde_json::{Value, json};
use tenants::registry::resolve::{Mode, Policy};
use tenants::{PluginCatalog, PluginInfo, Registry, RegistryConfig};

use crate::house::{NOW, id};

/// Says of a component what the documents say that it is built of. That they are the same is a test of the plugins.
struct Sources;

fn source(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins").join(path)).unwrap()
}

impl PluginCatalog for Sources {
    fn inspect(&self, wasm: &[u8]) -> Result<Arc<PluginInfo>, PluginProblem> {
        let digest = words::sha256_hex(wasm);
        let digests = source("dist/digests.txt");
        let name = digests.lines().find_map(|line| line.strip_prefix(digest.as_str())).map(str::trim);
        let forms: &[(&str, &str)] = match name {
            Some("abq.wasm") => &[("abq", "abq/form.json")],
            Some("hr.wasm") => &[("hr", "hr/form.json")],
            Some("vmsiihe.wasm") => &[("vmsiihe", "vmsiihe/vmsiihe.json")],
            Some("rushmore.wasm") => &[("rushmore", "rushmore/rushmore.json")],
            Some("mogra.wasm") => &[
                ("mograhr", "mogra/mograhr.json"),
                ("mograbills", "mogra/mograbills.json"),
                ("mograerp", "mogra/mograerp.json"),
            ],
            _ => return Err(PluginProblem { code: "unknown".into(), message: digest }),
        };
        let document = |(id, path): &(&str, &str)| ((*id).to_owned(), serde_json::from_str(&source(path)).unwrap());
        let documents = forms.iter().map(document).collect();
        Ok(Arc::new(PluginInfo { digest, documents, ..PluginInfo::default() }))
    }
}

fn shipped() -> Arc<Registry> {
    let policy = Policy { base_domain: "localhost".into(), mode: Mode::Production, ..Policy::default() };
    let schools_dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("schools");
    let overlays = schools_dir.join(".overlays");
    Registry::open(RegistryConfig { overlays, schools_dir, policy, catalog: Arc::new(Sources) }).unwrap()
}

/// How many documents everybody is asked for, and how many in all.
type Papers = (usize, usize);
/// A school, what it is, its application and its path, the documents that it takes, the years of its rounds, its phone.
type Door = (&'static str, &'static str, (&'static str, &'static str), Papers, &'static [&'static str], &'static str);

const DOORS: [Door; 4] = [
    (
        "abq",
        "school",
        ("abq", "/enquiryform/abq"),
        (5, 14),
        &["2027-2028", "2027-2028", "2028-2029", "2026-2027"],
        "+96824500100",
    ),
    ("vmsiihe", "college", ("vmsiihe", "/enquiry/vmsiihe"), (4, 10), &["2027-2028", "2028-2029"], "+918322450100"),
    // Its rules want transcripts and agreements, which are added after sending.
    (
        "rushmore",
        "college",
        ("rushmore", "/enquiry/form/rushmore"),
        (0, 0),
        &["2026-2027", "2027-2028"],
        "+97142500100",
    ),
    ("mogra", "company", ("hr", "/hr/form"), (4, 6), &["2026-2027", "2027-2028"], "+966112500100"),
];

#[test]
fn each_front_door_says_how_one_applies_there() {
    let registry = shipped();
    let is_text =
        |text: &Value| ["en", "ar"].iter().all(|language| text[*language].as_str().is_some_and(|t| !t.is_empty()));
    for (name, institution, (form, path), papers, years, phone) in DOORS {
        let school = registry.school(&id(name)).unwrap();
        let told: Value = serde_json::from_slice(&school.details(NOW).bytes).unwrap();
        assert_eq!(told["kind_of_institution"], institution, "{name}");
        assert_eq!(told["contact"]["phone"], phone, "{name}");
        assert!(is_text(&told["contact"]["hours"]) && is_text(&told["schoolNameLogo"]["lic_school_name"]), "{name}");

        let application = &told["application"];
        assert_eq!(application["form"], form, "{name}");
        let minutes = application["minutes"].as_u64().unwrap();
        assert!((5..=60).contains(&minutes) && minutes.is_multiple_of(5), "{name}: {minutes}");
        let listed = application["papers"].as_array().unwrap();
        let always = listed.iter().filter(|paper| paper["is_conditional"] == false).count();
        let is_named = listed.iter().all(|paper| paper["is_conditional"].is_boolean() && is_text(&paper["name"]));
        assert!((always, listed.len()) == papers && is_named, "{name}: {listed:#?}");

        let forms = told["forms"].as_array().unwrap();
        let applies: Vec<&Value> = forms.iter().filter(|one| one["kind"] == "application").collect();
        assert_eq!(applies.len(), 1, "{name}");
        let expected = (json!(form), json!(path), json!(true));
        assert_eq!(
            (&applies[0]["id"], &applies[0]["path"], &applies[0]["open"]),
            (&expected.0, &expected.1, &expected.2)
        );
        // One can ask today, and each other form says what it is for.
        assert!(forms.iter().any(|one| one["kind"] == "enquiry" && one["open"] == true), "{name}");
        let untold: Vec<&Value> =
            forms.iter().filter(|one| one["kind"] == "enquiry" && !is_text(&one["about"])).collect();
        assert!(untold.is_empty(), "{name}: {untold:#?}");

        let rounds = told["schoolDates"].as_array().unwrap();
        let told_years: Vec<&str> = rounds.iter().map(|round| round["year"].as_str().unwrap()).collect();
        assert_eq!(told_years, years, "{name}");
        let today = told["today"].as_str().unwrap();
        let day = |round: &Value, key: &str| round[key].as_str().unwrap().to_owned();
        let is_open = |round: &&Value| {
            day(round, "sims_admission_start_from").as_str() <= today
                && today <= day(round, "sims_admission_end").as_str()
        };
        assert!(rounds.iter().any(|round| is_open(&round)), "{name}: one is open today");
    }
}

#[test]
fn whoever_sends_a_form_that_ships_can_follow_it() {
    let answered = |document: &FormDocument, what: &str| {
        let values = document.sample(None, date(2026, 11, 21)).unwrap();
        let tells = [
            (Who::Child, What::Dob),
            (Who::Contact, What::Dob),
            (Who::Guardian, What::Phone),
            (Who::Contact, What::Phone),
        ];
        let told =
            |(who, field): (Who, What)| document.field_of(who, field).is_some_and(|field| values[field].is_string());
        assert!(tells.into_iter().any(told), "{what}: no answer can prove who opens the link to it");
    };
    for school in shipped().all() {
        for form in school.config().forms.keys() {
            answered(&school.form(form).unwrap(), &format!("{} {form}", school.id()));
        }
    }
}
