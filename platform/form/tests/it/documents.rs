//! Form documents: what is refused, what they say about answers, how they read in each language.

use form::{FormDocument, Kind, What, Who, relative};
use jiff::civil::{Date, date};
use serde_json::{Value, json};
use words::{Language, verdict::Severity};

const TODAY: Date = date(2026, 11, 21);

/// A form with every sort of field.
pub fn document() -> Value {
    let en = json!({
        "t": "Form", "s1": "One", "s2": "Two", "name": "Name", "note": "Read this", "dob": "Born", "stay": "Stays",
        "room": "Room", "room.a": "A", "room.b": "B", "floor": "Floor", "mail": "Mail", "phone": "Phone", "iban": "IBAN",
        "eid": "Emirates ID", "langs": "Languages", "l.en": "English", "l.ar": "Arabic", "jobs": "Jobs", "jobs.add": "Add",
        "jobs.item": "Job {{n}}", "job.at": "At", "job.from": "From", "file": "Certificate", "age": "Age", "help": "Help"
    });
    let mut ar = en.clone();
    ar["t"] = "نموذج".into();
    ar["room.a"] = "أ".into();
    json!({
        "version": "1.0.0",
        "title": "t",
        "steps": [
            { "id": "one", "title": "s1", "fields": ["name", "note", "dob", "stay", "room", "floor"] },
            { "id": "two", "title": "s2", "help": "help", "fields": ["mail", "phone", "iban", "eid", "langs", "jobs", "file", "age"] }
        ],
        "schema": {
            "type": "object",
            "properties": {
                "name": { "type": "string", "title": "name", "minLength": 2, "maxLength": 20 },
                "note": { "type": "null", "title": "note" },
                "dob": { "type": "string", "title": "dob", "format": "date", "x-min-date": "@today-18y", "x-max-date": "@today" },
                "stay": { "type": "boolean", "title": "stay" },
                "mail": { "type": "string", "title": "mail", "format": "email", "x-known": "email" },
                "phone": { "type": "string", "title": "phone", "format": "phone", "x-known": "phone" },
                "iban": { "type": "string", "title": "iban", "format": "iban" },
                "eid": { "type": "string", "title": "eid", "format": "emirates-id", "x-known": "national_id" },
                "langs": { "type": "array", "title": "langs", "uniqueItems": true, "maxItems": 2, "items": { "type": "string", "oneOf": [{ "const": "en", "title": "l.en" }, { "const": "ar", "title": "l.ar" }] } },
                "jobs": { "type": "array", "title": "jobs", "minItems": 0, "maxItems": 3, "items": { "type": "object", "properties": {
                    "at": { "type": "string", "title": "job.at", "maxLength": 40 },
                    "from": { "type": "string", "title": "job.from", "format": "date", "x-max-date": "@today" } }, "required": ["at"] } },
                "file": { "type": "string", "title": "file", "format": "upload", "x-upload": { "tier": "5mb", "kinds": ["pdf"] }, "x-wanted": true },
                "age": { "type": "integer", "title": "age", "minimum": 1, "maximum": 120 }
            },
            "required": ["name", "mail"],
            "allOf": [
                { "if": { "properties": { "stay": { "const": true } }, "required": ["stay"] },
                  "then": { "properties": { "room": { "type": "string", "title": "room", "oneOf": [{ "const": "a", "title": "room.a" }, { "const": "b", "title": "room.b" }] } }, "required": ["room"] } },
                { "if": { "properties": { "room": { "const": "b" } }, "required": ["room"] },
                  "then": { "properties": { "floor": { "type": "integer", "title": "floor", "minimum": 0 } }, "required": ["floor"] } }
            ]
        },
        "ui": { "jobs": { "x-add": "jobs.add", "x-item": "jobs.item", "items": { "at": { "ui:widget": "text" } } }, "name": { "ui:widget": "text", "x-layout": { "width": "md" } } },
        "person": ["name"],
        "receipt": { "email": "mail", "name": "name" },
        "texts": { "en": en, "ar": ar },
        "samples": [{ "name": "simple", "values": { "name": "Sara", "mail": "sara@example.com", "dob": "@today-6y" } }]
    })
}

fn form() -> std::sync::Arc<FormDocument> {
    FormDocument::build(&document(), Kind::Declarative).unwrap_or_else(|problems| panic!("{problems:#?}")).0
}

fn wrong(values: Value) -> Vec<(String, String)> {
    form().validate(&values, TODAY, None).into_iter().map(|issue| (issue.path, issue.code)).collect()
}

fn base(more: Value) -> Value {
    let mut values = json!({ "name": "Sara", "mail": "sara@example.com" });
    values.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    values
}

#[test]
fn answers_are_checked_in_the_forms_order() {
    assert_eq!(wrong(base(json!({}))), []);
    let found = wrong(json!({
        "mail": "nowhere", "phone": "+123", "iban": "XX", "age": 0, "langs": ["en", "fr"], "extra": 1,
        "jobs": [{ "at": "x", "from": "2030-01-01" }, { "until": 1 }], "name": "S", "stay": "yes", "dob": "2030-01-01"
    }));
    let expected = [
        ("/name", "minLength"),
        ("/dob", "maxDate"),
        ("/stay", "type"),
        ("/mail", "format"),
        ("/phone", "format"),
        ("/iban", "format"),
        ("/langs/1", "enum"),
        ("/jobs/0/from", "maxDate"),
        ("/jobs/1/until", "unknownField"),
        ("/jobs/1/at", "required"),
        ("/age", "minimum"),
        ("/extra", "unknownField"),
    ];
    let mut sorted: Vec<_> = expected.map(|(path, code)| (path.to_owned(), code.to_owned())).into();
    let mut got = found.clone();
    assert_eq!(got.len(), expected.len(), "{found:#?}");
    sorted.sort();
    got.sort();
    assert_eq!(got, sorted);
    let order: Vec<&str> = found.iter().map(|(path, _)| path.split('/').nth(1).unwrap()).collect();
    assert_eq!(
        order,
        ["name", "dob", "stay", "mail", "phone", "iban", "langs", "jobs", "jobs", "jobs", "age", "extra"]
    );
}

#[test]
fn issues_carry_their_limits() {
    let issues =
        form().validate(&base(json!({ "name": "x".repeat(30), "dob": "2000-01-01", "phone": "1" })), TODAY, None);
    let params: Vec<Value> = issues.iter().map(|issue| Value::Object(issue.params.clone())).collect();
    assert_eq!(params, [json!({ "limit": 20 }), json!({ "limit": "2008-11-21" }), json!({ "format": "phone" })]);
}

#[test]
fn a_missing_answer_is_named_itself() {
    assert_eq!(wrong(json!({})), [("/name".into(), "required".into()), ("/mail".into(), "required".into())]);
    assert_eq!(wrong(json!([])), [(String::new(), "type".into())]);
}

#[test]
fn one_steps_issues() {
    let codes = |step| form().validate(&json!({}), TODAY, Some(step)).into_iter().map(|i| i.path).collect::<Vec<_>>();
    assert_eq!(codes("one"), ["/name"]);
    assert_eq!(codes("two"), ["/mail"]);
}

#[test]
fn hidden_answers_do_not_count() {
    let form = form();
    assert_eq!(wrong(base(json!({ "stay": true }))), [("/room".into(), "required".into())]);
    assert_eq!(wrong(base(json!({ "stay": true, "room": "b" }))), [("/floor".into(), "required".into())]);
    // Nobody stays: the room is not shown, nor the floor that hangs on the room, however wrong they are.
    let left = base(json!({ "stay": false, "room": "b", "floor": "top", "note": "x" }));
    assert_eq!(wrong(left.clone()), []);
    assert_eq!(form.prune(&left), base(json!({ "stay": false })));
    assert!(form.visible_fields(&left).contains(&"floor"), "unpruned, the room still answers");
    assert!(!form.visible_fields(&form.prune(&left)).contains(&"floor"));
}

#[test]
fn an_emirates_id_whose_checksum_fails_only_warns() {
    let issues = form().validate(&base(json!({ "eid": "784198512345674" })), TODAY, None);
    assert_eq!((issues.len(), issues[0].severity), (1, Severity::Warning));
    assert_eq!(form().validate(&base(json!({ "eid": "784198512345673" })), TODAY, None), []);
}

#[test]
fn answers_are_stored_in_western_digits() {
    let typed = json!({
        "name": "  سارة\u{0000} ٣ ", "phone": "٠٠٩٦٨ ٩١٢٣ ٤٥٦٧", "eid": "٧٨٤-١٩٨٥-١٢٣٤٥٦٧-٣", "dob": "٢٠٢٠-٠١-٠٢",
        "iban": "om28 0010 0000 0123 4567 890", "age": "٧", "mail": " a@B.co ", "langs": ["en", null], "stay": null,
        "jobs": [{ "at": " x ", "from": "" }], "file": ""
    });
    assert_eq!(
        form().normalise(typed),
        json!({
            "name": "سارة ٣", "phone": "+96891234567", "eid": "784198512345673", "dob": "2020-01-02",
            "iban": "OM280010000001234567890", "age": 7, "mail": "a@b.co", "langs": ["en"], "jobs": [{ "at": "x" }]
        })
    );
}

#[test]
fn hostile_answers_are_only_answers() {
    for values in [
        json!(null),
        json!("x"),
        json!({ "name": { "a": [1] }, "jobs": { "0": 1 }, "langs": "en" }),
        json!({ "": 1, "a/b~c": 2, "jobs": [[[]]] }),
        base(json!({ "name": "x".repeat(1 << 20) })),
        base(json!({ "jobs": (0..2000).map(|n| json!({ "k": n })).collect::<Vec<_>>() })),
    ] {
        let values = form().normalise(values);
        let issues = form().validate(&values, TODAY, None);
        assert!(!issues.is_empty() && issues.len() <= 500);
        let _ =
            (form().known_values(&values), form().person(&values), form().upload_ids(&values), form().prune(&values));
    }
}

#[test]
fn each_language_has_its_texts() {
    let form = form();
    let view = |language| serde_json::to_value(&*form.localise(language)).unwrap();
    let (en, ar) = (view(Language::En), view(Language::Ar));
    assert_eq!((&en["title"], &ar["title"]), (&json!("Form"), &json!("نموذج")));
    let choice = |v: &Value| v["schema"]["allOf"][0]["then"]["properties"]["room"]["oneOf"][0]["title"].clone();
    assert_eq!((choice(&en), choice(&ar)), (json!("A"), json!("أ")));
    assert_eq!(en["ui"]["jobs"]["x-item"], "Job {{n}}");
    assert_eq!(en["steps"][1]["help"], "Help");
    assert_eq!(en["messages"]["job.at"], "At");
}

#[test]
fn what_a_submission_tells() {
    let form = form();
    let values = base(json!({ "eid": "784198512345673", "phone": "+96891234567", "mail": "Sara@example.com" }));
    assert_eq!(form.person(&values).as_deref(), Some("Sara"));
    assert_eq!(form.confirmation(&values).unwrap().email, "Sara@example.com");
    assert_eq!(
        form.known_values(&values),
        [("email", "sara@example.com"), ("phone", "+96891234567"), ("national_id", "784198512345673")]
            .map(|(kind, value)| (kind.to_owned(), value.to_owned()))
    );
    assert_eq!(form.missing_uploads(&values), ["file"]);
    let uploads = form.upload_fields();
    assert_eq!((uploads.len(), uploads[0].name.as_str(), uploads[0].tier.bytes()), (1, "file", 5 << 20));
    assert_eq!(form.upload_ids(&base(json!({ "file": "abcdefgh" }))), [("file".to_owned(), "abcdefgh".to_owned())]);
}

#[test]
fn a_stored_document_comes_back_the_same() {
    let form = form();
    let again = FormDocument::from_source(form.source()).unwrap();
    assert_eq!(again.digest(), form.digest());
    let other = json!({ "version": "1.0.0", "title": "t" });
    assert!(FormDocument::from_source(&other.to_string()).is_err());
}

#[test]
fn samples_move_with_the_day() {
    let form = form();
    assert_eq!(form.sample(None, TODAY).unwrap()["dob"], "2020-11-21");
    assert_eq!(form.sample(Some("simple"), date(2028, 2, 29)).unwrap()["dob"], "2022-02-28");
    assert!(form.sample(Some("none"), TODAY).is_none());
    assert!(relative::resolve(&json!({ "a": ["@never"] }), TODAY).is_err());
}

/// Changes one place of the good document and gives what is said about it.
fn after(change: impl Fn(&mut Value)) -> Vec<(String, &'static str)> {
    let mut document = document();
    change(&mut document);
    let problems = FormDocument::build(&document, Kind::Declarative).err().unwrap_or_default();
    problems.into_iter().map(|problem| (problem.pointer, problem.code)).collect()
}

#[test]
fn what_is_not_well_formed_is_named() {
    type Change = fn(&mut Value);
    let cases: Vec<(&str, Change, &str, &str)> = vec![
        ("unknown key", |d| d["colour"] = json!(1), "/colour", "unknownKey"),
        ("version", |d| d["version"] = json!("1"), "/version", "badFormat"),
        ("no samples", |d| d["samples"] = json!([]), "/samples", "outOfRange"),
        (
            "root keyword",
            |d| d["schema"]["additionalProperties"] = json!(false),
            "/schema/additionalProperties",
            "schemaKeyword",
        ),
        (
            "ref",
            |d| d["schema"]["properties"]["name"]["$ref"] = json!("#"),
            "/schema/properties/name/$ref",
            "schemaKeyword",
        ),
        (
            "type",
            |d| d["schema"]["properties"]["name"]["type"] = json!("object"),
            "/schema/properties/name",
            "schemaType",
        ),
        (
            "no limit",
            |d| drop(d["schema"]["properties"]["name"].as_object_mut().unwrap().remove("maxLength")),
            "/schema/properties/name",
            "unbounded",
        ),
        (
            "no list limit",
            |d| drop(d["schema"]["properties"]["jobs"].as_object_mut().unwrap().remove("maxItems")),
            "/schema/properties/jobs",
            "unbounded",
        ),
        (
            "look-ahead",
            |d| d["schema"]["properties"]["name"]["pattern"] = json!("(?=x)"),
            "/schema/properties/name/pattern",
            "badPattern",
        ),
        (
            "back-reference",
            |d| d["schema"]["properties"]["name"]["pattern"] = json!(r"(a)\1"),
            "/schema/properties/name/pattern",
            "badPattern",
        ),
        (
            "slow pattern",
            |d| d["schema"]["properties"]["name"]["pattern"] = json!("^(a+)+$"),
            "/schema/properties/name/pattern",
            "slowPattern",
        ),
        (
            "pattern of a row",
            |d| d["schema"]["properties"]["jobs"]["items"]["properties"]["at"]["pattern"] = json!(r"a\-b"),
            "/schema/properties/jobs/items/properties/at/pattern",
            "badPattern",
        ),
        (
            "pattern of a condition",
            |d| d["schema"]["allOf"][0]["if"]["properties"]["stay"] = json!({ "not": { "pattern": r"a\-b" } }),
            "/schema/allOf/0/if/properties/stay/not/pattern",
            "badPattern",
        ),
        (
            "format of a condition",
            |d| d["schema"]["allOf"][0]["if"]["properties"]["stay"] = json!({ "format": "hex" }),
            "/schema/allOf/0/if/properties/stay/format",
            "unknownFormat",
        ),
        (
            "format of a number",
            |d| d["schema"]["properties"]["age"]["format"] = json!("email"),
            "/schema/properties/age/format",
            "schemaKeyword",
        ),
        (
            "choice with a space behind it",
            |d| d["schema"]["allOf"][0]["then"]["properties"]["room"]["oneOf"][0]["const"] = json!("a "),
            "/schema/allOf/0/then/properties/room/oneOf/0/const",
            "badChoice",
        ),
        (
            "choice with a line break",
            |d| d["schema"]["properties"]["langs"]["items"]["oneOf"][0]["const"] = json!("e\nn"),
            "/schema/properties/langs/items/oneOf/0/const",
            "badChoice",
        ),
        (
            "choice with what nobody sees",
            |d| d["schema"]["properties"]["langs"]["items"]["oneOf"][1]["const"] = json!("a\u{7f}r"),
            "/schema/properties/langs/items/oneOf/1/const",
            "badChoice",
        ),
        (
            "name of an item",
            |d| {
                d["schema"]["properties"]["jobs"]["items"]["properties"]["a/b"] =
                    json!({ "type": "null", "title": "job.at" })
            },
            "/schema/properties/jobs/items/properties/a~1b",
            "badFieldName",
        ),
        (
            "format",
            |d| d["schema"]["properties"]["mail"]["format"] = json!("e-mail"),
            "/schema/properties/mail/format",
            "unknownFormat",
        ),
        (
            "date limit",
            |d| d["schema"]["properties"]["dob"]["x-min-date"] = json!("@now"),
            "/schema/properties/dob/x-min-date",
            "badDateLimit",
        ),
        (
            "tier",
            |d| d["schema"]["properties"]["file"]["x-upload"]["tier"] = json!("3mb"),
            "/schema/properties/file",
            "badUpload",
        ),
        ("required upload", |d| d["schema"]["required"] = json!(["file"]), "/schema/required/0", "requiredUpload"),
        ("required stranger", |d| d["schema"]["required"] = json!(["who"]), "/schema/required/0", "unknownFieldName"),
        (
            "required conditional",
            |d| d["schema"]["required"] = json!(["room"]),
            "/schema/required/0",
            "unknownFieldName",
        ),
        ("else", |d| d["schema"]["allOf"][0]["else"] = json!({}), "/schema/allOf/0/else", "badCondition"),
        (
            "if without required",
            |d| d["schema"]["allOf"][0]["if"]["required"] = json!([]),
            "/schema/allOf/0/if/properties/stay",
            "badCondition",
        ),
        (
            "defined twice",
            |d| d["schema"]["allOf"][0]["then"]["properties"]["name"] = json!({ "type": "null", "title": "name" }),
            "/schema/allOf/0/then/properties/name",
            "duplicateField",
        ),
        ("in two steps", |d| d["steps"][1]["fields"][0] = json!("name"), "/steps/1/fields/0", "duplicateField"),
        (
            "in no step",
            |d| drop(d["steps"][0]["fields"].as_array_mut().unwrap().remove(0)),
            "/schema/properties/name",
            "fieldWithoutStep",
        ),
        ("step of nothing", |d| d["steps"][0]["fields"][0] = json!("nobody"), "/steps/0/fields/0", "unknownFieldName"),
        ("step twice", |d| d["steps"][1]["id"] = json!("one"), "/steps/1/id", "duplicate"),
        (
            "missing text",
            |d| drop(d["texts"]["ar"].as_object_mut().unwrap().remove("name")),
            "/schema/properties/name/title",
            "missingText",
        ),
        (
            "unused text",
            |d| {
                d["texts"]["ar"]["zz"] = json!("x");
                d["texts"]["en"]["zz"] = json!("x");
            },
            "/texts/en/zz",
            "unusedText",
        ),
        ("empty text", |d| d["texts"]["ar"]["name"] = json!(" "), "/texts/ar/name", "emptyText"),
        (
            "no label",
            |d| drop(d["schema"]["properties"]["age"].as_object_mut().unwrap().remove("title")),
            "/schema/properties/age",
            "missingTitle",
        ),
        ("widget", |d| d["ui"]["name"]["ui:widget"] = json!("slider"), "/ui/name/ui:widget", "badUi"),
        ("width", |d| d["ui"]["name"]["x-layout"]["width"] = json!("xxl"), "/ui/name/x-layout/width", "badUi"),
        ("ui of nothing", |d| d["ui"]["nobody"] = json!({}), "/ui/nobody", "unknownFieldName"),
        (
            "ui of no item",
            |d| d["ui"]["jobs"]["items"]["nobody"] = json!({}),
            "/ui/jobs/items/nobody",
            "unknownFieldName",
        ),
        ("person", |d| d["person"] = json!(["nobody"]), "/person/0", "unknownFieldName"),
        ("receipt", |d| d["receipt"]["email"] = json!("name"), "/receipt/email", "badReceipt"),
        ("subject's key", |d| d["subject"]["child.shoe"] = json!("name"), "/subject/child.shoe", "unknownKey"),
        ("subject's who", |d| d["subject"]["guardian.dob"] = json!("dob"), "/subject/guardian.dob", "unknownKey"),
        (
            "subject's field",
            |d| d["subject"]["child.name"] = json!("nobody"),
            "/subject/child.name",
            "unknownFieldName",
        ),
        ("subject in a group", |d| d["subject"]["child.name"] = json!("at"), "/subject/child.name", "unknownFieldName"),
        ("subject's name", |d| d["subject"]["child.name"] = json!("room"), "/subject/child.name", "badSubject"),
        ("subject's birth date", |d| d["subject"]["child.dob"] = json!("name"), "/subject/child.dob", "badSubject"),
        ("subject's grade", |d| d["subject"]["child.grade"] = json!("age"), "/subject/child.grade", "badSubject"),
        (
            "subject's mail",
            |d| d["subject"]["guardian.email"] = json!("phone"),
            "/subject/guardian.email",
            "badSubject",
        ),
        (
            "subject's number",
            |d| d["subject"]["child.national_id"] = json!("iban"),
            "/subject/child.national_id",
            "badSubject",
        ),
        ("subject is a list", |d| d["subject"] = json!(["name"]), "/subject", "wrongType"),
        (
            "one answer, two people",
            |d| d["subject"] = json!({ "child.name": "name", "guardian.name": "name" }),
            "/subject/guardian.name",
            "duplicateField",
        ),
        ("wrong sample", |d| d["samples"][0]["values"]["age"] = json!(0), "/samples/0/values/age", "badSample"),
        (
            "warning sample",
            |d| d["samples"][0]["values"]["eid"] = json!("784198512345674"),
            "/samples/0/values/eid",
            "badSample",
        ),
        (
            "dated sample",
            |d| d["samples"][0]["values"]["dob"] = json!("2013-01-01"),
            "/samples/0/values/dob",
            "badSample",
        ),
        (
            "sample words",
            |d| d["samples"][0]["values"]["dob"] = json!("@tomorrow"),
            "/samples/0/values/dob",
            "badSample",
        ),
    ];
    for (what, change, pointer, code) in cases {
        let found = after(change);
        let hit = found.iter().any(|(at, name)| at.starts_with(pointer) && *name == code);
        assert!(hit, "{what}: {found:#?}");
    }
}

#[test]
fn a_field_has_a_name_that_scripts_and_addresses_bear() {
    for name in ["", "$ref", "a/b", "a.b", "__proto__", "constructor", "toString", "1a", "a b", "اسم", &"a".repeat(65)]
    {
        let found = after(|d| {
            d["schema"]["properties"][name] = json!({ "type": "null", "title": "note" });
            d["steps"][0]["fields"].as_array_mut().unwrap().push(json!(name));
        });
        assert_eq!(found.iter().map(|(_, code)| *code).collect::<Vec<_>>(), ["badFieldName"], "{name}");
    }
    for name in ["a", "childName-2", &"a".repeat(64)] {
        let found = after(|d| {
            d["schema"]["properties"][name] = json!({ "type": "null", "title": "note" });
            d["steps"][0]["fields"].as_array_mut().unwrap().push(json!(name));
        });
        assert_eq!(found, [], "{name}");
    }
}

#[test]
fn every_problem_is_told() {
    let found = after(|d| {
        d["person"] = json!(["nobody"]);
        d["ui"]["name"]["ui:widget"] = json!("slider");
        d["texts"]["ar"]["name"] = json!("");
        d["schema"]["required"] = json!(["file", "who"]);
    });
    assert_eq!(found.len(), 5, "{found:#?}");
}

#[test]
fn a_plugins_document_may_have_texts_of_its_own() {
    let mut document = document();
    document["texts"]["en"]["reason.x"] = json!("x");
    document["texts"]["ar"]["reason.x"] = json!("س");
    assert!(FormDocument::build(&document, Kind::Declarative).is_err());
    assert!(FormDocument::build(&document, Kind::Plugin).is_ok());
}

#[test]
fn a_list_that_is_too_long_is_refused_without_a_look_at_its_items() {
    let item = |at: usize, code: &str| (format!("/langs/{at}"), code.to_owned());
    let long = base(json!({ "langs": (0..5000).map(|at| format!("x{at}")).collect::<Vec<_>>() }));
    let told = [("/langs".to_owned(), "maxItems".to_owned()), item(0, "enum"), item(1, "enum"), item(2, "enum")];
    assert_eq!(wrong(long), told);
    let rows = base(json!({ "jobs": vec![json!({}); 5000] }));
    assert_eq!(wrong(rows).len(), 1 + 4, "one row too many is looked at");
    // Also where what is asked for is no list.
    assert_eq!(form().prune(&json!({ "age": vec![1; 5000] }))["age"].as_array().map(Vec::len), Some(201));
}

/// Where the form is too dear: places by the words of each figure.
fn too_dear(change: impl Fn(&mut Value)) -> Vec<(&'static str, String)> {
    let mut document = document();
    change(&mut document);
    let problems = FormDocument::build(&document, Kind::Declarative).err().unwrap_or_default();
    let figure =
        |message: &str| ["of memory", "to build", "to check"].into_iter().find(|words| message.contains(words));
    let told = problems.into_iter().map(|problem| {
        assert_eq!(problem.code, "tooDear", "{problem}");
        (figure(&problem.message).unwrap(), problem.pointer)
    });
    told.collect()
}

fn checking(at: &str) -> (&'static str, String) {
    ("to check", at.to_owned())
}

fn looks(d: &mut Value, name: &str, asked: Value) {
    d["schema"]["allOf"][0]["if"] = json!({ "properties": { name: asked }, "required": [name] });
}

#[test]
fn what_a_check_of_answers_takes_has_an_end() {
    let title = |n: usize| if n.is_multiple_of(2) { "l.en" } else { "l.ar" };
    let numbers = |choices: usize| (0..choices).map(|n| json!({ "const": n, "title": title(n) })).collect::<Vec<_>>();
    let list = |choices| {
        let items = json!({ "type": "integer", "oneOf": numbers(choices) });
        json!({ "type": "array", "title": "langs", "maxItems": 200, "uniqueItems": true, "items": items })
    };
    assert_eq!(too_dear(|d| d["schema"]["properties"]["langs"] = list(400)), []);
    assert!(
        too_dear(|d| d["schema"]["properties"]["langs"] = list(1000)).contains(&checking("/schema/properties/langs"))
    );
    // Nor is a document built that an archive brought, and nobody looked at.
    let mut brought = document();
    brought["schema"]["properties"]["langs"] = list(1000);
    assert!(FormDocument::from_source(&brought.to_string()).is_err());
    brought["schema"]["properties"]["langs"] = list(400);
    assert!(FormDocument::from_source(&brought.to_string()).is_ok());
    // What keywords that are not ours cost is counted nowhere.
    for (at, key, value) in [
        ("/schema/properties/langs", "$ref", json!("#/definitions/d")),
        ("/schema/properties/langs", "anyOf", json!([{ "$ref": "#/definitions/d" }, { "$ref": "#/definitions/d" }])),
        ("/schema/properties/jobs/items", "patternProperties", json!({ "a": { "$ref": "#" } })),
        ("/schema/properties/jobs/items/properties/at", "$recursiveRef", json!("#")),
    ] {
        let mut odd = brought.clone();
        odd.pointer_mut(at).unwrap_or_else(|| panic!("{at}"))[key] = value;
        assert!(FormDocument::from_source(&odd.to_string()).is_err(), "{at}/{key}");
    }
    looks(&mut brought, "langs", json!({ "$ref": "#/schema" }));
    assert!(FormDocument::from_source(&brought.to_string()).is_err(), "in a condition");
    // Numbers are divided exactly, however large they are and however small the divisor.
    let divided = |d: &mut Value, fields: usize| {
        let jobs = &mut d["schema"]["properties"]["jobs"];
        jobs["maxItems"] = json!(200);
        let one = json!({ "type": "integer", "title": "job.at", "multipleOf": 3 });
        (0..fields).for_each(|n| jobs["items"]["properties"][format!("n{n}")] = one.clone());
    };
    assert_eq!(too_dear(|d| divided(d, 5)), []);
    assert!(too_dear(|d| divided(d, 40)).contains(&checking("/schema/properties/jobs")));
    let often = json!({ "items": { "items": { "anyOf": numbers(100) } } });
    assert!(too_dear(|d| looks(d, "langs", often.clone())).contains(&checking("/schema/allOf/0/if")));
    assert_eq!(after(|d| looks(d, "langs", json!({ "contains": { "enum": ["en"] }, "minItems": 1 }))), []);
    // A pattern reads a text as far as its field lets it be, and each of so many ways goes on by itself.
    let long = |d: &mut Value, most: usize, pattern: &str| {
        d["schema"]["properties"]["name"]["maxLength"] = json!(most);
        d["schema"]["properties"]["name"]["pattern"] = json!(pattern);
    };
    assert_eq!(too_dear(|d| long(d, 2_000, r"^\p{L}+(?:[ '-]\p{L}+)*$")), []);
    assert!(too_dear(|d| long(d, 20_000, "[a-z]{0,60}[0-9]$")).contains(&checking("/schema/properties/name")));
    // Also where it stands in a condition, for what the field may be there.
    let asked = |d: &mut Value| {
        long(d, 20_000, "");
        looks(d, "name", json!({ "pattern": "[a-z]{0,60}[0-9]$" }));
    };
    assert!(too_dear(asked).contains(&checking("/schema/allOf/0/if")));
    // A date limit is walked for each answer of each row.
    let limit = |d: &mut Value, steps: usize| {
        d["schema"]["properties"]["jobs"]["maxItems"] = json!(200);
        let from = &mut d["schema"]["properties"]["jobs"]["items"]["properties"]["from"];
        from["x-max-date"] = format!("@today+1y{}", "-1d".repeat(steps)).into();
    };
    assert_eq!(too_dear(|d| limit(d, 50)), []);
    assert!(too_dear(|d| limit(d, 4_000)).contains(&checking("/schema/properties/jobs")));
    // So is each answer that earlier submissions are searched for.
    let known = |d: &mut Value, fields: usize| {
        let jobs = &mut d["schema"]["properties"]["jobs"];
        jobs["maxItems"] = json!(200);
        let one = json!({ "type": "string", "title": "job.at", "maxLength": 9, "x-known": "email" });
        (0..fields).for_each(|n| jobs["items"]["properties"][format!("k{n}")] = one.clone());
    };
    assert_eq!(too_dear(|d| known(d, 2)), []);
    assert!(too_dear(|d| known(d, 30)).contains(&checking("/schema/properties/jobs")));
    // And each row that totals are added up of.
    let totals = |d: &mut Value, terms: usize| {
        d["schema"]["properties"]["jobs"]["maxItems"] = json!(200);
        d["schema"]["properties"]["jobs"]["items"]["properties"]["pay"] =
            json!({ "type": "integer", "title": "job.at" });
        let sum = vec![json!({ "field": "jobs/pay", "times": 2 }); terms];
        let one = |n: usize| json!({ "key": format!("k{n}"), "label": "age", "kind": "number", "sum": sum });
        d["computed"] = (0..20).map(one).collect();
    };
    assert_eq!(too_dear(|d| totals(d, 5)), []);
    assert!(
        too_dear(|d| totals(d, 30)).iter().any(|(figure, at)| *figure == "to check" && at.starts_with("/computed/"))
    );
}

#[test]
fn nothing_in_a_condition_points_elsewhere() {
    // Definitions that name one another twice double with each of them.
    let double = json!({ "definitions": { "a": {} }, "allOf": [{ "$ref": "#/properties/langs/definitions/a" }] });
    let at = "/schema/allOf/0/if/properties/langs";
    let wrong = [(format!("{at}/definitions"), "badCondition"), (format!("{at}/allOf/0/$ref"), "badCondition")];
    let mut found = after(|d| looks(d, "langs", double.clone()));
    found.sort_by_key(|(pointer, _)| !pointer.contains("definitions"));
    assert_eq!(found, wrong);
    let more = json!({ "$ref": "#" });
    let at = "/schema/properties/jobs/items/additionalProperties";
    assert_eq!(
        after(|d| d["schema"]["properties"]["jobs"]["items"]["additionalProperties"] = more.clone()),
        [(at.into(), "schemaKeyword")]
    );
}

fn asked_any(d: &mut Value, patterns: &[String]) {
    let all: Vec<Value> = patterns.iter().map(|pattern| json!({ "pattern": pattern })).collect();
    looks(d, "name", json!({ "anyOf": all }));
}

#[test]
fn what_a_form_keeps_has_an_end() {
    let keeping = |at: &str| ("of memory", at.to_owned());
    // Two bytes of text, two hundred of memory.
    let padded = |d: &mut Value| d["schema"]["properties"]["age"]["default"] = json!(vec![0; 30_000]);
    assert_eq!(too_dear(padded), [keeping("/schema/properties/age")]);
    // A text is written out wherever its name stands: a form of 110 KB would take 100 MB.
    let often = |d: &mut Value, chars: usize| {
        for language in ["en", "ar"] {
            d["texts"][language]["room.a"] = "x".repeat(chars).into();
        }
        let choice = |n: usize| json!({ "const": n.to_string(), "title": "room.a" });
        d["schema"]["allOf"][0]["then"]["properties"]["room"]["oneOf"] = (0..500).map(choice).collect();
        looks(d, "stay", json!({ "const": true }));
        d["schema"]["allOf"][1]["if"]["properties"]["room"]["const"] = "1".into();
        d["texts"]["en"]["room.b"].take();
    };
    let without_b = |d: &mut Value| {
        for language in ["en", "ar"] {
            d["texts"][language].as_object_mut().unwrap().remove("room.b");
        }
    };
    let used = |chars: usize| {
        too_dear(|d| {
            often(d, chars);
            without_b(d);
        })
    };
    assert_eq!(used(100), []);
    assert_eq!(used(50_000), [keeping("/schema/allOf/0/then/properties/room")]);
    // The validator notes the whole place of all that is below a name.
    let deep = |d: &mut Value, chars: usize| {
        let below: Vec<Value> = (0..500).map(|n| json!({ "const": n })).collect();
        d["schema"]["allOf"][0]["then"].as_object_mut().unwrap().remove("required");
        looks(d, "name", json!({ "properties": { "x".repeat(chars): { "anyOf": below } } }));
    };
    assert_eq!(too_dear(|d| deep(d, 50)), []);
    assert_eq!(too_dear(|d| deep(d, 50_000)), [keeping("/schema/allOf/0/if")]);
    // A pattern takes a megabyte in the schema, and one more in each condition.
    let letters = |many: usize| (0..many).map(|n| format!(r"^\p{{L}}{{20}}{n}$")).collect::<Vec<_>>();
    let same = |many: usize| vec![letters(1).remove(0); many];
    assert_eq!(too_dear(|d| asked_any(d, &letters(2))), []);
    assert_eq!(too_dear(|d| asked_any(d, &letters(5))).first(), Some(&keeping("/schema/allOf/0/if")));
    assert_eq!(too_dear(|d| asked_any(d, &same(40))), [], "the same is compiled once");
    let ifs = |d: &mut Value, many: usize| {
        let again = json!({ "if": { "properties": { "name": { "pattern": letters(1)[0] } }, "required": ["name"] }, "then": {} });
        d["schema"]["allOf"].as_array_mut().unwrap().extend(vec![again; many]);
    };
    assert_eq!(too_dear(|d| ifs(d, 2)), []);
    assert_eq!(too_dear(|d| ifs(d, 20)).len(), 1);
    let chain = |d: &mut Value, branches: usize| {
        let again = json!({ "if": d["schema"]["allOf"][0]["if"], "then": { "required": ["room"] } });
        d["schema"]["allOf"].as_array_mut().unwrap().extend(vec![again; branches]);
    };
    assert_eq!(too_dear(|d| chain(d, 300)), []);
    assert_eq!(too_dear(|d| chain(d, 1_000)).len(), 1);
}

#[test]
fn looking_at_a_form_has_an_end() {
    // A wrong pattern is told wherever it stands.
    let at = |index: usize| format!("/schema/allOf/0/if/properties/name/anyOf/{index}/pattern");
    let wrong = after(|d| asked_any(d, &["(?=x)".to_owned(), "^a".to_owned(), "(?=x)".to_owned()]));
    assert_eq!(wrong, [(at(0), "badPattern"), (at(2), "badPattern")]);
    // Those that are refused take as much looking as those that pass: no more are looked at once they are too many.
    let slow: Vec<String> = (0..200).map(|n| format!("^(?:[a-z0-9]{{1,40}}[a-y]{{1,40}}{n}){{1,3}}x$")).collect();
    let found = after(|d| asked_any(d, &slow));
    assert!(found.iter().any(|(_, code)| *code == "tooDear"), "{found:?}");
    let refused = found.iter().filter(|(_, code)| *code == "slowPattern").count();
    assert!((1..40).contains(&refused), "{refused} of them were looked at");
    // A price that no choice has is told with some of the choices, not with all of them each time.
    let mut many = document();
    let choice = |n: usize| json!({ "const": format!("{n}{}", "x".repeat(100)), "title": "room.a" });
    many["schema"]["properties"]["langs"]["items"]["oneOf"] = (0..300).map(choice).collect();
    let prices: serde_json::Map<String, Value> = (0..200).map(|n| (n.to_string(), json!(1))).collect();
    let term = json!({ "field": "langs", "prices": prices });
    many["computed"] = json!([{ "key": "k", "label": "age", "kind": "number", "sum": vec![term; 10] }]);
    let problems = FormDocument::build(&many, Kind::Declarative).unwrap_err();
    let longest = problems.iter().filter(|problem| problem.code == "unknownChoice").map(|p| p.to_string().len()).max();
    assert!(longest.is_some_and(|longest| longest < 1_000), "{longest:?}");
}

#[test]
fn a_text_that_is_too_long_is_refused_without_a_look_at_its_end() {
    let mut document = document();
    document["schema"]["properties"]["name"]["pattern"] = json!("^[^!]*$");
    let (form, _) = FormDocument::build(&document, Kind::Declarative).unwrap();
    let said = |name: String| -> Vec<String> {
        let answers = json!({ "name": name, "mail": "sara@example.com" });
        assert_eq!(form.prune(&answers), answers, "a draft keeps what was typed");
        form.validate(&answers, TODAY, None).into_iter().map(|issue| issue.code).collect()
    };
    assert_eq!(said(format!("{}!", "x".repeat(20))), ["maxLength", "pattern"], "one character too many is read");
    assert_eq!(said(format!("{}!", "x".repeat(21))), ["maxLength"]);
}

#[test]
fn a_plugins_document_is_no_larger_than_a_file() {
    let mut document = document();
    for language in ["en", "ar"] {
        document["texts"][language]["reason.x"] = "x".repeat(140 * 1024).into();
    }
    let problems = FormDocument::build(&document, Kind::Plugin).unwrap_err();
    assert_eq!(problems.iter().map(|problem| problem.code).collect::<Vec<_>>(), ["tooLarge"]);
}

#[test]
fn a_document_says_who_its_answers_are_about() {
    let mut document = document();
    document["subject"] = json!({ "child.name": "name", "child.dob": "dob", "child.grade": "room", "child.national_id": "eid",
        "guardian.email": "mail", "guardian.phone": "phone" });
    let form = FormDocument::build(&document, Kind::Declarative).unwrap_or_else(|problems| panic!("{problems:#?}")).0;
    assert_eq!(form.field_of(Who::Child, What::Grade), Some("room"), "a conditional field too");
    assert_eq!(form.field_of(Who::Guardian, What::Name), None);
    let told = base(json!({ "dob": "2019-03-04", "eid": "784-1985-1234567-3", "phone": "+96891234567" }));
    let named = form.named(&told);
    // The form asks for no guardian's name: nobody could be called or found by an address alone.
    assert_eq!(named.len(), 1, "{named:?}");
    assert_eq!((named[0].who, named[0].names.as_slice()), (Who::Child, ["Sara".to_owned()].as_slice()));
    assert_eq!(named[0].dob.as_deref(), Some("2019-03-04"));
    assert_eq!(named[0].keys, [("national_id", "784198512345673".to_owned())]);
    assert_eq!(form.named(&json!({ "name": "  " })), []);
}

#[test]
fn a_document_that_says_nothing_of_anybody_names_its_person_alone() {
    let named = form().named(&base(json!({ "dob": "2019-03-04" })));
    let [only] = named.as_slice() else { panic!("{named:?}") };
    assert_eq!((only.who, only.names[0].as_str(), &only.dob, only.keys.len()), (Who::Child, "Sara", &None, 0));
    assert_eq!(form().named(&json!({})), []);
}
