//! A server and a command beside it come to a new school's file at once: its tables are made once, and both go on.

use crate::database::{Place, number, scope};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_processes_at_a_new_file_make_its_tables_once() {
    for _ in 0..12 {
        let folder = tempfile::tempdir().unwrap();
        let mut coming = Vec::new();
        for _ in 0..4 {
            let db = Place::Lite.open(folder.path(), 4).await;
            coming.push(tokio::spawn(async move {
                db.read(&scope("alpha")).await.map(drop).expect("a school that somebody else opens as well");
                let users = number(&db, "alpha", "SELECT COUNT(*) FROM users WHERE school_id = $1").await;
                db.close().await;
                users
            }));
        }
        for one in coming {
            assert_eq!(one.await.unwrap(), 0);
        }
    }
}
