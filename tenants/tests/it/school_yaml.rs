//! What is wrong with a `school.yaml` is told with its line and column, all of it.

use std::fmt::Write;

use tenants::bundle::parse_config;
use tenants::diagnostic::Diagnostic;

const GOOD: &str = "\
name: { en: A school, ar: مدرسة }
time_zone: Asia/Muscat
currency: OMR
mail_from: Office <office@a.example>
branding:
  logo: assets/logo.png
  colours: { primary: \"#0b5d4d\", accent: \"#8a6d3b\" }
";

fn errors(text: &str) -> Vec<Diagnostic> {
    parse_config("a/school.yaml", text.as_bytes()).err().unwrap_or_default()
}

fn places(text: &str) -> Vec<(u32, u32, &'static str)> {
    errors(text).iter().map(|d| (d.line, d.column, d.code)).collect()
}

#[test]
fn a_small_file_is_enough() {
    let checked = parse_config("a/school.yaml", GOOD.as_bytes()).unwrap();
    assert_eq!(checked.config.name.ar, "مدرسة");
    assert!(checked.warnings.is_empty(), "{:?}", checked.warnings);
}

#[test]
fn a_secret_in_the_file_is_not_said_again() {
    for line in [
        "captcha: { secret_env: hunter2 }",
        "sms: { url: \"https://a.example\", from: A, token_env: hunter2 }",
        "sms: { url: \"http://user:hunter2@a.example\", from: A }",
        "sms: { url: \"http://a.example/?key=hunter2\", from: A }",
    ] {
        let found = errors(&format!("{GOOD}{line}\n"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(!format!("{found:?} {}", found[0]).contains("hunter2"), "{found:?}");
    }
    let [colour] = &errors(&GOOD.replace("\"#0b5d4d\"", "green"))[..] else { panic!("one mistake") };
    assert!(colour.message.contains("`green`"), "{colour}");
}

#[test]
fn each_mistake_has_its_place() {
    for (what, text, expected) in [
        ("unknown key", format!("{GOOD}colour: red\n"), vec![(8, 1, "unknownKey")]),
        ("unknown key below", GOOD.replace("logo: ", "lgoo: x\n  logo: "), vec![(6, 3, "unknownKey")]),
        ("wrong type", GOOD.replace("OMR", "[OMR]"), vec![(3, 11, "wrongType")]),
        ("a number for a text", GOOD.replace("Asia/Muscat", "42"), vec![(2, 12, "wrongType")]),
        ("bad colour", GOOD.replace("\"#0b5d4d\"", "green"), vec![(7, 23, "badFormat")]),
        (
            "unquoted colour is a comment",
            GOOD.replace("\"#0b5d4d\", accent: \"#8a6d3b\" }", "#0b5d4d"),
            vec![(7, 12, "syntax")],
        ),
        ("missing key", GOOD.replace("currency: OMR\n", ""), vec![(1, 1, "missingKey")]),
        ("missing key below", GOOD.replace(", ar: مدرسة", ""), vec![(1, 1, "missingKey")]),
        ("line break in a name", GOOD.replace("A school", "\"A\\r\\nBcc: x\""), vec![(1, 13, "badName")]),
        ("override in a name", GOOD.replace("مدرسة", "\"مد\\u202Eرسة\""), vec![(1, 27, "badName")]),
        ("isolate in a name", GOOD.replace("A school", "\"A\\u2067\""), vec![(1, 13, "badName")]),
        ("a name that is a story", GOOD.replace("A school", &"A".repeat(121)), vec![(1, 13, "tooLong")]),
        ("override in a sender", GOOD.replace("Office <", "\u{202E}Office <"), vec![(4, 12, "badName")]),
        ("mark in a sender's name", format!("{GOOD}mail_name: \"A\\u2066\"\n"), vec![(8, 12, "badName")]),
        ("unknown zone", GOOD.replace("Asia/Muscat", "Asia/Nowhere"), vec![(2, 12, "unknownTimeZone")]),
        (
            "a wrong IBAN",
            format!("{GOOD}bank_account: {{ name: A, bank: B, iban: \"OM17 0000 0012 3456 7890 123\" }}\n"),
            vec![(8, 41, "ibanChecksum")],
        ),
        (
            "an IBAN that is too short",
            format!("{GOOD}bank_account: {{ name: A, bank: B, iban: OM16 }}\n"),
            vec![(8, 41, "ibanForm")],
        ),
        (
            "half of an account",
            format!("{GOOD}bank_account: {{ name: A, bic: EXAMOMRX }}\n"),
            vec![(8, 1, "missingKey"), (8, 1, "missingKey")],
        ),
        (
            "an account of nobody",
            format!(
                "{GOOD}bank_account: {{ name: \" \", bank: \"pay at evil.example\", iban: \"OM16 0000 0012 3456 7890 123\" }}\n"
            ),
            vec![(8, 23, "badName"), (8, 34, "badName")],
        ),
        ("no BIC", format!("{GOOD}bank_account: {{ bic: x }}\n"), vec![(8, 22, "badFormat")]),
        ("unknown currency", GOOD.replace("OMR", "OMX"), vec![(3, 11, "unknownCurrency")]),
        ("logo outside", GOOD.replace("assets/logo.png", "../logo.png"), vec![(6, 9, "badFormat")]),
        ("duplicate key", format!("{GOOD}currency: INR\n"), vec![(8, 1, "duplicateKey")]),
        ("duplicate key below", GOOD.replace("ar: ", "en: B, ar: "), vec![(1, 23, "duplicateKey")]),
        ("duplicate host", format!("{GOOD}hosts: [a.b.example, a.b.example]\n"), vec![(8, 22, "duplicate")]),
        ("address as host", format!("{GOOD}hosts: [10.0.0.1]\n"), vec![(8, 9, "badHost")]),
        ("host with port", format!("{GOOD}hosts: [\"a.example:80\"]\n"), vec![(8, 9, "badFormat")]),
        ("alias", format!("{GOOD}links: &l {{}}\nroutes: *l\n"), vec![(9, 9, "alias")]),
        (
            "merge key",
            format!("{GOOD}links:\n  <<: {{ lic_lms_url: \"https://a.example\" }}\n"),
            vec![(9, 3, "mergeKey")],
        ),
        ("tag", format!("{GOOD}digits: !x latn\n"), vec![(8, 9, "tag")]),
        ("tag of YAML", format!("{GOOD}hosts:\n  - !!str a.b\n"), vec![(9, 5, "tag")]),
        ("no key", format!("{GOOD}~: x\n"), vec![(8, 1, "badKey")]),
        ("no number", format!("{GOOD}hijri: .nan\n"), vec![(8, 8, "badNumber")]),
        ("lines of an old Mac", GOOD.replace("OMR\n", "OMR\r"), vec![(3, 1, "syntax")]),
        ("not a zone", GOOD.replace("Asia/Muscat", "posixrules"), vec![(2, 12, "unknownTimeZone")]),
        ("two documents", format!("{GOOD}---\na: 1\n"), vec![(8, 1, "severalDocuments")]),
        ("syntax", GOOD.replace("currency: OMR", "currency: 'OMR"), vec![(3, 11, "syntax")]),
        ("a quote to the end", GOOD.replace("accent: \"#8a6d3b\"", "accent: \"#8a6d3b"), vec![(7, 42, "syntax")]),
        ("not in the list", format!("{GOOD}digits: roman\n"), vec![(8, 9, "notAllowed")]),
        ("flag", format!("{GOOD}homePage: [N, yes]\n"), vec![(8, 15, "notAllowed")]),
        ("role", format!("{GOOD}routes: {{ /dashboard: [boss] }}\n"), vec![(8, 24, "notAllowed")]),
        ("day", format!("{GOOD}forms:\n  new: {{ opens_on: 2026-02-30 }}\n"), vec![(9, 20, "badFormat")]),
        (
            "range",
            format!("{GOOD}forms:\n  new: {{ opens_on: 2026-03-02, closes_on: 2026-03-01 }}\n"),
            vec![(9, 43, "badRange")],
        ),
        ("plugin", format!("{GOOD}forms:\n  x: {{ plugin: nowhere }}\n"), vec![(9, 16, "unknownPlugin")]),
        ("form's path", format!("{GOOD}forms:\n  x: {{ path: /Enquiry }}\n"), vec![(9, 14, "badFormat")]),
        ("form's path elsewhere", format!("{GOOD}forms:\n  x: {{ path: //x.example }}\n"), vec![(9, 14, "badFormat")]),
        ("form on a page", format!("{GOOD}forms:\n  x: {{ path: /settings/x }}\n"), vec![(9, 14, "badPath")]),
        ("form on thanks", format!("{GOOD}forms:\n  x: {{ path: /enquiry/thanks }}\n"), vec![(9, 14, "badPath")]),
        (
            "form on another",
            format!("{GOOD}forms:\n  x: {{ path: /enquiry/y }}\n  y: {{}}\n"),
            vec![(9, 14, "duplicate")],
        ),
        ("form id", format!("{GOOD}forms:\n  New: {{}}\n"), vec![(9, 3, "badKey")]),
        ("draft days", format!("{GOOD}forms:\n  new: {{ draft_days: 900 }}\n"), vec![(9, 22, "outOfRange")]),
        ("captcha without keys", format!("{GOOD}captcha: {{ provider: turnstile }}\n"), vec![(8, 1, "missingKey"); 2]),
        ("a secret in the file", format!("{GOOD}captcha: {{ secret_env: hunter2 }}\n"), vec![(8, 24, "badFormat")]),
        ("another secret", format!("{GOOD}captcha: {{ secret_env: QABUL_DATABASE }}\n"), vec![(8, 24, "badFormat")]),
        (
            "gateway in the clear",
            format!("{GOOD}sms: {{ url: \"http://sms.example/\", from: A }}\n"),
            vec![(8, 13, "badFormat")],
        ),
        ("role of a factor", format!("{GOOD}second_factor: {{ roles: [boss] }}\n"), vec![(8, 26, "notAllowed")]),
        (
            "two applications",
            format!("{GOOD}forms:\n  a: {{ kind: application }}\n  b: {{ kind: application }}\n"),
            vec![(10, 14, "twoApplications")],
        ),
        ("kind of a form", format!("{GOOD}forms:\n  a: {{ kind: visit }}\n"), vec![(9, 14, "notAllowed")]),
        ("kind of a school", format!("{GOOD}kind_of_institution: nursery\n"), vec![(8, 22, "notAllowed")]),
        ("telephone", format!("{GOOD}contact: {{ phone: \"24500100\" }}\n"), vec![(8, 19, "badFormat")]),
        (
            "hours in one language",
            format!("{GOOD}contact: {{ hours: {{ en: 8 to 2 }} }}\n"),
            vec![(8, 12, "missingKey")],
        ),
        ("captcha", format!("{GOOD}captcha: {{ forms: Y }}\n"), vec![(8, 19, "wrongType")]),
        ("hijri", format!("{GOOD}hijri: yes\n"), vec![(8, 8, "notAllowed")]),
        ("empty", String::new(), vec![(1, 1, "wrongType")]),
    ] {
        assert_eq!(places(&text), expected, "{what}\n{text}\n{:#?}", errors(&text));
    }
}

#[test]
fn forms_ask_for_a_riddle_that_somebody_sets() {
    let told = |captcha: &str| {
        let text = format!("{GOOD}captcha: {captcha}\n");
        let checked = parse_config("a/school.yaml", text.as_bytes()).unwrap();
        let warnings: Vec<_> = checked.warnings.iter().map(|warning| (warning.column, warning.code)).collect();
        (checked.config.captcha.forms, warnings)
    };
    assert_eq!(told("{ provider: altcha }"), (false, vec![]));
    assert_eq!(told("{ forms: true }"), (true, vec![]));
    assert_eq!(told("{ provider: off, forms: true }"), (true, vec![(34, "noCaptcha")]));
    assert_eq!(told("{ provider: off, forms: false }"), (false, vec![]));
}

#[test]
fn applying_without_an_account_needs_a_form_to_apply_by() {
    let told = |forms: &str| {
        let text = format!("{GOOD}conditionalScreens: {{ without_auth: Y }}\nforms:\n{forms}");
        let checked = parse_config("a/school.yaml", text.as_bytes()).unwrap();
        checked.warnings.iter().map(|warning| (warning.line, warning.column, warning.code)).collect::<Vec<_>>()
    };
    assert_eq!(told("  new: {}\n"), [(8, 23, "noApplication")]);
    assert_eq!(told("  form: { kind: enquiry }\n"), [(8, 23, "noApplication")]);
    for forms in ["  form: {}\n", "  new: { kind: application }\n"] {
        assert_eq!(told(forms), [], "{forms}");
    }
}

/// The files beside the database's zones, and its placeholders, are known to this machine and to no browser.
#[test]
fn a_zone_is_one_that_browsers_know() {
    for zone in
        ["posixrules", "localtime", "Factory", "factory", "Etc/Unknown", "posix/Asia/Muscat", "right/UTC", "+04:00", ""]
    {
        assert!(!tenants::bundle::is_time_zone(zone), "{zone}");
    }
    for zone in ["Asia/Muscat", "Asia/Dubai", "UTC", "Etc/GMT+5", "America/New_York", "Asia/Kolkata"] {
        assert!(tenants::bundle::is_time_zone(zone), "{zone}");
    }
}

#[test]
fn sentences_are_ours_and_true() {
    for (text, told) in [
        (format!("{GOOD}~: x\n"), "a key has to be plain text"),
        (format!("{GOOD}hijri: .inf\n"), "`.inf` is no number that can be kept"),
        (GOOD.replace("currency: OMR", "currency: 'OMR"), "the quote is not closed where its value ends"),
        (format!("{GOOD}# {}\n", "x".repeat(260 * 1024)), "bytes, and at most 262144 are read"),
    ] {
        let message = &errors(&text)[0].message;
        assert!(message.contains(told), "{message}");
    }
    let json = [b"\xEF\xBB\xBF".as_slice(), br#"{"a": 1}"#].concat();
    assert_eq!(tenants::bundle::parse_json("a/x.json", &json).unwrap().0, serde_json::json!({ "a": 1 }));
}

#[test]
fn all_of_them_are_told_at_once() {
    let text = format!("{}colour: red\ndigits: roman\n", GOOD.replace("OMR", "omr").replace("\"#8a6d3b\"", "7"));
    assert_eq!(places(&text), [(3, 11, "badFormat"), (7, 42, "wrongType"), (8, 1, "unknownKey"), (9, 9, "notAllowed")]);
}

#[test]
fn a_near_miss_is_named() {
    let found = errors(&GOOD.replace("currency", "curency"));
    let unknown = found.iter().find(|d| d.code == "unknownKey").unwrap();
    assert_eq!(unknown.hint.as_deref(), Some("did you mean `currency`?"));
    assert_eq!(unknown.file, "a/school.yaml");
}

#[test]
fn bombs_are_small_and_loud() {
    let deep = format!("{GOOD}x: {}{}\n", "[".repeat(40), "]".repeat(40));
    assert_eq!(places(&deep), [(8, 35, "tooDeep")]);

    let mut wide = format!("{GOOD}hosts:\n");
    for n in 0..20_100 {
        writeln!(wide, "- a{n}.b").unwrap();
    }
    assert_eq!(errors(&wide).first().map(|d| d.code), Some("tooManyNodes"));

    let large = format!("{GOOD}# {}\n", "x".repeat(260 * 1024));
    assert_eq!(places(&large), [(1, 1, "tooLarge")]);

    let mut laughs = String::from("a: &a [x, x, x, x, x, x, x, x, x]\n");
    for (this, last) in ["b", "c", "d", "e", "f", "g", "h", "i"].iter().zip(["a", "b", "c", "d", "e", "f", "g", "h"]) {
        writeln!(laughs, "{this}: &{this} [{}]", vec![format!("*{last}"); 9].join(", ")).unwrap();
    }
    // Refused at its first alias: read out, it would be 43 million nodes.
    assert_eq!(errors(&laughs).first().map(|d| (d.line, d.column, d.code)), Some((2, 8, "alias")));

    assert_eq!(parse_config("a/school.yaml", b"name: \xff\n").unwrap_err()[0].code, "notUtf8");
}

#[test]
fn a_pale_colour_warns_and_says_what_is_used() {
    let text = GOOD.replace("#0b5d4d", "#f5c542");
    let checked = parse_config("a/school.yaml", text.as_bytes()).unwrap();
    let warning = &checked.warnings[0];
    assert_eq!((warning.line, warning.column, warning.code, warning.is_error()), (7, 23, "contrast", false));
}

#[test]
fn the_schema_for_editors_is_the_committed_one() {
    let committed = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/school.schema.json")).unwrap();
    let now = serde_json::to_string_pretty(tenants::school_schema()).unwrap() + "\n";
    assert!(committed == now, "run `qabul school schema > tenants/school.schema.json`");
}
