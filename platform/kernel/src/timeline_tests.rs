//! What an entry's hash finds out.

use super::*;

const KEY: [u8; 32] = [7; 32];

fn chain() -> [EntryRow; 2] {
    let entry = |seq: i64, prev_hash: &str| {
        let mut row = EntryRow {
            object_kind: "enquiry".into(),
            object_id: "one".into(),
            seq,
            at: 1_000 + seq,
            actor_id: Some("officer".into()),
            actor_name: "Noor".into(),
            role: Some("admissions_officer".into()),
            action: "state".into(),
            from_value: Some("new".into()),
            to_value: Some("lost".into()),
            reason: Some("no_place".into()),
            comment: None,
            version: VERSION,
            prev_hash: prev_hash.into(),
            hash: String::new(),
        };
        row.hash = Chained::of(&row).hash(&KEY);
        row
    };
    let first = entry(1, "");
    let second = entry(2, &first.hash);
    [first, second]
}

#[test]
fn an_entry_as_it_was_written_is_whole() {
    let [first, second] = chain();
    assert_eq!((fault(&KEY, None, &first), fault(&KEY, Some(&first), &second)), (None, None));
    assert_eq!(fault(&KEY, None, &second), Some(Fault::Gap));
    assert_eq!(fault(&[8; 32], None, &first), Some(Fault::Content));
}

#[test]
fn each_change_of_an_entry_is_found() {
    type Change = fn(&mut EntryRow);
    let changes: [Change; 13] = [
        |row| row.object_id = "other".into(),
        |row| row.at += 1,
        |row| row.actor_id = None,
        |row| row.actor_name = "Sara".into(),
        |row| row.action = "owner".into(),
        |row| row.from_value = None,
        |row| row.to_value = Some("new".into()),
        |row| row.comment = Some(String::new()),
        |row| row.role = None,
        |row| row.role = Some("school_admin".into()),
        |row| row.reason = None,
        |row| row.reason = Some("withdrawn".into()),
        |row| row.version = 1,
    ];
    for change in changes {
        let [first, mut second] = chain();
        change(&mut second);
        assert_eq!(fault(&KEY, Some(&first), &second), Some(Fault::Content), "{second:?}");
    }
    let [mut first, second] = chain();
    first.comment = Some("another".into());
    first.hash = Chained::of(&first).hash(&KEY);
    assert_eq!(fault(&KEY, Some(&first), &second), Some(Fault::Link));
}

#[test]
fn an_entry_of_the_first_shape_is_whole_and_cannot_be_filled_in() {
    let mut row = EntryRow { role: None, reason: None, version: 1, ..chain()[0].clone() };
    let text = r#"{"object":["enquiry","one",1],"at":1001,"actor":["officer","Noor"],"action":"state","values":["new","lost"],"comment":null,"prev_hash":""}"#;
    row.hash = crypto::keyed_hash(&KEY, text);
    assert_eq!(fault(&KEY, None, &row), None);
    let changes: [fn(&mut EntryRow); 3] =
        [|row| row.role = Some("auditor".into()), |row| row.reason = Some("other".into()), |row| row.version = 2];
    for change in changes {
        let mut changed = row.clone();
        change(&mut changed);
        assert_eq!(fault(&KEY, None, &changed), Some(Fault::Content), "{changed:?}");
    }
}
