//! Who and what the matrix is played with: ids of each kind in both schools, and every sort of token.

use std::collections::{BTreeMap, HashMap};

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use kernel::crypto::keyed_hash;
use serde_json::{Value, json};
use words::{Role, SchoolId, ids};

use crate::cast_letters::{
    accept_place, keep_bulk_letters, keep_consent, keep_financial, keep_letter, keep_plain_letter, offer_on_condition,
};
use crate::database::execute;
use crate::pictures::{pdf, picture};
use crate::world::{PASSWORD, World, offer_form};
use testkit::{MULTIPART, multipart};

/// Stands in every row of `beta` that can hold it.
pub const CANARY: &str = "canary-7f3a";

/// Ids by kind: `schedule`, `draft`, `enquiry`, `unlock`, `student` (an application), `registration` (its number), `decided` (one of which something is decided and told later), `proposed` (one of which the
/// `proposal` waits for an approval), `offered` (one with a `conditional_letter`), `file`,
/// `export`, `moves` (of many applications), `user`, `link`, `reference`, `session`, `till`, `device`, `avatar`, and `person`, who was invited.
pub type Ids = BTreeMap<&'static str, String>;

pub struct Cast {
    pub own: Ids,
    pub foreign: Ids,
    /// Ids of rows of `beta` that are never tried.
    pub witnesses: Vec<String>,
    /// `own`, `family`, `none`, `foreign`, `expired`, `revoked`, `resigned`, `readdressed`, `role`, `officer`, `reviewer`, `garbage`.
    pub tokens: HashMap<&'static str, String>,
    pub cookie: String,
    /// A submission of `alpha` that the officer's audience hides.
    pub hidden: String,
}

/// Fills a school with a row of everything; `mark` stands in all text.
async fn fill(world: &World, school: &str, mark: &str) -> Ids {
    let email = format!("{mark}@{school}.example");
    let user = world.person(school, &email, &format!("Admin {mark}"), Role::SchoolAdmin).await;
    let (token, cookie) = world.sign_in(school, &email).await;
    let session = claims(&token)["sid"].as_str().unwrap().to_owned();
    let values = json!({ "child_name": format!("Child {mark}"), "message": mark, "guardian_email": email, "guardian_phone": "+96891234567" });
    let sent = world.draft(school, "trial", values.clone()).await;
    let file = world
        .upload(school, "trial", &sent, &format!("{mark}.pdf"), &[pdf(64), mark.as_bytes().to_vec()].concat())
        .await;
    let mut answers = values.clone();
    answers["scan"] = file.clone().into();
    let reference =
        world.submit(school, "trial", answers, Some(&sent), &format!("key-of-{school}-{mark}")).await.is(201);
    let path = reference["my_application"].as_str().unwrap().to_owned();
    let application_link = path.rsplit('=').next().unwrap().to_owned();
    let application = open_application(world, school, &application_link).await;
    let taken_file = take_back(world, school, &application, mark).await;
    let list = world.get(school, "/api/v1/oa/enquiries?form=trial", &token).await.is(200);
    let enquiry = list["items"][0]["id"].as_str().unwrap().to_owned();
    let change = json!({ "version": 1, "comment": format!("Comment {mark}"), "owner": user });
    let request = world
        .ask(school, "PATCH", &format!("/api/v1/oa/enquiries/{enquiry}"))
        .header("authorization", format!("Bearer {token}"));
    world
        .send(request.header("content-type", "application/json").body(change.to_string().into()).unwrap())
        .await
        .is(200);
    let draft = world.draft(school, "trial", values).await;
    world.upload(school, "trial", &draft, &format!("{mark}-of-draft.pdf"), &pdf(64)).await;
    let link = world.link(school, &user).await;
    let new = json!({ "code": "T1", "name": format!("Till {mark}"), "store_types": ["canteen"] });
    let till = world.call(school, "POST", "/api/v1/oa/tills", &token, new).await.json();
    let asked = json!({ "enrolment_code": till["enrolment_code"], "device_label": format!("Device {mark}") });
    let device = world.post(school, "/api/v1/oa/auth/enrol-till", asked).await.is(200);
    let seller = json!({ "name": format!("Seller {mark}"), "roles": ["cashier"], "locale": "en", "staff_code": "1001", "pin": "482913" });
    world.call(school, "POST", "/api/v1/oa/people", &token, seller).await.is(201);
    let colleague = json!({ "name": format!("Colleague {mark}"), "email": format!("colleague-{mark}@{school}.example"), "roles": ["auditor"], "locale": "en" });
    let colleague = world.call(school, "POST", "/api/v1/oa/people", &token, colleague).await.is(201);
    let picture = multipart(&[], "a.png", &picture(image::ImageFormat::Png, 8, 8));
    let request = world
        .ask(school, "PUT", "/api/v1/oa/profile/avatar")
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", MULTIPART);
    let avatar = world.send(request.body(picture.into()).unwrap()).await.is(200);
    let avatar = avatar["avatar"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let cookie = cookie.split('=').next_back().unwrap_or_default().to_owned();
    // A file of the list, ready.
    let asked = world.call(school, "POST", "/api/v1/oa/enquiries/exports", &token, json!({ "format": "csv" })).await;
    let export = asked.is(201)["export"]["id"].as_str().unwrap().to_owned();
    let note = add_note(world, school, &token, &enquiry).await;
    // Sent without an account, and with the address of the family that is to come.
    let mut unowned =
        json!({ "child_name": format!("Child {mark}"), "guardian_email": format!("family@{school}.example") });
    unowned["guardian_phone"] = "+96891234567".into();
    let key = format!("unowned-of-{school}-{mark}");
    let unowned = world.submit(school, "trial", unowned, None, &key).await.is(201)["reference"].clone();
    let listed = world.get(school, "/api/v1/oa/enquiries?form=trial", &token).await.is(200);
    let adoptable = listed["items"].as_array().unwrap().iter().find(|one| one["reference"] == unowned).unwrap();
    let adoptable = adoptable["id"].as_str().unwrap().to_owned();
    // With an address: the mail of a move is shown as it would arrive there.
    let applies = json!({ "child_name": format!("Child {mark}"), "message": mark, "guardian_email": format!("applied@{school}.example"), "guardian_phone": "+96891234567" });
    world.submit(school, "form", applies, None, &format!("applied-of-{school}-{mark}")).await.is(201);
    let listed = world.get(school, "/api/v1/oa/enquiries?form=form", &token).await.is(200);
    let student = listed["items"][0]["id"].as_str().unwrap().to_owned();
    let stands = world.get(school, &format!("/api/v1/oa/enquiries/{student}/application"), &token).await.is(200);
    let registration = stands["registration_id"].as_str().unwrap().to_owned();
    let decides = json!({ "child_name": format!("Decided {mark}"), "message": mark });
    world.submit(school, "form", decides, None, &format!("decided-of-{school}-{mark}")).await.is(201);
    let listed = world.get(school, "/api/v1/oa/enquiries?form=form", &token).await.is(200);
    let decided = listed["items"].as_array().unwrap().iter().find(|one| one["id"] != student.as_str()).unwrap();
    let decided = decided["id"].as_str().unwrap().to_owned();
    decide_later(world, school, &token, &decided).await;
    let proposes = json!({ "child_name": format!("Proposed {mark}"), "message": mark });
    world.submit(school, "form", proposes, None, &format!("proposed-of-{school}-{mark}")).await.is(201);
    let listed = world.get(school, "/api/v1/oa/enquiries?form=form", &token).await.is(200);
    let is_other = |one: &&Value| one["id"] != student.as_str() && one["id"] != decided.as_str();
    let proposed = listed["items"].as_array().unwrap().iter().find(is_other).unwrap();
    let proposed = proposed["id"].as_str().unwrap().to_owned();
    let proposal = ids::new_id(&*world.clock, &words::SystemRng);
    let colleague_id = colleague["person"]["id"].as_str().unwrap();
    propose(world, school, (&proposed, &proposal, colleague_id), mark).await;
    let moves = move_many(world, school, &token, mark).await;
    let bulk_letters = ids::new_id(&*world.clock, &words::SystemRng);
    let task = add_task(world, school, &token, &enquiry, mark).await;
    let text = json!({ "text": format!("Message {mark}") });
    world.call(school, "POST", &format!("/api/v1/oa/enquiries/{enquiry}/messages"), &token, text).await.is(201);
    let unlock = add_unlock(world, school, &token, &enquiry).await;
    let letter = keep_letter(world, school, &enquiry, mark).await;
    let plain_letter = keep_plain_letter(world, school, &student, mark).await;
    keep_bulk_letters(world, school, (&bulk_letters, &user), (&student, &plain_letter, mark)).await;
    let (offered, conditional_letter) = offer_on_condition(world, school, &token, mark).await;
    let accepted = accept_place(world, school, &token, mark).await;
    let consent = keep_consent(world, school, (&accepted, &letter), mark).await;
    keep_financial(world, school, &student, mark).await;
    let view = add_view(world, school, &token, mark).await;
    world.app.worker().work(&crate::database::scope(school)).await;
    // Something published, something that waits, something in the draft.
    let address = |place: &str| format!("https://{mark}.example/{place}");
    change_settings(world, school, &token, 0, &address("published")).await;
    publish_settings(world, school, &token, json!({ "version": 1, "note": mark })).await;
    change_settings(world, school, &token, 2, &address("waiting")).await;
    let later = words::clock::iso(words::Clock::now_ms(&*world.clock) + 90 * 86_400_000);
    let waiting = publish_settings(world, school, &token, json!({ "version": 3, "note": mark, "at": later })).await;
    change_settings(world, school, &token, 4, &address("drafted")).await;
    let all = [
        ("schedule", waiting["schedule"]["id"].as_str().unwrap().to_owned()),
        ("draft", draft),
        ("enquiry", enquiry),
        ("student", student),
        ("registration", registration),
        ("decided", decided),
        ("proposed", proposed),
        ("proposal", proposal),
        ("file", file),
        ("export", export),
        ("moves", moves),
        ("bulk_letters", bulk_letters),
        ("note", note),
        ("task", task),
        ("unlock", unlock),
        ("letter", letter),
        ("plain_letter", plain_letter),
        ("offered", offered),
        ("accepted", accepted),
        ("consent", consent),
        ("conditional_letter", conditional_letter),
        ("condition", format!("report_{school}")),
        ("adoptable", adoptable),
        ("view", view),
        ("user", user),
        ("link", link),
        ("application", application),
        ("taken_file", taken_file),
        ("application_link", application_link),
        ("session", session),
        ("refresh", cookie),
        ("till", till["till"]["id"].as_str().unwrap().to_owned()),
        ("device", device["device_id"].as_str().unwrap().to_owned()),
        ("avatar", avatar),
        ("person", colleague["person"]["id"].as_str().unwrap().to_owned()),
    ];
    let reference = reference["reference"].as_str().unwrap().to_owned();
    all.into_iter().chain([("reference", reference)]).collect()
}

/// A file that a family added and took back.
async fn take_back(world: &World, school: &str, application: &str, mark: &str) -> String {
    let files = format!("/api/v1/oa/public/applications/{application}/files");
    let body = multipart(&[("field", "scan")], &format!("{mark}-taken.pdf"), &pdf(70));
    let request = world.ask(school, "POST", &files).header("content-type", MULTIPART);
    let seen = world.send(request.body(body.into()).unwrap()).await.is(201);
    let given = seen["application"]["files"].as_array().unwrap().last().unwrap()["file"].as_str().unwrap().to_owned();
    let request = world.ask(school, "DELETE", &format!("{files}/{given}"));
    world.send(request.body("".into()).unwrap()).await.is(200);
    given
}

/// What a family's link and proof give.
async fn open_application(world: &World, school: &str, link: &str) -> String {
    let asked = json!({ "token": link, "proof": "+96891234567" });
    let opened = world.post(school, "/api/v1/oa/public/applications/open", asked).await.is(200);
    opened["application"].as_str().unwrap().to_owned()
}

/// Decides that the school says no, which is told later; nothing where that is decided already.
async fn decide_later(world: &World, school: &str, token: &str, id: &str) {
    let stands = world.get(school, &format!("/api/v1/oa/enquiries/{id}/application"), token).await.json();
    let (Some(version), true) = (stands["version"].as_i64(), stands["decision"].is_null()) else { return };
    let at = words::clock::iso(words::Clock::now_ms(&*world.clock) + 90 * 86_400_000);
    let path = format!("/api/v1/oa/student/student_update?student_id={id}");
    let send = async |version: i64, transition: Value| {
        world.call(school, "PATCH", &path, token, json!({ "version": version, "transition": transition })).await.json()
    };
    // One that was released is opened again.
    let version = if stands["status"] == "R" {
        let again = json!({ "to": "W/review", "reason_text": "Looked at again" });
        send(version, again).await["version"].as_i64().unwrap_or(version)
    } else {
        version
    };
    send(version, json!({ "to": "R/school", "reason_text": "It was agreed", "publish_at": at })).await;
    // As one that came back with a backup: it can be released as well as withdrawn.
    let held = format!("UPDATE decisions SET is_held = TRUE WHERE school_id = $1 AND submission_id = '{id}'");
    execute(&world.app.db, school, &held).await.unwrap();
}

/// What a colleague proposes of an application: that the school says no, on a day that is far off. What became of the proposal before is undone.
async fn propose(world: &World, school: &str, (id, proposal, colleague): (&str, &str, &str), mark: &str) {
    let now = words::Clock::now_ms(&*world.clock);
    let over = |table: &str| format!("DELETE FROM {table} WHERE school_id = $1 AND submission_id = '{id}'");
    let new = format!(
        "INSERT INTO proposals (school_id, submission_id, id, from_state, to_state, bucket, publish_at, reason, comment, is_told, proposed_by,
             proposer_name, proposed_at, returned_by, returned_at, returned_for)
         VALUES ($1, '{id}', '{proposal}', 'W/review', 'R/school', 'any', {}, NULL, '{mark}', FALSE, '{colleague}', '{mark}', {now}, NULL, NULL, NULL)",
        now + 90 * 86_400_000
    );
    for sql in [over("decisions"), over("proposals"), new] {
        execute(&world.app.db, school, &sql).await.unwrap();
    }
}

/// Asks for an application of its own to be sent on as one of many, once nothing else of the account's is under way.
async fn move_many(world: &World, school: &str, token: &str, mark: &str) -> String {
    let moves = json!({ "child_name": format!("Moved {mark}"), "message": mark });
    world.submit(school, "form", moves, None, &format!("moved-of-{school}-{mark}")).await.is(201);
    let listed = world.get(school, "/api/v1/oa/enquiries?form=form&q=moved", token).await.is(200);
    world.app.worker().work(&crate::database::scope(school)).await;
    let asked = json!({ "to": "W/waitlist", "ids": [listed["items"][0]["id"]] });
    let made = world.call(school, "POST", "/api/v1/oa/student/moves", token, asked).await.is(201);
    made["moves"]["id"].as_str().unwrap().to_owned()
}

/// The moves that were removed, once more: as done, with one that can be sent back.
async fn bring_back(world: &World, own: &Ids) {
    let (moves, now) = (&own["moves"], words::Clock::now_ms(&*world.clock));
    let wants = json!({
        "to": "W/waitlist", "reason": null, "text": null, "review_by": null, "is_told": false, "language": "en", "undo_of": null,
        "visible": "*", "audiences": [],
    });
    let job = format!(
        "INSERT INTO bulk_jobs (school_id, id, kind, account, state, wants, total, done, chunks, cursor, tries, bytes, fault, file_key, file_name,
             media_type, created_at, updated_at, expires_at)
         VALUES ($1, '{moves}', 'application_moves', '{}', 'done', '{wants}', 1, 1, 1, 1, 0, 0, NULL, NULL, 'alpha-moves.csv', 'text/csv', {now}, {now}, {})",
        own["user"],
        now + 86_400_000
    );
    let one = format!(
        "INSERT INTO bulk_moves (school_id, job_id, submission_id, seq, outcome, from_state, to_state, message_id, guard, version, at)
         VALUES ($1, '{moves}', '{}', 0, 'moved', 'W/review', 'W/waitlist', NULL, NULL, 1, {now})",
        own["student"]
    );
    for sql in [job, one] {
        execute(&world.app.db, "alpha", &sql).await.unwrap();
    }
}

async fn add_note(world: &World, school: &str, token: &str, enquiry: &str) -> String {
    let path = format!("/api/v1/oa/enquiries/{enquiry}/notes");
    let added = world.call(school, "POST", &path, token, json!({ "text": "Calls after four only" })).await;
    added.json()["note"]["id"].as_str().unwrap_or_default().to_owned()
}

async fn add_task(world: &World, school: &str, token: &str, enquiry: &str, mark: &str) -> String {
    let path = format!("/api/v1/oa/enquiries/{enquiry}/tasks");
    let added = world.call(school, "POST", &path, token, json!({ "text": format!("Task {mark}") })).await;
    added.json()["task"]["id"].as_str().unwrap_or_default().to_owned()
}

/// Lets the family of an enquiry change an answer of it.
async fn add_unlock(world: &World, school: &str, token: &str, enquiry: &str) -> String {
    let path = format!("/api/v1/oa/enquiries/{enquiry}");
    let version = world.get(school, &path, token).await.json()["enquiry"]["version"].clone();
    let asked = json!({ "version": version, "fields": ["message"], "notify": false });
    let added = world.call(school, "POST", &format!("{path}/unlocks"), token, asked).await;
    added.json()["unlock"]["id"].as_str().unwrap_or_default().to_owned()
}

async fn add_view(world: &World, school: &str, token: &str, name: &str) -> String {
    let asked = json!({ "list": "inbox", "name": name, "query": { "q": name } });
    let added = world.call(school, "POST", "/api/v1/oa/views", token, asked).await;
    added.json()["view"]["id"].as_str().unwrap_or_default().to_owned()
}

async fn change_settings(world: &World, school: &str, token: &str, version: i64, address: &str) {
    let edit = json!({ "file": "school.yaml", "pointer": "/links/lic_lms_url", "value": address });
    let change = json!({ "version": version, "edits": [edit] });
    world.call(school, "PATCH", "/api/v1/oa/settings/draft", token, change).await.is(200);
}

async fn publish_settings(world: &World, school: &str, token: &str, asked: Value) -> Value {
    world.call(school, "POST", "/api/v1/oa/settings/publish", token, asked).await.is(200)
}

/// More rows of `beta`, whose ids nobody tries.
async fn witnesses(world: &World) -> Vec<String> {
    let email = "witness@beta.example";
    let user = world.person("beta", email, &format!("Witness {CANARY}"), Role::SchoolAdmin).await;
    let values = json!({ "child_name": format!("Witness {CANARY}"), "guardian_email": email });
    world.submit("beta", "trial", values, None, "key-of-the-witness").await.is(201);
    let token = world.sign_in("beta", email).await.0;
    let list = world.get("beta", "/api/v1/oa/enquiries?q=witness", &token).await.is(200);
    let enquiry = list["items"][0]["id"].as_str().unwrap().to_owned();
    vec![user, enquiry, claims(&token)["sid"].as_str().unwrap().to_owned()]
}

impl Cast {
    pub async fn assemble(world: &World) -> Self {
        let schools = world.folder.path().join("schools");
        for school in ["alpha", "beta"] {
            if world.school(school).form_config("form").is_none() {
                offer_form(&schools, school);
            }
        }
        world.app.registry.poll_at_once();
        // Other numbers there than here, so that no reference is the same by chance.
        let foreign = fill(world, "beta", CANARY).await;
        let witnesses = witnesses(world).await;
        let own = fill(world, "alpha", "plain-5c1d").await;
        world.person("alpha", "officer@alpha.example", "Officer", Role::AdmissionsOfficer).await;
        world.person("alpha", "cashier@alpha.example", "Cashier", Role::Cashier).await;
        world.person("alpha", "reviewer@alpha.example", "Reviewer", Role::Reviewer).await;
        let family = world.person("alpha", "family@alpha.example", "Family", Role::Guardian).await;
        let child = &own["accepted"];
        let theirs = format!(
            "INSERT INTO family_submissions (school_id, submission_id, user_id) VALUES ($1, '{child}', '{family}')"
        );
        execute(&world.app.db, "alpha", &theirs).await.unwrap();
        world
            .submit("alpha", "hidden", json!({ "child_name": "hidden-9b2e" }), None, "the-hidden-submission")
            .await
            .is(201);
        let expired = world.sign_in("alpha", "plain-5c1d@alpha.example").await.0;
        world.clock.advance(11 * 60 * 1000);
        let mut cast =
            Self { own, foreign, witnesses, tokens: HashMap::new(), cookie: String::new(), hidden: String::new() };
        cast.tokens.insert("none", String::new());
        cast.tokens.insert("expired", expired);
        cast.tokens.insert("garbage", "not.a.token".into());
        cast.tokens.insert("foreign", world.sign_in("beta", &format!("{CANARY}@beta.example")).await.0);
        cast.tokens.insert("role", world.sign_in("alpha", "cashier@alpha.example").await.0);
        cast.tokens.insert("reviewer", world.sign_in("alpha", "reviewer@alpha.example").await.0);
        cast.tokens.insert("family", world.sign_in("alpha", "family@alpha.example").await.0);
        cast.tokens.insert("officer", world.sign_in("alpha", "officer@alpha.example").await.0);
        let revoked = world.sign_in("alpha", "plain-5c1d@alpha.example").await.0;
        world.post("alpha", "/api/v1/oa/auth/sign-out", json!({ "token": revoked })).await.is(200);
        cast.tokens.insert("revoked", revoked);
        cast.renew(world).await;
        let list = world.get("alpha", "/api/v1/oa/enquiries?form=hidden", &cast.tokens["own"]).await.is(200);
        cast.hidden = list["items"][0]["id"].as_str().unwrap().to_owned();
        cast
    }

    /// Lets the family of the application withdraw it, so that there is something to bring back.
    pub async fn withdraw(&self, world: &World) {
        let path = format!("/api/v1/oa/public/applications/{}/withdraw", self.own["application"]);
        world.call("alpha", "POST", &path, "", json!({ "locale": "en" })).await;
    }

    /// Writes down that the letter was posted, so that there is something to put right.
    pub async fn post(&self, world: &World) {
        let path = format!("/api/v1/oa/enquiries/{}/letters/{}/posts", self.own["student"], self.own["plain_letter"]);
        world.call("alpha", "POST", &path, &self.tokens["own"], json!({ "posted_on": "2026-11-21" })).await.is(201);
    }

    /// Lets the family take its file back, for the same.
    pub async fn take_back(&self, world: &World) {
        let (application, taken) = (&self.own["application"], &self.own["taken_file"]);
        let path = format!("/api/v1/oa/public/applications/{application}/files/{taken}");
        world.call("alpha", "DELETE", &path, "", Value::Null).await;
    }

    /// Signs in anew where the last session was ended, and begins anew what was used up.
    pub async fn renew(&mut self, world: &World) {
        let alive = match self.tokens.get("own") {
            Some(own) => world.get("alpha", "/api/v1/oa/enquiries/assignees", own).await.status == 200,
            None => false,
        };
        if !alive {
            let (own, cookie) = sign_in_again(world).await;
            let (a, b) = (SchoolId::parse("alpha").unwrap(), SchoolId::parse("beta").unwrap());
            let secret = world.secret();
            let mut elsewhere = claims(&own);
            // The one before may have been ended by what was tried, and a session is ended well once only.
            self.own.insert("session", elsewhere["sid"].as_str().unwrap().to_owned());
            self.tokens.insert("resigned", sign(&own, &elsewhere, &secret.school_key(&b, "jwt")));
            elsewhere["aud"] = "school:beta".into();
            elsewhere["sch"] = "beta".into();
            self.tokens.insert("readdressed", sign(&own, &elsewhere, &secret.school_key(&a, "jwt")));
            self.tokens.insert("own", own);
            self.cookie = cookie;
        }
        // An acceptance is sent where none stands.
        let acceptances = "UPDATE family_letters SET state = 'expired' WHERE school_id = $1 AND kind = 'acceptance'";
        execute(&world.app.db, "alpha", acceptances).await.unwrap();
        // What came is said something of once, and a family is asked so often.
        let came = "UPDATE financial_items SET state = 'submitted' WHERE school_id = $1";
        execute(&world.app.db, "alpha", came).await.unwrap();
        // A letter is posted so often and no more.
        execute(&world.app.db, "alpha", "DELETE FROM letter_posts WHERE school_id = $1").await.unwrap();
        let state = world.get("alpha", "/api/v1/oa/settings", &self.tokens["own"]).await.is(200);
        if state["draft"]["edits"].as_array().is_none_or(Vec::is_empty) {
            let version = state["draft"]["version"].as_i64().unwrap();
            let address = format!("https://plain-5c1d.example/{version}");
            change_settings(world, "alpha", &self.tokens["own"], version, &address).await;
        }
        // One that was removed is another of those that were asked for since.
        // Without the door the server itself asks, who has none of its own.
        let listed = world.get("alpha", "/api/v1/oa/enquiries/exports", &self.tokens["own"]).await.json();
        let exports: Vec<&str> =
            listed["items"].as_array().into_iter().flatten().filter_map(|one| one["id"].as_str()).collect();
        if let Some(first) = exports.first().filter(|_| !exports.contains(&self.own["export"].as_str())) {
            self.own.insert("export", (*first).to_owned());
        }
        // What is under way has ended, and there is room for more: an account has one that is under way, and keeps five.
        let later = words::Clock::now_ms(&*world.clock) + 86_400_000;
        let ended = format!(
            "UPDATE bulk_jobs SET state = 'done', expires_at = {later} WHERE school_id = $1 AND state IN ('waiting', 'running')"
        );
        execute(&world.app.db, "alpha", &ended).await.unwrap();
        if listed["items"].as_array().is_some_and(Vec::is_empty) {
            let exports = "/api/v1/oa/enquiries/exports";
            let asked = world.call("alpha", "POST", exports, &self.tokens["own"], json!({ "format": "csv" })).await;
            if let Some(export) = asked.json()["export"]["id"].as_str() {
                self.own.insert("export", export.to_owned());
            }
        }
        let (export, moves, letters) = (&self.own["export"], &self.own["moves"], &self.own["bulk_letters"]);
        let surplus = format!(
            "DELETE FROM bulk_jobs WHERE school_id = $1 AND id NOT IN ('{export}', '{moves}', '{letters}') AND id <>
                 (SELECT MAX(e.id) FROM bulk_jobs e WHERE e.school_id = bulk_jobs.school_id AND e.kind = 'enquiry_export')"
        );
        for sql in [ended, surplus] {
            execute(&world.app.db, "alpha", &sql).await.unwrap();
        }
        let listed = world.get("alpha", "/api/v1/oa/student/moves", &self.tokens["own"]).await.json();
        let mut kept = listed["items"].as_array().into_iter().flatten();
        if listed["items"].is_array() && !kept.any(|one| one["id"] == self.own["moves"].as_str()) {
            bring_back(world, &self.own).await;
        }
        let listed = world.get("alpha", "/api/v1/oa/letters/bulk", &self.tokens["own"]).await.json();
        let mut kept = listed["items"].as_array().into_iter().flatten();
        if listed["items"].is_array() && !kept.any(|one| one["id"] == letters.as_str()) {
            let about = (self.own["student"].as_str(), self.own["plain_letter"].as_str(), "plain-5c1d");
            keep_bulk_letters(world, "alpha", (letters, &self.own["user"]), about).await;
        }
        // As a note that was taken away. Without the door its author may be nobody who writes notes.
        let (enquiry, note) = (self.own["enquiry"].clone(), self.own["note"].clone());
        let path = format!("/api/v1/oa/enquiries/{enquiry}/notes");
        let listed = world.get("alpha", &path, &self.tokens["own"]).await.json();
        let notes: Vec<&str> =
            listed["items"].as_array().into_iter().flatten().filter_map(|one| one["id"].as_str()).collect();
        if listed["items"].is_array() && !notes.contains(&note.as_str()) {
            let note = add_note(world, "alpha", &self.tokens["own"], &enquiry).await;
            self.own.insert("note", note);
        }
        // What was withdrawn is decided again.
        decide_later(world, "alpha", &self.tokens["own"], &self.own["decided"]).await;
        // What was approved or sent back is proposed again.
        let (id, proposal, colleague) = (&self.own["proposed"], &self.own["proposal"], &self.own["person"]);
        propose(world, "alpha", (id, proposal, colleague), "plain-5c1d").await;
        // What its family withdrew is open again, for of what is over nothing is unlocked.
        let opened = format!(
            "UPDATE submissions SET state = 'new' WHERE school_id = $1 AND id = '{enquiry}' AND state = 'lost'"
        );
        execute(&world.app.db, "alpha", &opened).await.unwrap();
        // A file that was removed is there again.
        let papers = format!("/api/v1/oa/enquiries/{enquiry}/papers");
        let listed = world.get("alpha", &papers, &self.tokens["own"]).await.json();
        if listed["removed"].as_array().is_some_and(|removed| !removed.is_empty()) {
            let body = json!({ "admission_id": enquiry, "doc_id": self.own["file"] });
            let restore = "/api/v1/oa/student/student_profile/restore";
            world.call("alpha", "POST", restore, &self.tokens["own"], body).await;
        }
        // A family changes so much in a day.
        execute(&world.app.db, "alpha", "DELETE FROM allowances WHERE school_id = $1 AND name = 'application.changes'")
            .await
            .unwrap();
        // What the school did without is missing again.
        execute(&world.app.db, "alpha", "DELETE FROM paper_waivers WHERE school_id = $1").await.unwrap();
        // As what was ended, or replaced by what was tried; of those that are closed a submission has so many and no more.
        execute(&world.app.db, "alpha", "DELETE FROM unlocks WHERE school_id = $1 AND closed_at IS NOT NULL")
            .await
            .unwrap();
        let listed = world.get("alpha", &format!("/api/v1/oa/enquiries/{enquiry}/unlocks"), &self.tokens["own"]).await;
        let unlock = self.own["unlock"].clone();
        if listed.json()["items"].as_array().is_some_and(|items| !items.iter().any(|one| one["id"] == unlock)) {
            let unlock = add_unlock(world, "alpha", &self.tokens["own"], &enquiry).await;
            self.own.insert("unlock", unlock);
        }
        // What was adopted is nobody's again, and wrong proofs are forgotten.
        let adoptable = &self.own["adoptable"];
        for sql in [
            format!("DELETE FROM family_submissions WHERE school_id = $1 AND submission_id = '{adoptable}'"),
            format!(
                "UPDATE links SET used_at = NULL, tries = 0 WHERE school_id = $1 AND object_id LIKE '{adoptable}%'"
            ),
            "UPDATE users SET email_verified_at = 1 WHERE school_id = $1 AND email = 'family@alpha.example'".to_owned(),
        ] {
            execute(&world.app.db, "alpha", &sql).await.unwrap();
        }
        // Views that were tried under other names would stand in each other's way; one that was taken away is there again.
        let others = format!("DELETE FROM saved_views WHERE school_id = $1 AND id <> '{}'", self.own["view"]);
        execute(&world.app.db, "alpha", &others).await.unwrap();
        let listed = world.get("alpha", "/api/v1/oa/views", &self.tokens["own"]).await.json();
        if listed["items"].as_array().is_some_and(Vec::is_empty) {
            let view = add_view(world, "alpha", &self.tokens["own"], "plain-5c1d").await;
            self.own.insert("view", view);
        }
        let draft = self.own["draft"].clone();
        if world.get("alpha", &format!("/api/v1/oa/public/forms/drafts/{draft}"), "").await.status != 200 {
            let draft = world.draft("alpha", "trial", json!({ "child_name": "plain-5c1d" })).await;
            self.own.insert("draft", draft);
        }
        self.renew_kept(world, "kept_draft", false).await;
        self.renew_kept(world, "removed_draft", true).await;
    }

    /// A draft that the account keeps, or one that it took away.
    async fn renew_kept(&mut self, world: &World, name: &'static str, is_removed: bool) {
        let bearer = self.tokens["own"].clone();
        let known = self.own.get(name).cloned();
        let opens = match &known {
            Some(draft) => {
                world.get("alpha", &format!("/api/v1/oa/public/forms/drafts/{draft}"), &bearer).await.status == 200
            }
            None => false,
        };
        let draft = match known.filter(|_| opens || is_removed) {
            Some(draft) => draft,
            None => {
                let draft = world.draft("alpha", "trial", json!({ "child_name": "plain-5c1d" })).await;
                let keep = json!({ "token": draft });
                world.call("alpha", "POST", "/api/v1/oa/family/drafts", &bearer, keep).await;
                self.own.insert(name, draft.clone());
                draft
            }
        };
        if is_removed {
            let remove = json!({ "token": draft });
            world.call("alpha", "POST", "/api/v1/oa/family/drafts/remove", &bearer, remove).await;
        }
    }

    /// Texts that no answer may hold unless it was asked with them. The ids that are tried are not among them: once they
    /// were tried as plain text, they stand in alpha's own rows.
    pub fn canaries(&self) -> Vec<&str> {
        [CANARY, "beta.example"].into_iter().chain(self.witnesses.iter().map(String::as_str)).collect()
    }

    /// An id of the kind that nobody has, as long as somebody's.
    pub fn random(&self, world: &World, kind: &str) -> String {
        let token = || kernel::crypto::new_token(&words::SystemRng);
        match kind {
            "application" => std::iter::repeat_with(token).take(20).collect::<String>()[..self.own[kind].len()].into(),
            "draft" | "link" | "refresh" | "device" | "avatar" | "application_link" => token(),
            "reference" => "BETA-E26-99999".into(),
            "registration" => "BETA27-99999".into(),
            "condition" => "report_none".into(),
            _ => ids::new_id(&*world.clock, &words::SystemRng),
        }
    }
}

/// Wrong passwords slow the next try down, and here no time passes: the account is calmed until it lets its person in.
async fn sign_in_again(world: &World) -> (String, String) {
    let email = "plain-5c1d@alpha.example";
    for _ in 0..50 {
        let calm = "DELETE FROM tries WHERE school_id = $1";
        execute(&world.app.db, "alpha", calm).await.unwrap();
        let body = json!({ "email": email, "password": PASSWORD });
        let got = world.post("alpha", "/api/v1/oa/auth/login", body).await;
        if got.status == 200 {
            let cookie = got.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
            return (got.json()["token"].as_str().unwrap().to_owned(), cookie);
        }
        assert_eq!(got.status, 429, "{:?}", got.json());
    }
    panic!("{email} is never let in again");
}

/// What a request's fields are filled with where the document only says "text".
pub fn hint(cast: &Cast, operation: &str, name: &str) -> Option<Value> {
    Some(match (operation, name) {
        ("reset_password" | "check_reset_link", "token") => cast.own["link"].clone().into(),
        ("get_setting_file", "file") => "school.yaml".into(),
        ("upload_setting_blob", "kind") => "picture".into(),
        ("list_criteria", "kind") => "consent".into(),
        ("preview_message", "name") => "code".into(),
        ("preview_message", "text") => "Subject: text\n\n{{ code }}".into(),
        ("compare_revisions", "from") => "base".into(),
        ("compare_revisions", "to") => "draft".into(),
        ("save_draft_settings", "edits") => {
            json!([{ "file": "school.yaml", "pointer": "/links/lic_website_url", "value": "https://plain-5c1d.example" }])
        }
        ("sign_out", "token") => cast.tokens["own"].clone().into(),
        ("open_application", "token") => cast.own["application_link"].clone().into(),
        ("open_application", "proof") => "+96891234567".into(),
        // What it withdraws is an enquiry, of which nobody is asked why.
        ("withdraw_application", "reason_code" | "reason_text") => Value::Null,
        ("open_unlocked", "token") => cast.own["application_link"].clone().into(),
        ("view_unlocked" | "send_unlocked", "key") => cast.own["application"].clone().into(),
        ("view_unlocked" | "send_unlocked", "grant") => Value::Null,
        ("send_unlocked", "values") => json!({ "message": "text" }),
        ("unlock_fields", "fields") => json!(["message"]),
        ("unlock_fields", "days") => 7.into(),
        ("send_application_link", "reference") => cast.own["reference"].clone().into(),
        ("correct_application_contact", "values") => json!({ "guardian_phone": "+96891234568" }),
        ("add_application_file", "field") => "scan".into(),
        ("adopt_application", "proof") => "+96891234567".into(),
        // A document is missing: whoever goes on without it says why.
        ("update_student", "transition") => json!({ "to": "S/to_schedule", "reason_text": "It is on its way" }),
        ("update_student", "changes") => Value::Null,
        // Its answers say just that place.
        ("settle_place", "choice") => "keep".into(),
        ("preview_moves" | "preview_move_mail", "to") => "W/waitlist".into(),
        ("preview_move_mail", "bucket" | "publish_at") => Value::Null,
        ("preview_moves", "ids") => json!([cast.own["student"]]),
        ("approve_proposal" | "return_proposal", "proposal") => cast.own["proposal"].clone().into(),
        ("return_proposal", "reason_text") => "Not yet".into(),
        ("approve_proposals", "ids") => json!([cast.own["proposed"]]),
        ("list_move_results", "outcome") => "moved".into(),
        ("get_student", "sections") => json!([]),
        ("get_student", "reason") => "A call to the nurse".into(),
        ("find_student", "enroll_number") => cast.own["registration"].clone().into(),
        ("review_paper", "state") => "accepted".into(),
        ("review_paper", "reason" | "expires_on") => Value::Null,
        ("waive_paper", "field") => "paper".into(),
        ("waive_paper", "reason") => "The school has it already".into(),
        ("waive_paper", "is_waived") => true.into(),
        (_, "admission_id") => cast.own["enquiry"].clone().into(),
        ("add_student_item" | "remove_student_item", "item") => "document".into(),
        ("add_student_item", "upload_id") => cast.own["file"].clone().into(),
        ("add_student_item", "doc_name") => "scan".into(),
        ("add_student_item", "doc_id" | "data") => Value::Null,
        ("remove_student_item" | "restore_student_item", "doc_id") => cast.own["file"].clone().into(),
        ("ask_for_consents", "codes") => json!(["photo"]),
        ("decide_financial_document" | "read_financial_iban", "code") => "salary".into(),
        ("decide_financial_document", "state") => "verified".into(),
        ("decide_financial_document" | "read_financial_iban", "reason") => "The bank asks for it".into(),
        ("preview_bulk_letters" | "request_bulk_letters", "code") => "confirmation".into(),
        ("preview_bulk_letters" | "request_bulk_letters", "ids") => json!([cast.own["student"]]),
        ("list_bulk_letter_results", "outcome") => "issued".into(),
        ("withdraw_bulk_letters", "reason") => "It was the wrong one".into(),
        ("issue_letter", "code") => "notice".into(),
        ("preview_enquiry_letter" | "post_newest_letter" | "print_letters", "code") => "confirmation".into(),
        ("print_letters", "ids") => json!([cast.own["student"]]),
        ("send_letter_again", "place") => 0.into(),
        ("post_letter" | "correct_letter_post" | "post_newest_letter" | "post_bulk_letters", "posted_on") => {
            "2026-11-21".into()
        }
        ("withdraw_letter", "reason") => "It was the wrong one".into(),
        ("keep_draft", "token") => cast.own["draft"].clone().into(),
        ("remove_draft", "token") => cast.own.get("kept_draft").unwrap_or(&cast.own["draft"]).clone().into(),
        ("restore_draft", "token") => cast.own.get("removed_draft").unwrap_or(&cast.own["draft"]).clone().into(),
        ("invite_person", "email") => "invited@alpha.example".into(),
        ("invite_person", "roles") => json!(["auditor"]),
        ("change_phone", "phone") => "+96891234567".into(),
        ("change_email", "email") => "plain-5c1d-new@alpha.example".into(),
        ("register_user", "email") => "signs-up@alpha.example".into(),
        ("register_user" | "register_applicant", "phone") => "+96891234567".into(),
        ("register_user" | "register_applicant" | "invite_person" | "add_till", "name") => "Sara".into(),
        (_, "current") => PASSWORD.into(),
        (_, "dob") => "2020-05-04".into(),
        (_, "grade") => "KG1".into(),
        (_, "terms_version") => "1".into(),
        (_, "captcha_token") => "".into(),
        ("request_code", "purpose") => "sign_in".into(),
        ("login_pos", "staff_code") => "1001".into(),
        ("login_pos", "pin") => "482913".into(),
        ("login_pos", "till_code") => "T1".into(),
        ("login_pos", "device_id") => cast.own["device"].clone().into(),
        ("add_view", "name") => "Another".into(),
        ("add_till", "code") => "T9".into(),
        ("add_till", "store_types") => json!(["canteen"]),
        (_, "email") => "plain-5c1d@alpha.example".into(),
        (_, "password") => PASSWORD.into(),
        (_, "locale" | "lng") => "en".into(),
        (_, "form") => "trial".into(),
        (_, "format") => "csv".into(),
        (_, "school_id") => "alpha".into(),
        (_, "draft") => cast.own["draft"].clone().into(),
        (_, "field") => "scan".into(),
        (_, "values") => json!({ "child_name": "Sara", "message": "text" }),
        _ => return None,
    })
}

pub fn claims(token: &str) -> Value {
    let payload = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&BASE64URL_NOPAD.decode(payload.as_bytes()).unwrap()).unwrap()
}

/// The token's header over other claims, signed with a key.
pub fn sign(token: &str, claims: &Value, key: &[u8; 32]) -> String {
    let header = token.split('.').next().unwrap();
    let signed = format!("{header}.{}", BASE64URL_NOPAD.encode(claims.to_string().as_bytes()));
    let mac = HEXLOWER.decode(keyed_hash(key, &signed).as_bytes()).unwrap();
    format!("{signed}.{}", BASE64URL_NOPAD.encode(&mac))
}
