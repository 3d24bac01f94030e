//! Letters of offers through the whole server: a school that has one, and what a family does with the link to it.

use std::path::Path;

use axum::body::Body;
use serde_json::{Value, json};
use words::Role;

use crate::database::scope;
use crate::forms;
use crate::world::{Got, World};

const PUBLIC: &str = "/api/v1/oa/public";
/// The answer to what a link asks first.
const BORN: &str = "2021-03-04";

/// Gives a school's bundle an application form that asks for two guardians, a round of five places, and a letter of offers.
pub fn lettered(schools: &Path, school: &str) {
    let place = schools.join(school);
    let places = "    places: { kg1: 5, g1: 5 }\n    direct_offer: Y\n";
    forms::applying(&place, &format!("rounds:\n  - id: \"2027\"\n    year: 2027-2028\n{places}"));
    let path = place.join("forms/apply.json");
    let mut document: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    for name in ["guardian", "second", "second_mail"] {
        document["schema"]["properties"][name] = json!({ "type": "string", "title": name, "maxLength": 60 });
        document["steps"][0]["fields"].as_array_mut().unwrap().push(name.into());
        for language in ["en", "ar"] {
            document["texts"][language][name] = format!("Text of {name}").into();
        }
    }
    document["schema"]["properties"]["second_mail"]["format"] = "email".into();
    for (key, field) in
        [("guardian.name", "guardian"), ("second_guardian.name", "second"), ("second_guardian.email", "second_mail")]
    {
        document["subject"][key] = field.into();
    }
    forms::write(&path, &document);
    std::fs::create_dir_all(place.join("letters")).unwrap();
    forms::write(&place.join("letters/offer.json"), &template());
}

fn template() -> Value {
    let body = |words: &str| json!([{ "kind": "paragraph", "text": words }, { "kind": "signatures" }]);
    json!({
        "kind": "offer",
        "title": { "en": "Offer of a place", "ar": "عرض مقعد دراسي" },
        "subject": { "en": "A place for {{child_first_name}}", "ar": "مقعد لـ{{child_first_name}}" },
        "facts": ["reference", "child_name", "grade", "expires_on"],
        "body": { "en": body("We offer {{child_name}} a place in {{grade}}."), "ar": body("نعرض على {{child_name}} مقعدًا في {{grade}}.") },
        "signers": [{ "role": "guardian1", "order": 1 }, { "role": "guardian2", "order": 2 }, { "role": "school", "order": 3 }],
        "languages": "both",
    })
}

/// What a family with two guardians tells.
pub fn family(child: &str) -> Value {
    json!({
        "child_name": child, "grade": "kg1", "year": "2027-2028", "dob": BORN, "guardian": "Huda Al-Said",
        "guardian_email": "huda@example.org", "second": "Salim Al-Said", "second_mail": "salim@example.org",
    })
}

/// The world of a school that has letters.
pub async fn world(place: crate::database::Place) -> World {
    World::with(place, |schools, _| lettered(schools, "alpha")).await
}

/// An application that is offered a place, and whose letter went out; its id, and who decides there.
pub async fn offered(world: &World, child: &str) -> (String, String) {
    // Of two mails the newer one is the later one.
    world.clock.advance(1_000);
    let slug = child.to_lowercase().replace(' ', "-");
    let key = format!("key-of-the-family-of-{slug}");
    let sent = world.submit("alpha", "apply", family(child), None, &key).await.is(201);
    let reference = sent["reference"].as_str().unwrap().to_owned();
    let email = format!("principal-of-{slug}@alpha.example");
    world.person("alpha", &email, "Principal", Role::Principal).await;
    let (bearer, _) = world.sign_in("alpha", &email).await;
    let listed = world.get("alpha", &format!("/api/v1/oa/enquiries?q={reference}"), &bearer).await.is(200);
    let id = listed["items"][0]["id"].as_str().unwrap().to_owned();
    go(world, &id, &bearer, "F/unconditional", json!({ "notify": true })).await.is(200);
    world.app.worker().work(&scope("alpha")).await;
    (id, bearer)
}

/// Sends an application on.
pub async fn go(world: &World, id: &str, bearer: &str, to: &str, mut more: Value) -> Got {
    let seen = world.get("alpha", &format!("/api/v1/oa/enquiries/{id}/application"), bearer).await.is(200);
    more["to"] = to.into();
    let body = json!({ "version": seen["version"], "transition": more });
    world.call("alpha", "PATCH", &format!("/api/v1/oa/student/student_update?student_id={id}"), bearer, body).await
}

/// The links to letters in the mails that lie in a server's folder, each with its address, the newest last.
pub fn mailed(data: &Path) -> Vec<(String, String)> {
    mailed_at(data, "offer-letter")
}

/// The same of the letters that are read at one page.
fn mailed_at(data: &Path, page: &str) -> Vec<(String, String)> {
    let mut files: Vec<_> =
        std::fs::read_dir(data.join("mail")).into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        // Long lines are broken for their way.
        let text = std::fs::read_to_string(path).ok()?.replace("=\r\n", "");
        let to = text.lines().find_map(|line| line.strip_prefix("To: "))?.to_owned();
        let rest = text.split_once(&format!("/{page}/"))?.1;
        Some((to, rest.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect()))
    };
    files.iter().filter_map(read).collect()
}

/// The token of the first link to such a page that a server mails to somebody.
pub async fn link_in_mail(data: &Path, address: &str, page: &str) -> String {
    let began = std::time::Instant::now();
    loop {
        if let Some((_, token)) = mailed_at(data, page).into_iter().find(|(to, _)| to.contains(address)) {
            return token;
        }
        assert!(began.elapsed() < crate::ordeal::PATIENCE, "no link to {address} for {page}");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

/// The token of the newest link to a letter that went to an address.
pub async fn link_to(world: &World, address: &str) -> Option<String> {
    world.app.worker().work(&scope("alpha")).await;
    mailed(&world.data()).into_iter().rfind(|(to, _)| to.contains(address)).map(|(_, token)| token)
}

/// What is said to a link's first question.
pub async fn prove(world: &World, token: &str, proof: &str) -> Got {
    world.post("alpha", &format!("{PUBLIC}/letter_proof"), json!({ "token": token, "proof": proof })).await
}

pub async fn grant(world: &World, token: &str) -> String {
    prove(world, token, BORN).await.is(200)["grant"].as_str().unwrap().to_owned()
}

/// The letter as whoever was granted it reads it.
pub async fn read(world: &World, token: &str, grant: &str) -> Got {
    let path = format!("{PUBLIC}/student_data?offerLetterToken={token}");
    world.send(world.ask("alpha", "GET", &path).header("x-letter-grant", grant).body(Body::empty()).unwrap()).await
}

pub async fn pdf(world: &World, token: &str, grant: &str, is_final: bool) -> Got {
    let asked = json!({ "token": token, "grant": grant, "final": is_final });
    world.post("alpha", &format!("{PUBLIC}/offer_letter_pdf"), asked).await
}

/// What accepts a letter that was read.
pub fn acceptance(seen: &Value, grant: &str, name: &str) -> Value {
    let signature = json!({
        "typed_name": name, "strokes": [[[10, 10], [200, 120], [400, 60]]], "agreed_text_hash": seen["text_sha256"],
        "document_hash": seen["document_sha256"],
    });
    json!({
        "values": { "decision": "accept" }, "formData": { "grant": grant, "locale": "en", "signatures": [signature] },
    })
}

pub fn answer_path(token: &str) -> String {
    format!("{PUBLIC}/offer_letter?offerLetterToken={token}")
}

pub async fn sign(world: &World, token: &str, name: &str) -> Got {
    let grant = grant(world, token).await;
    let seen = read(world, token, &grant).await.is(200);
    world.post("alpha", &answer_path(token), acceptance(&seen, &grant, name)).await
}
