//! All SQL of what lists tell of letters.

use kernel::{SubmissionId, rows, statements};

rows! {
    /// How many conditions or documents one has.
    pub struct StandRow {
        pub submission_id: SubmissionId,
        pub total: i64,
        /// What its family still has to send, or what is not decided.
        pub open: i64,
        /// Of how many something came that waits for the school.
        pub came: i64,
    }
}

/// The filters of a list of submissions `s` by `:conditions` and `:financial`; empty ones narrow nothing. Each is looked up once for the whole
/// list. Its parts: letters `l` of offers that stand, the newest of each, also one that ended because staff accepted the offer; whether a submission `s` has an offer, which is out, accepted or booked, or on hold since it was accepted; whether something came
/// for a condition `c` of a letter `l`, of what is not `:withheld`.
macro_rules! of_letters {
    () => {
        concat!(
            "(LENGTH(CAST(:conditions AS TEXT)) = 0 OR (",
            $crate::letters::of_letters!(has_offer),
            " AND s.id IN (SELECT l.submission_id FROM family_letters l WHERE l.school_id = :school AND ",
            $crate::letters::of_letters!(offers),
            " AND EXISTS (SELECT 1 FROM letter_conditions c WHERE c.school_id = l.school_id AND c.letter_id = l.id)
              AND CASE CAST(:conditions AS TEXT)
                  WHEN 'submitted' THEN EXISTS (SELECT 1 FROM letter_conditions c WHERE c.school_id = l.school_id AND c.letter_id = l.id AND ",
            $crate::letters::of_letters!(came),
            ") ELSE (CAST(:conditions AS TEXT) = 'open') = EXISTS (SELECT 1 FROM letter_conditions c
                      WHERE c.school_id = l.school_id AND c.letter_id = l.id AND c.state NOT IN ('met', 'waived')) END)))
              AND (LENGTH(CAST(:financial AS TEXT)) = 0 OR s.id IN (SELECT l.submission_id FROM family_letters l
                  WHERE l.school_id = :school AND l.kind = 'financial_request'
                    AND (l.state = 'released' OR (l.state = 'expired' AND CAST(:financial AS TEXT) <> 'requested'))
                    AND EXISTS (SELECT 1 FROM financial_items i WHERE i.school_id = l.school_id AND i.letter_id = l.id)
                    AND CASE CAST(:financial AS TEXT)
                        WHEN 'verified' THEN NOT EXISTS (SELECT 1 FROM financial_items i
                            WHERE i.school_id = l.school_id AND i.letter_id = l.id AND i.state <> 'verified')
                        ELSE EXISTS (SELECT 1 FROM financial_items i WHERE i.school_id = l.school_id AND i.letter_id = l.id
                            AND (i.state = CAST(:financial AS TEXT) OR (i.state = 'returned' AND CAST(:financial AS TEXT) = 'requested'))) END))"
        )
    };
    (offers) => {
        "l.kind IN ('offer', 'conditional_offer') AND (l.state IN ('draft', 'released', 'signed')
               OR l.closed_why = 'accepted_by_staff')
           AND NOT EXISTS (SELECT 1 FROM family_letters n WHERE n.school_id = l.school_id AND n.submission_id = l.submission_id
               AND n.kind IN ('offer', 'conditional_offer') AND (n.created_at, n.id) > (l.created_at, l.id))"
    };
    (has_offer) => {
        "(SUBSTR(s.state, 1, 2) IN ('F/', 'A/', 'B/') OR EXISTS (SELECT 1 FROM applications h
             WHERE h.school_id = s.school_id AND h.submission_id = s.id AND h.held_from LIKE 'A/%'))"
    };
    (came) => {
        "c.state = 'open' AND c.field NOT IN (SELECT value FROM json_each(CAST(:withheld AS TEXT)))
           AND EXISTS (SELECT 1 FROM uploads u WHERE u.school_id = l.school_id AND u.submission_id = l.submission_id AND u.field = c.field
               AND u.created_at >= c.since
               AND NOT EXISTS (SELECT 1 FROM removed_files x WHERE x.school_id = u.school_id AND x.upload_id = u.id)
               AND NOT EXISTS (SELECT 1 FROM paper_reviews r WHERE r.school_id = u.school_id AND r.upload_id = u.id AND r.state = 'refused'))"
    };
}
pub(crate) use of_letters;

statements! {
    /// How the conditions of the offers of some submissions stand, a list of ids.
    pub conditions_among(ids: &str, withheld: &str) -> [all StandRow]
        concat!("SELECT l.submission_id, COUNT(*) AS total, CAST(SUM(CASE WHEN c.state IN ('met', 'waived') THEN 0 ELSE 1 END) AS BIGINT) AS open,
             CAST(SUM(CASE WHEN ", of_letters!(came), " THEN 1 ELSE 0 END) AS BIGINT) AS came
         FROM family_letters l JOIN letter_conditions c ON c.school_id = l.school_id AND c.letter_id = l.id
             JOIN submissions s ON s.school_id = l.school_id AND s.id = l.submission_id
         WHERE l.school_id = :school AND l.submission_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT))) AND ", of_letters!(has_offer), " AND ", of_letters!(offers), "
         GROUP BY l.submission_id");
    /// The same of the financial documents that some are asked for.
    pub financial_among(ids: &str) -> [all StandRow]
        "SELECT l.submission_id, COUNT(*) AS total,
             CAST(SUM(CASE WHEN i.state IN ('requested', 'returned') THEN 1 ELSE 0 END) AS BIGINT) AS open,
             CAST(SUM(CASE WHEN i.state = 'submitted' THEN 1 ELSE 0 END) AS BIGINT) AS came
         FROM family_letters l JOIN financial_items i ON i.school_id = l.school_id AND i.letter_id = l.id
         WHERE l.school_id = :school AND l.kind = 'financial_request' AND l.state IN ('released', 'expired')
           AND l.submission_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))
         GROUP BY l.submission_id";
}
