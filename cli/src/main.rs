//! `qabul`: one binary for the server, its schools, people and plugins.
//!
//! Every option can also be given as an environment variable `QABUL_…`, and most in `qabul.yaml`; the command line wins.

mod audit;
mod backup;
mod bundles;
mod console;
mod doctor;
mod form;
mod keys;
mod letters;
mod mail;
mod migrate;
mod openapi;
mod options;
mod plugin;
mod school;
mod serve;
mod setup;
mod till;
mod user;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The schools' front desk.
#[derive(Parser)]
#[command(name = "qabul", version, about, propagate_version = true)]
struct Cli {
    #[command(flatten)]
    options: options::Options,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serves all schools until it is told to stop.
    Serve,
    /// Schools and their bundles.
    #[command(subcommand)]
    School(school::SchoolCommand),
    /// Example answers of a school's forms.
    #[command(subcommand)]
    Form(form::FormCommand),
    /// Form plugins: make, build, check and try them.
    #[command(subcommand)]
    Plugin(plugin::PluginCommand),
    /// Mail and text messages.
    #[command(subcommand)]
    Mail(mail::MailCommand),
    /// People who sign in.
    #[command(subcommand)]
    User(user::UserCommand),
    /// Tills and the devices that are them.
    #[command(subcommand)]
    Till(till::TillCommand),
    /// What a school's letters are sealed with.
    #[command(subcommand)]
    Keys(letters::KeysCommand),
    /// Letters that a school sealed.
    #[command(subcommand)]
    Letter(letters::LetterCommand),
    /// People who run the platform.
    #[command(subcommand)]
    Operator(console::OperatorCommand),
    /// Requests for schools.
    #[command(subcommand)]
    Subscription(console::SubscriptionCommand),
    /// Shows who did what in a school.
    Audit(audit::AuditCommand),
    /// Writes the whole server into one sealed file, school by school, beside a running server too.
    Backup(backup::BackupArgs),
    /// Takes a backup in, into an empty place: folders by --data, or a PostgreSQL database by --database.
    Restore(backup::RestoreArgs),
    /// Brings the databases up to date now and not at their first use.
    Migrate,
    /// Prints the API's document.
    Openapi,
    /// Looks over configuration, database, folders, schools and plugins, and says what to do.
    Doctor,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    // What the server writes (databases, children's files, mail with codes in it) is its own user's and nobody else's; only a
    // plugin's author makes a project of their own.
    #[cfg(unix)]
    if !matches!(cli.command, Command::Plugin(_)) {
        rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    }
    let outcome = match cli.command {
        Command::Serve => serve::run(cli.options),
        Command::School(command) => setup::school(cli.options, command),
        Command::Form(command) => setup::form(cli.options, command),
        Command::Plugin(command) => plugin::run(command).map(|()| ExitCode::SUCCESS),
        Command::Mail(command) => mail::run(cli.options, &command),
        Command::User(command) => user::run(cli.options, &command),
        Command::Till(command) => till::run(cli.options, &command),
        Command::Keys(command) => letters::keys(cli.options, &command),
        Command::Letter(command) => letters::letter(cli.options, &command),
        Command::Operator(command) => console::operator(cli.options, &command),
        Command::Subscription(command) => console::subscription(cli.options, command),
        Command::Audit(command) => audit::run(cli.options, &command),
        Command::Backup(args) => backup::backup(cli.options, &args),
        Command::Restore(args) => backup::restore(cli.options, &args),
        Command::Migrate => migrate::run(cli.options),
        Command::Openapi => openapi::run(),
        Command::Doctor => doctor::run(cli.options),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("qabul: {error:#}");
            ExitCode::FAILURE
        }
    }
}
