//! What was sent before there was an account is offered to whoever proved its address, and to nobody who has one that is nearly the same.

use admissions::family::Family;
use serde_json::json;
use words::Role;

use crate::database::execute;
use crate::desk::{Desk, on_both};
use crate::my_application::{enquiry, family, open, sara, sent, telling};

on_both!(
    what_was_sent_with_a_proved_address_is_offered_and_no_other,
    a_corrected_address_is_its_new_owners_and_the_old_one_nobodys,
    another_spelling_of_an_address_is_offered_nothing,
);

async fn what_was_sent_with_a_proved_address_is_offered_and_no_other(desk: &Desk) {
    telling(desk);
    desk.submit("trial", sara(), None).await.is(201);
    let mut others = sara();
    others["guardian_email"] = "others@example.org".into();
    desk.submit("trial", others, None).await.is(201);
    let room = Family::new(desk.forms.clone(), desk.identity.clone());
    let school = desk.school("one");
    let unproved = family(desk, Role::Guardian, "huda@example.org", false).await;
    assert!(room.home(&unproved, &school).await.unwrap().adoptable.is_empty(), "anybody may name an address");
    let proved = family(desk, Role::Guardian, "huda@example.org", true).await;
    let offered = room.home(&proved, &school).await.unwrap().adoptable;
    assert_eq!(offered.len(), 1);
    let told = serde_json::to_string(&offered).unwrap();
    assert!(!told.contains("Sara"), "an address may be mistyped, and then it is a stranger's: {told}");
    let all = desk.list("").await;
    let foreign = all["items"].as_array().unwrap().iter().find(|one| one["id"] != *offered[0].id.as_str()).unwrap();
    let adopt = async |id: &kernel::SubmissionId, proof: &str| match room.adopt(&proved, &school, id, proof).await {
        Ok(()) => String::new(),
        Err(refusal) => refusal.to_string(),
    };
    assert!(adopt(&foreign["id"].as_str().unwrap().into(), "2018-03-04").await.contains("A001"));
    assert!(adopt(&offered[0].id, "2018-03-05").await.contains("L004"));
    assert_eq!(desk.count("family_submissions").await, 0);
    assert_eq!(adopt(&offered[0].id, "2018-03-04").await, "");
    assert!(adopt(&offered[0].id, "2018-03-04").await.contains("A001"), "once");
    let home = room.home(&proved, &school).await.unwrap();
    assert_eq!((home.adoptable.len(), home.children.len()), (0, 1));
    assert_eq!(home.children[0].applications[0].id, offered[0].id);
}

async fn a_corrected_address_is_its_new_owners_and_the_old_one_nobodys(desk: &Desk) {
    let (_, token, path) = sent(desk).await;
    let values = json!({ "values": { "guardian_email": "right@example.org", "guardian_phone": "+96891111111" }, "locale": "en" });
    desk.patch(&format!("{path}/contact"), values).family().send().await.is(200);
    let room = Family::new(desk.forms.clone(), desk.identity.clone());
    let school = desk.school("one");
    let id = enquiry(desk).await["id"].as_str().unwrap().into();
    let mistyped = family(desk, Role::Guardian, "huda@example.org", true).await;
    assert!(room.home(&mistyped, &school).await.unwrap().adoptable.is_empty());
    assert!(room.adopt(&mistyped, &school, &id, "2018-03-04").await.is_err());
    let right = family(desk, Role::Guardian, "right@example.org", true).await;
    assert_eq!(room.home(&right, &school).await.unwrap().adoptable.len(), 1);
    // Wrong proofs count by the address: whoever sent it comes in by the link all the same.
    for day in 1..=5 {
        assert!(room.adopt(&right, &school, &id, &format!("2018-05-0{day}")).await.is_err());
    }
    assert!(room.adopt(&right, &school, &id, "2018-03-04").await.is_err(), "the address has no try left");
    desk.clock.advance(1);
    assert!(room.home(&right, &school).await.unwrap().adoptable.is_empty(), "and is offered nothing");
    assert_eq!(open(desk, &token, Some("2018-05-04")).await.refused(422, "L004")["tries_left"], 4);
    open(desk, &token, Some("2018-03-04")).await.is(200);
    // Whoever owns the address makes another account of it, and has no other tries with that.
    let gone = "UPDATE users SET email = 'gone@example.org' WHERE school_id = $1 AND id = 'guardian'";
    assert_eq!(execute(&desk.db, "one", gone).await.unwrap(), 1);
    let next = family(desk, Role::Student, "right@example.org", true).await;
    assert!(room.home(&next, &school).await.unwrap().adoptable.is_empty());
    let refused = room.adopt(&next, &school, &id, "2018-03-04").await.unwrap_err().to_string();
    assert!(refused.contains("A001"), "{refused}");
}

async fn another_spelling_of_an_address_is_offered_nothing(desk: &Desk) {
    telling(desk);
    let mut values = sara();
    values["guardian_email"] = "Sara53895@example.org".into();
    desk.submit("trial", values, None).await.is(201);
    let id = enquiry(desk).await["id"].as_str().unwrap().into();
    let room = Family::new(desk.forms.clone(), desk.identity.clone());
    let school = desk.school("one");
    // Digits of other scripts are other letters of a mailbox's name, whose owner is somebody else.
    for near in ["sara\u{665}3895@example.org", "sara\u{6f5}3895@example.org"] {
        let other = family(desk, Role::Guardian, near, true).await;
        assert!(room.home(&other, &school).await.unwrap().adoptable.is_empty(), "{near}");
        for proof in ["2018-03-04", "2018-03-05"] {
            let refused = room.adopt(&other, &school, &id, proof).await.unwrap_err().to_string();
            assert!(refused.contains("A001"), "{near}: {refused}");
        }
    }
    let own = family(desk, Role::Student, "sara53895@example.org", true).await;
    assert_eq!(room.home(&own, &school).await.unwrap().adoptable.len(), 1);
    room.adopt(&own, &school, &id, "2018-03-04").await.unwrap();
}
