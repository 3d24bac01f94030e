//! `qabul till`: tills from the command line, also beside a running server.

use std::io::Write as _;
use std::process::ExitCode;
use words::SchoolId;

use anyhow::Result;
use clap::Subcommand;
use identity::tills::{NewTill, StoreType};

use crate::options::Options;
use crate::serve::runtime;
use crate::user::{Desk, refusal_error};

/// `qabul till …`
#[derive(Subcommand)]
pub enum TillCommand {
    /// Adds a till and prints the code that makes a device it, good once and for fifteen minutes
    Add {
        /// The school's id
        #[arg(long)]
        school: SchoolId,
        /// What staff call it: letters, digits, dashes
        #[arg(long)]
        code: String,
        /// Its name
        #[arg(long)]
        name: String,
        /// What is sold there, canteen or uniform; comma separated or repeated
        #[arg(long = "store-type", value_delimiter = ',', default_value = "canteen", value_parser = parse_type)]
        store_types: Vec<StoreType>,
    },
    /// Lists a school's tills
    List {
        /// The school's id
        #[arg(long)]
        school: SchoolId,
    },
}

fn parse_type(text: &str) -> Result<StoreType, String> {
    StoreType::parse(text).ok_or_else(|| "a store type is canteen or uniform".to_owned())
}

/// Runs the command.
pub fn run(options: Options, command: &TillCommand) -> Result<ExitCode> {
    let config = options.config()?;
    runtime()?.block_on(async {
        let (TillCommand::Add { school, .. } | TillCommand::List { school }) = command;
        let desk = Desk::open(&config, school).await?;
        let outcome = act(&desk, command).await;
        desk.db.close().await;
        outcome?;
        Ok(ExitCode::SUCCESS)
    })
}

async fn act(desk: &Desk<'_>, command: &TillCommand) -> Result<()> {
    let mut out = std::io::stdout();
    match command {
        TillCommand::Add { code, name, store_types, .. } => {
            let new = NewTill { code: code.clone(), name: name.clone(), store_types: store_types.clone() };
            let (till, enrolment) = desk.identity.add_till(&desk.caller, new).await.map_err(refusal_error)?;
            writeln!(
                out,
                "{} is added. Within fifteen minutes, open {}/pos-sign-in on its device and type in this code, which works once:\n{enrolment}",
                till.code,
                desk.origin()
            )?;
        }
        TillCommand::List { .. } => {
            for till in desk.identity.tills(&desk.caller).await.map_err(refusal_error)? {
                let types: Vec<&str> = till.store_types.iter().map(|kind| kind.as_str()).collect();
                let state = match (till.disabled, &till.enrolled_at) {
                    (true, _) => "disabled".to_owned(),
                    (false, None) => "waits for its device".to_owned(),
                    (false, Some(at)) => format!("enrolled {at}"),
                };
                let who = till.signed_in.map_or_else(|| "nobody".to_owned(), |who| who.name);
                writeln!(out, "{}\t{}\t{}\t{state}\t{who}", till.code, till.name, types.join(","))?;
            }
        }
    }
    Ok(())
}
