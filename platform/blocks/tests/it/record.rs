//! Records prove themselves, and nothing changed passes.

use blocks::Languages;
use blocks::evidence::{
    Agreed, Broken, Channel, Entry, How, KnownBy, Made, Mark, Moment, Signed, SignerSlot, Stored, What, append,
    signer_name, verify,
};
use serde_json::Value;
use words::{Language, sha256_hex};

const AT: i64 = 1_795_331_649_120;

fn slot(order: u32, role: &str) -> SignerSlot {
    SignerSlot { order, role: role.to_owned() }
}

fn made() -> What {
    What::Made(Made {
        document_sha256: sha256_hex(b"pdf"),
        text_sha256: sha256_hex(b"tree"),
        languages: Languages::Both,
        signers: vec![slot(1, "guardian1"), slot(1, "guardian2"), slot(2, "school")],
        until: Some(Moment(AT + 86_400_000)),
    })
}

fn signed(order: u32, role: &str, change: impl FnOnce(&mut Signed)) -> What {
    let mut signed = Signed {
        order,
        role: role.to_owned(),
        name: "خالد الصباح".to_owned(),
        mark: Mark::Typed,
        strokes_sha256: None,
        document_sha256: sha256_hex(b"pdf"),
        text_sha256: sha256_hex(b"tree"),
        agreed: vec![Agreed { code: "offer".into(), version: "0a1b2c3d4e5f".into(), language: Language::Ar }],
        how: How {
            by: KnownBy::Account,
            code_to: Some(Channel::Sms),
            hint: Some("118".into()),
            second_factor: false,
            at: Moment(AT),
            link_to: None,
            asked: None,
            said_for: None,
        },
        network: "9f2c6ab1".into(),
        session: "00c0ffee".into(),
        agent: Some("Chrome on Android".into()),
    };
    change(&mut signed);
    What::Signed(Box::new(signed))
}

fn plainly(order: u32, role: &str) -> What {
    signed(order, role, |_| {})
}

fn opened(order: u32, role: &str) -> What {
    What::Opened { order, role: role.to_owned() }
}

fn declined(order: u32, role: &str) -> What {
    What::Declined { order, role: role.to_owned(), reason: "fees".into() }
}

fn sealed() -> What {
    What::Sealed { document_sha256: sha256_hex(b"signed pdf"), certificate_sha256: sha256_hex(b"certificate") }
}

fn record(all: impl IntoIterator<Item = What>) -> Vec<Stored> {
    let mut out: Vec<Stored> = Vec::new();
    for (n, what) in all.into_iter().enumerate() {
        let entry = Entry { paper: "ABQ-2026-OL-00417".into(), at: Moment(AT + i64::try_from(n).unwrap()), what };
        let prev = out.last().map(|last| last.hash.clone());
        out.push(append(prev.as_deref(), u32::try_from(n).unwrap(), entry).unwrap());
    }
    out
}

fn proven(all: impl IntoIterator<Item = What>) -> Result<(), Broken> {
    let record = record(all);
    let bodies: Vec<&str> = record.iter().map(|stored| stored.body.as_str()).collect();
    verify(&bodies, record.last().map_or("", |last| &last.hash))
}

fn whole() -> Vec<Stored> {
    let drawn = |signed: &mut Signed| {
        signed.mark = Mark::Drawn;
        signed.strokes_sha256 = Some(sha256_hex(b"strokes"));
    };
    record([
        made(),
        opened(1, "guardian2"),
        signed(1, "guardian2", drawn),
        plainly(1, "guardian1"),
        signed(2, "school", |signed| signed.how.by = KnownBy::Link),
        sealed(),
    ])
}

fn bodies(record: &[Stored]) -> Vec<String> {
    record.iter().map(|stored| stored.body.clone()).collect()
}

#[test]
fn an_entry_is_this_text() {
    let first = &record([made()])[0];
    assert_eq!(
        first.body,
        format!(
            "{{\"at\":\"2026-11-22T07:14:09.120Z\",\"document_sha256\":\"{}\",\"form\":\"qabul.evidence.1\",\"kind\":\"made\",\
             \"languages\":\"both\",\"paper\":\"ABQ-2026-OL-00417\",\"prev\":null,\"seq\":0,\"signers\":[{{\"order\":1,\"role\":\"guardian1\"}},\
             {{\"order\":1,\"role\":\"guardian2\"}},{{\"order\":2,\"role\":\"school\"}}],\"text_sha256\":\"{}\",\
             \"until\":\"2026-11-23T07:14:09.120Z\"}}",
            sha256_hex(b"pdf"),
            sha256_hex(b"tree")
        )
    );
    assert_eq!(first.hash, sha256_hex(first.body.as_bytes()));
}

#[test]
fn any_changed_byte_breaks_it() {
    let record = whole();
    let (all, head) = (bodies(&record), &record[5].hash);
    assert_eq!(verify(&all, head), Ok(()));
    let mut tried = 0;
    for n in 0..all.len() {
        for at in 0..all[n].len() {
            for bit in [0, 5] {
                let mut bytes = all[n].clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let Ok(text) = String::from_utf8(bytes) else { continue };
                let mut copy = all.clone();
                copy[n] = text;
                assert!(verify(&copy, head).is_err(), "entry {n}, byte {at}, bit {bit}");
                tried += 1;
            }
        }
    }
    assert!(tried > 5_000, "{tried}");
}

#[test]
fn what_is_gone_swapped_cut_or_added_is_seen() {
    let record = whole();
    let (all, head) = (bodies(&record), &record[5].hash);
    for gone in 0..all.len() {
        let mut copy = all.clone();
        copy.remove(gone);
        assert!(verify(&copy, head).is_err(), "{gone} removed");
    }
    for at in 1..all.len() {
        let mut copy = all.clone();
        copy.swap(at - 1, at);
        assert!(verify(&copy, head).is_err(), "{at} swapped");
        assert_eq!(verify(&all[..at], head), Err(Broken::Head), "cut at {at}");
        // Without its last entries, a record is whole for whoever was promised no more.
        assert_eq!(verify(&all[..at], &record[at - 1].hash), Ok(()));
    }
    let mut twice = all.clone();
    twice.push(all[5].clone());
    assert!(verify(&twice, head).is_err());
    assert_eq!(verify::<&str>(&[], head), Err(Broken::Empty));
}

#[test]
fn an_entry_that_holds_more_than_entries_do_is_none() {
    let record = record([made()]);
    for (from, to) in [
        ("\"seq\":0", "\"seq\":0,\"shoe\":1"),
        ("\"prev\":null,", ""),
        ("\"seq\":0", "\"seq\": 0"),
        ("09.120Z", "09.12Z"),
        ("\"order\":2,", "\"order\":2,\"paid\":true,"),
        ("\"seq\":0", "\"seq\":0.0"),
    ] {
        let body = record[0].body.replacen(from, to, 1);
        assert_ne!(body, record[0].body, "{from}");
        assert_eq!(verify(&[&body], &sha256_hex(body.as_bytes())), Err(Broken::Text(0)), "{to}");
    }
    let other = record[0].body.replace("evidence.1", "evidence.2");
    assert_eq!(verify(&[&other], &sha256_hex(other.as_bytes())), Err(Broken::Place(0)));
}

#[test]
fn signers_of_one_turn_sign_in_any_order_and_others_wait() {
    let done = |order: [(u32, &str); 3]| {
        proven(std::iter::once(made()).chain(order.map(|(order, role)| plainly(order, role))))
    };
    assert_eq!(done([(1, "guardian1"), (1, "guardian2"), (2, "school")]), Ok(()));
    assert_eq!(done([(1, "guardian2"), (1, "guardian1"), (2, "school")]), Ok(()));
    assert_eq!(done([(1, "guardian1"), (2, "school"), (1, "guardian2")]), Err(Broken::Turn(2)));
    assert_eq!(done([(2, "school"), (1, "guardian1"), (1, "guardian2")]), Err(Broken::Turn(1)));
    assert_eq!(done([(1, "guardian1"), (1, "guardian1"), (2, "school")]), Err(Broken::Turn(2)));
    assert_eq!(done([(1, "guardian1"), (1, "stranger"), (2, "school")]), Err(Broken::Turn(2)));
    assert_eq!(proven([made(), opened(1, "guardian1"), opened(1, "guardian1")]), Err(Broken::Turn(2)));
    assert_eq!(proven([made(), opened(2, "school"), opened(1, "guardian1"), opened(1, "guardian2")]), Ok(()));
    assert_eq!(proven([made(), plainly(1, "guardian1"), declined(1, "guardian1")]), Err(Broken::Turn(2)));
}

#[test]
fn another_document_another_text_and_another_mark_are_seen() {
    let one = |change: fn(&mut Signed)| proven([made(), signed(1, "guardian1", change)]);
    assert_eq!(one(|_| {}), Ok(()));
    assert_eq!(one(|signed| signed.document_sha256 = sha256_hex(b"other")), Err(Broken::Document(1)));
    assert_eq!(one(|signed| signed.text_sha256 = sha256_hex(b"other")), Err(Broken::Document(1)));
    assert_eq!(one(|signed| signed.mark = Mark::Drawn), Err(Broken::Text(1)));
    assert_eq!(one(|signed| signed.strokes_sha256 = Some(sha256_hex(b"x"))), Err(Broken::Text(1)));
    assert_eq!(one(|signed| signed.name = " x".into()), Err(Broken::Text(1)));
}

#[test]
fn a_decline_a_withdrawal_and_an_expiry_end_it_for_all() {
    for end in [declined(1, "guardian2"), What::Withdrawn {}, What::Expired {}] {
        assert_eq!(proven([made(), plainly(1, "guardian1"), end.clone()]), Ok(()), "{end:?}");
        assert_eq!(proven([made(), end.clone(), plainly(1, "guardian1")]), Err(Broken::Over(2)), "{end:?}");
        assert_eq!(proven([made(), end, sealed()]), Err(Broken::Over(2)));
    }
    assert_eq!(proven([made(), sealed()]), Err(Broken::Turn(1)));
    assert_eq!(proven([made(), made()]), Err(Broken::Place(1)));
    assert_eq!(proven([opened(1, "guardian1")]), Err(Broken::Place(0)));
    let all = || [made(), plainly(1, "guardian1"), plainly(1, "guardian2"), plainly(2, "school"), sealed()];
    assert_eq!(proven(all().into_iter().chain([What::Withdrawn {}])), Ok(()));
    assert_eq!(proven(all().into_iter().chain([What::Expired {}])), Err(Broken::Over(5)));
    assert_eq!(proven(all().into_iter().chain([sealed()])), Err(Broken::Over(5)));
}

#[test]
fn the_entry_of_another_paper_is_seen() {
    let first = record([made()]).remove(0);
    let other = Entry { paper: "ABQ-2026-OL-00418".into(), at: Moment(AT), what: opened(1, "guardian1") };
    let other = append(Some(&first.hash), 1, other).unwrap();
    assert_eq!(verify(&[first.body, other.body], &other.hash), Err(Broken::Place(1)));
}

#[test]
fn no_whole_number_address_or_agent_stands_in_a_record() {
    let body: Value = serde_json::from_str(&whole()[2].body).unwrap();
    let keys: Vec<&str> = body.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "agent",
            "agreed",
            "at",
            "document_sha256",
            "form",
            "how",
            "kind",
            "mark",
            "name",
            "network",
            "order",
            "paper",
            "prev",
            "role",
            "seq",
            "session",
            "strokes_sha256",
            "text_sha256"
        ]
    );
}

#[test]
fn a_name_is_kept_composed_and_tidy() {
    assert_eq!(signer_name("  Zoe\u{308}   Al-Sabah\u{202e}\n").as_deref(), Some("Zoë Al-Sabah"));
    assert_eq!(signer_name("خالد").as_deref(), Some("خالد"));
    for none in ["", "x", "12 34", "- . -", &"x".repeat(81)] {
        assert_eq!(signer_name(none), None, "{none}");
    }
}
