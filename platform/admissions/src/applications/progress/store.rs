//! All SQL of how applications come along.

use kernel::{SubmissionId, rows, statements};

rows! {
    /// How many came so far, and stand there.
    pub struct ReachedRow {
        /// The furthest step that was kept.
        pub step: i64,
        pub state: String,
        pub n: i64,
    }
    /// Those of a status.
    pub struct WaitingRow {
        pub status: String,
        pub n: i64,
        /// Since when the one that stands there longest does.
        pub oldest: i64,
        /// The same of the one in the middle; of two, the one that waits longer.
        pub middle: i64,
        /// How many have stood there since before the moment that is asked for.
        pub over_target: i64,
    }
}

kernel::binds! {
    /// Which are counted. Empty texts and lists narrow nothing.
    pub struct Counted<'a> {
        /// A list of grades, or of buckets.
        pub grades: &'a str,
        /// A school year, or a round.
        pub year: &'a str,
        pub round: &'a str,
        /// `none`, or who looks after it.
        pub owned_by: &'a str,
        /// The list of the forms that the caller sees, or `*`.
        pub visible: &'a str,
    }
}

/// Those that are counted: a [`Counted`].
macro_rules! counted {
    ($what:literal, $rest:literal) => {
        concat!(
            $what,
            " WHERE a.school_id = :school
                AND (CAST(:grades AS TEXT) = '[]' OR s.grade IN (SELECT value FROM json_each(CAST(:grades AS TEXT)))
                     OR a.bucket IN (SELECT value FROM json_each(CAST(:grades AS TEXT))))
                AND (LENGTH(CAST(:year AS TEXT)) = 0 OR s.school_year = CAST(:year AS TEXT) OR a.round = CAST(:year AS TEXT))
                AND (LENGTH(CAST(:round AS TEXT)) = 0 OR a.round = CAST(:round AS TEXT))
                AND (LENGTH(CAST(:owned_by AS TEXT)) = 0 OR (CAST(:owned_by AS TEXT) = 'none' AND s.owner_id IS NULL) OR s.owner_id = CAST(:owned_by AS TEXT))
                AND (CAST(:visible AS TEXT) = '*' OR s.form_id IN (SELECT value FROM json_each(CASE WHEN CAST(:visible AS TEXT) = '*' THEN '[]' ELSE CAST(:visible AS TEXT) END))) ",
            $rest
        )
    };
}

statements! {
    /// Keeps how far one came, unless it had come further.
    pub keep_step(id: &SubmissionId, step: i64) -> [exec]
        "INSERT INTO application_steps (school_id, submission_id, step) VALUES (:school, :id, :step)
         ON CONFLICT (school_id, submission_id) DO UPDATE SET step = excluded.step WHERE application_steps.step < excluded.step";
    /// How many came how far.
    pub count_reached(..counted: &Counted) -> [all ReachedRow]
        counted!(
            "SELECT COALESCE(p.step, 0) AS step, s.state, COUNT(*) AS n
             FROM applications a JOIN submissions s ON s.school_id = a.school_id AND s.id = a.submission_id
             LEFT JOIN application_steps p ON p.school_id = a.school_id AND p.submission_id = a.submission_id",
            "GROUP BY COALESCE(p.step, 0), s.state"
        );
    /// How long those that are not over have stood where they stand.
    pub count_waiting(
        ..counted: &Counted,
        since_w: i64, since_s: i64, since_o: i64, since_f: i64, since_a: i64, since_b: i64
    ) -> [all WaitingRow]
        counted!(
            "SELECT w.status, COUNT(*) AS n, MIN(w.since) AS oldest, MIN(CASE WHEN w.place = (w.among + 1) / 2 THEN w.since END) AS middle,
                 CAST(SUM(CASE WHEN w.since < CASE w.status WHEN 'W' THEN CAST(:since_w AS BIGINT) WHEN 'S' THEN CAST(:since_s AS BIGINT)
                     WHEN 'O' THEN CAST(:since_o AS BIGINT) WHEN 'F' THEN CAST(:since_f AS BIGINT) WHEN 'A' THEN CAST(:since_a AS BIGINT)
                     ELSE CAST(:since_b AS BIGINT) END THEN 1 ELSE 0 END) AS BIGINT) AS over_target
             FROM (SELECT SUBSTR(s.state, 1, 1) AS status, a.status_since - CASE WHEN s.state LIKE 'O/%' THEN 0 ELSE a.stood END AS since,
                 ROW_NUMBER() OVER (PARTITION BY SUBSTR(s.state, 1, 1) ORDER BY a.status_since - CASE WHEN s.state LIKE 'O/%' THEN 0 ELSE a.stood END, a.submission_id) AS place,
                 COUNT(*) OVER (PARTITION BY SUBSTR(s.state, 1, 1)) AS among
             FROM applications a JOIN submissions s ON s.school_id = a.school_id AND s.id = a.submission_id",
            "AND s.state <> 'C' AND s.state NOT LIKE 'R/%') w GROUP BY w.status"
        );
}
