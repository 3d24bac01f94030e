//! A child by either name: how it is found, and what it is called in the reader's language.

use admissions::family::Family;
use serde_json::{Value, json};
use words::Role;

use crate::database::{execute, number, scope};
use crate::desk::{Desk, on_both};
use crate::export::{exported, only_line};
use crate::forms;
use crate::my_application::family;

on_both!(
    a_child_is_found_by_either_name,
    a_name_in_arabic_alone_is_found_in_latin_letters,
    an_identity_number_finds_who_has_it,
    an_identity_number_that_an_audience_alone_reads_finds_nobody,
    a_row_a_record_and_a_task_tell_both_names,
    a_file_has_the_name_of_its_language,
    a_family_reads_the_name_of_its_language,
    a_name_that_an_audience_alone_reads_is_told_to_it_alone,
    what_came_in_before_is_told_its_names_by_a_sweep,
);

const ARABIC: &str = "فاطمة أحمد البلوشية";

/// A form that asks for names in both scripts; of some fields an audience alone reads the answer.
fn telling(desk: &Desk, kept: &[&str]) {
    let mut document = forms::document("1.0.0");
    for name in ["child_ar", "mother", "mother_ar", "father", "civil", "mother_civil", "passport"] {
        document["schema"]["properties"][name] = json!({ "type": "string", "maxLength": 200, "title": "message" });
        document["steps"][0]["fields"].as_array_mut().unwrap().push(name.into());
    }
    document["subject"] = json!({
        "child.name": "child_name", "child.name_ar": "child_ar", "guardian.name": "mother", "guardian.name_ar": "mother_ar",
        "second_guardian.name": "father", "child.national_id": "civil", "child.passport": "passport",
        "guardian.national_id": "mother_civil",
    });
    for field in kept {
        document["ui"][*field]["x-audience"] = "health".into();
    }
    let problems = form::FormDocument::build(&document, form::Kind::Declarative).err();
    assert!(problems.is_none(), "{problems:#?}");
    forms::write(&desk.bundle("one").join("forms/trial.json"), &document);
    desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
}

fn fatima() -> Value {
    json!({ "child_name": "Fatima Al Balushi", "child_ar": ARABIC, "mother": "Huda", "mother_ar": "هدى الحارثية", "father": "Said",
        "guardian_email": "huda@example.org", "guardian_phone": "+96891234567" })
}

async fn found(desk: &Desk, role: Role, q: &str) -> i64 {
    let q: String = q.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let got = desk.get(&format!("/v1/oa/enquiries?q={q}")).staff(role).send().await.is(200);
    got["total"].as_i64().unwrap()
}

/// How many keys of the search there are that begin so.
async fn keys(desk: &Desk, beginning: &str) -> i64 {
    let sql = format!("SELECT COUNT(*) FROM search_keys WHERE school_id = $1 AND word LIKE '{beginning}%'");
    number(&desk.db, "one", &sql).await
}

async fn a_child_is_found_by_either_name(desk: &Desk) {
    telling(desk, &[]);
    desk.submit("trial", fatima(), None).await.is(201);
    desk.submit("trial", json!({ "child_name": "Omar", "child_ar": "عمر" }), None).await.is(201);
    for q in ["Fatima", "فاطمة", "فاطمه احمد", "بلوشية", "fatima هدى", "Huda", "هدى", "حارثيه", "said", "91234567"]
    {
        assert_eq!(found(desk, Role::SchoolAdmin, q).await, 1, "{q}");
    }
    assert_eq!(found(desk, Role::SchoolAdmin, "فاطمة عمر").await, 0);
    // However long the names are, number and address are found.
    let mut values = fatima();
    for (name, letter) in [("child_name", "ب"), ("child_ar", "ت"), ("mother", "ج"), ("mother_ar", "د"), ("father", "ر")]
    {
        values[name] = letter.repeat(200).into();
    }
    values["guardian_email"] = format!("{}@example.org", "x".repeat(60)).into();
    values["guardian_phone"] = "+96892345678".into();
    desk.submit("trial", values, None).await.is(201);
    assert_eq!(found(desk, Role::SchoolAdmin, "92345678").await, 1);
    assert_eq!(found(desk, Role::SchoolAdmin, &"x".repeat(30)).await, 1);
}

async fn a_name_in_arabic_alone_is_found_in_latin_letters(desk: &Desk) {
    telling(desk, &[]);
    for (child, mother) in [("مريم بنت سالم البوسعيدية", "هدى الحارثية"), ("محمد بن عبد الله الكندي", "Asma Al Lawati")]
    {
        desk.submit("trial", json!({ "child_name": child, "mother_ar": mother }), None).await.is(201);
    }
    for (q, n) in [
        ("Maryam", 1),
        ("mariam bint salim", 1),
        ("MARYAM Al Busaidi", 1),
        ("Mohammed", 1),
        ("muhammad bin abdullah al-kindi", 1),
        ("Mohamed Asma", 1),
        ("Huda", 1),
        ("maryam هدى", 1),
        ("Maryam Mohammed", 0),
        ("Maryam Asma", 0),
        ("Zainab", 0),
    ] {
        assert_eq!(found(desk, Role::SchoolAdmin, q).await, n, "{q}");
    }
    // So are those that were kept before names were found so.
    execute(&desk.db, "one", "DELETE FROM search_keys WHERE school_id = $1 AND word LIKE '~%'").await.unwrap();
    assert_eq!(found(desk, Role::SchoolAdmin, "Maryam").await, 0);
    execute(&desk.db, "one", "DELETE FROM counters WHERE school_id = $1 AND name = 'search-keys'").await.unwrap();
    desk.enquiries.fold_anew(&scope("one")).await.unwrap();
    assert_eq!(found(desk, Role::SchoolAdmin, "Maryam").await, 1);
}

async fn an_identity_number_finds_who_has_it(desk: &Desk) {
    telling(desk, &[]);
    let sara = json!({ "child_name": "Sara", "mother": "Huda", "civil": "12345671", "mother_civil": "87654321", "passport": "K-7654329" });
    desk.submit("trial", sara, None).await.is(201);
    desk.submit("trial", json!({ "child_name": "Omar", "civil": "22345672" }), None).await.is(201);
    for (q, n) in [
        ("12345671", 1),
        ("١٢٣٤٥٦٧١", 1),
        ("1234 5671", 1),
        ("5671", 1),
        ("Sara 12345671", 1),
        ("87654321", 1),
        ("k7654329", 1),
        ("K-7654329", 1),
        ("22345672", 1),
        ("12345672", 0),
        ("Omar 12345671", 0),
    ] {
        assert_eq!(found(desk, Role::SchoolAdmin, q).await, n, "{q}");
    }
    let theirs = desk.get("/v1/oa/enquiries?q=12345671").school("two").staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(theirs["total"], 0);
}

async fn an_identity_number_that_an_audience_alone_reads_finds_nobody(desk: &Desk) {
    telling(desk, &["civil"]);
    desk.submit("trial", json!({ "child_name": "Sara", "civil": "12345671", "passport": "K7654329" }), None)
        .await
        .is(201);
    let member = desk.person("one", Role::AdmissionsOfficer).await;
    let join = format!("INSERT INTO audience_members (school_id, user_id, audience) VALUES ($1, '{member}', 'health')");
    assert_eq!(execute(&desk.db, "one", &join).await.unwrap(), 1);
    for role in [Role::SchoolAdmin, Role::AdmissionsOfficer] {
        assert_eq!((found(desk, role, "12345671").await, found(desk, role, "5671").await), (0, 0), "{role:?}");
        assert_eq!(found(desk, role, "K7654329").await, 1, "what everybody reads finds them");
    }
    let kept = "SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND search_text LIKE '%12345671%'";
    assert_eq!((number(&desk.db, "one", kept).await, keys(desk, "12345671").await), (0, 0), "and stands in no key");
    // The sweep tells no more than sending does.
    execute(&desk.db, "one", "DELETE FROM counters WHERE school_id = $1 AND name = 'declared-names'").await.unwrap();
    desk.forms.tell_names(&scope("one")).await.unwrap();
    assert_eq!((number(&desk.db, "one", kept).await, keys(desk, "12345671").await), (0, 0));
}

async fn a_row_a_record_and_a_task_tell_both_names(desk: &Desk) {
    telling(desk, &[]);
    desk.submit("trial", fatima(), None).await.is(201);
    let row = desk.list("").await["items"][0].clone();
    let both = (&json!("Fatima Al Balushi"), &json!(ARABIC));
    assert_eq!((&row["person"], &row["person_ar"]), both);
    let path = format!("/v1/oa/enquiries/{}", row["id"].as_str().unwrap());
    let one = desk.get(&path).staff(Role::SchoolAdmin).send().await.is(200)["enquiry"].clone();
    assert_eq!((&one["person"], &one["person_ar"]), both);
    let asked = json!({ "text": "Call them" });
    let task = desk.post(&format!("{path}/tasks"), asked).staff(Role::SchoolAdmin).send().await.is(201);
    assert_eq!((&task["task"]["enquiry"]["person"], &task["task"]["enquiry"]["person_ar"]), both);
    // One name alone, and a form that asks for one.
    desk.clock.advance(1);
    for form in ["trial", "short"] {
        let reference = desk.submit(form, json!({ "child_name": "Omar" }), None).await.reference();
        let row = desk.list(&format!("q={reference}")).await["items"][0].clone();
        assert_eq!((&row["person"], &row["person_ar"]), (&json!("Omar"), &Value::Null), "{form}");
    }
}

async fn a_file_has_the_name_of_its_language(desk: &Desk) {
    telling(desk, &[]);
    desk.submit("trial", fatima(), None).await.is(201);
    for (query, heading, name) in [
        ("lng=en&columns=person", "Name", "Fatima Al Balushi"),
        ("lng=ar&columns=person", "الاسم", ARABIC),
        ("lng=ar&form=trial&columns=person", "الاسم", ARABIC),
    ] {
        assert_eq!(only_line(desk, query).await, [(heading.to_owned(), name.to_owned())], "{query}");
    }
    desk.submit("trial", json!({ "child_name": "Omar" }), None).await.is(201);
    let both = exported(desk, "format=csv&lng=ar&columns=person").await;
    let text = String::from_utf8(both.body.to_vec()).unwrap();
    assert!(text.contains(ARABIC) && text.contains("Omar") && !text.contains("Fatima"), "{text}");
}

async fn a_family_reads_the_name_of_its_language(desk: &Desk) {
    telling(desk, &[]);
    let caller = family(desk, Role::Guardian, "huda@example.org", true).await;
    desk.submit_as("trial", fatima(), None, "the-key-of-the-family").staff(Role::Guardian).send().await.is(201);
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    for (lng, name) in [("en", "Fatima Al Balushi"), ("ar", ARABIC)] {
        let path = format!("/v1/oa/public/applications/{id}?lng={lng}");
        let own = desk.get(&path).staff(Role::Guardian).send().await.is(200);
        assert_eq!(own["application"]["person"], name, "{lng}");
    }
    let room = Family::new(desk.forms.clone(), desk.identity.clone());
    let home = room.home(&caller, &desk.school("one")).await.unwrap();
    let names: Vec<_> = home.children.iter().map(|child| (child.name.as_str(), child.name_ar.as_deref())).collect();
    assert_eq!(names, [("Fatima Al Balushi", Some(ARABIC))], "on its page, too");
}

async fn a_name_that_an_audience_alone_reads_is_told_to_it_alone(desk: &Desk) {
    telling(desk, &["child_ar"]);
    desk.submit("trial", fatima(), None).await.is(201);
    let row = async |role: Role| {
        desk.person("one", role).await;
        let got = desk.get("/v1/oa/enquiries").staff(role).send().await.is(200);
        got["items"][0].clone()
    };
    let shown = row(Role::AdmissionsOfficer).await;
    assert_eq!((&shown["person"], &shown["person_ar"]), (&json!("Fatima Al Balushi"), &Value::Null));
    assert_eq!(found(desk, Role::AdmissionsOfficer, "فاطمة").await, 0);
    assert_eq!((keys(desk, "فاطم").await, found(desk, Role::AdmissionsOfficer, "Fatima").await), (0, 1));
    let kept =
        "SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND (person_ar <> '' OR search_text LIKE '%فاطمة%')";
    assert_eq!(number(&desk.db, "one", kept).await, 0, "and stands in no row");
    let arabic = only_line(desk, "lng=ar&columns=person").await;
    assert_eq!(arabic[0].1, "Fatima Al Balushi");
    // The sweep tells no more than sending does.
    desk.forms.tell_names(&scope("one")).await.unwrap();
    assert_eq!((number(&desk.db, "one", kept).await, keys(desk, "فاطم").await), (0, 0));
    let member = desk.person("one", Role::AdmissionsOfficer).await;
    let join = format!("INSERT INTO audience_members (school_id, user_id, audience) VALUES ($1, '{member}', 'health')");
    assert_eq!(execute(&desk.db, "one", &join).await.unwrap(), 1);
    assert_eq!(row(Role::AdmissionsOfficer).await["person_ar"], ARABIC);
    assert_eq!(row(Role::SchoolAdmin).await["person_ar"], Value::Null);

    // Of whom nobody else reads the name, none of the names is told or found.
    telling(desk, &["child_name"]);
    desk.clock.advance(1);
    let mut values = fatima();
    values["child_ar"] = "زينب".into();
    desk.submit("trial", values, None).await.is(201);
    let hidden = row(Role::SchoolAdmin).await;
    assert_eq!((&hidden["person"], &hidden["person_ar"]), (&json!(""), &Value::Null));
    assert_eq!((&hidden["person_for"], found(desk, Role::SchoolAdmin, "زينب").await), (&json!("health"), 0));
    assert_eq!(found(desk, Role::SchoolAdmin, "هدى").await, 2, "who answers for them is found as before");
}

async fn what_came_in_before_is_told_its_names_by_a_sweep(desk: &Desk) {
    telling(desk, &[]);
    for n in 0..120 {
        let values = json!({
            "child_name": format!("Fatima {n}"), "child_ar": format!("فاطمة {n}"), "mother_ar": "هدى", "civil": "22345671",
        });
        desk.submit("trial", values, None).await.is(201);
    }
    desk.submit("short", json!({ "child_name": "Omar" }), None).await.is(201);
    // As they were before: one name, and keys of it.
    let before =
        "UPDATE submissions SET person_ar = '', search_text = reference || CHR(10) || person WHERE school_id = $1";
    let before = if desk.place.url().is_some() { before.to_owned() } else { before.replace("CHR(10)", "char(10)") };
    execute(&desk.db, "one", &before).await.unwrap();
    execute(&desk.db, "one", "DELETE FROM search_keys WHERE school_id = $1").await.unwrap();
    desk.enquiries.fold_anew(&scope("one")).await.unwrap();
    let admin = Role::SchoolAdmin;
    assert_eq!((found(desk, admin, "Fatima").await, found(desk, admin, "فاطمة").await), (120, 0));
    desk.forms.tell_names(&scope("one")).await.unwrap();
    for (q, n) in [("Fatima", 120), ("فاطمة", 120), ("هدى", 120), ("فاطمة 119", 1), ("omar", 1), ("22345671", 120)]
    {
        assert_eq!(found(desk, admin, q).await, n, "{q}");
    }
    let told = "SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND person_ar LIKE 'فاطمة %'";
    assert_eq!(number(&desk.db, "one", told).await, 120);
    // What they are found by stays when it is folded anew; and done once, it is not done again.
    execute(&desk.db, "one", "DELETE FROM counters WHERE school_id = $1 AND name = 'search-keys'").await.unwrap();
    desk.enquiries.fold_anew(&scope("one")).await.unwrap();
    assert_eq!(found(desk, admin, "فاطمة").await, 120);
    execute(&desk.db, "one", "UPDATE submissions SET person_ar = '' WHERE school_id = $1").await.unwrap();
    desk.forms.tell_names(&scope("one")).await.unwrap();
    assert_eq!(number(&desk.db, "one", told).await, 0);
}
