//! Writes share commits and nothing else.

use std::path::Path;
use std::time::Duration;

use admissions::forms::store::submissions;
use kernel::db::Db;
use kernel::{StoreError, numbers, rows, statements};

use crate::database::{Place, number, scope};
use crate::desk::{Desk, on_both};

on_both!(
    a_failing_job_undoes_only_itself,
    a_panic_in_a_job_undoes_only_itself,
    an_answer_means_that_it_is_stored,
    what_is_held_back_goes_with_what_is_waited_for,
    numbers_of_many_are_each_given_once,
    reads_as_one_job_outlive_panics_and_who_goes_away,
);

const VALUE: &str = "SELECT COALESCE(MAX(last_value), 0) FROM counters WHERE school_id = $1";

async fn count_up(db: &Db, school: &str) -> Result<i64, StoreError> {
    db.write(&scope(school), |tx| Box::pin(async move { numbers::take(tx, "n").await })).await
}

async fn a_failing_job_undoes_only_itself(desk: &Desk) {
    let one = scope("one");
    let jobs = (0..200).map(|n| {
        desk.db.write(&one, move |tx| {
            Box::pin(async move {
                let value = numbers::take(tx, "n").await?;
                match n % 7 {
                    0 => Err(StoreError::Broken(format!("job {n}"))),
                    // A statement that fails by itself.
                    1 => submissions::insert_tags(tx, &"no such submission".into(), "[\"x\"]", "").await.map(|_| value),
                    _ => Ok(value),
                }
            })
        })
    });
    let all = futures_util::future::join_all(jobs).await;
    let good = all.iter().filter(|done| done.is_ok()).count();
    assert_eq!(good, (0..200).filter(|n| n % 7 > 1).count());
    for (n, done) in all.iter().enumerate().filter(|(n, _)| n % 7 == 0) {
        assert!(matches!(done, Err(StoreError::Broken(cause)) if *cause == format!("job {n}")), "{done:?}");
    }
    let mut values: Vec<i64> = all.into_iter().filter_map(Result::ok).collect();
    values.sort_unstable();
    values.dedup();
    assert_eq!((values.len(), number(&desk.db, "one", VALUE).await), (good, i64::try_from(good).unwrap()));
}

async fn reads_as_one_job_outlive_panics_and_who_goes_away(desk: &Desk) {
    let one = scope("one");
    let last = |turn: i64| {
        desk.db.read_with(&one, move |tx| {
            Box::pin(async move {
                assert!(turn % 3 != 1, "a panic on purpose");
                numbers::last(tx, "n").await
            })
        })
    };
    for expected in 1..=3 {
        count_up(&desk.db, "one").await.unwrap();
        let gone = futures_util::future::join_all((0..20).map(|turn| tokio::time::timeout(Duration::ZERO, last(turn))));
        drop(gone.await);
        let all = futures_util::future::join_all((0..60).map(last)).await;
        for (turn, found) in all.into_iter().enumerate() {
            match found {
                Ok(found) => assert_eq!((found, turn % 3 == 1), (expected, false)),
                Err(error) => assert!(turn % 3 == 1 && matches!(error, StoreError::Broken(_)), "{error:?}"),
            }
        }
    }
    if desk.db.is_shared() {
        return;
    }
    let written = desk.db.read_with(&one, |tx| Box::pin(async move { numbers::take(tx, "n").await }));
    assert!(written.await.is_err(), "a connection that reads writes nothing");
}

async fn a_panic_in_a_job_undoes_only_itself(desk: &Desk) {
    let one = scope("one");
    let jobs = (0..40).map(|n| {
        desk.db.write(&one, move |tx| {
            Box::pin(async move {
                let value = numbers::take(tx, "n").await?;
                assert!(n % 5 != 0, "a job panics");
                Ok::<_, StoreError>(value)
            })
        })
    });
    let all = futures_util::future::join_all(jobs).await;
    assert_eq!(all.iter().filter(|done| done.is_ok()).count(), 32);
    assert_eq!(number(&desk.db, "one", VALUE).await, 32);
    assert_eq!(count_up(&desk.db, "one").await.unwrap(), 33, "the writer lives");
}

async fn an_answer_means_that_it_is_stored(desk: &Desk) {
    for n in 1..=5 {
        assert_eq!(count_up(&desk.db, "one").await.unwrap(), n);
        assert_eq!(number(&desk.db, "one", VALUE).await, n);
    }
    // The asker goes away; what it asked for stands or does not, and harms nobody.
    for _ in 0..20 {
        let asked = count_up(&desk.db, "one");
        let _ = tokio::time::timeout(Duration::from_micros(200), asked).await;
    }
    let before = number(&desk.db, "one", VALUE).await;
    assert!(count_up(&desk.db, "one").await.unwrap() > before || before == 25);
}

statements! {
    keys_of(object_id: &str) -> [one Count]
        "SELECT COUNT(*) AS n FROM search_keys WHERE school_id = :school AND object_id = :object_id";
    break_down() -> [later]
        "INSERT INTO submission_tags (school_id, submission_id, tag) VALUES (:school, 'no such submission', 'x')";
}

rows! {
    struct Count {
        n: i64,
    }
}

/// Nothing comes back of some statements; the others see what they did, the commit takes them in, and their errors count.
async fn what_is_held_back_goes_with_what_is_waited_for(desk: &Desk) {
    let one = scope("one");
    let seen = desk.db.write(&one, |tx| {
        Box::pin(async move {
            kernel::search::add(tx, "x", "first", "Sara Ali").await?;
            kernel::search::add(tx, "x", "second", "Zaid").await?;
            let seen = keys_of(tx, "first").await?.n;
            kernel::search::add(tx, "x", "third", "Huda").await?;
            Ok::<_, StoreError>(seen)
        })
    });
    assert_eq!(seen.await.unwrap(), 2);
    assert_eq!(desk.count("search_keys").await, 4, "the last ones went with the commit");
    for waits in [false, true] {
        let broken = desk.db.write(&one, move |tx| {
            Box::pin(async move {
                kernel::search::add(tx, "x", "fourth", "Noor").await?;
                break_down(tx).await?;
                if waits { keys_of(tx, "fourth").await.map(|row| row.n) } else { Ok(0) }
            })
        });
        let broken = broken.await;
        assert!(matches!(broken, Err(StoreError::Broken(_))), "{broken:?}");
    }
    let refused = desk.db.write(&one, |tx| {
        Box::pin(async move {
            kernel::search::add(tx, "x", "fifth", "Noor").await?;
            Err::<(), _>(StoreError::Taken)
        })
    });
    assert!(matches!(refused.await, Err(StoreError::Taken)));
    assert_eq!(desk.count("search_keys").await, 4);
}

async fn numbers_of_many_are_each_given_once(desk: &Desk) {
    let sent = (0..60).map(|n| desk.submit("trial", serde_json::json!({ "child_name": format!("Child {n}") }), None));
    let mut references: Vec<String> =
        futures_util::future::join_all(sent).await.iter().map(crate::desk::Got::reference).collect();
    references.sort_unstable();
    let expected: Vec<String> = (1..=60).map(|n| format!("ONE-E26-{n:05}")).collect();
    assert_eq!(references, expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_the_longest_unused_school_loses_nothing() {
    const SCHOOLS: usize = 6;
    let folder = tempfile::tempdir().unwrap();
    let db = Place::Lite.open(folder.path(), 2).await;
    let jobs = (0..300).map(|n| {
        let db = db.clone();
        tokio::spawn(async move {
            let school = format!("school-{}", n * 31 % SCHOOLS);
            count_up(&db, &school).await.unwrap();
            number(&db, &school, VALUE).await
        })
    });
    for read in futures_util::future::join_all(jobs).await {
        assert!(read.unwrap() > 0);
    }
    for n in 0..SCHOOLS {
        assert_eq!(number(&db, &format!("school-{n}"), VALUE).await, 50);
    }
    db.close().await;
    let left = std::fs::read_dir(folder.path().join("db"))
        .unwrap()
        .filter(|e| e.as_ref().unwrap().path().extension().is_some_and(|x| x == "sqlite-wal"))
        .count();
    assert_eq!(left, 0, "a clean stop leaves no log behind");
}

/// The command line writes beside a running server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_write_one_school() {
    let folder = tempfile::tempdir().unwrap();
    let db = Place::Lite.open(folder.path(), 4).await;
    count_up(&db, "one").await.unwrap();
    let mut other = tokio::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "group_commit::the_other_process", "--ignored"])
        .env("QABUL_OTHER_PROCESS", folder.path())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    for _ in 0..20 {
        let jobs = (0..10).map(|_| count_up(&db, "one"));
        for done in futures_util::future::join_all(jobs).await {
            done.unwrap();
        }
    }
    assert!(other.wait().await.unwrap().success());
    assert_eq!(number(&db, "one", VALUE).await, 1 + 200 + 100);
}

#[tokio::test]
#[ignore = "the second process of two_processes_write_one_school"]
async fn the_other_process() {
    let Some(folder) = std::env::var_os("QABUL_OTHER_PROCESS") else { return };
    let db = Place::Lite.open(Path::new(&folder), 4).await;
    for _ in 0..100 {
        count_up(&db, "one").await.unwrap();
    }
    db.close().await;
}
