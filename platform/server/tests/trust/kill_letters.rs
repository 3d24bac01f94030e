//! `kill -9` while letters are drawn, released and signed: each is as it was or as it will be, nobody's seat counts twice, a mail leaves once,
//! and no file stays that nobody names.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::Db;
use plugin_host::Trial;
use serde_json::{Value, json};
use server::{App, Config, Parts, Settings};
use words::SystemRng;
use words::clock::FixedClock;

use crate::database::{Place, execute, number, texts};
use crate::forms;
use crate::lettered::{acceptance, answer_path, family, lettered, mailed};
use crate::process::{Server, binary};
use crate::world::{PASSWORD, configure};

const FAMILIES: usize = 4;
const ADMIN: &str = "admin@alpha.example";
/// By when what a server has to do is done.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long a server lives once it is asked: from before the first step to after the last.
const LIVES: [u64; 9] = [1, 8, 25, 60, 110, 170, 260, 400, 700];

/// A school whose server dies.
struct Ordeal {
    folder: tempfile::TempDir,
    place: Place,
    server: Server,
    bearer: String,
}

impl Ordeal {
    async fn begin(place: Place) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let schools = folder.path().join("schools");
        std::fs::create_dir_all(&schools).unwrap();
        forms::plain(&schools, "alpha");
        lettered(&schools, "alpha");
        for (key, value) in [("second_factor", "{ roles: [] }"), ("captcha", "{ provider: off }")] {
            configure(&schools, "alpha", key, value);
        }
        let server = Server::start(folder.path(), place.url().as_deref()).await;
        let mut ordeal = Self { folder, place, server, bearer: String::new() };
        ordeal.hire();
        let (status, answer) =
            ordeal.ask("POST", "/auth/login", &json!({ "email": ADMIN, "password": PASSWORD })).await.unwrap();
        assert_eq!(status, 200, "{answer}");
        ordeal.bearer = answer["token"].as_str().unwrap().to_owned();
        ordeal
    }

    /// An administrator, made beside the server.
    fn hire(&self) {
        let mut command = Command::new(binary().unwrap());
        command.args(["user", "add", "--school", "alpha", "--email", ADMIN, "--role", "school_admin"]);
        command.args(["--name", "Amina", "--password-stdin"]).stdin(Stdio::piped()).stdout(Stdio::null());
        command.env("QABUL_DATA", self.data()).env("QABUL_SCHOOLS", self.folder.path().join("schools"));
        command.env_remove("QABUL_DATABASE");
        if let Some(url) = self.place.url() {
            command.env("QABUL_DATABASE", url);
        }
        let mut child = command.spawn().unwrap();
        writeln!(child.stdin.take().unwrap(), "{PASSWORD}").unwrap();
        assert!(child.wait().unwrap().success());
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Dies; what it left is held against itself; and begins again, with what the dead one had leased free at once.
    async fn die(&mut self) {
        self.server.kill().await;
        let db = self.place.open(&self.data(), 4).await;
        is_whole(&db).await;
        let lease = "UPDATE outbox SET lease_until = 1 WHERE school_id = $1 AND state = 'ready' AND lease_until > 1";
        execute(&db, "alpha", lease).await.unwrap();
        db.close().await;
        self.server = Server::start(self.folder.path(), self.place.url().as_deref()).await;
    }

    async fn ask(&self, method: &str, path: &str, body: &Value) -> std::io::Result<(u16, Value)> {
        let bearer = format!("Bearer {}", self.bearer);
        let key = words::sha256_hex(body.to_string().as_bytes());
        let grant = body["formData"]["grant"].as_str().or(body["read_by"].as_str()).unwrap_or_default().to_owned();
        let mut headers = vec![("content-type", "application/json"), ("idempotency-key", key.as_str())];
        if !self.bearer.is_empty() && !path.starts_with("/public") {
            headers.push(("authorization", &bearer));
        }
        if !grant.is_empty() {
            headers.push(("x-letter-grant", &grant));
        }
        let text = if body.is_null() || method == "GET" { String::new() } else { body.to_string() };
        self.server.call(method, &format!("/api/v1/oa{path}"), &headers, text.as_bytes()).await
    }

    /// Asks until it is so.
    async fn until(&self, what: &str, path: &str, is_so: impl Fn(&Value) -> bool) {
        let began = Instant::now();
        loop {
            let (status, answer) = self.ask("GET", path, &Value::Null).await.unwrap();
            if status == 200 && is_so(&answer) {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{what}: {status} {answer}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// A mail server would have each mail once: where there is none it lies as a file by the name of its job.
    async fn all_mails_left(&mut self) {
        let began = Instant::now();
        loop {
            self.server.kill().await;
            let db = self.place.open(&self.data(), 4).await;
            let jobs = texts(&db, "alpha", "SELECT id FROM outbox WHERE school_id = $1 AND kind = 'message'").await;
            db.close().await;
            let folder = self.data().join("mail");
            let missing: Vec<_> = jobs.iter().filter(|id| !folder.join(format!("{id}.eml")).exists()).collect();
            if missing.is_empty() {
                break;
            }
            assert!(began.elapsed() < PATIENCE, "never sent: {missing:?}");
            self.server = Server::start(self.folder.path(), self.place.url().as_deref()).await;
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        let links = mailed(&self.data());
        let addresses: BTreeSet<&str> = links.iter().map(|(to, _)| to.as_str()).collect();
        assert_eq!((links.len(), addresses.len()), (2 * FAMILIES, 2 * FAMILIES), "one link each, to everybody");
    }

    /// The link that was mailed to somebody.
    async fn link_to(&self, address: &str) -> String {
        let began = Instant::now();
        loop {
            if let Some((_, token)) = mailed(&self.data()).into_iter().find(|(to, _)| to.contains(address)) {
                return token;
            }
            assert!(began.elapsed() < PATIENCE, "no link to {address}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Whatever happened: a letter is out with file, record and links, or with none of them; signed with all of it, or not at all.
async fn is_whole(db: &Db) {
    let of = async |sql: &str| number(db, "alpha", sql).await;
    let files = async |kind: &str| {
        of(&format!("SELECT COUNT(*) FROM letter_files WHERE school_id = $1 AND kind = '{kind}'")).await
    };
    let entries = async |kind: &str| {
        let like = format!("%\"kind\":\"{kind}\"%");
        of(&format!("SELECT COUNT(*) FROM letter_entries WHERE school_id = $1 AND body LIKE '{like}'")).await
    };
    let signers = "SELECT COUNT(*) FROM letter_signers WHERE school_id = $1 AND role <> 'school' AND ";
    let out = of("SELECT COUNT(*) FROM family_letters WHERE school_id = $1 AND state <> 'draft'").await;
    assert_eq!([files("offered").await, entries("made").await], [out; 2], "what is out has its file and its record");
    let invited = of(&format!("{signers} state <> 'waiting'")).await;
    assert_eq!(of("SELECT COUNT(*) FROM links WHERE school_id = $1 AND purpose = 'letter'").await, invited);
    let mails = "SELECT COUNT(*) FROM letter_signers s JOIN family_letters l ON l.school_id = s.school_id AND l.id = s.letter_id
        WHERE s.school_id = $1 AND l.state = 'draft' AND s.state NOT IN ('waiting', 'sealed')";
    assert_eq!(of(mails).await, 0, "nobody is invited to what is not out");
    assert_eq!(of(&format!("{signers} state = 'signed'")).await, entries("signed").await);
    let signed = of("SELECT COUNT(*) FROM family_letters WHERE school_id = $1 AND state = 'signed'").await;
    let accepted = of("SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND state LIKE 'A/%'").await;
    assert_eq!([files("signed").await, entries("sealed").await, accepted], [signed; 3], "signed with everything");
    let all_signed = "SELECT COUNT(*) FROM family_letters l WHERE l.school_id = $1 AND l.state <> 'draft' AND NOT EXISTS (SELECT 1 FROM letter_signers s
        WHERE s.school_id = l.school_id AND s.letter_id = l.id AND s.state NOT IN ('signed', 'sealed'))";
    assert_eq!(of(all_signed).await, signed);
    let taken = of("SELECT CAST(COALESCE(SUM(taken), 0) AS BIGINT) FROM seats WHERE school_id = $1").await;
    let keeping =
        of("SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND (state LIKE 'F/%' OR state LIKE 'A/%')").await;
    assert_eq!(taken, keeping, "no seat counts twice");
    for letter in texts(db, "alpha", "SELECT DISTINCT letter_id FROM letter_entries WHERE school_id = $1").await {
        let of = |column: &str| {
            format!("SELECT {column} FROM letter_entries WHERE school_id = $1 AND letter_id = '{letter}' ORDER BY seq")
        };
        let (bodies, hashes) = (texts(db, "alpha", &of("body")).await, texts(db, "alpha", &of("hash")).await);
        blocks::evidence::verify(&bodies, hashes.last().unwrap()).expect("a whole record");
    }
}

/// Each family is offered a place, and the server dies at another step of each.
async fn release(ordeal: &mut Ordeal) {
    for n in 0..FAMILIES {
        let mut values = family(&format!("Child {n}"));
        values["guardian_email"] = format!("huda{n}@example.org").into();
        values["second_mail"] = format!("salim{n}@example.org").into();
        let body = json!({ "values": values, "locale": "en" });
        let (status, sent) = ordeal.ask("POST", "/public/forms/apply/submissions", &body).await.unwrap();
        assert_eq!(status, 201, "{sent}");
        let reference = sent["reference"].as_str().unwrap();
        let (_, listed) = ordeal.ask("GET", &format!("/enquiries?q={reference}"), &Value::Null).await.unwrap();
        let id = listed["items"][0]["id"].as_str().unwrap().to_owned();
        let (_, seen) = ordeal.ask("GET", &format!("/enquiries/{id}/application"), &Value::Null).await.unwrap();
        let asked = json!({ "version": seen["version"], "transition": { "to": "F/unconditional", "notify": true } });
        let path = format!("/student/student_update?student_id={id}");
        let (status, answer) = ordeal.ask("PATCH", &path, &asked).await.unwrap();
        assert_eq!(status, 200, "{answer}");
        for life in LIVES.iter().skip(n % 2).step_by(2) {
            tokio::time::sleep(Duration::from_millis(*life)).await;
            ordeal.die().await;
        }
        let out = |answer: &Value| answer["items"][0]["state"] == "released";
        ordeal.until("the letter is out", &format!("/enquiries/{id}/letters"), out).await;
    }
    ordeal.die().await;
}

/// One of a family signs, and the server dies while it is asked; asked again, the same comes of it.
async fn sign(ordeal: &mut Ordeal, address: &str, (name, status): (&str, &str), lives: impl Iterator<Item = u64>) {
    let token = ordeal.link_to(address).await;
    let asked = json!({ "token": token, "proof": "2021-03-04" });
    let (got, answer) = ordeal.ask("POST", "/public/letter_proof", &asked).await.unwrap();
    assert_eq!(got, 200, "{answer}");
    let grant = answer["grant"].as_str().unwrap();
    let read = json!({ "read_by": grant });
    let path = format!("/public/student_data?offerLetterToken={token}");
    let (got, seen) = ordeal.ask("GET", &path, &read).await.unwrap();
    assert_eq!(got, 200, "{seen}");
    let path = answer_path(&token);
    let path = path.strip_prefix("/api/v1/oa").unwrap();
    let said = acceptance(&seen, grant, name);
    for life in lives {
        let _ = tokio::time::timeout(Duration::from_millis(life), ordeal.ask("POST", path, &said)).await;
        ordeal.die().await;
    }
    let (got, answer) = ordeal.ask("POST", path, &said).await.unwrap();
    assert_eq!((got, answer["status"].as_str()), (200, Some(status)), "{answer}");
}

async fn signing(ordeal: &mut Ordeal) {
    for n in 0..FAMILIES {
        let lives = || LIVES.into_iter().skip(n % 3).step_by(3);
        sign(ordeal, &format!("huda{n}@example.org"), ("Huda Al-Said", "offered"), lives()).await;
        sign(ordeal, &format!("salim{n}@example.org"), ("Salim Al-Said", "accepted"), lives()).await;
    }
    ordeal.die().await;
}

fn walk(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => walk(&entry.path(), found),
            false => drop(found.insert(entry.file_name().to_string_lossy().into_owned())),
        }
    }
}

/// Two days later the sweep has taken what no row names, and no more.
async fn swept(ordeal: &mut Ordeal) {
    let settings = Settings {
        data: Some(ordeal.data()),
        schools: Some(ordeal.folder.path().join("schools")),
        database: ordeal.place.url(),
        base_domain: Some("schools.test".into()),
        ..Settings::default()
    };
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let clock = Arc::new(FixedClock::at(i64::try_from(since.as_millis()).unwrap() + 2 * 86_400_000));
    let parts = Parts { clock, rng: Arc::new(SystemRng), trial: Trial::Here };
    let (app, _woken) = App::open(Config::from_settings(settings).unwrap(), parts).await.unwrap();
    app.worker().sweep().await;
    let rows: BTreeSet<String> =
        texts(&app.db, "alpha", "SELECT id FROM letter_files WHERE school_id = $1").await.into_iter().collect();
    let mut files = BTreeSet::new();
    walk(&ordeal.data().join("files/alpha"), &mut files);
    assert_eq!(rows.len(), 2 * FAMILIES);
    assert_eq!(files, rows, "a file for each row, and a row for each file");
    app.db.close().await;
}

async fn ordeal(place: Place) {
    let mut ordeal = Ordeal::begin(place).await;
    release(&mut ordeal).await;
    signing(&mut ordeal).await;
    ordeal.all_mails_left().await;
    swept(&mut ordeal).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_letter_is_signed_by_halves_on_sqlite() {
    if binary().is_some() {
        ordeal(Place::Lite).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_letter_is_signed_by_halves_on_postgresql() {
    if binary().is_none() {
        return;
    }
    if let Some(place) = Place::postgres().await {
        ordeal(place).await;
    }
}
