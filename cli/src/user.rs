//! `qabul user`: accounts from the command line, also beside a running server.

use std::io::{Read as _, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use clap::Subcommand;
use identity::people::{Invitation, PersonChange};
use identity::{Identity, NewAccount};
use kernel::crypto::Secret;
use kernel::{Caller, MessageId, Refusal, UserId};
use server::Config;
use tenants::registry::RegistryConfig;
use tenants::{NoPlugins, Registry, School};
use words::{Role, SchoolId, SystemClock, SystemRng};

use crate::options::Options;
use crate::serve::runtime;

/// `qabul user …`
#[derive(Subcommand)]
pub enum UserCommand {
    /// Makes an account and prints a one-time link to set its password
    Add {
        /// The school's id
        #[arg(long)]
        school: SchoolId,
        /// The person's address; also the name at sign-in. Who works at tills alone needs none
        #[arg(long, required_unless_present = "staff_code")]
        email: Option<String>,
        /// What the person may do; comma separated or repeated
        #[arg(long, required = true, value_delimiter = ',', value_parser = parse_role)]
        role: Vec<Role>,
        /// Name, as colleagues see it
        #[arg(long, default_value = "")]
        name: String,
        /// en or ar
        #[arg(long, default_value = "en")]
        locale: String,
        /// Reads the password from standard input in place of a link
        #[arg(long)]
        password_stdin: bool,
        /// Name at a till; works at once with its PIN
        #[arg(long, requires = "pin_stdin", conflicts_with = "password_stdin")]
        staff_code: Option<String>,
        /// Reads the PIN, four to eight digits, from standard input
        #[arg(long, requires = "staff_code")]
        pin_stdin: bool,
    },
    /// Prints a new one-time link for an account
    Invite {
        /// The school's id
        #[arg(long)]
        school: SchoolId,
        /// The account
        #[arg(long)]
        email: String,
    },
    /// Lists a school's accounts
    List {
        /// The school's id
        #[arg(long)]
        school: SchoolId,
    },
    /// Gives an account these roles and no others; it acts on the person's next request
    Roles {
        /// The school's id
        #[arg(long)]
        school: SchoolId,
        /// The account
        #[arg(long)]
        email: String,
        /// All roles from now on; comma separated or repeated
        #[arg(long, required = true, value_delimiter = ',', value_parser = parse_role)]
        roles: Vec<Role>,
    },
    /// Takes an account's second factor away, for who lost both authenticator and recovery codes
    ResetSecondFactor {
        /// The school's id
        #[arg(long)]
        school: SchoolId,
        /// The account
        #[arg(long)]
        email: String,
    },
    /// Switches an account off: its sessions end with the next request
    Disable {
        /// The school's id
        #[arg(long)]
        school: SchoolId,
        /// The account
        #[arg(long)]
        email: String,
    },
}

fn parse_role(text: &str) -> Result<Role, String> {
    let known = || Role::ALL.iter().map(|role| role.as_str()).collect::<Vec<_>>().join(", ");
    Role::parse(text).ok_or_else(|| format!("roles are {}", known()))
}

/// Runs the command.
pub fn run(options: Options, command: &UserCommand) -> Result<ExitCode> {
    let config = options.config()?;
    runtime()?.block_on(async {
        let id = match command {
            UserCommand::Add { school, .. }
            | UserCommand::Invite { school, .. }
            | UserCommand::List { school }
            | UserCommand::Roles { school, .. }
            | UserCommand::ResetSecondFactor { school, .. }
            | UserCommand::Disable { school, .. } => school,
        };
        let desk = Desk::open(&config, id).await?;
        let outcome = desk.run(command).await;
        desk.db.close().await;
        outcome?;
        Ok(ExitCode::SUCCESS)
    })
}

/// One school's accounts, acted on by the command line.
pub struct Desk<'a> {
    config: &'a Config,
    /// The school.
    pub school: Arc<School>,
    /// Accounts.
    pub identity: Identity,
    /// What the school's keys come of.
    pub secret: Secret,
    /// The database; to be closed at the end.
    pub db: kernel::Db,
    /// The command line itself.
    pub caller: Caller,
}

impl<'a> Desk<'a> {
    /// Opens a school that has a bundle.
    pub async fn open(config: &'a Config, id: &SchoolId) -> Result<Self> {
        let catalog = Arc::new(NoPlugins);
        let registry = RegistryConfig {
            schools_dir: config.schools.clone(),
            overlays: config.overlays(),
            policy: config.policy.clone(),
            catalog,
        };
        let registry = Registry::open(registry)?;
        let Some(school) = registry.school(id) else {
            bail!(
                "there is no school {id} in {}: `qabul school list` shows them, `qabul school check {id}` what is wrong",
                config.schools.display()
            );
        };
        let secret = server::shared::agreed_secret(config).await?;
        let (db, _woken) = server::app::open_database(config).await?;
        let identity = Identity::new(db.clone(), Arc::new(SystemClock), Arc::new(SystemRng), secret.clone())
            .map_err(refusal_error)?;
        let caller = Caller::system(school.scope());
        Ok(Self { config, school, identity, secret, db, caller })
    }

    /// Where the school's pages are.
    pub fn origin(&self) -> String {
        self.config.origin_of(&self.school.canonical_host())
    }

    /// Makes an account and gives the one-time link to set its password.
    pub async fn add_with_link(&self, new: NewAccount) -> Result<String> {
        let id = self.identity.add_user(&self.caller, new).await.map_err(refusal_error)?;
        self.link(&id).await
    }

    async fn link(&self, user: &UserId) -> Result<String> {
        let token = self.identity.invite_link(&self.caller, user).await.map_err(refusal_error)?;
        // In the fragment, which browsers neither send nor pass on.
        Ok(format!("{}/reset-password#token={token}", self.config.origin_of(&self.school.canonical_host())))
    }

    async fn run(&self, command: &UserCommand) -> Result<()> {
        let mut out = std::io::stdout();
        match command {
            UserCommand::Add { email, role, name, locale, staff_code: Some(code), .. } => {
                let invitation = Invitation {
                    name: if name.is_empty() { code.clone() } else { name.clone() },
                    email: email.clone(),
                    roles: role.clone(),
                    locale: locale.clone(),
                    staff_code: Some(code.clone()),
                    pin: Some(read_password()?),
                };
                let person = self.identity.invite(&self.caller, invitation).await.map_err(refusal_error)?;
                let code = person.staff_code.unwrap_or_default();
                writeln!(out, "{code} may sign in with the PIN at every till: {}/pos-sign-in", self.origin())?;
            }
            UserCommand::Add { email, role, name, locale, password_stdin, .. } => {
                let email = email.as_deref().unwrap_or_default();
                let new = NewAccount {
                    email: email.to_owned(),
                    name: name.clone(),
                    roles: role.clone(),
                    locale: locale.clone(),
                };
                if *password_stdin {
                    let password = read_password()?;
                    self.identity.add_user(&self.caller, new).await.map_err(refusal_error)?;
                    let words = identity::school_words(&self.school);
                    self.identity.set_password(&self.caller, email, password, words).await.map_err(refusal_error)?;
                    writeln!(
                        out,
                        "{email} may sign in at {}/sign-in",
                        self.config.origin_of(&self.school.canonical_host())
                    )?;
                } else {
                    let link = self.add_with_link(new).await?;
                    writeln!(out, "{email} sets a password at this address within seven days:\n{link}")?;
                }
            }
            UserCommand::Invite { email, .. } => {
                let user = self.identity.find(&self.caller, email).await.map_err(refusal_error)?;
                writeln!(
                    out,
                    "{email} sets a password at this address within seven days:\n{}",
                    self.link(&user.id).await?
                )?;
            }
            UserCommand::List { .. } => {
                for user in self.identity.list(&self.caller).await.map_err(refusal_error)? {
                    let roles: Vec<&str> = user.roles.iter().map(|role| role.as_str()).collect();
                    let seen = user.signed_in_at.map_or_else(|| "never".to_owned(), words::clock::iso);
                    writeln!(
                        out,
                        "{}\t{}\t{}\t{}\t{seen}",
                        user.email,
                        user.name,
                        roles.join(","),
                        user.status.as_str()
                    )?;
                }
            }
            UserCommand::Roles { email, roles, .. } => {
                let user = self.identity.find(&self.caller, email).await.map_err(refusal_error)?;
                let person = self.identity.person(&self.caller, user.id).await.map_err(refusal_error)?;
                let change =
                    PersonChange { version: person.version, roles: Some(roles.clone()), ..PersonChange::default() };
                let person = self
                    .identity
                    .update_person(&self.caller, person.id.into(), change, &[])
                    .await
                    .map_err(refusal_error)?;
                let names: Vec<&str> = person.roles.iter().map(|role| role.as_str()).collect();
                writeln!(out, "{email} is {} from now on", names.join(", "))?;
            }
            UserCommand::ResetSecondFactor { email, .. } => {
                let user = self.identity.find(&self.caller, email).await.map_err(refusal_error)?;
                self.identity.reset_second_factor(&self.caller, user.id).await.map_err(refusal_error)?;
                writeln!(out, "{email} signs in without a second factor, or sets a new one up where one is asked for")?;
            }
            UserCommand::Disable { email, .. } => {
                self.identity.disable(&self.caller, email).await.map_err(refusal_error)?;
                writeln!(out, "{email} may not sign in any more")?;
            }
        }
        Ok(())
    }
}

fn read_password() -> Result<String> {
    let mut text = String::new();
    std::io::stdin().take(4096).read_to_string(&mut text).context("the password has to come on standard input")?;
    let password = text.trim_end_matches(['\r', '\n']).to_owned();
    if password.is_empty() {
        bail!("standard input held no password");
    }
    Ok(password)
}

/// A refusal as a sentence.
#[expect(clippy::needless_pass_by_value, reason = "stands in `map_err`")]
pub fn refusal_error(refusal: Refusal) -> anyhow::Error {
    match refusal.id() {
        MessageId::A003 => anyhow::anyhow!("this address has an account already"),
        MessageId::A004 => anyhow::anyhow!("the school would be left without an administrator who can sign in"),
        MessageId::A005 => anyhow::anyhow!("this address or code belongs to somebody or something else already"),
        MessageId::L017 => anyhow::anyhow!(
            "the details are not usable: a PIN has four to eight digits that are hard to guess, a code letters, digits and dashes; who has no address has roles of tills alone"
        ),
        MessageId::A001 => anyhow::anyhow!("no account has this address"),
        MessageId::L013 => {
            anyhow::anyhow!("the password is too short, too common or too easy to guess: take ten characters or more")
        }
        MessageId::R001 => anyhow::anyhow!("the e-mail address, the name or the roles are not usable"),
        _ => anyhow::anyhow!("{refusal}"),
    }
}
