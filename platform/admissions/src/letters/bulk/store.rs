//! All SQL of letters for many: what became of each.

use kernel::{BulkJobId, SubmissionId, rows, statements};

use crate::ids::LetterId;

rows! {
    /// What became of one.
    pub struct ResultRow {
        pub submission_id: SubmissionId,
        /// Which one of the job's it is, from 0.
        pub seq: i64,
        pub outcome: String,
        pub letter_id: Option<LetterId>,
        /// Why it was refused.
        pub message_id: Option<String>,
        pub guard: Option<String>,
        pub detail: Option<String>,
        /// Empty for what is no application.
        pub registration_id: String,
        /// Empty without a letter.
        pub reference: String,
        /// Where the letter stands now; empty without one.
        pub letter_state: String,
        /// How many have opened it.
        pub opened: i64,
    }
    /// How many of a job went which way.
    pub struct OutcomeCount {
        pub job_id: BulkJobId,
        pub outcome: String,
        pub n: i64,
        /// Those of them whose letter is out.
        pub sent: i64,
        /// Those of them that somebody has opened.
        pub opened: i64,
        /// Those of them whose letter is over.
        pub ended: i64,
    }
    /// A part of what is printed that holds a letter.
    pub struct PartRow {
        pub job_id: BulkJobId,
        pub part: i64,
    }
    /// One of some.
    pub struct OneRow {
        pub submission_id: SubmissionId,
        pub letter_id: Option<LetterId>,
    }
}

kernel::binds! {
    /// What became of one, as it is written.
    pub struct NewResult<'a> {
        pub job: &'a BulkJobId,
        pub id: &'a SubmissionId,
        pub seq: i64,
        pub outcome: &'a str,
        pub letter: Option<&'a LetterId>,
        pub message_id: Option<&'a str>,
        pub guard: Option<&'a str>,
        pub detail: Option<&'a str>,
    }
}

statements! {
    /// The result of one; nothing where it has one already.
    pub insert_result(..row: &NewResult) -> [exec]
        "INSERT INTO bulk_letters (school_id, job_id, submission_id, seq, outcome, letter_id, message_id, guard, detail)
         VALUES (:school, :job, :id, :seq, :outcome, :letter, :message_id, :guard, :detail)
         ON CONFLICT (school_id, job_id, submission_id) DO NOTHING";
    /// A letter that was made is withdrawn.
    pub mark(job: &BulkJobId, id: &SubmissionId, outcome: &str) -> [exec]
        "UPDATE bulk_letters SET outcome = :outcome WHERE school_id = :school AND job_id = :job AND submission_id = :id";
    /// The result of one, if it has one yet.
    pub find_result(job: &BulkJobId, id: &SubmissionId) -> [opt OneRow]
        "SELECT submission_id, letter_id FROM bulk_letters WHERE school_id = :school AND job_id = :job AND submission_id = :id";
    /// Some results, above a position; of one outcome, or of all where none is named.
    pub list_results(job: &BulkJobId, outcome: &str, after: i64, limit: i64) -> [all ResultRow]
        "SELECT b.submission_id, b.seq, b.outcome, b.letter_id, b.message_id, b.guard, b.detail,
             COALESCE(a.registration_id, '') AS registration_id, COALESCE(l.reference, '') AS reference, COALESCE(l.state, '') AS letter_state,
             (SELECT COUNT(*) FROM letter_signers s WHERE s.school_id = b.school_id AND s.letter_id = b.letter_id AND s.opened_at IS NOT NULL) AS opened
         FROM bulk_letters b LEFT JOIN applications a ON a.school_id = b.school_id AND a.submission_id = b.submission_id
             LEFT JOIN family_letters l ON l.school_id = b.school_id AND l.id = b.letter_id
         WHERE b.school_id = :school AND b.job_id = :job AND b.seq > :after
             AND (LENGTH(CAST(:outcome AS TEXT)) = 0 OR b.outcome = CAST(:outcome AS TEXT))
         ORDER BY b.seq LIMIT :limit";
    /// Those whose letter was made by a job and not withdrawn since, in their order; of some positions.
    pub list_issued(job: &BulkJobId, from: i64, to: i64) -> [all OneRow]
        "SELECT submission_id, letter_id FROM bulk_letters
         WHERE school_id = :school AND job_id = :job AND outcome = 'issued' AND seq >= :from AND seq < :to ORDER BY seq";
    /// How many went which way, of some jobs (a list).
    pub count_outcomes(jobs: &str) -> [all OutcomeCount]
        "SELECT b.job_id, b.outcome, COUNT(*) AS n, COUNT(CASE WHEN l.state IN ('released', 'signed', 'declined') THEN 1 END) AS sent,
             COUNT(CASE WHEN EXISTS (SELECT 1 FROM letter_signers s WHERE s.school_id = b.school_id AND s.letter_id = b.letter_id
                 AND s.opened_at IS NOT NULL) THEN 1 END) AS opened,
             COUNT(CASE WHEN l.state NOT IN ('draft', 'released', 'signed', 'declined') THEN 1 END) AS ended
         FROM bulk_letters b LEFT JOIN family_letters l ON l.school_id = b.school_id AND l.id = b.letter_id
         WHERE b.school_id = :school AND b.job_id IN (SELECT value FROM json_each(CAST(:jobs AS TEXT)))
         GROUP BY b.job_id, b.outcome ORDER BY b.job_id, b.outcome";
    /// Parts of so many positions that hold a letter that is out, of some jobs (a list).
    pub list_parts(jobs: &str, size: i64) -> [all PartRow]
        "SELECT DISTINCT b.job_id, b.seq / :size AS part FROM bulk_letters b
             JOIN family_letters l ON l.school_id = b.school_id AND l.id = b.letter_id
         WHERE b.school_id = :school AND b.outcome = 'issued' AND l.state = 'released'
             AND b.job_id IN (SELECT value FROM json_each(CAST(:jobs AS TEXT)))
         ORDER BY b.job_id, part";
}
