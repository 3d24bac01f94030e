//! A server's folders and its database, furnished with schools.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use kernel::SchoolScope;
use kernel::crypto::{Secret, keyed_hash};
use kernel::db::{Db, DbConfig};
use kernel::timeline::{Verified, verify};
use moving::export::Making;
use moving::{Database, Place};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use test_postgres::FreshDatabase;
use words::{SchoolId, SystemRng, sha256_hex};

/// 2026-11-21, eight in the morning UTC.
pub const NOW: i64 = 1_795_248_000_000;

/// The entry of `school.sql` as schema 12 hashed it.
const ENTRY: &str = r#"{"object":["enquiry","s1",1],"at":1,"actor":[null,"P"],"action":"submitted","values":[null,"new"],"comment":null,"prev_hash":""}"#;

/// The statements for a schema: those after `-- since 0013` need that migration.
fn of_schema(sql: &str, schema: i64) -> String {
    let mut parts = sql.split("-- since ");
    let mut all = parts.next().unwrap().to_owned();
    for part in parts {
        let (since, statements) = part.split_once('\n').unwrap();
        if since.parse::<i64>().unwrap() <= schema {
            all.push_str(statements);
        }
    }
    all
}

pub fn school(id: &str) -> SchoolId {
    SchoolId::parse(id).unwrap()
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

pub struct House {
    pub place: Place,
    pub secret: Secret,
    outside: tempfile::TempDir,
    _folder: tempfile::TempDir,
    _database: Option<FreshDatabase>,
}

impl House {
    fn new(secret: u8, database: Option<FreshDatabase>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let secret_file = data.join("secret");
        let kind = match &database {
            Some(fresh) => Database::Pg(fresh.url()),
            None => Database::Lite(data.join("db")),
        };
        let place = Place { schools: data.join("schools"), database: kind, secret_file, data, objects: None };
        let secret = Secret::new(vec![secret; 32]).unwrap().with_keys(&place.data.join("secret.keys")).unwrap();
        let outside = tempfile::tempdir().unwrap();
        Self { place, secret, outside, _folder: folder, _database: database }
    }

    fn prepared(self, secret: u8) -> Self {
        std::fs::create_dir_all(&self.place.schools).unwrap();
        std::fs::write(&self.place.secret_file, data_encoding::HEXLOWER.encode(&[secret; 32])).unwrap();
        if let Database::Lite(folder) = &self.place.database {
            std::fs::create_dir_all(folder).unwrap();
        }
        self
    }

    pub fn lite(secret: u8) -> Self {
        Self::new(secret, None).prepared(secret)
    }

    pub fn pg(secret: u8) -> Option<Self> {
        Some(Self::new(secret, Some(block_on(test_postgres::migrated()).unwrap()?)).prepared(secret))
    }

    /// With a database that no migration ran on yet.
    pub fn new_pg(secret: u8) -> Option<Self> {
        Some(Self::new(secret, Some(block_on(test_postgres::empty()).unwrap()?)).prepared(secret))
    }

    pub fn bare_lite() -> Self {
        Self::new(0, None)
    }

    pub fn bare_pg() -> Option<Self> {
        Some(Self::new(0, Some(block_on(test_postgres::empty()).unwrap()?)))
    }

    /// What the secret's file says, as a server would read it.
    pub fn open_secret(&self) -> anyhow::Result<Secret> {
        let bytes = data_encoding::HEXLOWER.decode(&std::fs::read(&self.place.secret_file)?)?;
        Ok(Secret::new(bytes).unwrap().with_keys(&self.place.data.join("secret.keys"))?)
    }

    pub fn making(&self) -> Making<'_> {
        Making { place: &self.place, secret: &self.secret, rng: &SystemRng, now_ms: NOW }
    }

    /// A file outside of the server's folders.
    pub fn scratch(&self, name: &str) -> PathBuf {
        self.outside.path().join(name)
    }

    /// Rows of the platform's own, in every table that others point to or that matters after a fire.
    pub fn furnish_platform(&self) {
        let rows = "INSERT INTO operators (id, email, name, status, password_hash, totp_sealed, totp_step, created_at)
             VALUES ('o1', 'huda@platform.example', 'هدى', 'active', 'phc', 'sealed', 58, 1);
             INSERT INTO operator_recovery_codes (operator_id, code_hash) VALUES ('o1', 'c1');
             INSERT INTO operator_sessions (id, operator_id, token_hash, rotated_at, created_at, seen_at, expires_at)
             VALUES ('s1', 'o1', 't1', 1, 1, 1, 2);
             INSERT INTO operator_links (token_hash, operator_id, totp_sealed, tries, created_at, expires_at) VALUES ('l1', 'o1', 'sealed', 0, 1, 2);
             INSERT INTO subscriptions (id, version, state, school_name, school_name_ar, subdomain, country, plan_code, students_estimate,
             contact_name, contact_email, contact_phone, locale, terms_version, idem_key, request_hash, token_hash, token_until, created_at)
             VALUES ('r1', 2, 'pending_review', 'Al Noor', 'النور', 'alnoor2', 'OM', 'school', 400, 'Huda', 'h@alnoor.example',
             '+96891234567', 'ar', '1', 'k1', 'h1', 'th1', 9, 1);
             INSERT INTO letters (id, sealed, state, due_at, lease_until, attempts, created_at) VALUES ('l1', 'x.y', 'ready', 1, 0, 0, 1);
             INSERT INTO platform_audit (id, at, actor_kind, action, object_kind, object_id, detail, request_id, address)
             VALUES ('a1', 1, 'system', 'operator.add', 'operator', 'o1', '{}', '', '');
             INSERT INTO server_marks (name, mark) VALUES ('secret', 'of the place that was');";
        let place = match &self.place.database {
            Database::Lite(_) => DbConfig::Lite { folder: self.place.data.clone(), open_schools: 1 },
            Database::Pg(url) => DbConfig::Pg { url: url.clone(), connections: 1 },
        };
        let lite = matches!(place, DbConfig::Lite { .. });
        let migrator = if lite { &migrations::PLATFORM_SQLITE } else { &migrations::PLATFORM_POSTGRES };
        block_on(async {
            // As a server opens it.
            let db = kernel::PlatformDb::open(place, migrator).await.unwrap();
            drop(db.read().await.unwrap());
            db.close().await;
            match &self.place.database {
                Database::Lite(_) => {
                    let options =
                        sqlx::sqlite::SqliteConnectOptions::new().filename(self.place.data.join("platform.db"));
                    let mut connection = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
                    connection.execute(rows).await.unwrap();
                    connection.close().await.unwrap();
                }
                Database::Pg(url) => {
                    let mut connection = PgConnection::connect(url).await.unwrap();
                    connection.execute("SET search_path = platform").await.unwrap();
                    connection.execute(rows).await.unwrap();
                }
            }
        });
    }

    /// A school with a row or two in tables of every kind of column.
    pub fn furnish(&self, id: &str) {
        self.furnish_at(id, None);
    }

    /// The same at an older schema, where no newer migration ran yet.
    pub fn furnish_at(&self, id: &str, schema: Option<i64>) {
        let write = |path: PathBuf, bytes: &[u8]| {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        };
        let bundle = self.place.bundle(&school(id));
        write(bundle.join("school.yaml"), b"name: {en: Al Noor, ar: x} # kept as it is\n");
        write(bundle.join("assets/logo.png"), &[0x89, b'P', 0, 255]);
        write(bundle.join("locales/ar/common.json"), "{\"hello\":\"مرحبا\"}".as_bytes());
        write(self.place.store("files", &school(id)).join("01/upload01"), &vec![7; 300_000]);
        write(self.place.store("avatars", &school(id)).join("ab/picture"), b"jpeg");
        write(self.place.store("bulk", &school(id)).join("b1/b1"), b"made for somebody");
        write(self.place.store("overlays", &school(id)).join("overlay.json"), b"{\"revision\":1,\"entries\":[]}");
        let sent = words::sha256_hex(&vec![7; 300_000]);
        let key = self.secret.school_key(&school(id), "timeline");
        let sql = of_schema(include_str!("school.sql"), schema.unwrap_or(i64::MAX));
        let sql = sql.replace("{id}", id).replace("{sent}", &sent).replace("{entry}", &keyed_hash(&key, ENTRY));
        match &self.place.database {
            Database::Lite(folder) => {
                let file = folder.join(format!("{id}.sqlite"));
                block_on(async {
                    use sqlx::ConnectOptions as _;
                    let mut connection = sqlx::sqlite::SqliteConnectOptions::new()
                        .filename(&file)
                        .create_if_missing(true)
                        .journal_mode(sqlx::sqlite::SqliteJournalMode::Wal)
                        .connect()
                        .await
                        .unwrap();
                    migrations::SQLITE.run_direct(schema, &mut connection, false).await.unwrap();
                    sqlx::raw_sql(AssertSqlSafe(sql.replace("{blob}", "x'00ff10'")))
                        .execute(&mut connection)
                        .await
                        .unwrap();
                    connection.close().await.unwrap();
                });
            }
            Database::Pg(url) => block_on(async {
                let mut connection = PgConnection::connect(url).await.unwrap();
                migrations::POSTGRES.run_direct(schema, &mut connection, false).await.unwrap();
                let sql = sql.replace("{blob}", "'\\x00ff10'::bytea");
                let all = format!("BEGIN; SET LOCAL app.school_id = '{id}'; {sql}; COMMIT");
                sqlx::raw_sql(AssertSqlSafe(all)).execute(&mut connection).await.unwrap();
            }),
        }
    }

    /// What a server of this place says of a school's histories.
    pub fn histories(&self, id: &str) -> Verified {
        let (config, migrator) = match &self.place.database {
            Database::Lite(folder) => (DbConfig::Lite { folder: folder.clone(), open_schools: 1 }, &migrations::SQLITE),
            Database::Pg(url) => (DbConfig::Pg { url: url.clone(), connections: 1 }, &migrations::POSTGRES),
        };
        block_on(async {
            let (db, _) = Db::open(config, migrator).await.unwrap();
            let verified = verify(&db, &SchoolScope::vouch(school(id)), &self.secret, &[]).await.unwrap();
            db.close().await;
            verified
        })
    }

    /// Hashes of the school's files, by path.
    pub fn files(&self, id: &str) -> BTreeMap<String, String> {
        let mut all = BTreeMap::new();
        for (kind, folder) in [("bundle", self.place.bundle(&school(id)))]
            .into_iter()
            .chain(moving::place::STORES.iter().map(|store| (*store, self.place.store(store, &school(id)))))
        {
            for path in walk(&folder) {
                let relative = path.strip_prefix(&folder).unwrap().display().to_string();
                all.insert(format!("{kind}/{relative}"), sha256_hex(&std::fs::read(&path).unwrap()));
            }
        }
        all
    }

    /// Every file of the data folder.
    pub fn everything(&self) -> Vec<String> {
        let mut all: Vec<String> = walk(&self.place.data)
            .iter()
            .map(|path| path.strip_prefix(&self.place.data).unwrap().display().to_string())
            .filter(|path| path != "moving.lock" && !path.ends_with("-wal") && !path.ends_with("-shm"))
            .collect();
        all.sort();
        all
    }

    /// Writes pairs of rows into a school, one transaction a pair, until it is stopped.
    pub fn keep_writing(&self, id: &str) -> Writing {
        let (stop, written) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let (database, id) = (self.place.database.clone(), id.to_owned());
        let (stopped, counted) = (stop.clone(), written.clone());
        let thread = std::thread::spawn(move || {
            let pair = |n: u64| {
                format!(
                    "INSERT INTO counters (school_id, name, last_value) VALUES ('{id}', 'w{n}a', {n}); \
                     INSERT INTO counters (school_id, name, last_value) VALUES ('{id}', 'w{n}b', {n});"
                )
            };
            let mut n = 0;
            match database {
                Database::Lite(folder) => {
                    let db = rusqlite::Connection::open(folder.join(format!("{id}.sqlite"))).unwrap();
                    db.busy_timeout(Duration::from_secs(5)).unwrap();
                    while !stopped.load(Ordering::Relaxed) {
                        db.execute_batch(&format!("BEGIN IMMEDIATE; {} COMMIT", pair(n))).unwrap();
                        n += 1;
                        counted.store(n, Ordering::Relaxed);
                    }
                }
                Database::Pg(url) => block_on(async {
                    let mut connection = PgConnection::connect(&url).await.unwrap();
                    while !stopped.load(Ordering::Relaxed) {
                        let sql = format!("BEGIN; SET LOCAL app.school_id = '{id}'; {} COMMIT", pair(n));
                        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
                        n += 1;
                        counted.store(n, Ordering::Relaxed);
                    }
                }),
            }
        });
        while written.load(Ordering::Relaxed) == 0 {
            std::thread::sleep(Duration::from_millis(5));
        }
        Writing { stop, written, thread }
    }
}

pub struct Writing {
    stop: Arc<AtomicBool>,
    written: Arc<AtomicU64>,
    thread: std::thread::JoinHandle<()>,
}

impl Writing {
    pub fn stop(self) -> u64 {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap();
        self.written.load(Ordering::Relaxed)
    }
}

/// Of every pair that was written in one transaction, both are there.
pub fn one_moment(house: &House, id: &str) {
    let mut source = house.place.source(&school(id)).unwrap().unwrap();
    let table = source.tables().unwrap().into_iter().find(|table| table.name == "counters").unwrap();
    let name = table.columns.iter().position(|column| column.name == "name").unwrap();
    let mut names = Vec::new();
    source
        .rows(&table, &mut |row| {
            names.extend(row[name].clone().filter(|name| name.starts_with('w')));
            Ok(())
        })
        .unwrap();
    assert!(!names.is_empty() && names.len() % 2 == 0, "half of a pair: {}", names.len());
}

pub fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() { waiting.push(path) } else { found.push(path) }
        }
    }
    found
}
