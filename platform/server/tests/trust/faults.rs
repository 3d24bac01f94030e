//! A full disk, a read-only folder, a broken bundle: told clearly, survived, mended without a trace.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::process::Command;

use crate::database::Place;
use crate::forms;
use crate::process::{Server, binary, raw, submit};
use crate::world::World;

/// Whether a mount namespace of one's own can be had.
async fn can_mount() -> bool {
    let tried = Command::new("unshare")
        .args(["--mount", "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", "/mnt"])
        .output()
        .await;
    tried.is_ok_and(|output| output.status.success())
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["schools", "data"] {
        std::fs::create_dir_all(folder.path().join(name)).unwrap();
    }
    forms::plain(&folder.path().join("schools"), "alpha");
    folder
}

/// The same command behind a shell that does something first.
fn behind(command: Command, first: &str, wrapper: &[&str]) -> Command {
    let inner = command.as_std();
    let mut line = Command::new(wrapper[0]);
    line.args(&wrapper[1..])
        .args(["sh", "-c", &format!("{first} && exec \"$@\""), "sh"])
        .arg(inner.get_program())
        .args(inner.get_args());
    line.current_dir(inner.get_current_dir().unwrap()).kill_on_drop(true);
    let log = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(inner.get_current_dir().unwrap().join("log"))
        .unwrap();
    line.stdout(log.try_clone().unwrap()).stderr(log);
    line
}

async fn is_sound(file: &Path, expected: &BTreeSet<String>) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut connection: sqlx::SqliteConnection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    let sound: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut connection).await.unwrap();
    assert_eq!(sound, "ok");
    let people: Vec<String> =
        sqlx::query_scalar("SELECT person FROM submissions").fetch_all(&mut connection).await.unwrap();
    assert_eq!(people.iter().cloned().collect::<BTreeSet<_>>(), *expected, "what was acknowledged, and nothing else");
    assert_eq!(people.len(), expected.len());
}

/// Sends until one is refused; what was taken goes into `taken`. Gives the refusal.
async fn send_until_refused(port: u16, taken: &mut BTreeSet<String>) -> (u16, Value) {
    for n in 0..3000 {
        let name = format!("Child {:05} {}", taken.len(), "x".repeat(3000));
        let (status, body) = submit(port, &name, &format!("key-of-a-family-{n:05}-{}", taken.len())).await.unwrap();
        if status != 201 {
            return (status, body);
        }
        taken.insert(name.chars().take(200).collect::<String>().trim().to_owned());
    }
    panic!("the disk never filled");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_told_and_survived() {
    if binary().is_none() {
        return;
    }
    let folder = folder();
    let data = folder.path().join("data");
    let mounted = can_mount().await;
    let (first, wrapper): (String, &[&str]) = match mounted {
        true => (
            format!("mount -t tmpfs -o size=6m tmpfs {}", data.display()),
            &["unshare", "--mount", "--propagation", "private"],
        ),
        // No file grows beyond 1 MB; blocks of 512 bytes.
        false => ("trap '' XFSZ && ulimit -f 2048".into(), &["env"]),
    };
    println!("full disk: {}", if mounted { "a small tmpfs in a mount namespace" } else { "RLIMIT_FSIZE" });
    let server = Server::start_as(folder.path(), None, |command| behind(command, &first, wrapper)).await;
    let mut taken = BTreeSet::new();
    let (status, body) = submit(server.port, "Before", "key-before-the-disk-is-full").await.unwrap();
    assert_eq!(status, 201, "{body}");
    taken.insert("Before".to_owned());
    // The server's own view of the folder.
    let seen = Path::new("/proc").join(server.pid().to_string()).join("root").join(data.strip_prefix("/").unwrap());
    let filler = seen.join("filler");
    if mounted {
        let mut file = std::fs::File::create(&filler).unwrap();
        while file.write_all(&[0; 4096]).is_ok() {}
    }
    let (status, body) = send_until_refused(server.port, &mut taken).await;
    assert_eq!((status, &body["messageId"]), (507, &json!("R009")), "{body}");
    // Reads go on, and refusals stay refusals.
    let (status, _) = server.call("GET", "/api/v1/oa/public/forms/trial", &[], b"").await.unwrap();
    assert_eq!(status, 200);
    let (status, body) = server.call("GET", "/api/v1/oa/public/forms/drafts/none", &[], b"").await.unwrap();
    assert_eq!((status, &body["messageId"]), (404, &json!("F005")), "the database is read");
    let (status, body) = submit(server.port, "While full", "key-while-the-disk-is-full").await.unwrap();
    assert!(status == 507 || status == 201, "{status} {body}");
    if status == 201 {
        taken.insert("While full".to_owned());
    }
    if mounted {
        std::fs::remove_file(&filler).unwrap();
        let began = Instant::now();
        loop {
            let (status, body) = submit(server.port, "After", "key-after-there-is-space").await.unwrap();
            if status == 201 {
                break;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "{status} {body}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        taken.insert("After".to_owned());
        // The same key that was refused goes through now.
        let (status, _) = submit(server.port, "While full", "key-while-the-disk-is-full").await.unwrap();
        assert_eq!(status, 201);
        taken.insert("While full".to_owned());
    }
    // SQLite looks through the way into the namespace, so it is given a copy of file and log.
    for name in ["alpha.sqlite", "alpha.sqlite-wal"] {
        std::fs::copy(seen.join("db").join(name), folder.path().join(name)).unwrap();
    }
    is_sound(&folder.path().join("alpha.sqlite"), &taken).await;
}

/// Runs a command in the server's mount namespace.
async fn inside(server: &Server, line: &str) {
    let pid = server.pid().to_string();
    let done = Command::new("nsenter").args(["--target", &pid, "--mount", "sh", "-c", line]).output().await.unwrap();
    assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_read_only_folder_is_told_and_read() {
    if binary().is_none() {
        return;
    }
    if !can_mount().await {
        println!("read-only folder: not run, for no mount namespace can be had here");
        return;
    }
    let folder = folder();
    let data = folder.path().join("data");
    for school in ["mu", "zeta"] {
        forms::plain(&folder.path().join("schools"), school);
    }
    let mut server = Server::start(folder.path(), None).await;
    let none_at = |school: &str| {
        format!(
            "GET /api/v1/oa/public/forms/drafts/none HTTP/1.1\r\nhost: {school}.schools.test\r\nschool-id: {school}\r\nconnection: close\r\n\r\n"
        )
    };
    for school in ["mu", "zeta"] {
        assert_eq!(raw(server.port, none_at(school).as_bytes()).await.unwrap().0, 404);
    }
    let (status, body) = submit(server.port, "Before", "key-before-it-is-read-only").await.unwrap();
    assert_eq!(status, 201, "{body}");
    let begun = json!({ "values": { "child_name": "Draft" }, "locale": "en" }).to_string();
    let headers = [("content-type", "application/json")];
    let (_, draft) =
        server.call("POST", "/api/v1/oa/public/forms/trial/drafts", &headers, begun.as_bytes()).await.unwrap();
    let draft = format!("/api/v1/oa/public/forms/drafts/{}", draft["token"].as_str().unwrap());
    server.kill().await;

    // The folders of rows and of files turn read-only under a running server, while two other schools' files are open.
    let wrapper = ["unshare", "--mount", "--propagation", "private"];
    let two_schools = |mut command: Command| {
        command.args(["--open-schools", "2"]);
        behind(command, "true", &wrapper)
    };
    let mut server = Server::start_as(folder.path(), None, two_schools).await;
    // The worker has looked at every school by then.
    tokio::time::sleep(Duration::from_millis(500)).await;
    for school in ["mu", "zeta"] {
        assert_eq!(raw(server.port, none_at(school).as_bytes()).await.unwrap().0, 404);
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    for name in ["db", "files"] {
        let place = data.join(name);
        inside(&server, &format!("mount --bind {0} {0} && mount -o remount,bind,ro {0}", place.display())).await;
    }
    let (status, body) = submit(server.port, "Refused", "key-while-it-is-read-only").await.unwrap();
    assert_eq!((status, &body["messageId"]), (507, &json!("R009")), "{body}");
    let (status, body) =
        server.call("POST", "/api/v1/oa/public/forms/trial/drafts", &headers, begun.as_bytes()).await.unwrap();
    assert_eq!((status, &body["messageId"]), (507, &json!("R009")), "{body}");
    let (status, _) = server.call("GET", "/api/v1/oa/public/forms/trial", &[], b"").await.unwrap();
    assert_eq!(status, 200, "forms are shown");
    let (status, body) = server.call("GET", &draft, &[], b"").await.unwrap();
    println!("read-only folder: rows of a school that was not open are answered with {status}");
    assert!(status == 200 || (status == 507 && body["messageId"] == "R009"), "{status} {body}");
    assert_eq!(
        raw(server.port, none_at("zeta").as_bytes()).await.unwrap().0,
        404,
        "rows of a school that was open are read"
    );

    // It can be written to again: nobody has to restart anything.
    for name in ["db", "files"] {
        inside(&server, &format!("umount {}", data.join(name).display())).await;
    }
    let (status, body) = submit(server.port, "Refused", "key-while-it-is-read-only").await.unwrap();
    assert_eq!(status, 201, "{body}");
    server.kill().await;
    is_sound(&data.join("db/alpha.sqlite"), &BTreeSet::from(["Before".to_owned(), "Refused".to_owned()])).await;
}

#[tokio::test]
async fn a_broken_bundle_leaves_the_good_one_in_service() {
    let world = World::open(Place::Lite).await;
    let yaml = world.folder.path().join("schools/alpha/school.yaml");
    let good = std::fs::read_to_string(&yaml).unwrap();
    let health = async || {
        world.send(axum::extract::Request::get("/healthz").body(axum::body::Body::empty()).unwrap()).await.is(200)
    };
    assert_eq!(health().await["status"], "ok");
    let write = |text: &str| {
        std::fs::write(&yaml, text).unwrap();
        std::fs::File::open(&yaml)
            .unwrap()
            .set_modified(std::time::SystemTime::now() - Duration::from_secs(5))
            .unwrap();
        world.app.registry.poll();
    };
    let half = &good[..good.len() / 2];
    let bomb = format!("a: &a [x, x]\nb: &b [*a, *a, *a]\nc: [*b, *b, *b]\n{good}");
    let deep = format!("{good}x: {}", "[".repeat(5_000));
    for broken in [
        half,
        "",
        "\0",
        "forms: {",
        &bomb,
        &deep,
        &format!("{good}unknown: 1\n"),
        &good.replace("trial: {}", "nothing: {}"),
    ] {
        write(broken);
        assert_eq!(health().await["status"], "stale", "{broken:.60}");
        world.get("alpha", "/api/v1/oa/public/forms/trial", "").await.is(200);
        world.get("beta", "/api/v1/oa/public/forms/trial", "").await.is(200);
        let key = format!("key-{}", words::sha256_hex(broken.as_bytes()));
        world.submit("alpha", "trial", json!({ "child_name": "Sara" }), None, &key).await.is(201);
        let stale = world.app.registry.stale();
        assert!(stale.iter().all(|s| s.folder == "alpha" && s.live && !s.diagnostics.is_empty()), "{stale:?}");
    }
    write(&good);
    assert_eq!(health().await["status"], "ok");
}
