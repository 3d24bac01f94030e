//! All SQL of applications and of the seats that they take.

use kernel::{SubmissionId, UserId, rows, statements};
use sqlx::types::Json;

use crate::enquiries::{found_past, looked_up, sees};
use crate::letters::of_letters;
use crate::papers::of_papers;

rows! {
    /// An application beside the submission that it is.
    pub struct ApplicationRow {
        pub submission_id: SubmissionId,
        /// Counts edits.
        pub version: i64,
        pub form_id: String,
        pub reference: String,
        /// Where it stands.
        pub state: String,
        /// Who looks after it.
        pub owner_id: Option<UserId>,
        pub tags: Json<Vec<String>>,
        pub registration_id: String,
        pub round: String,
        pub bucket: String,
        /// Where it stood before it was put on hold.
        pub held_from: Option<String>,
        /// `YYYY-MM-DD`.
        pub review_by: Option<String>,
        /// When an offer's seat is free again.
        pub hold_until: Option<i64>,
        pub reason: Option<String>,
        pub status_since: i64,
        /// Milliseconds that it had stood there, or in `held_from`, before it was put on hold.
        pub stood: i64,
        /// Whether what is on hold has lost the seat that it had.
        pub seat_ended: bool,
        /// How far the family was reminded of an offer that is out.
        pub reminded: i64,
        /// When the family accepted the offer that is out, in writing.
        pub accepted_at: Option<i64>,
        /// When and where the child is seen.
        pub appointment_at: Option<i64>,
        pub appointment_place: Option<String>,
    }
    /// Seats that are taken.
    pub struct SeatRow {
        pub taken: i64,
    }
    /// An offer whose hour has come.
    pub struct DueRow {
        pub submission_id: SubmissionId,
        pub hold_until: i64,
    }
    /// One on hold whose day has come.
    pub struct ReviewRow {
        pub submission_id: SubmissionId,
        pub review_by: String,
    }
    /// How many stand somewhere in a bucket.
    pub struct StandingCount {
        pub round: String,
        pub bucket: String,
        pub state: String,
        /// Of those on hold: whether they keep a seat.
        pub keeps: i64,
        pub n: i64,
    }
    /// How many stand somewhere.
    pub struct StateCount {
        pub state: String,
        pub n: i64,
    }
    /// A line of the list.
    pub struct LineRow {
        pub id: SubmissionId,
        pub submitted_at: i64,
        /// Whom it is about, as everybody reads it: what the list is ordered by.
        pub person: String,
        pub state: String,
        pub registration_id: String,
        pub round: String,
        pub bucket: String,
        pub review_by: Option<String>,
        pub hold_until: Option<i64>,
        pub appointment_at: Option<i64>,
        pub appointment_place: Option<String>,
        /// What the newest note that recommends something recommends.
        pub mark: Option<String>,
        /// What is decided of it and told later, and when.
        pub decided_to: Option<String>,
        pub publish_at: Option<i64>,
        /// Since when it stands there, without the time that it was on hold.
        pub since: i64,
        /// When the day is over by which something is due; the greatest number where nothing is.
        pub due: i64,
        /// How many documents are missing, below zero, where the list is ordered by that.
        pub missing: i64,
        /// How far it is from what was looked for.
        pub far: i64,
    }
}

kernel::binds! {
    /// A new application.
    pub struct NewApplication<'a> {
        pub id: &'a SubmissionId,
        pub registration_id: &'a str,
        pub round: &'a str,
        pub bucket: &'a str,
        pub now: i64,
    }
    /// How it stands from now on.
    pub struct MovedApplication<'a> {
        pub id: &'a SubmissionId,
        pub bucket: &'a str,
        pub held_from: Option<&'a str>,
        pub review_by: Option<&'a str>,
        pub hold_until: Option<i64>,
        pub reason: Option<&'a str>,
        pub stood: i64,
        pub seat_ended: bool,
        pub appointment_at: Option<i64>,
        pub appointment_place: Option<&'a str>,
        pub now: i64,
    }
    /// What the list is narrowed to. Empty texts and lists narrow nothing.
    pub struct Narrowed<'a> {
        /// A list of standings.
        pub states: &'a str,
        /// A list of grades, or of buckets.
        pub grades: &'a str,
        /// A school year, or a round.
        pub year: &'a str,
        pub round: &'a str,
        /// What a grade's places are divided by: a campus, a stream.
        pub part: &'a str,
        /// When offers that end have ended; 0 narrows nothing.
        pub ends_by: i64,
        /// `none`, or who looks after it.
        pub owned_by: &'a str,
        /// A list of channels; who sent it by their own hand came by the portal.
        pub channels: &'a str,
        /// Who approves what others proposed.
        pub approver: &'a str,
        /// The day by which somebody wanted to look again at what is on hold.
        pub review_by: &'a str,
        /// `1` for those of which something is decided that is told later.
        pub decided: &'a str,
        /// How the conditions of an offer stand, and financial documents.
        pub conditions: &'a str,
        pub financial: &'a str,
        /// A list of questions by file.
        pub withheld: &'a str,
        /// How its papers stand, of those that the audiences of a list read; and the list of what is over.
        pub documents: &'a str,
        pub reads: &'a str,
        pub over: &'a str,
        /// A word that is looked for.
        pub word: &'a str,
        /// Its other spelling; empty where it has none.
        pub alike: &'a str,
        /// The list of the others, each spelling after a letter that stands for its word.
        pub others: &'a str,
        /// The list of the forms that the caller sees, or `*`.
        pub visible: &'a str,
    }
}

/// Since when one stands there, as the dashboard counts it.
macro_rules! since {
    () => {
        "a.status_since - CASE WHEN s.state LIKE 'O/%' THEN 0 ELSE a.stood END"
    };
}

/// When the day is over by which something is due: the last one of an offer, or the one of a hold, whose date becomes a moment by the count of
/// days that calendars have in common. That one is of UTC and the other of the school: they differ by less than a day, which mixes up no two days.
macro_rules! due {
    () => {
        due!(
            "CAST(SUBSTR(a.review_by, 1, 4) AS BIGINT)",
            "CAST(SUBSTR(a.review_by, 6, 2) AS BIGINT)",
            "CAST(SUBSTR(a.review_by, 9, 2) AS BIGINT)"
        )
    };
    ($year:literal, $month:literal, $day:literal) => {
        concat!(
            "COALESCE(a.hold_until, CASE WHEN s.state = 'S/scheduled' THEN a.appointment_at END, ((1461 * (",
            $year,
            " + 4800 + (",
            $month,
            " - 14) / 12)) / 4 + (367 * (",
            $month,
            " - 2 - 12 * ((",
            $month,
            " - 14) / 12))) / 12 - (3 * ((",
            $year,
            " + 4900 + (",
            $month,
            " - 14) / 12) / 100)) / 4 + ",
            $day,
            " - 32075 - 2440587) * 86400000, 9223372036854775807)"
        )
    };
}

/// How many papers are missing of each submission `s`, below zero, as `by_missing.less`, for whoever is in an audience of `:reads`; 0 of what is
/// `:over`. Added up once for the whole list.
macro_rules! by_missing {
    () => {
        " LEFT JOIN (SELECT m.submission_id, CAST(-SUM(m.n) AS BIGINT) AS less FROM paper_marks m WHERE m.school_id = :school AND m.mark = 'missing'
              AND m.audience IN (SELECT value FROM json_each(CAST(:reads AS TEXT))) GROUP BY m.submission_id) by_missing
          ON by_missing.submission_id = s.id AND s.state NOT IN (SELECT value FROM json_each(CAST(:over AS TEXT)))"
    };
    (order) => {
        "COALESCE(by_missing.less, 0)"
    };
}

/// How many stand where, of those that a condition narrows them to.
macro_rules! standings {
    ($which:literal) => {
        concat!(
            "SELECT a.round, a.bucket, s.state, CAST(CASE WHEN a.held_from LIKE 'A/%' AND NOT a.seat_ended THEN 1 ELSE 0 END AS BIGINT) AS keeps, COUNT(*) AS n
             FROM applications a JOIN submissions s ON s.school_id = a.school_id AND s.id = a.submission_id
             WHERE a.school_id = :school AND ", $which,
            " GROUP BY a.round, a.bucket, s.state, CASE WHEN a.held_from LIKE 'A/%' AND NOT a.seat_ended THEN 1 ELSE 0 END ORDER BY a.round, a.bucket"
        )
    };
}

macro_rules! selected {
    (line) => {
        concat!(selected!(columns), ", CAST(0 AS BIGINT) AS missing, CAST(0 AS BIGINT) AS far")
    };
    (found) => {
        concat!(selected!(columns), ", CAST(0 AS BIGINT) AS missing, found.far")
    };
    (missing) => {
        concat!(selected!(columns), ", ", by_missing!(order), " AS missing, CAST(0 AS BIGINT) AS far")
    };
    (found_missing) => {
        concat!(selected!(columns), ", ", by_missing!(order), " AS missing, found.far")
    };
    (columns) => {
        concat!("SELECT s.id, s.submitted_at, s.person, s.state, a.registration_id, a.round, a.bucket, a.review_by, a.hold_until,
             a.appointment_at, a.appointment_place,
             (SELECT n.mark FROM submission_notes n WHERE n.school_id = s.school_id AND n.submission_id = s.id AND n.mark IS NOT NULL
                 ORDER BY n.created_at DESC, n.id DESC LIMIT 1) AS mark,
             (SELECT d.to_state FROM decisions d WHERE d.school_id = s.school_id AND d.submission_id = s.id) AS decided_to,
             (SELECT d.publish_at FROM decisions d WHERE d.school_id = s.school_id AND d.submission_id = s.id) AS publish_at, ",
            since!(), " AS since, ", due!(), " AS due")
    };
    (counts) => {
        "SELECT s.state, COUNT(*) AS n"
    };
}

/// The filter: a [`Narrowed`].
macro_rules! filtered {
    ($what:ident, ($($from:expr),*), $where:expr, $rest:expr) => {
        concat!(
            selected!($what),
            $($from,)*
            " JOIN applications a ON a.school_id = s.school_id AND a.submission_id = s.id
              WHERE s.school_id = :school AND ",
            $where,
            " AND (CAST(:states AS TEXT) = '[]' OR s.state IN (SELECT value FROM json_each(CAST(:states AS TEXT))))
                AND (CAST(:grades AS TEXT) = '[]' OR s.id IN (
                     SELECT w.id FROM submissions w WHERE w.school_id = :school AND w.grade IN (SELECT value FROM json_each(CAST(:grades AS TEXT)))
                     UNION ALL
                     SELECT b.submission_id FROM applications b WHERE b.school_id = :school
                         AND b.bucket IN (SELECT value FROM json_each(CAST(:grades AS TEXT)))))
                AND (LENGTH(CAST(:year AS TEXT)) = 0 OR s.school_year = CAST(:year AS TEXT) OR a.round = CAST(:year AS TEXT))
                AND (LENGTH(CAST(:round AS TEXT)) = 0 OR a.round = CAST(:round AS TEXT))
                AND (LENGTH(CAST(:part AS TEXT)) = 0
                     OR a.bucket || '/' <> REPLACE(a.bucket || '/', '/' || CAST(:part AS TEXT) || '/', '/'))
                AND (CAST(:ends_by AS BIGINT) = 0 OR a.hold_until <= CAST(:ends_by AS BIGINT))
                AND (LENGTH(CAST(:owned_by AS TEXT)) = 0 OR (CAST(:owned_by AS TEXT) = 'none' AND s.owner_id IS NULL) OR s.owner_id = CAST(:owned_by AS TEXT))
                AND (CAST(:channels AS TEXT) = '[]' OR COALESCE((SELECT o.channel FROM submission_origins o
                     WHERE o.school_id = :school AND o.submission_id = s.id), 'portal') IN (SELECT value FROM json_each(CAST(:channels AS TEXT))))
                AND (LENGTH(CAST(:approver AS TEXT)) = 0 OR EXISTS (SELECT 1 FROM proposals p WHERE p.school_id = :school AND p.submission_id = s.id
                     AND p.returned_at IS NULL AND p.proposed_by <> CAST(:approver AS TEXT)))
                AND (LENGTH(CAST(:review_by AS TEXT)) = 0 OR a.review_by <= CAST(:review_by AS TEXT))
                AND (LENGTH(CAST(:decided AS TEXT)) = 0 OR EXISTS (SELECT 1 FROM decisions d WHERE d.school_id = :school AND d.submission_id = s.id))
                AND ",
            of_letters!(),
            " AND ",
            of_papers!(),
            " AND ",
            sees!(),
            " ",
            $rest
        )
    };
}

/// Nothing is looked for: an index of the order leads.
macro_rules! of_all {
    ($what:ident, $rest:expr) => {
        of_all!($what, "", $rest)
    };
    ($what:ident, $beside:expr, $rest:expr) => {
        filtered!(
            $what,
            (" FROM submissions s", $beside),
            "LENGTH(CAST(:word AS TEXT)) = 0 AND LENGTH(CAST(:alike AS TEXT)) = 0 AND CAST(:others AS TEXT) = '[]'",
            $rest
        )
    };
}

/// What is found by words, as in the inbox.
macro_rules! of_found {
    ($what:ident, $rest:expr) => {
        of_found!($what, beside "", $rest)
    };
    ($what:ident, beside $beside:expr, $rest:expr) => {
        filtered!($what, (" FROM ", looked_up!(), " CROSS JOIN submissions s", $beside), "s.id = found.object_id", $rest)
    };
    ($past:expr, $order:expr) => {
        of_found!(found, found_past!($past, $order))
    };
}

statements! {
    /// A new one, in the transaction of the submission.
    pub insert_application(..row: &NewApplication) -> [later]
        "INSERT INTO applications (school_id, submission_id, registration_id, round, bucket, held_from, review_by, hold_until, reason, status_since)
         VALUES (:school, :id, :registration_id, :round, :bucket, NULL, NULL, NULL, NULL, :now)";
    /// One; none where the submission is no application.
    pub find_application(id: &SubmissionId) -> [opt ApplicationRow]
        "SELECT a.submission_id, s.version, s.form_id, s.reference, s.state, s.owner_id, s.tags, a.registration_id, a.round, a.bucket, a.held_from,
             a.review_by, a.hold_until, a.reason, a.status_since, a.stood, a.seat_ended, a.reminded,
             (SELECT MAX(m.created_at) FROM submission_messages m WHERE m.school_id = a.school_id AND m.submission_id = a.submission_id
                 AND m.accepts AND m.created_at >= a.status_since) AS accepted_at, a.appointment_at, a.appointment_place
         FROM applications a JOIN submissions s ON s.school_id = a.school_id AND s.id = a.submission_id
         WHERE a.school_id = :school AND a.submission_id = :id";
    /// Those among some submissions, a list of ids.
    pub applications_among(ids: &str) -> [all ApplicationRow]
        "SELECT a.submission_id, s.version, s.form_id, s.reference, s.state, s.owner_id, s.tags, a.registration_id, a.round, a.bucket, a.held_from,
             a.review_by, a.hold_until, a.reason, a.status_since, a.stood, a.seat_ended, a.reminded,
             (SELECT MAX(m.created_at) FROM submission_messages m WHERE m.school_id = a.school_id AND m.submission_id = a.submission_id
                 AND m.accepts AND m.created_at >= a.status_since) AS accepted_at, a.appointment_at, a.appointment_place
         FROM applications a JOIN submissions s ON s.school_id = a.school_id AND s.id = a.submission_id
         WHERE a.school_id = :school AND a.submission_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))";
    /// Lets one that waits for review, and of which nothing is decided or proposed, compete elsewhere; one that somebody sent elsewhere stays there.
    pub follow_answers(id: &SubmissionId, was_round: &str, was_bucket: &str, round: &str, bucket: &str) -> [exec]
        "UPDATE applications SET round = :round, bucket = :bucket
         WHERE school_id = :school AND submission_id = :id AND round = :was_round AND bucket = :was_bucket
           AND EXISTS (SELECT 1 FROM submissions s WHERE s.school_id = :school AND s.id = applications.submission_id AND s.state = 'W/review')
           AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.school_id = :school AND d.submission_id = applications.submission_id)
           AND NOT EXISTS (SELECT 1 FROM proposals p WHERE p.school_id = :school AND p.submission_id = applications.submission_id AND p.returned_at IS NULL)";
    /// An offer that was made anew, of which nothing was said yet.
    pub offer_again(id: &SubmissionId, until: Option<i64>, now: i64) -> [exec]
        "UPDATE applications SET status_since = :now, hold_until = :until, reminded = 0 WHERE school_id = :school AND submission_id = :id";
    /// Lets one compete elsewhere.
    pub update_place(id: &SubmissionId, round: &str, bucket: &str) -> [exec]
        "UPDATE applications SET round = :round, bucket = :bucket WHERE school_id = :school AND submission_id = :id";
    /// Sends it on over exactly the version that the move is based on.
    pub update_state(id: &SubmissionId, version: i64, state: &str, now: i64) -> [exec]
        "UPDATE submissions SET version = version + 1, state = :state, updated_at = :now
         WHERE school_id = :school AND id = :id AND version = :version";
    /// The rest of it.
    pub update_application(..row: &MovedApplication) -> [exec]
        "UPDATE applications SET bucket = :bucket, held_from = :held_from, review_by = :review_by, hold_until = :hold_until, reason = :reason,
             status_since = :now, stood = :stood, seat_ended = :seat_ended,
             appointment_at = :appointment_at, appointment_place = :appointment_place, review_told = FALSE, reminded = 0
         WHERE school_id = :school AND submission_id = :id";
    /// Makes those who take or free a seat of a bucket wait for one another; how many are taken.
    pub hold_seats(round: &str, bucket: &str) -> [one SeatRow]
        "INSERT INTO seats (school_id, round, bucket, taken, version) VALUES (:school, :round, :bucket, 0, 1)
         ON CONFLICT (school_id, round, bucket) DO UPDATE SET version = seats.version + 1 RETURNING taken";
    /// Takes a seat, or frees one.
    pub add_seats(round: &str, bucket: &str, by: i64) -> [exec]
        "UPDATE seats SET taken = taken + :by WHERE school_id = :school AND round = :round AND bucket = :bucket";
    /// Some offers whose hour has come and that no family accepted in writing, after a position.
    pub due_offers(now: i64, at: i64, id: &SubmissionId) -> [all DueRow]
        "SELECT submission_id, hold_until FROM applications a
         WHERE school_id = :school AND hold_until <= :now AND (hold_until, submission_id) > (:at, :id)
             AND NOT EXISTS (SELECT 1 FROM submission_messages m WHERE m.school_id = :school AND m.submission_id = a.submission_id
                 AND m.accepts AND m.created_at >= a.status_since)
         ORDER BY hold_until, submission_id LIMIT 200";
    /// Some offers that are out and end before a moment, of which their families were not reminded that far, after a position.
    pub offers_ending(now: i64, before: i64, reminded: i64, at: i64, id: &SubmissionId) -> [all DueRow]
        "SELECT submission_id, hold_until FROM applications
         WHERE school_id = :school AND hold_until > :now AND hold_until <= :before AND reminded < :reminded
             AND (hold_until, submission_id) > (:at, :id)
         ORDER BY hold_until, submission_id LIMIT 200";
    /// The family was reminded that far.
    pub note_reminded(id: &SubmissionId, reminded: i64) -> [exec]
        "UPDATE applications SET reminded = :reminded WHERE school_id = :school AND submission_id = :id";
    /// Some on hold whose day has come and nobody was told, or is over and a seat is kept still, after a position.
    pub due_reviews(today: &str, day: &str, id: &SubmissionId) -> [all ReviewRow]
        "SELECT submission_id, review_by FROM applications
         WHERE school_id = :school AND review_by <= CAST(:today AS TEXT)
             AND (NOT review_told OR (review_by < CAST(:today AS TEXT) AND held_from LIKE 'A/%' AND NOT seat_ended))
             AND (review_by, submission_id) > (CAST(:day AS TEXT), :id)
         ORDER BY review_by, submission_id LIMIT 200";
    /// Somebody was asked to look again; 0 rows where that was done before.
    pub note_review_told(id: &SubmissionId) -> [exec]
        "UPDATE applications SET review_told = TRUE WHERE school_id = :school AND submission_id = :id AND NOT review_told";
    /// The seat of what is on hold is kept no longer.
    pub note_seat_ended(id: &SubmissionId) -> [exec]
        "UPDATE applications SET seat_ended = TRUE WHERE school_id = :school AND submission_id = :id";
    /// How many stand where: of a round, or of all where none is named.
    pub count_standings(round: &str) -> [all StandingCount]
        standings!("(LENGTH(CAST(:round AS TEXT)) = 0 OR a.round = CAST(:round AS TEXT))");
    /// The same of one bucket.
    pub count_in_bucket(round: &str, bucket: &str) -> [all StandingCount]
        standings!("a.round = CAST(:round AS TEXT) AND a.bucket = CAST(:bucket AS TEXT)");
    /// Newest first, below a position.
    pub list_newest(..narrowed: &Narrowed, at: i64, id: &SubmissionId, limit: i64) -> [all LineRow]
        of_all!(line, "AND (s.submitted_at, s.id) < (:at, :id) ORDER BY s.submitted_at DESC, s.id DESC LIMIT :limit");
    /// The same of what is found.
    pub list_found_newest(..narrowed: &Narrowed, far: i64, at: i64, id: &SubmissionId, limit: i64) -> [all LineRow]
        of_found!("(s.submitted_at, s.id) < (:at, :id)", "s.submitted_at DESC, s.id DESC");
    /// Oldest first, above a position.
    pub list_oldest(..narrowed: &Narrowed, at: i64, id: &SubmissionId, limit: i64) -> [all LineRow]
        of_all!(line, "AND (s.submitted_at, s.id) > (:at, :id) ORDER BY s.submitted_at, s.id LIMIT :limit");
    /// The same of what is found.
    pub list_found_oldest(..narrowed: &Narrowed, far: i64, at: i64, id: &SubmissionId, limit: i64) -> [all LineRow]
        of_found!("(s.submitted_at, s.id) > (:at, :id)", "s.submitted_at, s.id");
    /// By name.
    pub list_names(..narrowed: &Narrowed, person: &str, id: &SubmissionId, limit: i64) -> [all LineRow]
        of_all!(line, "AND (s.person, s.id) > (:person, :id) ORDER BY s.person, s.id LIMIT :limit");
    /// The same of what is found.
    pub list_found_names(..narrowed: &Narrowed, far: i64, person: &str, id: &SubmissionId, limit: i64) -> [all LineRow]
        of_found!("(s.person, s.id) > (:person, :id)", "s.person, s.id");
    /// What is due first; after it what nothing is due of.
    pub list_due(..narrowed: &Narrowed, at: i64, id: &SubmissionId, limit: i64) -> [all LineRow]
        of_all!(line, concat!("AND (", due!(), ", s.id) > (:at, :id) ORDER BY due, s.id LIMIT :limit"));
    /// The same of what is found.
    pub list_found_due(..narrowed: &Narrowed, far: i64, at: i64, id: &SubmissionId, limit: i64) -> [all LineRow]
        of_found!(concat!("(", due!(), ", s.id) > (:at, :id)"), "due, s.id");
    /// What has stood longest where it stands.
    pub list_since(..narrowed: &Narrowed, at: i64, id: &SubmissionId, limit: i64) -> [all LineRow]
        of_all!(line, concat!("AND (", since!(), ", s.id) > (:at, :id) ORDER BY since, s.id LIMIT :limit"));
    /// The same of what is found.
    pub list_found_since(..narrowed: &Narrowed, far: i64, at: i64, id: &SubmissionId, limit: i64) -> [all LineRow]
        of_found!(concat!("(", since!(), ", s.id) > (:at, :id)"), "since, s.id");
    /// What lacks most documents first.
    pub list_missing(..narrowed: &Narrowed, at: i64, id: &SubmissionId, limit: i64) -> [all LineRow]
        of_all!(missing, by_missing!(), concat!("AND (", by_missing!(order), ", s.id) > (:at, :id) ORDER BY missing, s.id LIMIT :limit"));
    /// The same of what is found.
    pub list_found_missing(..narrowed: &Narrowed, far: i64, at: i64, id: &SubmissionId, limit: i64) -> [all LineRow]
        of_found!(found_missing, beside by_missing!(), found_past!(concat!("(", by_missing!(order), ", s.id) > (:at, :id)"), "missing, s.id"));
    /// How many of the filtered stand where; the standing itself is not filtered.
    pub count_listed(..narrowed: &Narrowed) -> [all StateCount]
        of_all!(counts, "GROUP BY s.state");
    /// The same of what is found.
    pub count_found(..narrowed: &Narrowed) -> [all StateCount]
        of_found!(counts, "GROUP BY s.state");
}
