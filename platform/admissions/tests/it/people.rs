//! Whom submissions are about: one family's persons, and nobody else's.

use std::collections::HashSet;

use futures_util::future::join_all;
use serde_json::{Value, json};
use words::Role;

use crate::database::{execute, number, scope};
use crate::desk::{Desk, on_both};
use crate::forms;

on_both!(
    strangers_are_never_one_family,
    a_child_of_an_account_is_one_however_it_is_written,
    a_number_meets_a_name_in_another_alphabet,
    no_account_meets_the_persons_of_another,
    what_is_sent_at_once_makes_one_family_and_one_child,
    past_its_bound_a_family_grows_no_more_and_nothing_is_refused,
    a_form_that_says_nothing_names_its_person_alone,
    nobody_is_kept_without_a_submission,
    names_are_folded_anew,
    staff_see_who_it_is_and_what_else_is_theirs,
);

const ONE: Role = Role::Guardian;
const TWO: Role = Role::Student;

/// Forms that say whose their answers are, live before the desk is used.
fn telling(desk: &Desk) {
    let mut document = forms::document("1.0.0");
    for (name, schema) in [
        ("child_ar", json!({ "type": "string", "maxLength": 200, "title": "message" })),
        ("dob", json!({ "type": "string", "format": "date", "title": "message" })),
        ("number", json!({ "type": "string", "maxLength": 40, "title": "message" })),
        ("mother", json!({ "type": "string", "maxLength": 200, "title": "message" })),
        ("father", json!({ "type": "string", "maxLength": 200, "title": "message" })),
    ] {
        document["schema"]["properties"][name] = schema;
        document["steps"][0]["fields"].as_array_mut().unwrap().push(name.into());
    }
    document["subject"] = json!({
        "child.name": "child_name", "child.name_ar": "child_ar", "child.dob": "dob", "child.national_id": "number",
        "guardian.name": "mother", "guardian.email": "guardian_email", "guardian.phone": "guardian_phone",
        "second_guardian.name": "father",
    });
    for form in ["trial", "hidden"] {
        forms::write(&desk.bundle("one").join(format!("forms/{form}.json")), &document);
    }
}

fn sara() -> Value {
    json!({ "child_name": "Sara Saleh", "dob": "2018-03-04", "mother": "Huda", "guardian_email": "huda@example.org", "number": "784-1" })
}

fn with(more: Value) -> Value {
    let mut values = sara();
    values.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    values
}

/// Sends a form from a draft that an account keeps.
async fn send_as(desk: &Desk, account: Role, form: &str, values: Value) {
    let user = desk.person("one", account).await;
    let token = desk.draft(form, values.clone()).await;
    let keep = format!(
        "INSERT INTO family_drafts (school_id, draft_id, user_id, token, stamp)
         SELECT CAST($1 AS TEXT), d.id, '{user}', 'sealed', 1 FROM drafts d WHERE d.school_id = $1 AND d.token_hash = '{}'",
        kernel::crypto::token_hash(&token)
    );
    assert_eq!(execute(&desk.db, "one", &keep).await.unwrap(), 1);
    desk.submit(form, values, Some(&token)).await.is(201);
    // Ids of one moment have no order.
    desk.clock.advance(1);
}

/// Families, persons, and those who belong to a family.
async fn counts(desk: &Desk) -> [i64; 3] {
    [desk.count("families").await, desk.count("persons").await, desk.count("family_members").await]
}

async fn of_role(desk: &Desk, role: &str) -> i64 {
    let sql = "SELECT COUNT(DISTINCT person_id) FROM submission_persons WHERE school_id = $1 AND role = ";
    number(&desk.db, "one", &format!("{sql}'{role}'")).await
}

async fn strangers_are_never_one_family(desk: &Desk) {
    telling(desk);
    for _ in 0..2 {
        desk.submit("trial", sara(), None).await.is(201);
    }
    assert_eq!(counts(desk).await, [2, 4, 4]);
    let draft = desk.draft("trial", sara()).await;
    desk.submit("trial", sara(), Some(&draft)).await.is(201);
    assert_eq!(counts(desk).await, [3, 6, 6], "a draft that no account keeps is a stranger's");
    assert_eq!(desk.count("family_accounts").await, 0);
    // Hashes, which only this school's key makes; names as they were written and folded.
    let plain = "SELECT COUNT(*) FROM person_keys WHERE school_id = $1 AND (LENGTH(hash) <> 64 OR hash LIKE '%huda%')";
    assert_eq!((number(&desk.db, "one", plain).await, desk.count("person_keys").await), (0, 6));
    let folded =
        "SELECT COUNT(*) FROM person_names WHERE school_id = $1 AND name = 'Sara Saleh' AND name_key = 'sarasaleh'";
    assert_eq!(number(&desk.db, "one", folded).await, 3);
    let signs = "SELECT COUNT(*) FROM family_members WHERE school_id = $1 AND (may_sign OR sees_portal)";
    assert_eq!(number(&desk.db, "one", signs).await, 0, "no form says who may sign");
}

async fn a_child_of_an_account_is_one_however_it_is_written(desk: &Desk) {
    telling(desk);
    let ahmed = |name: &str, dob: &str| with(json!({ "child_name": name, "dob": dob, "number": "" }));
    send_as(desk, ONE, "trial", ahmed("أحمد الحارثي", "2018-03-04")).await;
    send_as(desk, ONE, "trial", ahmed("  احمد   الحارثى ", "2018-03-04")).await;
    assert_eq!((counts(desk).await, of_role(desk, "child").await), ([1, 2, 2], 1));
    send_as(desk, ONE, "trial", ahmed("أحمد الحارثي", "2015-03-04")).await;
    assert_eq!(of_role(desk, "child").await, 2, "another birth date is another child");
    send_as(desk, ONE, "trial", ahmed("سارة الحارثي", "2018-03-04")).await;
    assert_eq!(of_role(desk, "child").await, 3, "another name is another child");
    assert_eq!(of_role(desk, "guardian").await, 1, "and the mother is one");
    send_as(desk, ONE, "trial", with(json!({ "child_name": "Huda", "father": "Huda" }))).await;
    assert_eq!(counts(desk).await, [1, 6, 6], "a child, and a father, of the mother's name are none of hers");
}

async fn a_number_meets_a_name_in_another_alphabet(desk: &Desk) {
    telling(desk);
    send_as(desk, ONE, "trial", sara()).await;
    send_as(desk, ONE, "trial", with(json!({ "child_name": "سارة صالح", "number": "٧٨٤ 1" }))).await;
    assert_eq!(of_role(desk, "child").await, 1);
    // By either name from then on.
    send_as(desk, ONE, "trial", with(json!({ "child_name": "ساره صالح", "number": "" }))).await;
    assert_eq!(of_role(desk, "child").await, 1);
    send_as(desk, ONE, "trial", with(json!({ "child_name": "Omar", "dob": "2015-01-01" }))).await;
    assert_eq!(
        of_role(desk, "child").await,
        2,
        "a number with another name and birth date is a mistake, or the parent's"
    );
}

async fn no_account_meets_the_persons_of_another(desk: &Desk) {
    telling(desk);
    send_as(desk, ONE, "trial", sara()).await;
    send_as(desk, TWO, "trial", sara()).await;
    desk.submit("trial", sara(), None).await.is(201);
    assert_eq!(counts(desk).await, [3, 6, 6]);
    assert_eq!(desk.count("family_accounts").await, 2);
    let shared = "SELECT COUNT(*) FROM (SELECT person_id FROM family_members WHERE school_id = $1 GROUP BY person_id HAVING COUNT(*) > 1) m";
    assert_eq!(number(&desk.db, "one", shared).await, 0);
}

async fn what_is_sent_at_once_makes_one_family_and_one_child(desk: &Desk) {
    telling(desk);
    desk.person("one", ONE).await;
    join_all((0..6).map(|_| send_as(desk, ONE, "trial", sara()))).await;
    assert_eq!((desk.count("submissions").await, counts(desk).await), (6, [1, 2, 2]));
}

async fn past_its_bound_a_family_grows_no_more_and_nothing_is_refused(desk: &Desk) {
    telling(desk);
    let child = |n: i64| json!({ "child_name": format!("Child {n}"), "dob": "2018-03-04" });
    let most = i64::try_from(people::MOST_PERSONS).unwrap();
    for n in 0..most + 2 {
        send_as(desk, ONE, "trial", child(n)).await;
    }
    assert_eq!((desk.count("submissions").await, counts(desk).await), (most + 2, [1, most + 2, most]));
    // Whom the family has is found as before.
    send_as(desk, ONE, "trial", child(0)).await;
    assert_eq!((desk.count("submissions").await, counts(desk).await), (most + 3, [1, most + 2, most]));
}

async fn a_form_that_says_nothing_names_its_person_alone(desk: &Desk) {
    for name in ["Sara", "sara ", "Omar"] {
        send_as(desk, ONE, "short", json!({ "child_name": name, "guardian_email": "huda@example.org" })).await;
    }
    assert_eq!((counts(desk).await, of_role(desk, "child").await), ([1, 2, 2], 2));
    assert_eq!(desk.count("person_keys").await, 0);
}

async fn nobody_is_kept_without_a_submission(desk: &Desk) {
    telling(desk);
    desk.submit("trial", sara(), None).await.is(201);
    send_as(desk, ONE, "trial", sara()).await;
    send_as(desk, ONE, "trial", with(json!({ "child_name": "Omar", "number": "" }))).await;
    assert_eq!(counts(desk).await, [2, 5, 5]);
    let purged = desk.forms.purge(&scope("one")).await.unwrap();
    assert_eq!((purged.people, counts(desk).await), (0, [2, 5, 5]), "all of them are named");
    let gone = "DELETE FROM submissions WHERE school_id = $1 AND person <> 'Omar'";
    assert_eq!(execute(&desk.db, "one", gone).await.unwrap(), 2);
    let purged = desk.forms.purge(&scope("one")).await.unwrap();
    assert_eq!((purged.people, counts(desk).await), (3, [1, 2, 2]), "Omar and his mother stay");
    assert_eq!((desk.count("person_names").await, desk.count("person_keys").await), (2, 1));
    execute(&desk.db, "one", "DELETE FROM submissions WHERE school_id = $1").await.unwrap();
    desk.forms.purge(&scope("one")).await.unwrap();
    assert_eq!(counts(desk).await, [1, 0, 0], "an account's family waits for its next child");
    send_as(desk, ONE, "trial", sara()).await;
    assert_eq!(counts(desk).await, [1, 2, 2]);
}

async fn names_are_folded_anew(desk: &Desk) {
    telling(desk);
    desk.submit("trial", with(json!({ "child_ar": "سارة" })), None).await.is(201);
    execute(&desk.db, "one", "UPDATE person_names SET name_key = 'old-' || name WHERE school_id = $1").await.unwrap();
    let people = desk.people();
    people.fold_anew(&scope("one")).await.unwrap();
    let right = "SELECT COUNT(*) FROM person_names WHERE school_id = $1 AND name_key IN ('sarasaleh', 'ساره', 'huda')";
    assert_eq!((number(&desk.db, "one", right).await, desk.count("person_names").await), (3, 3));
    // Once, until the rules change.
    execute(&desk.db, "one", "UPDATE person_names SET name_key = 'old-' || name WHERE school_id = $1").await.unwrap();
    people.fold_anew(&scope("one")).await.unwrap();
    assert_eq!(number(&desk.db, "one", right).await, 0);
}

async fn staff_see_who_it_is_and_what_else_is_theirs(desk: &Desk) {
    telling(desk);
    send_as(desk, ONE, "trial", sara()).await;
    send_as(desk, ONE, "trial", with(json!({ "father": "Saleh" }))).await;
    send_as(desk, ONE, "hidden", sara()).await;
    desk.submit("trial", sara(), None).await.is(201);
    let list = desk.list("sort=submitted_at").await;
    let id = |n: usize| list["items"][n]["id"].as_str().unwrap().to_owned();
    let opened = desk.get(&format!("/v1/oa/enquiries/{}", id(1))).staff(Role::AdmissionsOfficer).send().await.is(200);
    let persons = opened["enquiry"]["persons"].as_array().unwrap().clone();
    let roles: Vec<_> =
        persons.iter().map(|one| (one["role"].as_str().unwrap(), one["name"].as_str().unwrap())).collect();
    assert_eq!(roles, [("child", "Sara Saleh"), ("guardian", "Huda"), ("second_guardian", "Saleh")]);
    assert_eq!((&persons[0]["birth_date"], &persons[1]["birth_date"]), (&json!("2018-03-04"), &Value::Null));
    let families: HashSet<_> = persons.iter().map(|one| one["family"].as_str().unwrap()).collect();
    assert_eq!(families.len(), 1);
    // What is the head's alone is not told to an officer.
    let others =
        |n: usize| persons[n]["others"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect::<Vec<_>>();
    assert_eq!((others(0), others(1), others(2)), (vec![json!(id(0))], vec![json!(id(0))], vec![]), "{persons:#?}");
}
