//! Drafts of an account, taken away and brought back.

use admissions::family::Family;
use kernel::MessageId;
use serde_json::json;
use words::Role;

use crate::database::scope;
use crate::desk::{Desk, on_both};
use crate::my_application::family;
use crate::pictures::pdf;

on_both!(a_draft_goes_with_its_files_and_comes_back, a_draft_is_its_own_family_s_to_take_away);

async fn a_draft_goes_with_its_files_and_comes_back(desk: &Desk) {
    let huda = family(desk, Role::Guardian, "huda@example.org", true).await;
    let (room, school) = (Family::new(desk.forms.clone(), desk.identity.clone()), desk.school("one"));
    let token = desk.draft("trial", json!({ "child_name": "Sara" })).await;
    room.keep(&huda, &token).await.unwrap();
    desk.upload_to("trial", &token, "scan", "a.pdf", &pdf(100)).staff(Role::Guardian).send().await.is(201);
    let drafts = async || room.home(&huda, &school).await.unwrap().drafts.len();
    let path = format!("/v1/oa/public/forms/drafts/{token}");
    assert_eq!(drafts().await, 1);
    room.remove_draft(&huda, &token).await.unwrap();
    assert_eq!(drafts().await, 0);
    desk.get(&path).staff(Role::Guardian).send().await.refused(404, "F005");
    let again = room.remove_draft(&huda, &token).await.unwrap_err();
    assert_eq!(again.id(), MessageId::F005, "it is gone already");
    room.restore_draft(&huda, &school, &token).await.unwrap();
    let back = desk.get(&path).staff(Role::Guardian).send().await.is(200);
    assert_eq!((drafts().await, &back["expires_at"]), (1, &json!("2027-02-19T08:00:00Z")), "for as long as before");
    assert_eq!(back["uploads"].as_array().unwrap().len(), 1);
    let twice = room.restore_draft(&huda, &school, &token).await.unwrap_err();
    assert_eq!(twice.id(), MessageId::F005, "what was not taken away does not come back");

    room.remove_draft(&huda, &token).await.unwrap();
    desk.clock.advance(1);
    let purged = desk.forms.purge(&scope("one")).await.unwrap();
    assert_eq!((purged.drafts, purged.files), (1, 1));
    let late = room.restore_draft(&huda, &school, &token).await.unwrap_err();
    assert_eq!(late.id(), MessageId::F005);
}

async fn a_draft_is_its_own_family_s_to_take_away(desk: &Desk) {
    let huda = family(desk, Role::Guardian, "huda@example.org", true).await;
    let other = family(desk, Role::Student, "other@example.org", true).await;
    let (room, school) = (Family::new(desk.forms.clone(), desk.identity.clone()), desk.school("one"));
    let token = desk.draft("trial", json!({ "child_name": "Sara" })).await;
    let nobodys = room.remove_draft(&huda, &token).await.unwrap_err();
    assert_eq!(nobodys.id(), MessageId::F005, "one that no account keeps");
    room.keep(&huda, &token).await.unwrap();
    assert_eq!(room.remove_draft(&other, &token).await.unwrap_err().id(), MessageId::F005);
    assert_eq!(room.home(&huda, &school).await.unwrap().drafts.len(), 1);
    room.remove_draft(&huda, &token).await.unwrap();
    assert_eq!(room.restore_draft(&other, &school, &token).await.unwrap_err().id(), MessageId::F005);
    // One whose time went by stays away.
    room.restore_draft(&huda, &school, &token).await.unwrap();
    desk.clock.advance(91 * crate::desk::DAY);
    assert_eq!(room.restore_draft(&huda, &school, &token).await.unwrap_err().id(), MessageId::F005);
}
