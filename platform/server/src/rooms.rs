//! The rooms of the server, in one list: what each answers and what it does beside requests. The router (`openapi`) and the worker read
//! it, handlers find their room's face in [`Faces`], and [`open`] makes the faces. A new room is written here, and its crate in what names crates.

use std::sync::Arc;

use admissions::applications::Applications;
use admissions::enquiries::Enquiries;
use admissions::family::{Family, FamilyRecords};
use admissions::forms::{Forms, FormsParts};
use admissions::letters::{LetterTools, Letters, SealingKeys};
use admissions::papers::Papers;
use admissions::scans::Scans;
use admissions::tasks::Tasks;
use axum::extract::FromRef;
use console::Console;
use identity::Identity;
use identity::profile::{Avatars, Keepers};
use kernel::Db;
use kernel::bulk::{Bulk, Carry};
use kernel::crypto::Secret;
use kernel::files::FileStore;
use kernel::jobs::Work;
use settings::Settings;
use tenants::letters::Press;
use tenants::{Registry, School};
use utoipa_axum::router::OpenApiRouter;
use words::{Clock, Rng};

use crate::app::App;
use crate::common::{self, Common};
use crate::config::Config;
use crate::criteria;
use crate::plugins::Logic;
use crate::sealing::Sealing;
use crate::state::AppState;
use crate::worker;

/// What a room brings to the server.
pub(crate) struct Room {
    /// Its operations, with what stands before each.
    pub routes: fn() -> OpenApiRouter<AppState>,
    /// How its jobs are carried out, and what of a school it looks over now and then.
    pub work: fn(&Arc<App>) -> Work,
    /// Its kinds of work that takes long.
    pub carries: fn(&Arc<App>) -> Vec<Arc<dyn Carry>>,
}

/// Neither answers nor does anything.
const EMPTY: Room = Room { routes: OpenApiRouter::new, work: |_| Work::default(), carries: |_| Vec::new() };

/// Every room, in the order of the API's document.
pub(crate) const ROOMS: &[Room] = &[
    Room { routes: common::routes, ..EMPTY },
    Room { routes: criteria::routes, ..EMPTY },
    Room { routes: identity::routes, work: |app| app.state.identity.work().and(app.state.avatars.work()), ..EMPTY },
    Room {
        routes: admissions::routes,
        work: |app| {
            let mail = worker::counted_mailer(app);
            let tasks = Tasks::new(app.state.enquiries.clone()).work(app.registry.clone());
            let offers = Applications::new(app.state.enquiries.clone()).work(app.registry.clone());
            let forms = app.state.forms.work(app.registry.clone(), mail);
            let papers = Papers::new(app.state.enquiries.clone()).work(app.registry.clone());
            let scans = Scans::new(app.state.forms.clone()).work(app.registry.clone());
            let letters = Letters::from_ref(&app.state).work(app.registry.clone());
            forms.and(app.state.enquiries.work()).and(tasks).and(offers).and(papers).and(scans).and(letters)
        },
        carries: |app| {
            let moves = Applications::new(app.state.enquiries.clone()).carries_moves(app.registry.clone());
            let letters = Letters::from_ref(&app.state).carries_letters(app.registry.clone());
            vec![app.state.enquiries.carries_exports(app.registry.clone()), moves, letters]
        },
    },
    Room {
        routes: settings::routes,
        work: |app| {
            let offers = Applications::new(app.state.enquiries.clone());
            app.state.settings.work(offers.on_published(app.registry.clone()))
        },
        ..EMPTY
    },
    Room { routes: console::routes, ..EMPTY },
];

macro_rules! faces {
    ($($(#[$doc:meta])* $field:ident: $face:ty,)*) => {
        /// The faces of all rooms.
        pub struct Faces { $($(#[$doc])* pub $field: $face,)* }

        $(impl FromRef<AppState> for $face {
            fn from_ref(state: &AppState) -> Self {
                state.$field.clone()
            }
        })*
    };
}

faces! {
    /// Accounts and sessions.
    identity: Identity,
    /// Pictures of people.
    avatars: Avatars,
    /// Who keeps something of people beside their account.
    keepers: Keepers,
    /// What families fill in.
    forms: Forms,
    /// What belongs to families' accounts.
    family: Family,
    /// The staff's inbox.
    enquiries: Enquiries,
    /// What draws and seals letters.
    letter_tools: LetterTools,
    /// The school's desk.
    settings: Settings,
    /// The platform's own desk.
    console: Console,
    /// What every page needs.
    common: Common,
}

/// What rooms stand on.
pub(crate) struct Ground {
    pub config: Arc<Config>,
    pub db: Db,
    pub clock: Arc<dyn Clock>,
    pub rng: Arc<dyn Rng>,
    pub secret: Secret,
    pub registry: Arc<Registry>,
    /// Uploads.
    pub files: FileStore,
    /// Pictures of people.
    pub pictures: FileStore,
    pub bulk: Bulk,
    /// Draws letters.
    pub press: Arc<dyn Press>,
    /// The rules of forms.
    pub logic: Logic,
    /// Made before, for others stand on it.
    pub identity: Identity,
    /// Made before, as the command line makes it.
    pub settings: Settings,
    /// The same.
    pub console: Console,
}

/// Makes the faces of all rooms.
pub(crate) fn open(ground: Ground) -> Faces {
    let Ground {
        config,
        db,
        clock,
        rng,
        secret,
        registry,
        files,
        pictures,
        bulk,
        press,
        logic,
        identity,
        settings,
        console,
    } = ground;
    let links_to = config.clone();
    let keys = SealingKeys {
        db: db.clone(),
        clock: clock.clone(),
        rng: rng.clone(),
        secret: secret.clone(),
        seals: Arc::new(Sealing),
    };
    let forms = Forms::new(FormsParts {
        db: db.clone(),
        clock: clock.clone(),
        rng: rng.clone(),
        secret,
        files: files.clone(),
        identity: identity.clone(),
        logic: Arc::new(logic),
        scanner: config.scanner.clone(),
        origin_of: Arc::new(move |school: &School| links_to.origin_of(&school.canonical_host())),
        hijri: press.hijri(),
    });
    Faces {
        avatars: Avatars::new(identity.clone(), pictures),
        keepers: Keepers::new(vec![Arc::new(FamilyRecords::new(forms.clone()))], files.arriving_folder()),
        family: Family::new(forms.clone(), identity.clone()),
        enquiries: Enquiries::new(db, clock.clone(), rng, files, forms.clone(), bulk),
        letter_tools: LetterTools { press, keys },
        common: Common { registry, clock, config },
        identity,
        forms,
        settings,
        console,
    }
}
