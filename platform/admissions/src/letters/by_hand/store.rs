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
}

statements! {
    /// When a letter was posted, in their order.
    pub posts_of(letter: &LetterId) -> [all PostRow]
        "SELECT posted_on, note FROM letter_posts WHERE school_id = :school AND letter_id = :letter ORDER BY posted_on, id";
    /// It was posted once more.
    pub insert_post(id: &LetterPostId, letter: &LetterId, posted_on: &str, note: &str) -> [exec]
        "INSERT INTO letter_posts (school_id, id, letter_id, posted_on, note) VALUES (:school, :id, :letter, :posted_on, :note)";
}
