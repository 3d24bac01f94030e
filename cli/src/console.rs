//! `qabul operator` and `qabul subscription`: the platform's own desk from the command line, also beside a running server.

use ::console::links::Purpose;
use kernel::links::Purpose as _;
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use ::console::subscription::model::{State, Subscription};
use ::console::{Console, PlatformCaller};
use anyhow::{Context as _, Result, bail};
use clap::Subcommand;
use console::ids::SubscriptionId;
use identity::Identity;
use kernel::{Db, MessageId, Refusal};
use server::Config;
use tenants::registry::RegistryConfig;
use tenants::{NoPlugins, Registry};
use words::{Clock, Rng, SystemClock, SystemRng};

use crate::options::Options;
use crate::serve::runtime;

/// `qabul operator …`
#[derive(Subcommand)]
pub enum OperatorCommand {
    /// Makes an operator and prints a one-time link to set password and authenticator
    Add {
        /// The person's address; the name at sign-in
        email: String,
        /// Name, as decisions are signed with
        #[arg(long)]
        name: String,
    },
    /// Lists the operators
    List,
    /// Takes an operator's rights away: their sessions end with the next request
    Remove {
        /// The operator
        email: String,
    },
}

/// `qabul subscription …`
#[derive(Subcommand)]
pub enum SubscriptionCommand {
    /// Lists requests for schools, the newest first
    List {
        /// `pending_email`, `pending_review`, `provisioning`, `active` or `rejected`
        #[arg(long, value_parser = parse_state)]
        state: Option<State>,
    },
    /// Shows a request
    Show {
        /// Its id
        id: SubscriptionId,
    },
    /// Approves a request: makes its school and invites its first administrator
    Approve {
        /// Its id
        id: SubscriptionId,
    },
    /// Rejects a request, and tells who asked
    Reject {
        /// Its id
        id: SubscriptionId,
        /// Why: who asked reads it
        #[arg(long)]
        reason: String,
    },
}

fn parse_state(text: &str) -> Result<State, String> {
    let known = || State::ALL.iter().map(|state| state.as_str()).collect::<Vec<_>>().join(", ");
    State::parse(text).ok_or_else(|| format!("states are {}", known()))
}

/// The platform's own desk, acted on by the command line.
struct Desk {
    config: Config,
    console: Console,
    db: Db,
    caller: PlatformCaller,
}

impl Desk {
    async fn open(options: Options) -> Result<Self> {
        let config = options.config()?;
        std::fs::create_dir_all(&config.data).with_context(|| config.data.display().to_string())?;
        std::fs::create_dir_all(&config.schools).with_context(|| config.schools.display().to_string())?;
        let registry = Registry::open(RegistryConfig {
            schools_dir: config.schools.clone(),
            overlays: config.overlays(),
            policy: config.policy.clone(),
            catalog: Arc::new(NoPlugins),
        })?;
        let secret = server::shared::agreed_secret(&config).await?;
        let (db, _woken) = server::app::open_database(&config).await?;
        let (clock, rng): (Arc<dyn Clock>, Arc<dyn Rng>) = (Arc::new(SystemClock), Arc::new(SystemRng));
        let identity = Identity::new(db.clone(), clock.clone(), rng.clone(), secret.clone()).map_err(refusal_error)?;
        let depot = server::shared::depot(&config, Some(secret.clone()))?.map(Arc::new);
        let own = (server::app::open_platform(&config).await?, secret);
        let console = server::app::open_console(&config, own, &db, &clock, &rng, &identity, &registry, depot)?;
        Ok(Self { config, console, db, caller: PlatformCaller::system() })
    }

    async fn close(self) {
        self.console.close().await;
        self.db.close().await;
    }

    async fn operator(&self, command: &OperatorCommand) -> Result<()> {
        let mut out = std::io::stdout();
        match command {
            OperatorCommand::Add { email, name } => {
                let token = self.console.add_operator(&self.caller, email, name).await.map_err(refusal_error)?;
                let origin = self.config.origin_of(&self.config.policy.base_domain);
                // In the fragment, which browsers neither send nor pass on.
                writeln!(out, "{email} sets password and authenticator at this address within a day:")?;
                writeln!(out, "{origin}{}", Purpose::SetUp.path(&token))?;
            }
            OperatorCommand::List => {
                for listed in self.console.operators(&self.caller).await.map_err(refusal_error)? {
                    let seen = listed.signed_in_at.map_or_else(|| "never".to_owned(), words::clock::iso);
                    writeln!(out, "{}\t{}\t{}\t{seen}", listed.operator.email, listed.operator.name, listed.status)?;
                }
            }
            OperatorCommand::Remove { email } => {
                self.console.remove_operator(&self.caller, email).await.map_err(refusal_error)?;
                writeln!(out, "{email} is no operator any more")?;
            }
        }
        Ok(())
    }

    async fn subscription(&self, command: SubscriptionCommand) -> Result<()> {
        let mut out = std::io::stdout();
        match command {
            SubscriptionCommand::List { state } => {
                let mut from = None;
                loop {
                    let page = self.console.subscriptions(&self.caller, state, from.as_deref(), None).await;
                    let page = page.map_err(refusal_error)?;
                    for one in page.items {
                        let (id, state, at) = (one.id, one.state.as_str(), one.created_at);
                        let (name, email) = (one.school_name, one.contact.email);
                        writeln!(out, "{id}\t{state}\t{}\t{name}\t{email}\t{at}", one.subdomain)?;
                    }
                    from = page.next_cursor;
                    if from.is_none() {
                        break;
                    }
                }
            }
            SubscriptionCommand::Show { id } => {
                let one = self.console.subscription(&self.caller, &id).await.map_err(refusal_error)?;
                writeln!(out, "{}", serde_json::to_string_pretty(&one)?)?;
            }
            SubscriptionCommand::Approve { id } => {
                let one = self.console.subscription(&self.caller, &id).await.map_err(refusal_error)?;
                let one = if one.state == State::Provisioning {
                    self.console.resume().await.map_err(refusal_error)?;
                    self.console.subscription(&self.caller, &id).await.map_err(refusal_error)?
                } else {
                    self.console.approve(&self.caller, id, one.version).await.map_err(refusal_error)?
                };
                self.tell_made(&one)?;
            }
            SubscriptionCommand::Reject { id, reason } => {
                let one = self.console.subscription(&self.caller, &id).await.map_err(refusal_error)?;
                let one = self.console.reject(&self.caller, id, one.version, &reason).await.map_err(refusal_error)?;
                writeln!(out, "{} is rejected; {} is told by e-mail", one.school_name, one.contact.email)?;
            }
        }
        Ok(())
    }

    fn tell_made(&self, one: &Subscription) -> Result<()> {
        let mut out = std::io::stdout();
        if one.state != State::Active {
            let problem = one.problem.as_deref().unwrap_or("it is being made by a server");
            bail!(
                "{} is approved and not made yet: {problem}. It is tried again by every running server",
                one.subdomain
            );
        }
        let host = format!("{}.{}", one.subdomain, self.config.policy.base_domain);
        writeln!(out, "Made {} ({})", one.school_name, one.subdomain)?;
        writeln!(out, "Address:   {}", self.config.origin_of(&host))?;
        writeln!(out, "Invited:   {} by e-mail, as soon as a server runs", one.contact.email)?;
        Ok(())
    }
}

/// Runs `qabul operator`.
pub fn operator(options: Options, command: &OperatorCommand) -> Result<ExitCode> {
    runtime()?.block_on(async {
        let desk = Desk::open(options).await?;
        let outcome = desk.operator(command).await;
        desk.close().await;
        outcome.map(|()| ExitCode::SUCCESS)
    })
}

/// Runs `qabul subscription`.
pub fn subscription(options: Options, command: SubscriptionCommand) -> Result<ExitCode> {
    runtime()?.block_on(async {
        let desk = Desk::open(options).await?;
        let outcome = desk.subscription(command).await;
        desk.close().await;
        outcome.map(|()| ExitCode::SUCCESS)
    })
}

/// A refusal as a sentence.
#[expect(clippy::needless_pass_by_value, reason = "stands in `map_err`")]
fn refusal_error(refusal: Refusal) -> anyhow::Error {
    match refusal.id() {
        MessageId::A001 => anyhow::anyhow!("there is none of that name or id"),
        MessageId::A005 => anyhow::anyhow!("this is an operator already: remove them first to let them begin again"),
        MessageId::T010 => anyhow::anyhow!("the name is taken by a school that is there, or was"),
        MessageId::T011 => anyhow::anyhow!("a reason has 1 to 400 characters"),
        MessageId::T012 => {
            anyhow::anyhow!("the request waits for no decision: its address is not confirmed, or it was decided")
        }
        MessageId::R001 => anyhow::anyhow!("the e-mail address or the name is not usable"),
        _ => anyhow::anyhow!("{refusal}"),
    }
}
