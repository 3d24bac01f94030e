//! How files and papers stand.

use jiff::civil::date;

use super::*;

#[test]
fn how_a_file_stands() {
    let state = |reviewed, scan, expires_on| state_of_file(reviewed, scan, expires_on, "2026-11-21");
    assert_eq!(state(None, None, None), PaperState::Received, "without a scanner nothing waits");
    assert_eq!(state(None, Some(ScanState::Clean), None), PaperState::Received);
    assert_eq!(state(None, Some(ScanState::Waiting), None), PaperState::Scanning);
    assert_eq!(state(Some("refused"), Some(ScanState::Waiting), None), PaperState::Refused);
    assert_eq!(state(Some("accepted"), Some(ScanState::Infected), None), PaperState::Infected);
    let expiring = |last| state(Some("accepted"), None, Some(last));
    assert_eq!(expiring("2026-11-21"), PaperState::Accepted, "its last day is a good one");
    assert_eq!(expiring("2026-11-20"), PaperState::Expired);
}

#[test]
fn a_refused_page_is_wanted_until_another_came() {
    use PaperState::{Accepted, Infected, Missing, Received, Refused};
    // How it stands, when it came, when somebody looked at it.
    let page = |(state, came, looked_at): (PaperState, i64, Option<i64>)| {
        let file = SubmittedFile {
            id: UploadId::from("page"),
            field: "passport".into(),
            name: String::new(),
            bytes: 1,
            media_type: "application/pdf".into(),
            sha256: String::new(),
            storage_key: String::new(),
            created_at: came,
            of_staff: false,
            copied_from: None,
        };
        let (reason, comment) = (None, String::new());
        PaperFile { file, state, reason, comment, reviewer: None, reviewed_at: looked_at, expires_on: None }
    };
    let of = |pages: &[(PaperState, i64, Option<i64>)]| state_of(&pages.iter().copied().map(page).collect::<Vec<_>>());
    let (refused, accepted) = ((Refused, 1, Some(5)), (Accepted, 2, Some(6)));
    assert_eq!(of(&[]), Missing);
    assert_eq!(of(&[refused, accepted]), Refused, "its sibling was there before it was refused");
    assert_eq!(of(&[refused, (Received, 2, None)]), Refused, "also while nobody looked at that");
    assert_eq!(of(&[refused, accepted, (Received, 7, None)]), Received, "another came");
    assert_eq!(of(&[refused, accepted, (Accepted, 7, Some(8))]), Accepted, "and is taken");
    assert_eq!(of(&[refused, (Refused, 7, Some(9)), (Accepted, 8, Some(9))]), Refused, "and was refused too");
    assert_eq!(of(&[(Infected, 7, None), refused]), Refused);
    assert_eq!(of(&[(Infected, 1, None), accepted]), Accepted);
}

#[test]
fn a_last_day_is_of_what_is_accepted_and_to_come() {
    let today = date(2026, 11, 21);
    let said = |state, day: &str| checked((state, None), "", Some(day), today).map(|said| said.expires_on);
    let code = |day: &str| said(PaperState::Accepted, day).err().map(|refusal| refusal.id());
    assert_eq!(said(PaperState::Accepted, "2026-11-21").expect("today"), Some(today));
    assert_eq!(said(PaperState::Accepted, "").expect("none"), None);
    for wrong in ["2026-11-20", "21-11-2026", "2026-11-31", "2077-01-01", "20261121"] {
        assert_eq!(code(wrong), Some(MessageId::F003), "{wrong}");
    }
    assert!(said(PaperState::Received, "2027-01-01").is_err());
    for state in [PaperState::Missing, PaperState::Scanning, PaperState::Expired, PaperState::Waived] {
        assert!(checked((state, None), "", None, today).is_err(), "{state:?}");
    }
}
