//! Publishing: now, on a day, again; and the history of all that was published.
//!
//! What always holds: a revision is a whole state that had no errors, with the bytes of all its files kept; it is in the
//! database before the overlay is on the disk, and an outbox job mends what a crash left in between; one publication of a
//! school goes after the other.

pub(crate) mod api;
mod contents;
mod guards;
mod history;
mod jobs;
mod model;
mod schedule;
mod service;
pub(crate) mod store;

use kernel::{Refusal, UserId};
use words::clock::iso;

pub use guards::Guards;
pub use model::{Kind, Publication, Published, Revision, Schedule, ScheduleId, ScheduleState};
pub use schedule::Scheduled;

use crate::model::Editor;

fn editor(actor: Option<UserId>, name: String) -> Option<Editor> {
    actor.map(|actor| Editor { id: actor, name })
}

fn published_of(row: store::RevisionRow) -> Published {
    Published { seq: row.seq, at: iso(row.at), by: editor(row.actor_id, row.actor_name), note: row.note }
}

fn revision_of(row: store::RevisionRow) -> Revision {
    Revision {
        seq: row.seq,
        at: iso(row.at),
        kind: Kind::parse(&row.kind),
        by: editor(row.actor_id, row.actor_name),
        note: row.note,
        changes: row.changes,
    }
}

fn schedule_of(row: store::ListedRow, edits: i64) -> Result<Schedule, Refusal> {
    let state = if row.state == "failed" { ScheduleState::Failed } else { ScheduleState::Waiting };
    Ok(Schedule {
        id: row.id.into(),
        at: iso(row.due_at),
        note: row.note,
        by: Editor { id: row.actor_id, name: row.actor_name },
        edits,
        state,
        problems: serde_json::from_str(&row.problems).map_err(Refusal::internal)?,
    })
}
