//! What seals and opens archives: a passphrase or a key file.

use std::io::{IsTerminal as _, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use kernel::crypto::Secret;
use moving::seal::{Head, MIN_PASSPHRASE};
use moving::{Key, Way};
use words::SystemRng;

/// The key of an archive; asked for at the terminal when neither is given.
#[derive(Debug, Clone, Default, Args)]
pub struct KeyArgs {
    /// File that holds the key; made with a new one when it is not there yet. Without it the passphrase is asked for at the
    /// terminal, and without a terminal (cron, a pipe) this or --passphrase-stdin is needed
    #[arg(long, value_name = "FILE", conflicts_with = "passphrase_stdin")]
    pub key_file: Option<PathBuf>,
    /// The passphrase comes on standard input
    #[arg(long)]
    pub passphrase_stdin: bool,
}

impl KeyArgs {
    /// A key for a new archive; a sentence about a key file that was made.
    pub fn seal(&self) -> Result<(Key, Option<String>)> {
        if let Some(path) = &self.key_file {
            if path.exists() {
                return Ok((read_file(path)?, None));
            }
            make_file(path)?;
            let told = format!(
                "Made the key file {}: keep it apart from the archive, which opens with nothing else.",
                path.display()
            );
            return Ok((read_file(path)?, Some(told)));
        }
        if self.passphrase_stdin {
            return Ok((Key::Passphrase(from_stdin()?), None));
        }
        terminal()?;
        let words = inquire::Password::new("Passphrase for the archive:")
            .with_custom_confirmation_message("Again:")
            .with_custom_confirmation_error_message("The two differ.")
            .with_validator(
                inquire::validator::MinLengthValidator::new(MIN_PASSPHRASE)
                    .with_message("At least 12 characters: it protects a school's whole data."),
            )
            .with_help_message("Nobody can open the archive without it.")
            .prompt()?;
        Ok((Key::Passphrase(words), None))
    }

    /// The key that an archive asks for; what this server sealed for itself opens with its secret.
    pub fn open(&self, head: &Head, secret: Option<&Secret>) -> Result<Key> {
        match (head.way, secret) {
            (Way::Server, Some(secret)) => Ok(moving::deleted::key(secret)),
            (Way::Server, None) => bail!("the archive opens at the server that made it only"),
            (Way::File, _) => match &self.key_file {
                Some(path) => read_file(path),
                None => bail!("the archive was sealed with a key file: give it with --key-file"),
            },
            (Way::Passphrase, _) if self.passphrase_stdin => Ok(Key::Passphrase(from_stdin()?)),
            (Way::Passphrase, _) => {
                ensure!(self.key_file.is_none(), "the archive was sealed with a passphrase, not with a key file");
                terminal()?;
                Ok(Key::Passphrase(inquire::Password::new("Passphrase:").without_confirmation().prompt()?))
            }
        }
    }
}

fn terminal() -> Result<()> {
    ensure!(
        std::io::stdin().is_terminal(),
        "there is no terminal to ask for a passphrase at: give --key-file FILE or --passphrase-stdin"
    );
    Ok(())
}

fn from_stdin() -> Result<String> {
    let mut text = String::new();
    std::io::stdin().take(4096).read_to_string(&mut text).context("the passphrase has to come on standard input")?;
    let words = text.trim_end_matches(['\r', '\n']).to_owned();
    ensure!(!words.is_empty(), "standard input held no passphrase");
    Ok(words)
}

fn read_file(path: &Path) -> Result<Key> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let text = bytes.trim_ascii();
    ensure!(text.len() >= 32, "{} holds no key: that is 32 bytes or more", path.display());
    Ok(Key::File(text.to_vec()))
}

fn make_file(path: &Path) -> Result<()> {
    let mut options = std::fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).with_context(|| path.display().to_string())?;
    file.write_all(kernel::crypto::new_token(&SystemRng).as_bytes())?;
    file.write_all(b"\n")?;
    file.sync_all()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_says_what_is_needed_without_a_terminal() {
        let help = KeyArgs::augment_args(clap::Command::new("export")).render_help().to_string();
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("without a terminal (cron, a pipe) this or --passphrase-stdin is needed"), "{help}");
    }
}
