//! `qabul mail …`: whether a school's mail and text messages leave.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use kernel::jobs::Outcome;
use kernel::message::{Channel, Message};
use server::worker::mail::Mailer;
use server::worker::message::Post;
use server::worker::sms::Texter;
use words::{Clock as _, Rng as _, SchoolId, SystemClock, SystemRng};

use crate::options::Options;
use crate::serve::runtime;
use crate::{school, setup};

/// What to do with mail.
#[derive(Debug, Subcommand)]
pub enum MailCommand {
    /// Send a test by mail, and one by SMS where a number is given: proves a school's settings, or says what is wrong.
    Test(TestArgs),
}

/// What to send where.
#[derive(Debug, Args)]
pub struct TestArgs {
    /// The school's id.
    #[arg(long)]
    school: SchoolId,
    /// Address that gets the test.
    #[arg(long)]
    to: String,
    /// Number that gets a test too, such as +96891234567.
    #[arg(long, value_name = "NUMBER")]
    sms: Option<String>,
    /// Language of the test: en or ar.
    #[arg(long, default_value = "en")]
    language: String,
}

/// `qabul mail test`
pub fn run(options: Options, MailCommand::Test(args): &MailCommand) -> Result<ExitCode> {
    let config = options.config()?;
    let registry = setup::setup(&config)?.open()?;
    let school = school::find(&registry, &args.school)?;
    let runtime = runtime()?;
    // A connection to the server is kept by a task of its own.
    let _inside = runtime.enter();
    let (mailer, texter) = (Mailer::open(&config)?, Texter::open(&config)?);
    let post = Post { mailer: &mailer, texter: &texter, config: &config };
    let message = |channel, to: &str| Message {
        channel,
        to: to.to_owned(),
        template: "test".into(),
        locale: args.language.clone(),
        params: serde_json::Map::new(),
        expires_at: SystemClock.now_ms() + 3_600_000,
        is_strangers: false,
    };
    let mut random = [0u8; 8];
    SystemRng.fill(&mut random);
    let id = format!("test-{:016x}", u64::from_be_bytes(random));
    let failed = runtime.block_on(async {
        let mut failed = false;
        let mut out = std::io::stdout();
        writeln!(out, "From:  {}", school.config().mail_from)?;
        let fault = mailer.fault().await;
        let sent = match fault {
            Some(fault) => Outcome::Never(fault),
            None => post.send(&school, &message(Channel::Mail, &args.to), &id, SystemClock.now_ms()).await,
        };
        failed |= report_outcome(&mut out, "Mail", &args.to, &sent, mailer.folder())?;
        if let Some(number) = &args.sms {
            let sent = post.send(&school, &message(Channel::Sms, number), &id, SystemClock.now_ms()).await;
            let gateway = school.config().sms.is_some();
            failed |= report_outcome(&mut out, "SMS", number, &sent, texter.folder().filter(|_| !gateway))?;
        }
        Ok::<bool, anyhow::Error>(failed)
    })?;
    if failed {
        bail!("the school's settings do not work yet");
    }
    Ok(ExitCode::SUCCESS)
}

/// Says what became of it; whether it failed.
fn report_outcome(
    out: &mut impl Write,
    what: &str,
    to: &str,
    sent: &Outcome,
    folder: Option<&std::path::Path>,
) -> Result<bool> {
    let fate = match (sent, folder) {
        (Outcome::Done, None) => "the next server has taken it".to_owned(),
        (Outcome::Done, Some(folder)) => format!("written into {}, as no server is configured", folder.display()),
        (Outcome::Later(cause) | Outcome::Never(cause), _) => format!("failed: {cause}"),
    };
    writeln!(out, "{:<6} to {to}: {fate}", format!("{what}:"))?;
    Ok(!matches!(sent, Outcome::Done))
}
