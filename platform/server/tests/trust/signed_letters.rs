//! A letter from the offer to the paper that all have signed, by the real press and seal; what tools of others say of it; and the same after it
//! moved between databases.

use std::path::Path;
use std::process::Command;

use axum::body::Body;
use kernel::crypto::Secret;
use moving::{Database, Key, Making, Sessions, Taking, backup, export, import, restore};
use serde_json::{Value, json};
use server::sealing::{Verdict, certificates, check};
use words::{Clock as _, SchoolId, SystemRng, sha256_hex};

use crate::database::{Place, number, texts};
use crate::lettered::{grant, link_to, offered, pdf, read, sign, world};
use crate::process::binary;
use crate::tools;
use crate::world::{Got, World};

/// A letter that both guardians have signed.
struct Signed {
    application: String,
    /// The link of the second one.
    token: String,
    unsigned: Vec<u8>,
    bytes: Vec<u8>,
    /// The bodies of its record, and the hash that it ends with.
    record: (Vec<String>, String),
    /// What the school's seals are published as.
    pem: String,
    /// What anybody is told who has the file.
    known: Value,
}

async fn look(world: &World, path: &str) -> Got {
    world.send(world.ask("alpha", "GET", &format!("/api/v1/oa/public{path}")).body(Body::empty()).unwrap()).await
}

async fn pem(world: &World) -> String {
    let seals = look(world, "/seals").await.is(200)["seals"].as_array().unwrap().clone();
    seals.iter().map(|seal| seal["pem"].as_str().unwrap()).collect()
}

async fn record(world: &World) -> (Vec<String>, String) {
    let of = |column: &str| format!("SELECT {column} FROM letter_entries WHERE school_id = $1 ORDER BY seq");
    let bodies = texts(&world.app.db, "alpha", &of("body")).await;
    let head = texts(&world.app.db, "alpha", &of("hash")).await.pop().unwrap();
    (bodies, head)
}

/// A paper as it comes by the link: by its own digest, kept by nobody.
fn paper(got: &Got) -> Vec<u8> {
    assert_eq!(got.status, 200, "{}", String::from_utf8_lossy(&got.body));
    assert_eq!(got.headers["etag"], format!("\"{}\"", sha256_hex(&got.body)));
    let told = ["content-type", "cache-control"].map(|name| got.headers[name].to_str().unwrap());
    assert_eq!(told, ["application/pdf", "no-store"]);
    got.body.to_vec()
}

async fn signed(world: &World) -> Signed {
    let (id, bearer) = offered(world, "Sara Al-Said").await;
    let first = link_to(world, "huda@example.org").await.expect("a link");
    let opened = grant(world, &first).await;
    let unsigned = paper(&pdf(world, &first, &opened, false).await);
    assert_eq!(read(world, &first, &opened).await.is(200)["document_sha256"], sha256_hex(&unsigned));
    assert_eq!(pdf(world, &first, &opened, true).await.is(409)["messageId"], "D010", "nobody has signed yet");
    assert_eq!(sign(world, &first, "Huda Al-Said").await.is(200)["status"], "offered");
    let token = link_to(world, "salim@example.org").await.expect("the other's link");
    assert_eq!(sign(world, &token, "Salim Al-Said").await.is(200)["status"], "accepted");
    let stands = world.get("alpha", &format!("/api/v1/oa/enquiries/{id}/application"), &bearer).await.is(200);
    assert_eq!((&stands["status"], &stands["sub_status"]), (&json!("A"), &json!("fee_due")));
    let bytes = paper(&pdf(world, &token, &grant(world, &token).await, true).await);
    let known = look(world, &format!("/letters?sha256={}", sha256_hex(&bytes))).await.is(200);
    assert_eq!((&known["state"], &known["signatures"]["done"]), (&json!("accepted"), &json!(2)));
    Signed { application: id, token, unsigned, bytes, record: record(world).await, pem: pem(world).await, known }
}

/// Just what was sealed counts, by the school's published certificates.
fn is_ours_to_the_last_byte(signed: &Signed) {
    let ours = certificates(&signed.pem).unwrap();
    assert!(matches!(check(&signed.bytes, &ours), Verdict::Whole { name, .. } if name == "School of alpha"));
    assert!(matches!(check(&signed.unsigned, &ours), Verdict::Whole { .. }));
    let mut changed = signed.bytes.clone();
    let step = changed.len() / 300;
    for at in (0..changed.len()).step_by(step).chain(changed.len() - 64..changed.len()) {
        changed[at] ^= 1;
        assert!(matches!(check(&changed, &ours), Verdict::Not(_)), "byte {at} of {}", changed.len());
        changed[at] ^= 1;
    }
}

/// The same by the command line, which asks no server.
fn is_checked_offline(folder: &Path, signed: &Signed) {
    let Some(qabul) = binary() else { return };
    let root = tools::put(folder, "school.pem", &signed.pem);
    let says = |bytes: &[u8]| {
        let file = tools::put(folder, "letter.pdf", bytes);
        let output = Command::new(&qabul).args(["letter", "check", &file, "--certificates", &root]).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (is_ours, said) = says(&signed.bytes);
    assert!(is_ours && said.starts_with("Genuine: sealed by School of alpha"), "{said}");
    assert!(said.contains(&sha256_hex(&signed.bytes)), "{said}");
    let mut changed = signed.bytes.clone();
    changed[1_000] ^= 1;
    let (is_ours, said) = says(&changed);
    assert!(!is_ours && said.starts_with("Not genuine"), "{said}");
}

/// Tools that are not ours call it valid, and not once a byte is another.
fn others_call_it_valid(folder: &Path, signed: &Signed) {
    let mut changed = signed.bytes.clone();
    changed[1_000] ^= 1;
    if let Some(said) = tools::pdfsig(folder, &signed.bytes) {
        assert!(said.contains("Signature is Valid.") && said.contains("Total document signed"), "{said}");
        let said = tools::pdfsig(folder, &changed).unwrap();
        assert!(!said.contains("Signature is Valid."), "{said}");
    }
    let root = certificates(&signed.pem).unwrap().remove(0);
    if let Some(said) = tools::pyhanko(folder, &signed.bytes, &root) {
        assert!(said.ends_with(tools::TRUSTED), "{said}");
        let said = tools::pyhanko(folder, &changed, &root).unwrap();
        assert!(!said.ends_with(tools::TRUSTED), "{said}");
    }
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The page behind the letter tells who signed, and by which hashes; the code on it is known.
async fn its_certificate_is_read_back(world: &World, folder: &Path, signed: &Signed) {
    let Some(said) = tools::pdftotext(folder, &signed.unsigned).map(|said| squeezed(&said)) else { return };
    assert!(said.contains("Notsignedyet"), "{said}");
    let said = squeezed(&tools::pdftotext(folder, &signed.bytes).unwrap());
    assert!(!said.contains("Notsignedyet"), "{said}");
    let of = "SELECT hash FROM letter_entries WHERE school_id = $1 AND body LIKE '%\"kind\":\"signed\"%' ORDER BY seq";
    let events = texts(&world.app.db, "alpha", of).await;
    let text = texts(&world.app.db, "alpha", "SELECT text_sha256 FROM family_letters WHERE school_id = $1").await;
    assert_eq!((events.len(), text.len()), (2, 1));
    // The record ends there with the last signature: that the paper was sealed is told by the next entry, which names the paper.
    let told = events.iter().chain(&text).cloned().chain([sha256_hex(&signed.unsigned)]);
    for hash in told {
        assert!(said.contains(&hash), "{hash}: {said}");
    }
    for name in ["HudaAl-Said", "SalimAl-Said"] {
        assert!(said.matches(name).count() >= 2, "{name} at its signature and in the certificate: {said}");
    }
    let code = said.split("/v/").nth(1).unwrap()[..14].to_owned();
    assert_eq!(look(world, &format!("/letters/{code}")).await.is(200), signed.known);
}

/// What a letter was, wherever its school is now and whoever reads it.
async fn stands_as_it_was(world: &World, signed: &Signed) {
    let bytes = paper(&pdf(world, &signed.token, &grant(world, &signed.token).await, true).await);
    is_as_it_was(world, signed, &bytes).await;
}

async fn is_as_it_was(world: &World, signed: &Signed, bytes: &[u8]) {
    assert!(bytes == signed.bytes, "the file is the same");
    assert_eq!(pem(world).await, signed.pem);
    assert_eq!(record(world).await, signed.record);
    blocks::evidence::verify(&signed.record.0, &signed.record.1).expect("a whole record");
    let by_file = look(world, &format!("/letters?sha256={}", sha256_hex(bytes))).await.is(200);
    assert_eq!(by_file, signed.known);
}

/// How what a server has comes to another one: from here, to there, by a file.
type Carry = fn(&moving::Place, &moving::Place, &Path, i64);

fn key() -> Key {
    Key::File(b"thirty-two bytes of a key file..".to_vec())
}

fn secret_of(place: &moving::Place) -> anyhow::Result<Secret> {
    let bytes = data_encoding::HEXLOWER.decode(std::fs::read_to_string(&place.secret_file)?.trim().as_bytes())?;
    Ok(Secret::new(bytes).unwrap().with_keys(&place.data.join("secret.keys"))?)
}

/// One school, to a server with a secret of its own.
fn by_export(from: &moving::Place, to: &moving::Place, archive: &Path, now_ms: i64) {
    std::fs::create_dir_all(to.data.join("db")).unwrap();
    std::fs::write(&to.secret_file, "07".repeat(32)).unwrap();
    let making = Making { place: from, secret: &secret_of(from).unwrap(), rng: &SystemRng, now_ms };
    export(&making, &SchoolId::parse("alpha").unwrap(), archive, &key()).unwrap();
    let taking = Taking { only: None, sessions: Sessions::Keep, now_ms };
    import(to, &secret_of(to).unwrap(), &SystemRng, archive, &mut |_| Ok(key()), taking).unwrap();
}

/// Everything, to where nothing is.
fn by_backup(from: &moving::Place, to: &moving::Place, archive: &Path, now_ms: i64) {
    let making = Making { place: from, secret: &secret_of(from).unwrap(), rng: &SystemRng, now_ms };
    backup(&making, archive, &key(), &mut |_| ()).unwrap();
    restore(to, &|| secret_of(to), &SystemRng, archive, &mut |_| Ok(key())).unwrap();
}

/// A server of its own in a fresh place, out of what another had.
async fn carried(from: World, to: Place, carry: Carry) -> World {
    let (folder, clock) = (tempfile::tempdir().unwrap(), from.clock.clone());
    for name in ["data", "schools"] {
        std::fs::create_dir_all(folder.path().join(name)).unwrap();
    }
    let at = |root: &Path, place: &Place| moving::Place {
        data: root.join("data"),
        schools: root.join("schools"),
        database: place.url().map_or_else(|| Database::Lite(root.join("data/db")), Database::Pg),
        secret_file: root.join("data/secret"),
        objects: None,
    };
    let (here, there) = (at(from.folder.path(), &from.place), at(folder.path(), &to));
    let archive = from.folder.path().join("all.qabul");
    from.app.db.close().await;
    let now = clock.now_ms();
    tokio::task::spawn_blocking(move || carry(&here, &there, &archive, now)).await.unwrap();
    World::over(folder, to, clock).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_guardians_sign_and_anybody_can_check_it() {
    let world = world(Place::Lite).await;
    let signed = signed(&world).await;
    let folder = tempfile::tempdir().unwrap();
    is_ours_to_the_last_byte(&signed);
    is_checked_offline(folder.path(), &signed);
    others_call_it_valid(folder.path(), &signed);
    its_certificate_is_read_back(&world, folder.path(), &signed).await;
    // What sweeps run over it leaves it.
    world.clock.advance(3 * 86_400_000);
    world.app.worker().sweep().await;
    stands_as_it_was(&world, &signed).await;
    world.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_signed_letter_moves_between_databases() {
    let mut here = world(Place::Lite).await;
    let signed = signed(&here).await;
    let ways = [Place::postgres().await, Some(Place::Lite)];
    for to in ways.into_iter().flatten() {
        here = carried(here, to, by_export).await;
        stands_as_it_was(&here, &signed).await;
        assert_eq!(number(&here.app.db, "alpha", "SELECT COUNT(*) FROM letter_files WHERE school_id = $1").await, 2);
    }
    here.close().await;
}

/// After a fire: the links have ended with the sessions, and the paper is what it was to staff, to anybody who has it, and to tools of others; what
/// is signed from then on bears the same seal.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_signed_letter_is_what_it_was_after_a_restore() {
    let mut here = world(Place::Lite).await;
    let signed = signed(&here).await;
    let ways = [Place::postgres().await, Some(Place::Lite)];
    for to in ways.into_iter().flatten() {
        here = carried(here, to, by_backup).await;
        let link = format!("/student_data?offerLetterToken={}", signed.token);
        assert_eq!(look(&here, &link).await.is(404)["messageId"], "L010");
        let (bearer, _) = here.sign_in("alpha", "principal-of-sara-al-said@alpha.example").await;
        let letters = format!("/api/v1/oa/enquiries/{}/letters", signed.application);
        let listed = here.get("alpha", &letters, &bearer).await.is(200);
        let letter = listed["items"][0]["id"].as_str().unwrap();
        let got = here.get("alpha", &format!("{letters}/{letter}/file?kind=signed"), &bearer).await;
        assert_eq!(got.status, 200);
        is_as_it_was(&here, &signed, &got.body).await;
        is_ours_to_the_last_byte(&signed);
    }
    let folder = tempfile::tempdir().unwrap();
    others_call_it_valid(folder.path(), &signed);
    offered(&here, "Omar Al-Said").await;
    let token = link_to(&here, "huda@example.org").await.expect("a link to the next letter");
    assert_eq!(sign(&here, &token, "Huda Al-Said").await.is(200)["status"], "offered");
    assert_eq!(pem(&here).await, signed.pem);
    here.close().await;
}
