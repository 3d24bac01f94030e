//! All SQL of letters that were posted.

use kernel::{rows, statements};

use crate::ids::{LetterId, LetterPostId};

rows! {
    /// A day on which a letter was posted.
    pub struct PostRow {
        /// `YYYY-MM-DD`.
        pub posted_on: String,
        pub note: String,
    }
    /// What was written down last.
    pub struct NewestPostRow {
        pub id: LetterPostId,
        pub posted_on: String,
        pub note: String,
    }
}

statements! {
    /// When a letter was posted, as it was written down.
    pub posts_of(letter: &LetterId) -> [all PostRow]
        "SELECT posted_on, note FROM letter_posts WHERE school_id = :school AND letter_id = :letter ORDER BY id";
    /// It was posted once more.
    pub insert_post(id: &LetterPostId, letter: &LetterId, posted_on: &str, note: &str) -> [exec]
        "INSERT INTO letter_posts (school_id, id, letter_id, posted_on, note) VALUES (:school, :id, :letter, :posted_on, :note)";
    /// What was written down last of a letter.
    pub newest_post(letter: &LetterId) -> [opt NewestPostRow]
        "SELECT id, posted_on, note FROM letter_posts WHERE school_id = :school AND letter_id = :letter ORDER BY id DESC LIMIT 1";
    /// What was written down is put right.
    pub correct_post(id: &LetterPostId, posted_on: &str, note: &str) -> [exec]
        "UPDATE letter_posts SET posted_on = :posted_on, note = :note WHERE school_id = :school AND id = :id";
}
