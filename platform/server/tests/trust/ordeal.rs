//! A school whose server dies, again and again: started, asked, killed, looked at while it is dead, and begun again.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use kernel::Db;
use serde_json::{Value, json};

use crate::database::{Place, execute};
use crate::forms;
use crate::process::{Server, binary};
use crate::world::{PASSWORD, configure};

const ADMIN: &str = "admin@alpha.example";
/// By when what a server has to do is done.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// How long a server lives once it is asked: from before the first step to after the last.
pub const LIVES: [u64; 9] = [1, 8, 25, 60, 110, 170, 260, 400, 700];

pub struct Ordeal {
    pub folder: tempfile::TempDir,
    pub place: Place,
    pub server: Server,
    bearer: String,
}

impl Ordeal {
    /// A school with an administrator, and with what is put into the folder of schools.
    pub async fn begin(place: Place, prepare: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let schools = folder.path().join("schools");
        std::fs::create_dir_all(&schools).unwrap();
        forms::plain(&schools, "alpha");
        prepare(&schools);
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

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Dies; what it left is looked at or changed; and begins again, with what the dead one had leased free at once, as it is after a while.
    pub async fn die<T>(&mut self, look: impl AsyncFnOnce(&Db) -> T) -> T {
        self.server.kill().await;
        let db = self.place.open(&self.data(), 4).await;
        let found = look(&db).await;
        let lease = "UPDATE outbox SET lease_until = 1 WHERE school_id = $1 AND state = 'ready' AND lease_until > 1";
        execute(&db, "alpha", lease).await.unwrap();
        db.close().await;
        self.server = Server::start(self.folder.path(), self.place.url().as_deref()).await;
        found
    }

    /// Staff ask with their session, a family with a key of its own and with the grant that its body names.
    pub async fn ask(&self, method: &str, path: &str, body: &Value) -> std::io::Result<(u16, Value)> {
        let bearer = format!("Bearer {}", self.bearer);
        let key = words::sha256_hex(format!("{path}{body}").as_bytes());
        let grant = body["formData"]["grant"].as_str().or(body["read_by"].as_str()).unwrap_or_default().to_owned();
        let mut headers = vec![("content-type", "application/json")];
        if path.starts_with("/public") {
            headers.push(("idempotency-key", &key));
        } else if !self.bearer.is_empty() {
            headers.push(("authorization", &bearer));
        }
        if !grant.is_empty() {
            headers.push(("x-letter-grant", &grant));
        }
        let text = if body.is_null() || method == "GET" { String::new() } else { body.to_string() };
        self.server.call(method, &format!("/api/v1/oa{path}"), &headers, text.as_bytes()).await
    }

    /// The same where it has to go well.
    pub async fn good(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask(method, path, body).await.unwrap();
        assert!((200..300).contains(&status), "{method} {path}: {status} {answer}");
        answer
    }

    /// Asks while it dies so many milliseconds later; nobody knows whether it was taken.
    pub async fn ask_dying(&self, life: u64, method: &str, path: &str, body: &Value) -> Option<u16> {
        let asked = tokio::time::timeout(Duration::from_millis(life), self.ask(method, path, body)).await;
        asked.ok()?.ok().map(|(status, _)| status)
    }

    /// Asks until it is so.
    pub async fn until(&self, what: &str, path: &str, is_so: impl Fn(&Value) -> bool) {
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
}
