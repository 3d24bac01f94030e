//! Opens what the commands over bundles work on.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use identity::NewAccount;
use plugin_host::{HostConfig, PluginHost};
use server::Config;
use server::plugins::Catalog;
use words::{Clock as _, Role, SchoolId, SystemClock};

use crate::bundles::Setup;
use crate::form::{self, FormCommand};
use crate::options::Options;
use crate::school::push::Touching;
use crate::school::{self, SchoolCommand};
use crate::serve::runtime;
use crate::user::Desk;

/// `qabul school …`
pub fn school(options: Options, command: SchoolCommand) -> Result<ExitCode> {
    let config = options.config()?;
    if let SchoolCommand::Push(args) = &command {
        return school::push::push(args, &config, &mut std::io::stdout());
    }
    let setup = setup(&config)?;
    if let SchoolCommand::Check(args) = &command {
        // It may ask a database, and waits for it on this thread.
        return school::check::check(args, &setup, &mut std::io::stdout());
    }
    if let SchoolCommand::Moving(command) = command {
        // It waits for databases on this thread, and has threads of its own where it needs them.
        return school::moving::run(command, &config, &setup, &mut std::io::stdout());
    }
    let first_admin = async |id: &SchoolId, email: &str| -> Result<String> {
        let desk = Desk::open(&config, id).await?;
        let new = NewAccount {
            email: email.to_owned(),
            name: String::new(),
            roles: vec![Role::SchoolAdmin],
            locale: "en".into(),
        };
        let link = desk.add_with_link(new).await;
        desk.db.close().await;
        link
    };
    let touching = Touching::begin(&command, &config)?;
    let code = runtime()?.block_on(school::run(command, &setup, &mut std::io::stdout(), first_admin))?;
    if let Some(touching) = touching {
        touching.end(&config, &mut std::io::stdout())?;
    }
    Ok(code)
}

/// `qabul form …`
pub fn form(options: Options, command: FormCommand) -> Result<ExitCode> {
    form::run(command, &setup(&options.config()?)?, &mut std::io::stdout())
}

/// What commands over bundles work on.
pub fn setup(config: &Config) -> Result<Setup> {
    // The server's own cache: what it compiled is not compiled again here. Where it cannot be used, this process compiles.
    let cache = Some(config.data.join("cache/plugins"));
    let host = PluginHost::new(HostConfig { cache, ..HostConfig::default() });
    let host = host.or_else(|_| PluginHost::new(HostConfig::default())).context("the plugin host cannot start")?;
    Ok(Setup {
        schools_dir: config.schools.clone(),
        overlays: config.overlays(),
        policy: config.policy.clone(),
        catalog: Arc::new(Catalog(host)),
        place: server::maintenance::place(config),
        public_origin: config.origin_of("{host}"),
        now_ms: SystemClock.now_ms(),
    })
}
