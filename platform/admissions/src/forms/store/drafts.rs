//! Drafts.

use kernel::{Caller, SubmissionId, UserId, rows, statements};
use serde_json::Value;
use sqlx::types::Json;
use words::Permission;
use words::sabotage::{Guard, is_removed};

use crate::ids::DraftId;

rows! {
    /// Which form a draft is of.
    pub struct DraftForm {
        pub form_id: String,
    }
    /// A draft.
    pub struct DraftRow {
        pub id: DraftId,
        pub form_id: String,
        /// The pinned document.
        pub form_digest: String,
        /// Counts saves.
        pub version: i64,
        pub answers: Json<Value>,
        /// The open step.
        pub step: String,
        /// The person's language.
        pub locale: String,
        /// When it is purged.
        pub expires_at: i64,
        /// The account that keeps it, if one does.
        pub owner: Option<UserId>,
        /// Whether that account was made without a proof of anything.
        pub is_owner_unproved: i64,
        /// Whether that account's keys changed since it keeps it.
        pub is_stale: i64,
        /// The enquiry that it was begun from.
        pub made_of: Option<SubmissionId>,
        /// Whether somebody of the staff began it from that and its family got no link to it.
        pub is_of_staff: i64,
        /// Hash of the link by whose grant it was begun.
        pub by_link: Option<String>,
    }
    /// How large a draft is, and whose.
    pub struct DraftSize {
        /// Bytes of its answers.
        pub bytes: i64,
        /// The account that keeps it, if one does.
        pub owner: Option<UserId>,
        /// Whether that account was made without a proof of anything.
        pub is_owner_unproved: i64,
    }
    /// A draft whose time is over.
    pub struct ExpiredDraft {
        pub id: DraftId,
    }
}

/// The account that keeps a draft.
#[derive(Debug, Clone)]
pub struct Keeper {
    /// Which.
    pub id: UserId,
    /// Whether it was made without a proof of anything.
    pub is_unproved: bool,
}

impl DraftRow {
    /// The account that keeps it.
    #[must_use]
    pub fn keeper(&self) -> Option<Keeper> {
        self.owner.clone().map(|id| Keeper { id, is_unproved: self.is_owner_unproved != 0 })
    }

    /// Whether its link opens it to them. What one account keeps is no place for the answers of another, who would lose them to
    /// whoever sent the link.
    #[must_use]
    pub fn opens_to(&self, caller: &Caller) -> bool {
        match (&self.owner, caller.user_id()) {
            (Some(owner), Some(user)) => owner == user || is_removed(Guard::DraftKeeper),
            // Whoever had the account's bearer has its drafts' tokens too, until its owner takes it back.
            (Some(_), None) => self.is_stale == 0 || is_removed(Guard::DraftKeeper),
            // What an enquiry tells stands in it: for whoever may work on that, and for nobody who only has its token.
            (None, _) => self.is_of_staff == 0 || caller.may(Permission::EnquiryEdit),
        }
    }

    /// The link on which it depends whether they are let in, by its hash: what a proof gave for an hour is no longer theirs than the link itself.
    #[must_use]
    pub fn link_for(&self, caller: &Caller) -> Option<&str> {
        let is_own = self.owner.is_some() && self.owner.as_ref() == caller.user_id();
        self.by_link.as_deref().filter(|_| !is_own)
    }
}

impl DraftSize {
    /// The account that keeps it.
    #[must_use]
    pub fn keeper(&self) -> Option<Keeper> {
        self.owner.clone().map(|id| Keeper { id, is_unproved: self.is_owner_unproved != 0 })
    }
}

kernel::binds! {
    /// A new draft.
    pub struct NewDraft<'a> {
        pub id: &'a DraftId,
        pub token_hash: &'a str,
        pub form_id: &'a str,
        pub form_digest: &'a str,
        pub answers: Json<&'a Value>,
        pub person: &'a str,
        pub bytes: i64,
        pub step: &'a str,
        pub locale: &'a str,
        pub by_link: Option<&'a str>,
        pub now: i64,
        pub expires_at: i64,
    }
}

kernel::binds! {
    /// What a save writes.
    pub struct SavedDraft<'a> {
        pub token_hash: &'a str,
        pub version: i64,
        pub answers: Json<&'a Value>,
        pub person: &'a str,
        pub bytes: i64,
        pub step: &'a str,
        pub locale: &'a str,
        pub form_digest: &'a str,
        pub now: i64,
        pub expires_at: i64,
    }
}

statements! {
    /// A new draft.
    pub insert_draft(..row: &NewDraft) -> [exec]
        "INSERT INTO drafts (school_id, id, token_hash, form_id, form_digest, version, answers, person, bytes, step, locale,
             by_link, created_at, updated_at, expires_at)
         VALUES (:school, :id, :token_hash, :form_id, :form_digest, 1, :answers, :person, :bytes, :step, :locale,
             :by_link, :now, :now, :expires_at)";
    /// A draft that has not expired.
    pub find_draft(token_hash: &str, now: i64) -> [opt DraftRow]
        "SELECT d.id, d.form_id, d.form_digest, d.version, d.answers, d.step, d.locale, d.expires_at, f.user_id AS owner,
             CAST(CASE WHEN u.kind = 'applicant' THEN 1 ELSE 0 END AS BIGINT) AS is_owner_unproved,
             CAST(CASE WHEN u.stamp <> f.stamp THEN 1 ELSE 0 END AS BIGINT) AS is_stale, o.from_submission AS made_of,
             CAST(CASE WHEN o.created_by IS NOT NULL AND o.mailed_at IS NULL THEN 1 ELSE 0 END AS BIGINT) AS is_of_staff, d.by_link
         FROM drafts d LEFT JOIN family_drafts f ON f.school_id = d.school_id AND f.draft_id = d.id
             LEFT JOIN users u ON u.school_id = f.school_id AND u.id = f.user_id
             LEFT JOIN draft_origins o ON o.school_id = d.school_id AND o.draft_id = d.id
         WHERE d.school_id = :school AND d.token_hash = :token_hash AND d.expires_at > :now";
    /// How large a draft is before a save.
    pub size_of_draft(token_hash: &str) -> [opt DraftSize]
        "SELECT d.bytes, f.user_id AS owner,
             CAST(CASE WHEN u.kind = 'applicant' THEN 1 ELSE 0 END AS BIGINT) AS is_owner_unproved
         FROM drafts d LEFT JOIN family_drafts f ON f.school_id = d.school_id AND f.draft_id = d.id
             LEFT JOIN users u ON u.school_id = f.school_id AND u.id = f.user_id
         WHERE d.school_id = :school AND d.token_hash = :token_hash";
    /// Saves over exactly the version that the save is based on.
    pub save_draft(..row: &SavedDraft) -> [exec]
        "UPDATE drafts SET version = version + 1, answers = :answers, person = :person, bytes = :bytes, step = :step, locale = :locale,
             form_digest = :form_digest, updated_at = :now, expires_at = :expires_at
         WHERE school_id = :school AND token_hash = :token_hash AND version = :version AND expires_at > :now";
    /// Holds a draft for the rest of the transaction, so that what is counted of it is counted one by one; 0 rows when it is gone.
    pub hold_draft(id: &DraftId, now: i64) -> [exec]
        "UPDATE drafts SET updated_at = updated_at WHERE school_id = :school AND id = :id AND expires_at > :now";
    /// A draft is over now.
    pub end_draft(id: &DraftId, now: i64) -> [exec]
        "UPDATE drafts SET expires_at = :now WHERE school_id = :school AND id = :id AND expires_at > :now";
    /// A draft of an account that was ended before its time is none that ended; 0 rows where its time is over, and for one that staff began.
    pub reopen_draft(token_hash: &str, user_id: &UserId, span: i64, now: i64) -> [exec]
        "UPDATE drafts SET expires_at = updated_at + CAST(:span AS BIGINT)
         WHERE school_id = :school AND token_hash = :token_hash AND expires_at <= :now AND updated_at + CAST(:span AS BIGINT) > :now
           AND EXISTS (SELECT 1 FROM family_drafts f JOIN users u ON u.school_id = f.school_id AND u.id = f.user_id AND u.stamp = f.stamp
               WHERE f.school_id = drafts.school_id AND f.draft_id = drafts.id AND f.user_id = :user_id)
           AND NOT EXISTS (SELECT 1 FROM draft_origins o WHERE o.school_id = drafts.school_id AND o.draft_id = drafts.id AND o.created_by IS NOT NULL)";
    /// The form of a draft, however it stands.
    pub form_of_draft(token_hash: &str) -> [opt DraftForm]
        "SELECT form_id FROM drafts WHERE school_id = :school AND token_hash = :token_hash";
    /// A draft goes: it was sent, or it expired.
    pub delete_draft(id: &DraftId) -> [exec]
        "DELETE FROM drafts WHERE school_id = :school AND id = :id";
    /// Some drafts whose time is over.
    pub expired_drafts(now: i64) -> [all ExpiredDraft]
        "SELECT id FROM drafts WHERE school_id = :school AND expires_at <= :now ORDER BY expires_at LIMIT 200";
}
