//! A whole server in a temporary folder.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use identity::NewAccount;
use kernel::Caller;
use kernel::db::DbConfig;
use plugin_host::Trial;
use serde_json::json;
use server::http::{Front, listen};
use server::{App, Config, Parts, Settings};
use tenants::School;
use tenants::template::{NewSchool, create};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use words::clock::FixedClock;
use words::rng::CountingRng;
use words::{Role, SchoolId};

use crate::client::Client;
use crate::pg::{self, FreshDatabase};

/// Everybody's password.
pub const PASSWORD: &str = "falcon-lemon-harbour-71";
/// 2026-11-21, eight in the morning UTC.
const NOW: i64 = 1_795_248_000_000;

/// Which database a test runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// SQLite, a file per school.
    Lite,
    /// PostgreSQL, a fresh database in the cluster of `QABUL_TEST_POSTGRES`.
    Pg,
}

impl Backend {
    /// Those that are there.
    #[must_use]
    pub fn all() -> Vec<Self> {
        if pg::server().is_some() { vec![Self::Lite, Self::Pg] } else { vec![Self::Lite] }
    }
}

/// A server with the schools `a` and `b`, both from the new school's template, at noon of a fixed day.
pub struct TestApp {
    /// The application.
    pub app: Arc<App>,
    /// Its clock.
    pub clock: Arc<FixedClock>,
    /// The way of a request.
    pub front: Arc<Front>,
    /// Its folder: `schools`, `db`, `mail`, `web`.
    pub folder: tempfile::TempDir,
    // Last, so that it goes after its connections.
    _database: Option<FreshDatabase>,
}

impl TestApp {
    /// With the usual settings.
    pub async fn start(backend: Backend) -> Result<Self> {
        Self::start_with(backend, |settings| settings).await
    }

    /// With settings of the test's own.
    pub async fn start_with(backend: Backend, change: impl FnOnce(Settings) -> Settings) -> Result<Self> {
        Self::start_tuned(backend, change, |_| ()).await
    }

    /// With settings and times of the test's own.
    pub async fn start_tuned(
        backend: Backend,
        change: impl FnOnce(Settings) -> Settings,
        tune: impl FnOnce(&mut Config),
    ) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let database = match backend {
            Backend::Lite => None,
            Backend::Pg => Some(pg::migrated().await?.context("QABUL_TEST_POSTGRES is not set")?),
        };
        let url = database.as_ref().map(FreshDatabase::url);
        let schools = folder.path().join("schools");
        std::fs::create_dir_all(&schools)?;
        for id in ["a", "b"] {
            make_school(&schools, id)?;
        }
        Self::open(folder, url, 0, change, tune, database, 2).await
    }

    /// One whose bundles the test has changed before the start, after which so many schools are live.
    pub async fn start_where(live: usize, change: impl FnOnce(&std::path::Path)) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let schools = folder.path().join("schools");
        std::fs::create_dir_all(&schools)?;
        for id in ["a", "b"] {
            make_school(&schools, id)?;
        }
        change(&schools);
        Self::open(folder, None, 0, |settings| settings, |_| (), None, live).await
    }

    /// Another server beside this one: the same database, secret and time, and folders of its own with nothing in them. What it
    /// serves it has from elsewhere.
    pub async fn start_beside(&self, tune: impl FnOnce(&mut Config)) -> Result<Self> {
        self.start_beside_with(2, tune).await
    }

    /// The same, where so many schools are live at once.
    pub async fn start_beside_with(&self, schools: usize, tune: impl FnOnce(&mut Config)) -> Result<Self> {
        let DbConfig::Pg { url, .. } = &self.app.config.database else {
            bail!("servers that share a database are on PostgreSQL")
        };
        let folder = tempfile::tempdir()?;
        std::fs::copy(&self.app.config.secret_file, folder.path().join("secret"))?;
        // Far from this one's count: ids never meet.
        let begin = 1 << 40;
        Self::open(folder, Some(url.clone()), begin, |settings| settings, tune, None, schools).await
    }

    /// The same server after it was stopped and started: nothing that lay in its memory is left.
    pub async fn restart(self) -> Result<Self> {
        let Self { app, clock, front, folder, _database } = self;
        let config = Config::clone(&app.config);
        drop((front, app));
        let parts =
            Parts { clock: clock.clone(), rng: Arc::new(CountingRng::starting_at(1 << 40)), trial: Trial::Here };
        let (app, _woken) = Box::pin(App::open(config, parts)).await?;
        let front = Front::new(app.clone());
        Ok(Self { app, clock, front, folder, _database })
    }

    async fn open(
        folder: tempfile::TempDir,
        url: Option<String>,
        chance: u64,
        change: impl FnOnce(Settings) -> Settings,
        tune: impl FnOnce(&mut Config),
        database: Option<FreshDatabase>,
        schools: usize,
    ) -> Result<Self> {
        write_site(&folder.path().join("web"))?;
        let settings = change(Settings {
            data: Some(folder.path().to_path_buf()),
            database: url,
            database_connections: Some(4),
            web_dir: Some(folder.path().join("web")),
            ..Settings::default()
        });
        let clock = Arc::new(FixedClock::at(NOW));
        let parts = Parts { clock: clock.clone(), rng: Arc::new(CountingRng::starting_at(chance)), trial: Trial::Here };
        let mut config = Config::from_settings(settings)?;
        tune(&mut config);
        let (app, _woken) = Box::pin(App::open(config, parts)).await?;
        ensure!(app.registry.len() == schools, "the schools are not live: {:?}", app.registry.stale());
        let front = Front::new(app.clone());
        Ok(Self { app, clock, front, folder, _database: database })
    }

    /// A live school.
    pub fn school(&self, slug: &str) -> Result<Arc<School>> {
        self.app.registry.school(&SchoolId::parse(slug)?).ok_or_else(|| anyhow!("no school {slug}"))
    }

    /// A browser at a school's host.
    #[must_use]
    pub fn at(&self, school: &str) -> Client {
        Client {
            front: self.front.clone(),
            host: format!("{school}.localhost:8080"),
            school: Some(school.to_owned()),
            bearer: None,
            cookie: None,
            peer: IpAddr::V4(Ipv4Addr::LOCALHOST),
        }
    }

    /// Makes an account with a password; gives its address.
    pub async fn person(&self, school: &str, role: Role) -> Result<String> {
        let email = format!("{}@{school}.example", role.as_str());
        let caller = Caller::system(self.school(school)?.scope());
        let new = NewAccount {
            email: email.clone(),
            name: format!("{} of {school}", role.as_str()),
            roles: vec![role],
            locale: "en".into(),
        };
        self.app.state.identity.add_user(&caller, new).await?;
        self.app.state.identity.set_password(&caller, &email, PASSWORD.into(), Vec::new()).await?;
        Ok(email)
    }

    /// A browser in which a new person of that role has signed in.
    pub async fn signed_in(&self, school: &str, role: Role) -> Result<Client> {
        let email = self.person(school, role).await?;
        self.sign_in(school, &email).await
    }

    /// A browser in which that person has signed in.
    pub async fn sign_in(&self, school: &str, email: &str) -> Result<Client> {
        let mut client = self.at(school);
        let reply = client.post("/api/v1/oa/auth/login", &json!({ "email": email, "password": PASSWORD })).await?;
        ensure!(reply.status == 200, "{email} cannot sign in: {}", reply.text);
        client.bearer = reply.json["token"].as_str().map(str::to_owned);
        client.cookie = reply.cookie();
        Ok(client)
    }

    /// Listens on a free port; the server stops when the sender is dropped or sent to.
    pub async fn listen(&self) -> Result<(SocketAddr, oneshot::Sender<()>)> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        self.listen_as(listener, |peer| peer.ip())
    }

    /// The same on a listener of the test's own, to which each peer is whoever the test says: a crowd from everywhere on one machine.
    pub fn listen_as(
        &self,
        listener: TcpListener,
        who: impl Fn(SocketAddr) -> IpAddr + Send + Sync + 'static,
    ) -> Result<(SocketAddr, oneshot::Sender<()>)> {
        let address = listener.local_addr()?;
        let (stop, stopped) = oneshot::channel::<()>();
        let (front, config) = (self.front.clone(), self.app.config.clone());
        tokio::spawn(async move {
            let stopped = async { drop(stopped.await) };
            listen::serve_as(listener, front, &config, stopped, who).await;
        });
        Ok((address, stop))
    }
}

/// The bundle of a new school.
pub fn make_school(schools: &std::path::Path, slug: &str) -> Result<()> {
    let school = NewSchool {
        id: SchoolId::parse(slug)?,
        name_en: format!("School {}", slug.to_uppercase()),
        name_ar: format!("مدرسة {slug}"),
        time_zone: "Asia/Muscat".into(),
        currency: "OMR".into(),
        mail_from: format!("admissions@{slug}.example.org"),
    };
    create(schools, &school, jiff::civil::date(2026, 11, 21))?;
    // Administrators sign in by password alone here, and nobody solves riddles; what is about these switches them on.
    let file = schools.join(slug).join("school.yaml");
    let yaml = std::fs::read_to_string(&file)?;
    std::fs::write(&file, format!("{yaml}\nsecond_factor: {{ roles: [] }}\ncaptcha: {{ provider: off }}\n"))?;
    Ok(())
}

/// A web build in small.
fn write_site(folder: &std::path::Path) -> Result<()> {
    let page = "<!doctype html><html lang=\"en\"><head><meta name=\"csp-nonce\" content=\"__CSP_NONCE__\">\
                <script type=\"module\" src=\"/assets/app-1a2b3c.js\"></script></head><body></body></html>";
    let script = format!("// {}\nexport {{}};\n", "x".repeat(2000));
    let files = [
        ("index.html", page.to_owned()),
        ("assets/app-1a2b3c.js", script),
        (
            ".vite/landings.json",
            json!({
                "texts": ["common"],
                "links": { "ar": "<link href=\"/assets/arabic.woff2\">", "en": "" },
                "pages": { "form": { "texts": [], "links": "<link rel=\"modulepreload\" href=\"/assets/form-1.js\">" } },
            })
            .to_string(),
        ),
        ("favicon.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_owned()),
        ("locales/en/common.json", json!({ "hello": "Hello", "nested": { "bye": "Bye" } }).to_string()),
        ("locales/ar/common.json", json!({ "hello": "مرحبا", "nested": { "bye": "مع السلامة" } }).to_string()),
    ];
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().context("a folder")?)?;
        std::fs::write(path, text)?;
    }
    Ok(())
}
