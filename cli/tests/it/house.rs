//! A data folder, the program over it, and a server that it runs.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use test_s3::{BUCKET, KEY_ID, KEY_SECRET, TestS3};
use testkit::pg::{self, FreshDatabase};

pub const PASSWORD: &str = "falcon-lemon-harbour-71";

pub struct House {
    folder: tempfile::TempDir,
    outside: tempfile::TempDir,
    database: Option<Arc<FreshDatabase>>,
    environment: Vec<(&'static str, &'static str)>,
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().unwrap().block_on(future)
}

impl House {
    fn new(database: Option<FreshDatabase>) -> Self {
        let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        Self { folder, outside, database: database.map(Arc::new), environment: Vec::new() }
    }

    pub fn lite() -> Self {
        Self::new(None)
    }

    pub fn pg() -> Option<Self> {
        Some(Self::new(Some(block_on(pg::migrated()).unwrap()?)))
    }

    /// Nothing in it: for a restore.
    pub fn empty() -> Self {
        Self::lite()
    }

    pub fn empty_pg() -> Option<Self> {
        Some(Self::new(Some(block_on(pg::empty()).unwrap()?)))
    }

    /// Its schools lie in an object store from now on, below a folder of the bucket.
    pub fn share(&mut self, store: &TestS3, prefix: &str) {
        let endpoint = store.endpoint();
        let yaml = format!("store: {{ bucket: {BUCKET}, prefix: {prefix}, endpoint: \"{endpoint}\" }}\n");
        std::fs::write(self.scratch("qabul.yaml"), yaml).unwrap();
        self.environment = vec![("QABUL_KEY_STORE_ID", KEY_ID), ("QABUL_KEY_STORE_SECRET", KEY_SECRET)];
    }

    /// Sets a variable of the environment.
    pub fn set(&mut self, name: &'static str, value: &'static str) {
        self.environment.push((name, value));
    }

    /// Another machine of the same database, store and secret, with folders of its own that hold nothing yet.
    pub fn beside(&self) -> Self {
        let (database, environment) = (self.database.clone(), self.environment.clone());
        let other = Self { database, environment, ..Self::new(None) };
        std::fs::create_dir_all(other.data()).unwrap();
        std::fs::copy(self.data().join("secret"), other.data().join("secret")).unwrap();
        std::fs::copy(self.scratch("qabul.yaml"), other.scratch("qabul.yaml")).unwrap();
        other
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub fn scratch(&self, name: &str) -> String {
        self.outside.path().join(name).display().to_string()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        // The binary that `make test` has built, if it is named: the one beside these tests may have the guards' switch.
        let binary = std::env::var_os("QABUL_BIN").unwrap_or_else(|| env!("CARGO_BIN_EXE_qabul").into());
        let mut command = Command::new(binary);
        command
            .current_dir(self.outside.path())
            .args(arguments)
            .env("QABUL_DATA", self.data())
            .env("QABUL_PLATFORM_CAPTCHA", "off")
            .env("QABUL_LOG", "warn");
        for name in ["QABUL_DATABASE", "QABUL_SCHOOLS", "QABUL_CONFIG", "QABUL_SECRET_FILE"] {
            command.env_remove(name);
        }
        if let Some(database) = &self.database {
            command.env("QABUL_DATABASE", database.url());
        }
        command.envs(self.environment.iter().copied());
        command
    }

    fn run(&self, input: &str, arguments: &[&str]) -> Output {
        let mut command = self.command(arguments);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        // It may have no use for it.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }

    pub fn good_with(&self, input: &str, arguments: &[&str]) -> String {
        let output = self.run(input, arguments);
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{arguments:?}: {out}{err}");
        out.into_owned()
    }

    pub fn good(&self, arguments: &[&str]) -> String {
        self.good_with("", arguments)
    }

    /// What was said by a command that failed.
    pub fn bad_with(&self, input: &str, arguments: &[&str]) -> String {
        let output = self.run(input, arguments);
        assert!(!output.status.success(), "{arguments:?} did it: {}", String::from_utf8_lossy(&output.stdout));
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
    }

    /// How it ended, and what was said.
    pub fn status(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = self.run("", arguments);
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// What was said, however it ended.
    pub fn any(&self, arguments: &[&str]) -> String {
        self.any_where(&[], arguments)
    }

    /// The same, with more in the environment.
    pub fn any_where(&self, environment: &[(&str, &str)], arguments: &[&str]) -> String {
        let mut command = self.command(arguments);
        let output = command.envs(environment.iter().copied()).stdin(Stdio::null()).output().expect("it runs");
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
    }

    pub fn bad(&self, arguments: &[&str]) -> String {
        self.bad_with("", arguments)
    }

    /// A new school with its administrator.
    pub fn school(&self, id: &str) {
        let (name, mail) = (format!("مدرسة {id}"), format!("head@{id}.example"));
        let mut all = vec!["school", "new", id, "--name-en", "School", "--name-ar", &name];
        all.extend(["--time-zone", "Asia/Muscat", "--currency", "OMR", "--admin-email", &mail]);
        self.good(&all);
    }

    /// An officer who can sign in.
    pub fn person(&self, school: &str, email: &str) {
        let all =
            ["user", "add", "--school", school, "--email", email, "--role", "admissions_officer", "--password-stdin"];
        self.good_with(PASSWORD, &all);
    }

    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.data().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.data().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn copy_bundle(&self, from: &str, to: &str) {
        fn copy(from: &Path, to: &Path) {
            std::fs::create_dir_all(to).unwrap();
            for entry in std::fs::read_dir(from).unwrap() {
                let entry = entry.unwrap();
                let place = to.join(entry.file_name());
                if entry.path().is_dir() {
                    copy(&entry.path(), &place);
                } else {
                    std::fs::copy(entry.path(), place).unwrap();
                }
            }
        }
        copy(&self.data().join("schools").join(from), &self.data().join("schools").join(to));
    }

    /// The token in the link of a letter that holds the mark; letters lie in the data folder.
    pub fn token_in_mail(&self, mark: &str) -> String {
        let begun = Instant::now();
        loop {
            for file in self.everything().into_iter().filter(|file| file.starts_with("mail/")) {
                // A letter that was read while it was written has no link yet.
                let text = std::fs::read_to_string(self.data().join(file)).unwrap_or_default();
                let text = text.replace("=\r\n", "").replace("=\n", "").replace("=3D", "=");
                if let Some(rest) = text.split(mark).nth(1) {
                    return rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect();
                }
            }
            assert!(begun.elapsed() < Duration::from_secs(90), "no letter holds {mark}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Every file of the data folder.
    pub fn everything(&self) -> Vec<String> {
        let (mut found, mut waiting) = (Vec::new(), vec![self.data()]);
        while let Some(folder) = waiting.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    waiting.push(path);
                } else {
                    found.push(path.strip_prefix(self.data()).unwrap().display().to_string());
                }
            }
        }
        found.sort();
        found
    }
}

/// A server that runs over a house's folder; stopped when dropped.
pub struct Server {
    child: Child,
    port: u16,
}

impl Server {
    pub fn start(house: &House) -> Self {
        let begun = Instant::now();
        // Somebody else may bind the port that was free a moment ago; another one is taken then.
        loop {
            let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
            let mut command = house.command(&["serve"]);
            command.env("QABUL_LISTEN", format!("127.0.0.1:{port}")).env("QABUL_ADDRESS_LIMITS", "off");
            let mut server = Self { child: command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap(), port };
            while server.child.try_wait().unwrap().is_none() {
                if server.ask("GET", "localhost", "/healthz", "", "").is_some() {
                    return server;
                }
                assert!(begun.elapsed() < Duration::from_secs(90), "the server does not start");
                std::thread::sleep(Duration::from_millis(50));
            }
            assert!(begun.elapsed() < Duration::from_secs(90), "the server ends at once");
        }
    }

    fn ask(&self, method: &str, host: &str, path: &str, head: &str, body: &str) -> Option<u16> {
        self.ask_slowly(method, host, path, head, body)?()
    }

    /// Sends all of a request but its last byte; gives what sends that and reads the answer.
    fn ask_slowly(
        &self,
        method: &str,
        host: &str,
        path: &str,
        head: &str,
        body: &str,
    ) -> Option<impl FnOnce() -> Option<u16> + use<>> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let (port, length) = (self.port, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}:{port}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n{head}\r\n{body}"
        );
        let (begun, last) = request.split_at(request.len() - 1);
        stream.write_all(begun.as_bytes()).ok()?;
        let last = last.to_owned();
        Some(move || {
            stream.write_all(last.as_bytes()).ok()?;
            let mut reader = BufReader::new(stream);
            let mut line = String::new();
            reader.read_line(&mut line).ok()?;
            let _ = reader.read_to_end(&mut Vec::new());
            line.split(' ').nth(1)?.parse().ok()
        })
    }

    /// The answer to a family that asks for the school's forms.
    pub fn status(&self, school: &str) -> u16 {
        let head = format!("school-id: {school}\r\n");
        self.ask("GET", &format!("{school}.localhost"), "/api/v1/oa/public/forms", &head, "").expect("an answer")
    }

    /// Asks the server to look at the schools' folder at once.
    pub fn nudge(&self) {
        let told = Command::new("kill").args(["-HUP", &self.child.id().to_string()]).status().unwrap();
        assert!(told.success(), "the server is there to be told");
    }

    pub fn wait(&self, school: &str, wanted: u16) {
        let begun = Instant::now();
        while self.status(school) != wanted {
            assert!(begun.elapsed() < Duration::from_secs(90), "{school} does not answer {wanted}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// What a visitor of a school who sends any body is answered, head and all.
    pub fn post(&self, school: &str, path: &str, kind: &str, body: &[u8]) -> String {
        let (host, length) = (format!("{school}.localhost:{}", self.port), body.len());
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\norigin: http://{host}\r\nschool-id: {school}\r\n\
             content-type: {kind}\r\ncontent-length: {length}\r\n\r\n"
        );
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(&[head.as_bytes(), body].concat()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// What the platform's own host answers to a visitor.
    pub fn post_platform(&self, path: &str, key: &str, body: &str) -> u16 {
        let head = format!("idempotency-key: {key}\r\norigin: http://localhost:{}\r\n", self.port);
        self.ask("POST", "localhost", path, &head, body).expect("an answer")
    }

    /// A family sends a form's answers.
    pub fn send_form(&self, school: &str, form: &str, values: &str) -> u16 {
        self.send_form_slowly(school, form, values)()
    }

    /// The same over a slow line: all but the last byte. Gives what sends that and waits for the answer.
    pub fn send_form_slowly(&self, school: &str, form: &str, values: &str) -> impl FnOnce() -> u16 + use<> {
        let origin = format!("origin: http://{school}.localhost:{}", self.port);
        static SENT: AtomicU64 = AtomicU64::new(0);
        let key = SENT.fetch_add(1, Ordering::Relaxed);
        let head = format!("school-id: {school}\r\nidempotency-key: {key:016x}\r\n{origin}\r\n");
        let body = format!(r#"{{"values": {values}, "locale": "en"}}"#);
        let path = format!("/api/v1/oa/public/forms/{form}/submissions");
        let asked = self.ask_slowly("POST", &format!("{school}.localhost"), &path, &head, &body).expect("a server");
        move || asked().expect("an answer")
    }

    /// A device asks to be a till, with the code that was handed over.
    pub fn enrol(&self, school: &str, code: &str) -> u16 {
        let head = format!("school-id: {school}\r\norigin: http://{school}.localhost:{}\r\n", self.port);
        let body = format!(r#"{{"enrolment_code": "{code}", "device_label": "A tablet"}}"#);
        self.ask("POST", &format!("{school}.localhost"), "/api/v1/oa/auth/enrol-till", &head, &body).expect("an answer")
    }

    pub fn sign_in(&self, school: &str, email: &str, password: &str) -> u16 {
        let head = format!("school-id: {school}\r\norigin: http://{school}.localhost:{}\r\n", self.port);
        let body = format!(r#"{{"email": "{email}", "password": "{password}"}}"#);
        self.ask("POST", &format!("{school}.localhost"), "/api/v1/oa/auth/login", &head, &body).expect("an answer")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        // By its own id; SIGTERM, so that it closes its databases.
        let stopped = Command::new("kill").arg(self.child.id().to_string()).status();
        if stopped.is_err() {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}
