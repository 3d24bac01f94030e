//! Mail and SMS in the school's words or ours: complete, escaped, one line where it has to be, and checked before they are live.

use std::path::Path;
use std::sync::Arc;

use kernel::message::{Channel, Message};
use serde_json::{Map, Value, json};
use tenants::message::{Fault, KINDS, Kind, render};
use tenants::registry::Policy;
use tenants::template::{NewSchool, create};
use tenants::{Mode, NoPlugins, Registry, RegistryConfig, School};
use words::money::{Currency, Money, display_money};
use words::{Language, SchoolId};

const ORIGIN: &str = "https://a.example.org";

fn school(folder: &Path, write: &[(&str, &str)]) -> (Arc<Registry>, Arc<School>) {
    let new = NewSchool {
        id: SchoolId::parse("a").unwrap(),
        name_en: "School <A>".into(),
        name_ar: "مدرسة أ".into(),
        time_zone: "Asia/Muscat".into(),
        currency: "OMR".into(),
        mail_from: "Office <office@a.example.org>".into(),
    };
    let place = create(folder, &new, jiff::civil::date(2026, 11, 21)).unwrap();
    for (path, text) in write {
        let path = place.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let policy = Policy { base_domain: "localhost".into(), mode: Mode::Production, ..Policy::default() };
    let config = RegistryConfig {
        schools_dir: folder.to_owned(),
        overlays: folder.join(".overlays"),
        policy,
        catalog: Arc::new(NoPlugins),
    };
    let registry = Registry::open(config).unwrap();
    let school = registry.school(&SchoolId::parse("a").unwrap()).unwrap();
    (registry, school)
}

fn message(template: &str, channel: Channel, locale: Language, params: Map<String, Value>) -> Message {
    let (template, locale) = (template.to_owned(), locale.to_string());
    Message {
        channel,
        to: "x@example.org".into(),
        template,
        locale,
        params,
        expires_at: 1_795_248_000_000,
        is_strangers: false,
    }
}

fn params(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

#[test]
fn ours_are_complete_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let (_registry, school) = school(folder.path(), &[]);
    for kind in KINDS {
        for language in Language::ALL {
            for all in [true, false] {
                let mail = render(&school, ORIGIN, &message(kind.name, Channel::Mail, language, kind.sample(all)));
                let mail = mail.unwrap_or_else(|fault| panic!("{} {language}: {fault}", kind.name));
                for part in [&mail.subject, &mail.text, &mail.html] {
                    assert!(!part.contains("{{") && !part.contains("{%"), "{}: {part}", kind.name);
                }
                assert!(!mail.text.contains("none") && !mail.subject.contains("none"), "{}: {}", kind.name, mail.text);
                let arabic = mail.text.chars().filter(|c| ('\u{0600}'..='\u{06FF}').contains(c)).count();
                assert_eq!(arabic > 40, language == Language::Ar, "{} {language}: {}", kind.name, mail.text);
                assert!(mail.html.contains(if language == Language::Ar { "dir=\"rtl\"" } else { "dir=\"ltr\"" }));
                assert!(!mail.text.contains("\n\n\n"), "{}: {:?}", kind.name, mail.text);
                if kind.needs.contains(&"path") {
                    let link = "https://a.example.org/reset-password?token=sample";
                    assert!(mail.text.lines().any(|line| line == link), "{}", mail.text);
                    assert!(mail.html.contains("href=\"https:&#x2f;&#x2f;a.example.org"), "{}", mail.html);
                }
                for secret in ["code", "tracking_code"].iter().filter_map(|name| kind.sample(true).get(*name).cloned())
                {
                    assert!(!mail.subject.contains(secret.as_str().unwrap()), "a secret in a header: {}", mail.subject);
                }
                let sms = render(&school, ORIGIN, &message(kind.name, Channel::Sms, language, kind.sample(all)));
                assert_eq!(sms.is_ok(), kind.sms(language).is_some(), "{}", kind.name);
            }
        }
    }
}

#[test]
fn news_of_changed_words_goes_in_ours() {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("mail/settings_changed.en.txt", "Subject: All is well\n\n{{ greeting }}\n"),
        ("mail/sessions_ended.en.txt", "Subject: All is well\n\n{{ person }} {{ count }}\n"),
    ];
    let (_registry, school) = school(folder.path(), &files);
    let subject = |name: &str| {
        let sample = Kind::find(name).unwrap().sample(true);
        let mail = render(&school, ORIGIN, &message(name, Channel::Mail, Language::En, sample)).unwrap();
        assert_eq!(mail.html.contains("All is well"), mail.subject.contains("All is well"));
        mail.subject
    };
    assert_eq!(subject("sessions_ended"), "All is well");
    assert!(subject("settings_changed").contains("changed the bank account"), "{}", subject("settings_changed"));
    assert!(!Kind::schools().any(|kind| kind.name == "settings_changed"));
}

#[test]
fn a_text_message_lets_the_phone_fill_the_code_in() {
    let folder = tempfile::tempdir().unwrap();
    let (_registry, school) = school(folder.path(), &[]);
    let sent = message("code", Channel::Sms, Language::Ar, params(json!({ "code": "123456" })));
    let sms = render(&school, "http://a.localhost:8080", &sent).unwrap();
    assert!(sms.text.ends_with("\n\n@a.localhost #123456\n"), "{}", sms.text);
    assert!(sms.text.contains("21 نوفمبر 2026 12:00"), "the school's own time: {}", sms.text);
}

#[test]
fn what_people_typed_breaks_no_line_and_no_markup_and_advertises_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let own = "Subject: Erasure\n\n{{ greeting }} {{ person }} {{ school }}\n\nWhat they wrote: {{ reason }}\n";
    let (_registry, school) = school(folder.path(), &[("mail/erasure_requested.en.txt", own)]);
    let evil = params(json!({ "person": "Eve\r\nBcc: x@y.z <script>", "reason": "{{ school }}" }));
    let mail = render(&school, ORIGIN, &message("erasure_requested", Channel::Mail, Language::En, evil)).unwrap();
    assert!(!mail.text.contains("\nBcc") && !mail.subject.contains('\n'), "{}", mail.text);
    assert!(mail.text.contains("What they wrote: {{ school }}"), "a param is no template: {}", mail.text);
    assert!(mail.html.contains("&lt;script&gt;") && !mail.html.contains("<script>"), "{}", mail.html);
    assert!(mail.html.contains("School &lt;A&gt;"), "{}", mail.html);
    for name in ["Win at https://evil.example", "Claim at evil-prize.com", "me@evil.example"] {
        let sent = params(json!({ "path": "/x", "name": name }));
        let mail = render(&school, ORIGIN, &message("verify_email", Channel::Mail, Language::En, sent)).unwrap();
        assert!(mail.text.starts_with("Hello,") && !mail.text.contains("evil"), "{}", mail.text);
    }
}

#[test]
fn the_button_to_an_application_says_where_it_leads() {
    let folder = tempfile::tempdir().unwrap();
    let (_registry, school) = school(folder.path(), &[]);
    for (kind, language, button) in [
        ("from_school", Language::En, ">My application</a>"),
        ("from_school", Language::Ar, ">طلبي</a>"),
        ("withdrawn", Language::En, ">My application</a>"),
        ("reset_password", Language::En, ">Continue</a>"),
        ("reset_password", Language::Ar, ">متابعة</a>"),
        ("condition_due", Language::En, ">My application</a>"),
        ("letter_sent", Language::En, ">Read the letter</a>"),
        ("letter_text", Language::Ar, ">قراءة الخطاب</a>"),
        ("letter_signed", Language::En, ">Open the signed letter</a>"),
        ("letter_signed", Language::Ar, ">فتح الخطاب الموقّع</a>"),
        ("status_changed", Language::En, ">Read the letter</a>"),
    ] {
        let sent = Kind::find(kind).unwrap().sample(true);
        let mail = render(&school, ORIGIN, &message(kind, Channel::Mail, language, sent)).unwrap();
        assert!(mail.html.contains(button), "{kind} {language}: {}", mail.html);
    }
    // Of a move that brings no letter.
    let mut sent = Kind::find("status_changed").unwrap().sample(true);
    sent.remove("title");
    let mail = render(&school, ORIGIN, &message("status_changed", Channel::Mail, Language::En, sent)).unwrap();
    assert!(mail.html.contains(">My application</a>"), "{}", mail.html);
}

#[test]
fn a_link_never_leads_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let (_registry, school) = school(folder.path(), &[]);
    for path in
        ["https://evil.example/", "//evil.example", "@evil.example", ".evil.example/x", "/\\evil.example", "/a b"]
    {
        let sent = message("reset_password", Channel::Mail, Language::En, params(json!({ "path": path })));
        assert_eq!(render(&school, ORIGIN, &sent), Err(Fault::Path), "{path}");
    }
    let sent = message("reset_password", Channel::Mail, Language::En, Map::new());
    assert_eq!(render(&school, ORIGIN, &sent), Err(Fault::Missing("reset_password", "path")));
    let sent = message("no_such", Channel::Mail, Language::En, Map::new());
    assert_eq!(render(&school, ORIGIN, &sent), Err(Fault::Unknown("no_such".into())));
}

#[test]
fn the_schools_own_words_win_and_broken_ones_give_way() {
    let folder = tempfile::tempdir().unwrap();
    let own = [
        ("mail/code.en.txt", "Subject: Ours at {{ school }}\n\nTake {{ code }}\n"),
        ("mail/code.ar.txt", "Subject: x\n\n{{ cod }}\n"),
        ("sms/code.en.txt", "{{ school }} {{ code }}"),
    ];
    let (_registry, school) = school(folder.path(), &own);
    let code = || Kind::find("code").unwrap().sample(true);
    let mail = render(&school, ORIGIN, &message("code", Channel::Mail, Language::En, code())).unwrap();
    assert_eq!((mail.subject.as_str(), mail.text.as_str()), ("Ours at School <A>", "Take 123456\n"));
    assert!(mail.html.contains("Take 123456"), "{}", mail.html);
    let mail = render(&school, ORIGIN, &message("code", Channel::Mail, Language::Ar, code())).unwrap();
    assert!(mail.text.contains("123456") && mail.subject != "x", "ours: {}", mail.text);
    let sms = render(&school, ORIGIN, &message("code", Channel::Sms, Language::En, code())).unwrap();
    assert_eq!(sms.text, "School <A> 123456\n");
}

#[test]
fn the_check_names_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let own = [
        ("mail/code.en.txt", "Subject: A\n\n{{ code }}\n{{ cod }}\n"),
        ("mail/code.ar.txt", "no subject\n\n{{ code }}\n"),
        ("mail/tracking.en.html", "<img src=\"https://evil.example/{{ child }}\">"),
        ("mail/tracking.ar.txt", "Subject: A\n\n{{ child|upper }}\n"),
        ("mail/welcome.en.txt", "Subject: A\n\nB\n"),
        ("sms/invitation.en.txt", "A"),
        ("mail/verify_email.en.txt", "Subject: A\n\n{{ url }} {% for x in range(9999999) %}{{ x }}{% endfor %}\n"),
        ("mail/invitation.ar.txt", "Subject: A\n\n{{ url }}\n"),
    ];
    let (registry, _school) = school(folder.path(), &own);
    let all = registry.check(Some("a")).unwrap();
    let found: Vec<(&str, u32, &str)> = all["a"].iter().map(|d| (d.file.as_str(), d.line, d.code)).collect();
    assert!(found.contains(&("a/mail/code.en.txt", 4, "badTemplate")), "{found:?}");
    assert!(found.contains(&("a/mail/code.ar.txt", 1, "badTemplate")), "{found:?}");
    assert!(found.contains(&("a/mail/tracking.en.html", 1, "unknownTemplate")), "no pages: {found:?}");
    assert!(found.contains(&("a/mail/welcome.en.txt", 1, "unknownTemplate")), "{found:?}");
    assert!(found.contains(&("a/sms/invitation.en.txt", 1, "unknownTemplate")), "{found:?}");
    assert!(
        found
            .iter()
            .any(|(file, line, code)| *file == "a/mail/verify_email.en.txt" && (*line, *code) == (3, "notInTexts")),
        "{found:?}"
    );
    assert!(!found.iter().any(|(file, ..)| file.contains("invitation.ar")), "{found:?}");
}

#[test]
fn what_a_message_has_not_is_no_word() {
    let folder = tempfile::tempdir().unwrap();
    let own = [
        // `code_staff` may go without a link, and this school has no website.
        ("mail/code_staff.en.txt", "Subject: A\n\n{{ url }}\n"),
        ("mail/code_staff.ar.txt", "Subject: A\n\n{{ website|default(\"-\") }}{% if url %}{{ url }}{% endif %}\n"),
        // A code has none at all.
        ("mail/code.en.txt", "Subject: A\n\n{{ code }}{% if url %}{{ url }}{% endif %}\n"),
    ];
    let (registry, school) = school(folder.path(), &own);
    let all = registry.check(Some("a")).unwrap();
    let found: Vec<(&str, u32, &str)> =
        all["a"].iter().map(|d| (d.file.as_str(), d.line, d.message.as_str())).collect();
    let names = |file: &str, line: u32, part: &str| {
        found.iter().any(|(f, l, message)| *f == file && *l == line && message.contains(part))
    };
    assert!(names("a/mail/code_staff.en.txt", 3, "may be empty"), "{found:?}");
    assert!(names("a/mail/code.en.txt", 3, "there is no `url`"), "{found:?}");
    assert!(!found.iter().any(|(file, ..)| file.contains("code_staff.ar")), "{found:?}");
    let sent = message("code_staff", Channel::Mail, Language::Ar, Map::new());
    assert_eq!(render(&school, ORIGIN, &sent).unwrap().text, "-\n");
    let sent = message("code_staff", Channel::Mail, Language::En, Map::new());
    let ours = render(&school, ORIGIN, &sent).unwrap();
    assert!(!ours.text.contains("None") && !ours.text.contains("none"), "{}", ours.text);
}

#[test]
fn what_comes_out_has_an_end() {
    let folder = tempfile::tempdir().unwrap();
    // Short with the sample, long with what people typed: the built-in words are sent.
    let own = format!("Subject: A\n\n{}", "{{ person }}\n\n".repeat(600));
    let (registry, school) = school(folder.path(), &[("mail/erasure_requested.en.txt", &own)]);
    let found = registry.check(Some("a")).unwrap();
    assert!(!found["a"].iter().any(|one| one.file.contains("erasure")), "{found:?}");
    let sent = params(json!({ "person": "w ".repeat(200) }));
    let mail = render(&school, ORIGIN, &message("erasure_requested", Channel::Mail, Language::En, sent)).unwrap();
    assert!(mail.subject != "A" && mail.html.len() < 10_000, "{}", mail.subject);
    let sent = params(json!({ "person": "Sara" }));
    let mail = render(&school, ORIGIN, &message("erasure_requested", Channel::Mail, Language::En, sent)).unwrap();
    assert_eq!(mail.subject, "A");
}

#[test]
fn a_text_message_has_so_many_parts() {
    let folder = tempfile::tempdir().unwrap();
    let own = [
        ("sms/code.en.txt", "x".repeat(9_000) + " {{ code }}"),
        ("sms/code.ar.txt", "س".repeat(263) + " {{ code }}"),
        // Short with the sample, long with what somebody typed.
        (
            "sms/step_up.en.txt",
            "{{ code }}{% if name %}{% if name == \"Noor\" %}".to_owned() + &"x".repeat(700) + "{% endif %}{% endif %}",
        ),
        ("sms/step_up.ar.txt", "س".repeat(260) + " {{ code }}"),
    ];
    let own: Vec<(&str, &str)> = own.iter().map(|(file, text)| (*file, text.as_str())).collect();
    let (registry, school) = school(folder.path(), &own);
    let all = registry.check(Some("a")).unwrap();
    let found: Vec<(&str, u32, &str)> = all["a"].iter().map(|d| (d.file.as_str(), d.line, d.code)).collect();
    assert!(found.contains(&("a/sms/code.en.txt", 1, "smsTooLong")), "{found:?}");
    assert!(found.contains(&("a/sms/code.ar.txt", 1, "smsTooLong")), "{found:?}");
    assert!(!found.iter().any(|(file, ..)| file.contains("step_up")), "{found:?}");
    // However it came there: the built-in words go out.
    for (template, language) in [("code", Language::En), ("code", Language::Ar), ("step_up", Language::En)] {
        let filled = params(json!({ "code": "123456", "name": "Noor" }));
        let sent = render(&school, ORIGIN, &message(template, Channel::Sms, language, filled)).unwrap();
        assert!(sent.text.contains("123456") && sent.text.chars().count() < 268, "{}", sent.text);
        assert!(!sent.text.contains("xxx") && !sent.text.contains("سسس"), "{}", sent.text);
    }
}

#[test]
fn a_long_name_of_a_school_makes_no_long_text_message() {
    let folder = tempfile::tempdir().unwrap();
    let yaml = |school: &Path| std::fs::read_to_string(school.join("a/school.yaml")).unwrap();
    drop(school(folder.path(), &[]));
    let long = "مدرسة ".repeat(19);
    let named = yaml(folder.path()).replace("مدرسة أ", long.trim());
    std::fs::remove_dir_all(folder.path().join("a")).unwrap();
    let (_registry, school) = school(folder.path(), &[("school.yaml", &named)]);
    // A host of its own may be as long as hosts are.
    let origin = format!("https://{}.example", "a".repeat(60));
    let sent = message("code", Channel::Sms, Language::Ar, params(json!({ "code": "123456" })));
    let sent = render(&school, &origin, &sent).unwrap();
    assert!(sent.text.encode_utf16().count() <= 268 && sent.text.contains("123456"), "{}", sent.text);
}

/// A letter's words are bounded where they are written: a school's own text has them once, and not in its subject.
#[test]
fn the_words_of_a_letter_stand_once_in_their_mail() {
    for (text, is_good) in [
        ("Subject: {{ subject }}\n\n{{ letter }}\n\n{{ url }}\n", true),
        ("Subject: {{ subject }}\n\n{{ letter }}\n\n{{ letter }}\n\n{{ url }}\n", false),
        ("Subject: {{ subject }}\n\n{{ letter }}\n\n\u{E000}\u{E000}\n\n{{ url }}\n", false),
        ("Subject: {{ letter }}\n\n{{ letter }}\n\n{{ url }}\n", false),
        ("Subject: {{ subject }}\n\n{{ url }}\n", false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (registry, _school) = school(folder.path(), &[("mail/letter_text.en.txt", text)]);
        let all = registry.check(Some("a")).unwrap();
        let is_refused = all["a"].iter().any(|d| d.file == "a/mail/letter_text.en.txt" && d.code == "badTemplate");
        assert_eq!(is_refused, !is_good, "{text}: {:?}", all["a"]);
    }
}

#[test]
fn a_sample_writes_an_amount_as_a_mail_does() {
    let signed = KINDS.iter().find(|kind| kind.name == "letter_signed").unwrap();
    let deposit = Money::new(200_000, Currency::parse("OMR").unwrap());
    for language in [Language::En, Language::Ar] {
        assert_eq!(signed.sample_in(true, language)["deposit"], display_money(deposit, language));
    }
}
