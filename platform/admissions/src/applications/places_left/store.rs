//! All SQL of the places that are left.

use kernel::{rows, statements};

rows! {
    /// Seats of a bucket that are taken, as far as anybody outside may know.
    pub struct ToldSeatsRow {
        pub round: String,
        pub bucket: String,
        pub taken: i64,
    }
}

statements! {
    /// Seats that are taken, without those of offers that are not told yet.
    pub told_seats() -> [all ToldSeatsRow]
        "SELECT s.round, s.bucket, s.taken - COALESCE(k.n, 0) AS taken
         FROM seats s LEFT JOIN (SELECT a.round, d.bucket, COUNT(*) AS n FROM decisions d
             JOIN applications a ON a.school_id = d.school_id AND a.submission_id = d.submission_id
             WHERE d.school_id = :school AND d.to_state LIKE 'F/%' GROUP BY a.round, d.bucket) k ON k.round = s.round AND k.bucket = s.bucket
         WHERE s.school_id = :school";
}
