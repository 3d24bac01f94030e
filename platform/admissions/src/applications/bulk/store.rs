//! All SQL of moves of many: what became of each application, and what a preview reads of them.

use kernel::{BulkJobId, SubmissionId, rows, statements};

rows! {
    /// What became of one.
    pub struct ResultRow {
        pub submission_id: SubmissionId,
        /// Which one of the job's it is, from 0.
        pub seq: i64,
        pub outcome: String,
        /// Where it stood; empty for what could not be looked at.
        pub from_state: String,
        pub to_state: String,
        /// Why it was refused.
        pub message_id: Option<String>,
        /// The guard that said no.
        pub guard: Option<String>,
        /// When; of what waits the moment at which it was decided or proposed.
        pub at: i64,
        /// Of the submission, once it was moved.
        pub version: i64,
        /// Empty for what is no application.
        pub registration_id: String,
    }
    /// How many of a job went which way.
    pub struct WayCount {
        pub job_id: BulkJobId,
        pub outcome: String,
        pub from_state: String,
        pub to_state: String,
        pub n: i64,
        /// Those of them that can be undone: what was moved, and what is decided or proposed and waits still.
        pub open: i64,
    }
    /// One of some.
    pub struct OneRow {
        pub submission_id: SubmissionId,
    }
    /// Seats that are taken of a bucket.
    pub struct TakenRow {
        pub round: String,
        pub bucket: String,
        pub taken: i64,
    }
}

kernel::binds! {
    /// What became of one, as it is written.
    pub struct NewResult<'a> {
        pub job: &'a BulkJobId,
        pub id: &'a SubmissionId,
        pub seq: i64,
        pub outcome: &'a str,
        pub from_state: &'a str,
        pub to_state: &'a str,
        pub message_id: Option<&'a str>,
        pub guard: Option<&'a str>,
        pub version: i64,
        pub now: i64,
    }
}

statements! {
    /// The result of one; nothing where it has one already.
    pub insert_result(..row: &NewResult) -> [exec]
        "INSERT INTO bulk_moves (school_id, job_id, submission_id, seq, outcome, from_state, to_state, message_id, guard, version, at)
         VALUES (:school, :job, :id, :seq, :outcome, :from_state, :to_state, :message_id, :guard, :version, :now)
         ON CONFLICT (school_id, job_id, submission_id) DO NOTHING";
    /// One that was moved went back where it came from.
    pub mark_undone(job: &BulkJobId, id: &SubmissionId, outcome: &str) -> [exec]
        "UPDATE bulk_moves SET outcome = :outcome WHERE school_id = :school AND job_id = :job AND submission_id = :id";
    /// The result of one, if it has one yet.
    pub find_result(job: &BulkJobId, id: &SubmissionId) -> [opt ResultRow]
        "SELECT submission_id, seq, outcome, from_state, to_state, message_id, guard, at, version, '' AS registration_id
         FROM bulk_moves WHERE school_id = :school AND job_id = :job AND submission_id = :id";
    /// Some results, above a position; of one outcome, or of all where none is named.
    pub list_results(job: &BulkJobId, outcome: &str, after: i64, limit: i64) -> [all ResultRow]
        "SELECT m.submission_id, m.seq, m.outcome, m.from_state, m.to_state, m.message_id, m.guard, m.at, m.version,
             COALESCE(a.registration_id, '') AS registration_id
         FROM bulk_moves m LEFT JOIN applications a ON a.school_id = m.school_id AND a.submission_id = m.submission_id
         WHERE m.school_id = :school AND m.job_id = :job AND m.seq > :after
             AND (LENGTH(CAST(:outcome AS TEXT)) = 0 OR m.outcome = CAST(:outcome AS TEXT))
         ORDER BY m.seq LIMIT :limit";
    /// Those of a job of some outcomes (a list), the last first.
    pub list_moved(job: &BulkJobId, outcomes: &str) -> [all OneRow]
        "SELECT submission_id FROM bulk_moves WHERE school_id = :school AND job_id = :job
             AND outcome IN (SELECT value FROM json_each(CAST(:outcomes AS TEXT))) ORDER BY seq DESC";
    /// How many went which way, of some jobs (a list).
    pub count_ways(jobs: &str) -> [all WayCount]
        "SELECT m.job_id, m.outcome, m.from_state, m.to_state, COUNT(*) AS n,
             COUNT(CASE WHEN m.outcome = 'moved' OR (m.outcome = 'decided' AND d.decided_at = m.at)
                 OR (m.outcome = 'proposed' AND p.proposed_at = m.at AND p.returned_at IS NULL) THEN 1 END) AS open
         FROM bulk_moves m LEFT JOIN decisions d ON d.school_id = m.school_id AND d.submission_id = m.submission_id
             LEFT JOIN proposals p ON p.school_id = m.school_id AND p.submission_id = m.submission_id
         WHERE m.school_id = :school AND m.job_id IN (SELECT value FROM json_each(CAST(:jobs AS TEXT)))
         GROUP BY m.job_id, m.outcome, m.from_state, m.to_state ORDER BY m.job_id, m.outcome, m.from_state, m.to_state";
    /// Those of some (a list) of which something is decided that is told later.
    pub decided_among(ids: &str) -> [all OneRow]
        "SELECT submission_id FROM decisions WHERE school_id = :school
             AND submission_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))";
    /// Those of some (a list) of which something is proposed that waits for an approval.
    pub proposed_among(ids: &str) -> [all OneRow]
        "SELECT submission_id FROM proposals WHERE school_id = :school AND returned_at IS NULL
             AND submission_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))";
    /// The seats that are taken, of every bucket.
    pub list_taken() -> [all TakenRow]
        "SELECT round, bucket, taken FROM seats WHERE school_id = :school";
}
