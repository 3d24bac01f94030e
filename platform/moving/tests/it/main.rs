//! Schools that move between folders and between databases.
#![allow(clippy::disallowed_methods, clippy::expect_used, clippy::unwrap_used, reason = "tests")]

mod house;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use house::{House, NOW, school, walk};
use kernel::crypto;
use kernel::timeline::Verified;
use moving::ended::{KEPT, OF_PLATFORM, OF_SCHOOL};
use moving::export::STAYING;
use moving::rows::RowSum;
use moving::{Database, Key, Sessions, Taking, archive, deleted, export, import, inspect};
use words::SystemRng;

fn key() -> Key {
    Key::File(b"thirty-two bytes of a key file..".to_vec())
}

/// As it was: what is compared below is all of it.
const KEEP: Taking<'static> = Taking { only: None, sessions: Sessions::Keep, now_ms: NOW };

/// Every table of a school that moves, with its rows, counted and summed.
fn sums(house: &House, id: &str) -> BTreeMap<String, RowSum> {
    let mut source = house.place.source(&school(id)).unwrap().expect("a database");
    let tables = source.tables().unwrap();
    let mut sums = BTreeMap::new();
    for mut table in tables.into_iter().filter(|table| !STAYING.contains(&table.name.as_str())) {
        // Added columns stand last in a table that grew: the order is not part of the meaning.
        table.columns.sort_by(|a, b| a.name.cmp(&b.name));
        sums.insert(table.name.clone(), source.sum(&table).unwrap());
    }
    sums
}

/// What was being made for somebody, and what was ready: neither row nor file of it comes along.
fn leaves_long_jobs_behind(from: &House, to: &House, id: &str) {
    let rows = |house: &House, table: &str| column(house, id, table, "school_id").len();
    for table in STAYING {
        assert_eq!((rows(from, table) > 0, rows(to, table)), (true, 0), "{table}");
    }
    let has_file = |house: &House| house.place.store("bulk", &school(id)).exists();
    assert!(has_file(from) && !has_file(to));
}

fn moved(from: &House, to: &House) {
    let file = from.scratch("alnoor.qabul");
    let manifest = export(&from.making(), &school("alnoor"), &file, &key()).unwrap();
    assert!(manifest.schools[0].tables.iter().map(|table| table.sum.rows).sum::<u64>() > 10);
    let taken = import(&to.place, &to.secret, &SystemRng, &file, &mut |_| Ok(key()), KEEP).unwrap();
    assert_eq!(taken.school.id, "alnoor");
    assert_eq!(sums(from, "alnoor"), sums(to, "alnoor"));
    assert_eq!(from.files("alnoor"), to.files("alnoor"));
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_school_moves_between_databases_and_back() {
    let first = House::lite(1);
    first.furnish("alnoor");
    let second = House::lite(2);
    moved(&first, &second);
    leaves_long_jobs_behind(&first, &second, "alnoor");
    if let Some(third) = House::pg(3) {
        moved(&second, &third);
        let fourth = House::lite(4);
        moved(&third, &fourth);
        assert_eq!(sums(&first, "alnoor"), sums(&fourth, "alnoor"));
    }
}

/// Each from the first schema that was closed to the newest, on either database and across them.
#[test]
fn rows_of_an_older_schema_are_brought_up_to_date() {
    for to_pg in [false, true] {
        for from in [Some(House::lite(1)), House::new_pg(1)].into_iter().flatten() {
            let to = if to_pg { House::pg(2) } else { Some(House::lite(2)) };
            let Some(to) = to else { continue };
            from.furnish_at("alnoor", Some(12));
            let file = from.scratch("alnoor.qabul");
            let manifest = export(&from.making(), &school("alnoor"), &file, &key()).unwrap();
            assert_eq!(manifest.schools[0].schema, 12);
            let taken = import(&to.place, &to.secret, &SystemRng, &file, &mut |_| Ok(key()), KEEP).unwrap();
            assert_eq!(taken.older, Some(12));
            let (before, mut after) = (sums(&from, "alnoor"), sums(&to, "alnoor"));
            // Their rows have columns more; that those of histories say what they said is proved by their hashes.
            for grown in
                ["timeline", "links", "submissions", "submission_notes", "users", "drafts", "uploads", "known_values"]
            {
                assert_eq!(after.remove(grown).unwrap().rows, before[grown].rows, "{grown}");
            }
            for (table, sum) in after {
                match before.get(&table) {
                    Some(before) => assert_eq!(sum, *before, "{table}"),
                    None => assert_eq!(sum.rows, 0, "{table} is newer than the archive"),
                }
            }
            assert_eq!(from.files("alnoor"), to.files("alnoor"));
            assert_eq!(to.histories("alnoor"), Verified { entries: 1, broken: None });
            // What was brought up to date once is of the newest schema.
            let again = to.scratch("again.qabul");
            let newest = migrations::SQLITE.iter().map(|one| one.version).max();
            assert_eq!(
                Some(export(&to.making(), &school("alnoor"), &again, &key()).unwrap().schools[0].schema),
                newest
            );
        }
    }
}

/// Of a table whose rows ended, what is left of them.
fn column(house: &House, id: &str, table: &str, name: &str) -> Vec<Option<String>> {
    let mut source = house.place.source(&school(id)).unwrap().unwrap();
    let table = source.tables().unwrap().into_iter().find(|known| known.name == table).unwrap();
    let at = table.columns.iter().position(|column| column.name == name).unwrap();
    let mut found = Vec::new();
    source
        .rows(&table, &mut |row| {
            found.push(row[at].clone());
            Ok(())
        })
        .unwrap();
    found.sort();
    found
}

/// Nobody is signed in, and no link or code that was sent works; everything else is as it was.
fn only_ways_in_ended(from: &House, to: &House, id: &str) {
    let (before, after) = (sums(from, id), sums(to, id));
    for table in ["refresh_tokens", "sessions", "links", "challenges"] {
        assert!(before[table].rows > 0 && after[table].rows == 0, "{table}");
    }
    let next = |stamps: Vec<Option<String>>| {
        stamps.into_iter().map(|stamp| (stamp.unwrap().parse::<i64>().unwrap() + 1).to_string()).collect::<Vec<_>>()
    };
    let stamps = column(to, id, "users", "stamp").into_iter().flatten().collect::<Vec<_>>();
    assert_eq!(stamps, next(column(from, id, "users", "stamp")));
    assert_eq!(column(from, id, "tills", "enrolment_hash"), [Some("en".into())]);
    assert_eq!(column(to, id, "tills", "enrolment_hash"), [None]);
    for name in ["device_hash", "enrolled_at"] {
        assert_eq!(column(to, id, "tills", name), [None], "a device that was stolen since is no till: {name}");
    }
    let jobs = |house| column(house, id, "outbox", "id").into_iter().flatten().collect::<Vec<_>>();
    assert_eq!(jobs(from), ["o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8"]);
    assert_eq!(jobs(to), ["o4", "o5"], "no mail goes that nobody counted here, and nothing is released or offered");
    let decided = |house, name| column(house, id, "decisions", name).into_iter().flatten().collect::<Vec<_>>();
    assert_eq!(decided(from, "publish_at"), decided(to, "publish_at"));
    let held = |house| {
        decided(house, "is_held").iter().map(|one| ["1", "t", "true"].contains(&one.as_str())).collect::<Vec<_>>()
    };
    assert_eq!((held(from), held(to)), (vec![false, false], vec![true, true]), "nothing is told by itself");
    assert_eq!(column(from, id, "setting_schedules", "state"), [Some("failed".into()), Some("waiting".into())]);
    assert_eq!(column(to, id, "setting_schedules", "state"), [Some("failed".into()), Some("failed".into())]);
    let why =
        |text: Option<String>| serde_json::from_str::<serde_json::Value>(&text.unwrap()).unwrap()[0]["code"].clone();
    let whys: Vec<_> = column(to, id, "setting_schedules", "problems").into_iter().map(why).collect();
    assert_eq!(whys, ["badForm", "broughtBack"], "who called it off since calls it off again, or says that it stands");
    let others = |sums: BTreeMap<String, RowSum>| {
        sums.into_iter().filter(|(table, _)| !OF_SCHOOL.iter().any(|(ended, _)| ended == table)).collect::<Vec<_>>()
    };
    assert_eq!(others(before), others(after));
}

#[test]
fn after_an_import_nobody_is_signed_in_and_no_link_works() {
    for second in [Some(House::lite(2)), House::pg(2)].into_iter().flatten() {
        let first = House::lite(1);
        first.furnish("alnoor");
        let file = first.scratch("alnoor.qabul");
        export(&first.making(), &school("alnoor"), &file, &key()).unwrap();
        let take = |taking| import(&second.place, &second.secret, &SystemRng, &file, &mut |_| Ok(key()), taking);
        let old = take(Taking { now_ms: NOW + 3_600_001, ..KEEP }).err().unwrap();
        assert!(old.to_string().contains("older than an hour"), "{old:#}");
        assert!(second.everything().iter().all(|path| !path.contains("alnoor")), "nothing of it came in");
        take(Taking { sessions: Sessions::End, ..KEEP }).unwrap();
        only_ways_in_ended(&first, &second, "alnoor");
    }
}

/// Stands in for nobody's memory: a table that looks like a way in fails here on the day of its migration.
#[test]
fn every_way_in_is_ended_by_a_restore_or_kept_for_a_reason() {
    for house in [Some(House::lite(1)), House::pg(1)].into_iter().flatten() {
        house.furnish("alnoor");
        house.furnish_platform();
        let mut tables = house.place.source(&school("alnoor")).unwrap().unwrap().tables().unwrap();
        let platform = moving::platform::read(&house.place).unwrap().unwrap().tables;
        tables
            .extend(platform.into_iter().map(|table| moving::rows::Table { name: table.name, columns: table.columns }));
        let speaks = |name: &str, words: &[&str]| words.iter().any(|word| name.contains(word));
        let known = |name: &str| [OF_SCHOOL, OF_PLATFORM, KEPT].iter().any(|list| list.iter().any(|one| one.0 == name));
        let unknown: Vec<_> = tables
            .iter()
            .filter(|table| {
                let names = ["session", "link", "challenge", "token", "step", "device", "codes"];
                let columns = ["token", "session", "challenge", "hash", "secret", "sealed", "stamp", "nonce"];
                speaks(&table.name, &names) || table.columns.iter().any(|column| speaks(&column.name, &columns))
            })
            .filter(|table| !known(&table.name))
            .map(|table| &table.name)
            .collect();
        assert!(unknown.is_empty(), "does a restore end these? say so in moving::ended: {unknown:?}");
        for (name, _) in [OF_SCHOOL, OF_PLATFORM, KEPT].concat() {
            assert!(tables.iter().any(|table| table.name == name), "there is no table {name} any more");
        }
    }
}

/// What the old server sealed opens at the new one; sessions are signed with the new one's own key.
#[test]
fn what_was_sealed_can_be_read_at_the_new_place() {
    let (first, second) = (House::lite(1), House::lite(2));
    first.furnish("alnoor");
    let sealed = crypto::seal(&first.secret, &SystemRng, &school("alnoor"), "totp", "JBSWY3DP");
    moved(&first, &second);
    assert_eq!(crypto::open(&second.secret, &school("alnoor"), "totp", &sealed).as_deref(), Some("JBSWY3DP"));
    assert_eq!(
        first.secret.school_key(&school("alnoor"), "known"),
        second.secret.school_key(&school("alnoor"), "known")
    );
    assert_ne!(first.secret.school_key(&school("alnoor"), "jwt"), second.secret.school_key(&school("alnoor"), "jwt"));
}

#[test]
fn an_import_refuses_and_leaves_nothing() {
    let (first, second) = (House::lite(1), House::lite(2));
    first.furnish("alnoor");
    let file = first.scratch("alnoor.qabul");
    export(&first.making(), &school("alnoor"), &file, &key()).unwrap();
    let empty = second.everything();
    let refused = |change: &dyn Fn(&mut Vec<u8>), with: Key| {
        let mut bytes = std::fs::read(&file).unwrap();
        change(&mut bytes);
        let changed = second.scratch("changed.qabul");
        std::fs::write(&changed, bytes).unwrap();
        let error = import(&second.place, &second.secret, &SystemRng, &changed, &mut |_| Ok(with.clone()), KEEP).err();
        std::fs::remove_file(changed).unwrap();
        assert_eq!(second.everything(), empty);
        format!("{:#}", error.expect("refused"))
    };
    assert!(refused(&|_| (), Key::File(vec![0; 32])).contains("the key is not the one"));
    assert!(
        refused(
            &|bytes| {
                let at = bytes.len() / 2;
                bytes[at] ^= 1
            },
            key()
        )
        .contains("changed or cut")
    );
    assert!(refused(&|bytes| bytes.truncate(bytes.len() - 40), key()).contains("changed or cut"));
    assert!(refused(&|bytes| bytes.clear(), key()).contains("no archive"));

    let there = import(&first.place, &first.secret, &SystemRng, &file, &mut |_| Ok(key()), KEEP).err().unwrap();
    assert!(format!("{there:#}").contains("there is a school alnoor already"), "{there:#}");
    let again = export(&first.making(), &school("alnoor"), &file, &key()).unwrap_err();
    assert!(format!("{again:#}").contains("is there already"), "{again:#}");
    let nobody = export(&first.making(), &school("nobody"), &first.scratch("n.qabul"), &key()).unwrap_err();
    assert!(format!("{nobody:#}").contains("there is no school nobody"), "{nobody:#}");
}

/// A part whose hash is right by the manifest and whose content is not a school's: forged by somebody who has the key.
#[test]
fn a_forged_archive_is_refused_by_its_counts_its_schema_and_its_rows() {
    let first = House::lite(1);
    first.furnish("alnoor");
    let file = first.scratch("alnoor.qabul");
    export(&first.making(), &school("alnoor"), &file, &key()).unwrap();
    type Change<'c> = &'c dyn Fn(&str, String) -> Option<String>;
    let forged = |change: Change<'_>| {
        let mut parts = Vec::new();
        let input = std::io::BufReader::new(std::fs::File::open(&file).unwrap());
        let (manifest, head) = archive::read(input, &mut |_| Ok(key()), &mut |path, from| {
            let mut bytes = Vec::new();
            from.read_to_end(&mut bytes)?;
            parts.push((path.to_owned(), bytes));
            Ok(())
        })
        .unwrap();
        let mut writer = archive::Writer::new(Vec::new(), &key(), head.about, &SystemRng).unwrap();
        for (path, bytes) in parts {
            match String::from_utf8(bytes) {
                Ok(text) => {
                    if let Some(text) = change(&path, text) {
                        writer.bytes(&path, text.as_bytes()).unwrap();
                    }
                }
                Err(bytes) => writer.bytes(&path, bytes.as_bytes()).unwrap(),
            }
        }
        for school in manifest.schools {
            writer.school(school);
        }
        let place = House::lite(2);
        let changed = place.scratch("forged.qabul");
        std::fs::write(&changed, writer.finish().unwrap().0).unwrap();
        let error = import(&place.place, &place.secret, &SystemRng, &changed, &mut |_| Ok(key()), KEEP).err();
        std::fs::remove_file(changed).unwrap();
        assert!(place.everything().iter().all(|path| !path.contains("alnoor")), "{:?}", place.everything());
        format!("{:#}", error.expect("refused"))
    };
    let is = |path: &str, what: &str| path.contains(what);
    let newer = forged(&|path, text| {
        Some(if is(path, "shape.json") { text.replace("\"schema\":", "\"schema\":9") } else { text })
    });
    assert!(newer.contains("update it first"), "{newer}");
    let fewer = forged(&|path, text| (!is(path, "rows/users")).then_some(text));
    assert!(fewer.contains("0 rows of users came"), "{fewer}");
    let other =
        forged(&|path, text| Some(if is(path, "rows/users") { text.replace("\"alnoor\"", "\"abq\"") } else { text }));
    assert!(other.contains("belongs to another school"), "{other}");
    let changed = forged(&|path, text| Some(if is(path, "rows/users") { text.replace("Huda", "Hoda") } else { text }));
    assert!(changed.contains("are not the"), "{changed}");
    let bare = forged(&|path, text| (!is(path, "/bundle/")).then_some(text));
    assert!(bare.contains("files of the bundle"), "{bare}");
    let made_up = |text: String| text.replacen("\"tables\":[", "\"tables\":[[\"bulk_jobs\",[]],", 1);
    let jobs = forged(&|path, text| Some(if is(path, "shape.json") { made_up(text) } else { text }));
    assert!(jobs.contains("rows of bulk_jobs, which stay behind"), "{jobs}");
    let outside = forged(&|path, text| (!is(path, "keys.json")).then_some(text));
    assert!(outside.contains("no keys"), "{outside}");
}

/// Where several schools are, such a row would show another school's file to this one's staff.
#[test]
fn an_import_takes_no_row_that_names_another_schools_file() {
    for change in [
        "UPDATE uploads SET storage_key = 'abq/01/upload01'",
        "UPDATE uploads SET storage_key = 'alnoor/01/../../abq/01/upload01'",
        "UPDATE uploads SET id = '../../abq/01/upload01', storage_key = 'alnoor/01/../../abq/01/upload01'",
        "UPDATE users SET avatar = '../../abq/01/picture'",
        "UPDATE outbox SET id = '../../mail' WHERE id = 'o3'",
    ] {
        let (first, second) = (House::lite(1), House::lite(2));
        first.furnish("alnoor");
        let rows = rusqlite::Connection::open(first.place.data.join("db/alnoor.sqlite")).unwrap();
        rows.execute_batch(change).unwrap();
        drop(rows);
        let file = first.scratch("alnoor.qabul");
        export(&first.making(), &school("alnoor"), &file, &key()).unwrap();
        let empty = second.everything();
        let taken = import(&second.place, &second.secret, &SystemRng, &file, &mut |_| Ok(key()), KEEP);
        let refused = format!("{:#}", taken.err().expect(change));
        assert!(refused.contains("names a file that is not the school's own"), "{change}: {refused}");
        assert_eq!(second.everything(), empty, "{change}");
    }
}

/// Whoever writes an archive would have as much more of what is counted, letters to strangers among it.
#[test]
fn no_count_comes_in_below_nothing() {
    let (first, second) = (House::lite(1), House::lite(2));
    first.furnish("alnoor");
    let rows = rusqlite::Connection::open(first.place.data.join("db/alnoor.sqlite")).unwrap();
    let below = "INSERT INTO allowances (school_id, name, holder, began, used) VALUES ('alnoor', 'invitation.target.day', 'h', 0, -1000000);
                 INSERT INTO counters (school_id, name, last_value) VALUES ('alnoor', 'strangers-20000', -5);
                 UPDATE outbox SET lease_until = -5, attempts = -1000000 WHERE id = 'o3';
                 UPDATE outbox SET kind = 'bulk_step' WHERE id = 'o2';
                 UPDATE uploads SET bytes = -1000000;
                 UPDATE drafts SET bytes = -1000000;";
    rows.execute_batch(below).unwrap();
    drop(rows);
    let file = first.scratch("alnoor.qabul");
    export(&first.making(), &school("alnoor"), &file, &key()).unwrap();
    import(&second.place, &second.secret, &SystemRng, &file, &mut |_| Ok(key()), KEEP).unwrap();
    let rows = rusqlite::Connection::open(second.place.data.join("db/alnoor.sqlite")).unwrap();
    let count = |sql| rows.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count("SELECT COUNT(*) FROM allowances WHERE used < 0"), 0);
    assert_eq!(count("SELECT COUNT(*) FROM counters WHERE last_value < 0"), 0);
    // Nor a job that is never leased, is tried without an end, or goes on with what stayed behind.
    assert_eq!(count("SELECT COUNT(*) FROM outbox WHERE lease_until <> 0 OR attempts < 0 OR kind = 'bulk_step'"), 0);
    assert!(count("SELECT COUNT(*) FROM outbox") > 0);
    assert_eq!(count("SELECT COUNT(*) FROM uploads WHERE bytes < 0"), 0);
    assert_eq!(count("SELECT COUNT(*) FROM drafts WHERE bytes < length(answers)"), 0);
    for (table, statement) in moving::ended::COUNTS {
        assert!(statement.contains(table), "{statement}");
        rows.execute(statement, []).expect(table);
    }
}

/// Whoever can write where the files are does not speak for a family: whoever makes a backup is told.
#[test]
fn an_upload_that_is_not_what_was_sent_is_told() {
    for house in [Some(House::lite(1)), House::pg(1)].into_iter().flatten() {
        house.furnish("alnoor");
        let damaged = |name: &str| {
            let file = house.scratch(name);
            export(&house.making(), &school("alnoor"), &file, &key()).unwrap().schools[0].damaged
        };
        assert_eq!(damaged("before.qabul"), 0);
        let kept = house.place.store("files", &school("alnoor")).join("01/upload01");
        std::fs::write(kept, vec![8; 300_000]).unwrap();
        assert_eq!(damaged("after.qabul"), 1);
    }
}

/// Stands in for nobody's memory: a table that an export would forget fails here on the day of its migration.
#[test]
fn every_table_of_the_migrations_moves() {
    let mut written = BTreeSet::new();
    let mut files = walk(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations/schools"));
    files.sort();
    for file in files {
        for line in std::fs::read_to_string(file).unwrap().lines() {
            let name = |rest: &str| rest.split([' ', '(', ';']).next().unwrap_or_default().to_owned();
            if let Some(rest) = line.strip_prefix("CREATE TABLE ") {
                written.insert(name(rest));
            } else if let Some(rest) = line.strip_prefix("DROP TABLE ") {
                written.remove(&name(rest));
            }
        }
    }
    assert!(written.len() > 15, "{written:?}");
    for house in [Some(House::lite(1)), House::pg(1)].into_iter().flatten() {
        house.furnish("alnoor");
        let mut source = house.place.source(&school("alnoor")).unwrap().unwrap();
        let moves: BTreeSet<String> = source.tables().unwrap().into_iter().map(|table| table.name).collect();
        assert_eq!(written, moves, "a table without school_id moves in no export: say in backup what becomes of it");
    }
}

/// A store that the server opens and this crate does not know would stay behind.
#[test]
fn every_folder_that_the_server_opens_is_known() {
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/src");
    let mut found = BTreeSet::new();
    let mut folders = vec![source];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            found.extend(
                text.split("data.join(\"").skip(1).map(|rest| rest.split('"').next().unwrap_or_default().to_owned()),
            );
        }
    }
    // Of no school, or made anew by itself; the databases and the bundles are no stores.
    let others = ["cache/plugins", "mail", "sms", "db", "platform.db", "schools", "secret", "deleted"];
    let unknown: Vec<_> = found
        .iter()
        .filter(|name| {
            !moving::place::STORES.contains(&name.as_str())
                && !moving::place::STAYING.contains(&name.as_str())
                && !others.contains(&name.as_str())
        })
        .collect();
    assert!(found.contains("files") && found.contains("avatars"), "{found:?}");
    assert!(unknown.is_empty(), "does each school have something in these? then STORES: {unknown:?}");
}

#[test]
fn a_deleted_school_is_kept_sealed_and_comes_back() {
    for house in [Some(House::lite(1)), House::pg(1)].into_iter().flatten() {
        house.furnish("alnoor");
        house.furnish("abq");
        let (before, files) = (sums(&house, "alnoor"), house.files("alnoor"));
        let others = (sums(&house, "abq"), house.files("abq"));
        let (kept, _) = deleted::delete(&house.making(), &school("alnoor"), 90, Duration::ZERO).unwrap();
        assert!(!deleted::leaves_rows(&house.place, &school("alnoor")).unwrap());
        assert!(house.files("alnoor").is_empty());
        assert!(house.everything().iter().all(|path| !path.contains("alnoor") || path.starts_with("deleted/")));
        assert_eq!(others, (sums(&house, "abq"), house.files("abq")), "the other school is untouched");
        assert_eq!(deleted::list(&house.place).unwrap(), std::slice::from_ref(&kept));
        let again = deleted::delete(&house.making(), &school("alnoor"), 90, Duration::ZERO).err().unwrap();
        assert!(again.to_string().contains("there is no school alnoor"), "{again:#}");

        import(&house.place, &house.secret, &SystemRng, &kept.file, &mut |_| Ok(deleted::key(&house.secret)), KEEP)
            .unwrap();
        assert_eq!((before, files), (sums(&house, "alnoor"), house.files("alnoor")));
        let day = 86_400_000;
        assert!(deleted::sweep(&house.place, NOW + 89 * day).unwrap().is_empty());
        assert_eq!(deleted::sweep(&house.place, NOW + 90 * day).unwrap(), [kept]);
        assert!(deleted::list(&house.place).unwrap().is_empty());
    }
}

#[test]
fn a_deletion_that_cannot_seal_puts_the_school_back() {
    let house = House::lite(1);
    house.furnish("alnoor");
    let all = house.everything();
    std::fs::write(house.place.data.join("deleted"), "a file where the folder has to be").unwrap();
    assert!(deleted::delete(&house.making(), &school("alnoor"), 90, Duration::ZERO).is_err());
    std::fs::remove_file(house.place.data.join("deleted")).unwrap();
    assert_eq!(house.everything().iter().filter(|path| *path != "moving.lock").cloned().collect::<Vec<_>>(), all);
}

/// The machine stopped after the rows were in place and before the bundle was.
#[test]
fn an_import_that_was_broken_off_is_cleared_by_the_next() {
    for second in [Some(House::lite(2)), House::pg(2)].into_iter().flatten() {
        let first = House::lite(1);
        first.furnish("alnoor");
        let file = first.scratch("alnoor.qabul");
        export(&first.making(), &school("alnoor"), &file, &key()).unwrap();
        let take = || import(&second.place, &second.secret, &SystemRng, &file, &mut |_| Ok(key()), KEEP);
        take().unwrap();
        std::fs::remove_dir_all(second.place.bundle(&school("alnoor"))).unwrap();
        let stands = format!("{:#}", take().err().unwrap());
        assert!(stands.contains("although it has no bundle"), "without the marker nothing is removed: {stands}");
        std::fs::write(second.place.schools.join(".import-alnoor.committing"), "").unwrap();
        take().unwrap();
        assert_eq!(sums(&first, "alnoor"), sums(&second, "alnoor"));
        assert!(second.everything().iter().all(|path| !path.contains(".import")), "{:?}", second.everything());
    }
}

/// The drill: a backup beside writes, restored into an empty place, on each database and across them.
#[test]
fn a_backup_restores_into_an_empty_place() {
    let mut ways = vec![(House::lite(1), House::bare_lite())];
    if let (Some(from), Some(to)) = (House::pg(1), House::bare_pg()) {
        ways.push((from, House::bare_lite()));
        ways.push((House::lite(1), to));
    }
    for (from, to) in ways {
        for id in ["abq", "alnoor"] {
            from.furnish(id);
        }
        deleted_one(&from);
        from.furnish_platform();
        std::fs::write(from.place.hosts(), "{\"apply.abq.example\":\"abq\"}").unwrap();
        let before = moving::platform::read(&from.place).unwrap().expect("the platform's own rows");
        let full = before.tables.iter().filter(|table| !table.rows.is_empty()).count();
        assert!(full >= 5 && before.tables.len() >= 8, "{full} of {}", before.tables.len());
        // What is left of a school whose bundle somebody removed by hand is in the backup too.
        from.furnish("left");
        std::fs::remove_dir_all(from.place.bundle(&school("left"))).unwrap();
        let file = from.scratch("all.qabul");
        let writing = from.keep_writing("abq");
        let manifest = moving::backup(&from.making(), &file, &key(), &mut |_| ()).unwrap();
        let written = writing.stop();
        assert!(written > 0, "nothing was written beside it");
        assert_eq!(manifest.schools.len(), 3);
        assert_eq!(inspect(&file, &mut |_| Ok(key())).unwrap().parts, manifest.parts);

        let open = || to.open_secret();
        moving::restore(&to.place, &open, &SystemRng, &file, &mut |_| Ok(key())).unwrap();
        for told in &manifest.schools {
            let sums = sums(&to, &told.id);
            for table in &told.tables {
                // The clocks of applications are held.
                let is_held = table.name == "counters";
                let ended = OF_SCHOOL.iter().any(|(ended, sql)| *ended == table.name && sql.starts_with("DELETE"));
                // Of the jobs the three that wait to write to somebody, and those that would release a decision, offer a place, or tell of an
                // offer's end.
                let rows = match ended {
                    true if table.name == "outbox" => table.sum.rows - 6,
                    true => 0,
                    false => table.sum.rows + u64::from(is_held),
                };
                assert_eq!(sums[&table.name].rows, rows, "{} {}", told.id, table.name);
            }
            assert_eq!(from.files(&told.id), to.files(&told.id));
        }
        only_ways_in_ended(&from, &to, "alnoor");
        let mut before = before;
        for table in &mut before.tables {
            if table.name.starts_with("operator_sessions")
                || ["operator_links", "letters", "server_marks"].contains(&table.name.as_str())
            {
                assert!(!table.rows.is_empty());
                table.rows.clear();
            }
        }
        assert_eq!(
            moving::platform::read(&to.place).unwrap(),
            Some(before),
            "the platform's own rows, and no operator in"
        );
        let left = (sums(&from, "abq")["counters"].rows, sums(&to, "abq")["counters"].rows);
        assert!(left.1 <= left.0 + 1, "{left:?}");
        house::one_moment(&to, "abq");
        let secret = to.open_secret().unwrap();
        assert_eq!(secret.school_keys(&school("abq")), from.secret.school_keys(&school("abq")));
        assert_eq!(deleted::list(&to.place).unwrap().len(), 1);
        assert_eq!(std::fs::read(to.place.hosts()).unwrap(), std::fs::read(from.place.hosts()).unwrap());
        assert_eq!(matches!(to.place.database, Database::Lite(_)), to.place.data.join("db").exists());

        let again = moving::restore(&to.place, &open, &SystemRng, &file, &mut |_| Ok(key())).err().unwrap();
        assert!(again.to_string().contains("is not empty"), "{again:#}");
        let broken = House::bare_lite();
        let mut bytes = std::fs::read(&file).unwrap();
        let at = bytes.len() - 300;
        bytes[at] ^= 1;
        std::fs::write(&file, bytes).unwrap();
        assert!(
            moving::restore(&broken.place, &|| broken.open_secret(), &SystemRng, &file, &mut |_| Ok(key())).is_err()
        );
        assert!(broken.everything().is_empty(), "{:?}", broken.everything());
    }
}

fn deleted_one(house: &House) {
    house.furnish("old");
    deleted::delete(&house.making(), &school("old"), 90, Duration::ZERO).unwrap();
}
