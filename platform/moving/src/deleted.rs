//! Schools that were deleted: kept sealed for a while, under the server's own secret, then gone for good.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use kernel::crypto::Secret;
use words::SchoolId;

use crate::archive::Manifest;
use crate::export::{Making, add_school, write};
use crate::lite;
use crate::pg::PgTarget;
use crate::place::{Database, Place, lite_file, names, remove, remove_lite, sync_folder};
use crate::seal::{About, Key, head};

/// The key of such files.
#[must_use]
pub fn key(secret: &Secret) -> Key {
    Key::Server(secret.server_key("deleted"))
}

/// A school that was deleted and is still kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The school.
    pub school: String,
    /// When it was deleted: ISO 8601.
    pub deleted_at: String,
    /// Until when it is kept: ISO 8601.
    pub keep_until: String,
    /// The file, which `school import` takes.
    pub file: PathBuf,
}

/// Deletes a school: first it is not live any more, then it is sealed away, then all that was its is removed. `let_go` is how
/// long a running server may take to close it. A deletion that was broken off is gone on with by calling this again.
pub fn delete(making: &Making<'_>, school: &SchoolId, keep_days: u32, let_go: Duration) -> Result<(Kept, Manifest)> {
    let place = making.place;
    let _lock = place.lock()?;
    let (bundle, hidden) = (place.bundle(school), place.schools.join(format!(".deleted-{school}")));
    if bundle.symlink_metadata().is_ok() {
        ensure!(!hidden.exists(), "{} is in the way", hidden.display());
        std::fs::rename(&bundle, &hidden).with_context(|| bundle.display().to_string())?;
    }
    ensure!(hidden.exists(), "there is no school {school} in {}", place.schools.display());
    std::thread::sleep(let_go);
    let sealed = seal_away(making, school, keep_days, &hidden);
    if sealed.is_err() && !bundle.exists() {
        // Nothing was removed yet: the school goes live again.
        std::fs::rename(&hidden, &bundle).with_context(|| bundle.display().to_string())?;
    }
    let sealed = sealed?;
    match &place.database {
        Database::Lite(folder) => remove_lite(&lite_file(folder, school))?,
        Database::Pg(url) => {
            let mut target = PgTarget::open(url)?;
            target.remove(school)?;
            target.commit()?;
        }
    }
    place.remove_all_files(school)?;
    making.secret.forget_keys(school)?;
    remove(&hidden)?;
    sync_folder(&place.schools)?;
    Ok(sealed)
}

fn seal_away(
    making: &Making<'_>,
    school: &SchoolId,
    keep_days: u32,
    hidden: &std::path::Path,
) -> Result<(Kept, Manifest)> {
    let place = making.place;
    let folder = place.deleted();
    std::fs::create_dir_all(&folder)?;
    let deleted_at = words::clock::iso(making.now_ms);
    let keep_until = words::clock::iso(making.now_ms.saturating_add(i64::from(keep_days) * 86_400_000));
    let day = deleted_at.get(..10).unwrap_or_default();
    let numbered = (1..).map(|n| if n == 1 { String::new() } else { format!("-{n}") });
    let mut places = numbered.map(|end| folder.join(format!("{school}-{day}{end}.qabul")));
    let file = places.find(|file| !file.exists()).context("no name is left")?;
    let about =
        About { school: Some(school.to_string()), made_at: deleted_at.clone(), keep_until: Some(keep_until.clone()) };
    let manifest =
        write(&file, &key(making.secret), about, making.rng, |writer| add_school(writer, making, school, hidden))?;
    sync_folder(&folder)?;
    Ok((Kept { school: school.to_string(), deleted_at, keep_until, file }, manifest))
}

/// The deleted schools that are kept, the oldest first.
pub fn list(place: &Place) -> Result<Vec<Kept>> {
    let folder = place.deleted();
    let mut kept = Vec::new();
    for name in names(&folder)?.into_iter().filter(|name| name.ends_with(".qabul")) {
        let file = folder.join(name);
        // What is none of ours in that folder is neither listed nor removed.
        let Ok(head) = head(&mut BufReader::new(File::open(&file)?)) else { continue };
        let (Some(school), Some(keep_until)) = (head.about.school, head.about.keep_until) else { continue };
        kept.push(Kept { school, deleted_at: head.about.made_at, keep_until, file });
    }
    kept.sort_by(|a, b| a.deleted_at.cmp(&b.deleted_at));
    Ok(kept)
}

/// Removes those whose time is over; gives them.
pub fn sweep(place: &Place, now_ms: i64) -> Result<Vec<Kept>> {
    let over = |kept: &Kept| {
        let until: Result<jiff::Timestamp, _> = kept.keep_until.parse();
        until.is_ok_and(|until| until.as_millisecond() <= now_ms)
    };
    let gone: Vec<Kept> = list(place)?.into_iter().filter(over).collect();
    for kept in &gone {
        remove(&kept.file)?;
    }
    Ok(gone)
}

/// Whether a school has rows in a database although it is not there any more: for tests and doubts.
pub fn leaves_rows(place: &Place, school: &SchoolId) -> Result<bool> {
    match &place.database {
        Database::Lite(folder) => {
            let file = lite_file(folder, school);
            Ok(file.exists() && lite::has_rows(&file, school)?)
        }
        Database::Pg(url) => PgTarget::open(url)?.has_rows(school),
    }
}
