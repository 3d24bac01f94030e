//! Finding submissions: one spelling for many, by an index.

use kernel::db::Native;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, Row as _};
use words::Role;

use crate::database::{execute, scope};
use crate::desk::{Desk, on_both};

on_both!(
    what_staff_paste_is_found,
    words_are_words_and_no_patterns,
    a_search_goes_with_filters_counts_orders_and_the_export,
    what_is_written_so_stands_before_what_sounds_so,
    what_was_stored_before_is_found_after_a_sweep,
    an_index_leads_to_what_is_found,
    twins_are_looked_at_up_to_a_bound,
    what_is_known_is_probed,
);

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

async fn found(desk: &Desk, q: &str) -> String {
    let list = desk.list(&format!("q={}", encoded(q))).await;
    let mut names: Vec<_> = list["items"].as_array().unwrap().iter().map(|i| i["person"].as_str().unwrap()).collect();
    assert_eq!(list["total"], names.len(), "{q}");
    names.sort_unstable();
    names.join("|")
}

async fn send(desk: &Desk, name: &str, more: Value) {
    let mut values = json!({ "child_name": name });
    values.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    desk.submit("trial", values, None).await.is(201);
}

async fn what_staff_paste_is_found(desk: &Desk) {
    send(desk, "أحمد الحارثي", json!({ "guardian_phone": "+96891234567" })).await;
    send(desk, "فاطمة بنت مصطفى", json!({ "guardian_email": "Fatma.M@example.org" })).await;
    send(desk, "José Müller", json!({ "guardian_phone": "+971501234567" })).await;
    send(desk, "Abdul-Aziz Al Harthi", json!({})).await;
    let (ahmed, fatma) = ("أحمد الحارثي", "فاطمة بنت مصطفى");
    for (q, expected) in [
        ("أحمد", ahmed),
        ("احمد", ahmed),
        ("أَحْمَد", ahmed),
        ("أحـــمد  الحارثي", ahmed),
        ("\u{200F}أحمد", ahmed),
        ("أحمد\u{200E}", ahmed),
        ("\u{202B}أحمد الحارثي\u{202C}", ahmed),
        ("\u{2067}أحمد\u{2069}", ahmed),
        ("\u{FEFF}أحمد", ahmed),
        ("أح\u{200B}مد", ahmed),
        ("حارثي", ahmed),
        ("فاطمه مصطفي", fatma),
        ("fatma.m@EXAMPLE.org", fatma),
        ("+968 9123 4567", ahmed),
        ("91234567", ahmed),
        ("٩١٢٣٤٥٦٧", ahmed),
        ("۹۱۲۳ ۴۵۶۷", ahmed),
        ("9123-4567", ahmed),
        ("00968 91234567", ahmed),
        ("050 123 4567", "José Müller"),
        ("4567", "José Müller|أحمد الحارثي"),
        ("JOSE muller", "José Müller"),
        ("abdulaziz", "Abdul-Aziz Al Harthi"),
        ("abdul aziz alharthi", "Abdul-Aziz Al Harthi"),
        ("ONE-E26-00003", "José Müller"),
        ("٠٠٠٠٣", "José Müller"),
        ("أحمد فاطمة", ""),
        ("nobody", ""),
    ] {
        assert_eq!(found(desk, q).await, expected, "{q}");
    }
}

/// Words are found by their beginnings, names in Arabic letters by their sound as well; signs are what stands between words.
async fn words_are_words_and_no_patterns(desk: &Desk) {
    for name in ["100% Sara", "under_score", "O'Brien \\ Co", "سارة ١٢٣", "ÉCOLE"] {
        send(desk, name, json!({})).await;
    }
    for (q, expected) in [
        ("100%", "100% Sara"),
        ("1%9", ""),
        ("s_ra", "سارة ١٢٣"),
        ("1_3", ""),
        ("under_score", "under_score"),
        ("score", "under_score"),
        ("nder", ""),
        ("o'brien \\", "O'Brien \\ Co"),
        ("obrien", "O'Brien \\ Co"),
        ("123", "سارة ١٢٣"),
        ("école", "ÉCOLE"),
    ] {
        assert_eq!(found(desk, q).await, expected, "{q}");
    }
    for nothing in ["  ", "\u{0}", "\n", "%", "_", "!", "\u{200F}"] {
        assert_eq!(desk.list(&format!("q={}", encoded(nothing))).await["total"], 5, "{nothing:?}");
    }
}

async fn a_search_goes_with_filters_counts_orders_and_the_export(desk: &Desk) {
    for (n, name) in ["Sara A", "Sara B", "Sara C", "Zaid", "Sara D"].into_iter().enumerate() {
        desk.submit(if n == 4 { "hidden" } else { "trial" }, json!({ "child_name": name }), None).await.is(201);
        desk.clock.advance(1000);
    }
    let id = desk.list("q=sara&sort=person").await["items"][1]["id"].as_str().unwrap().to_owned();
    let close = json!({ "version": 1, "state": "lost", "reason": "no_place" });
    desk.patch(&format!("/v1/oa/enquiries/{id}"), close).send().await.is(200);
    for (sort, expected) in [
        ("-submitted_at", "Sara D|Sara C|Sara B|Sara A"),
        ("submitted_at", "Sara A|Sara B|Sara C|Sara D"),
        ("person", "Sara A|Sara B|Sara C|Sara D"),
        ("-person", "Sara D|Sara C|Sara B|Sara A"),
        ("score", "Sara A|Sara B|Sara C|Sara D"),
        ("-score", "Sara D|Sara C|Sara B|Sara A"),
    ] {
        let (mut seen, mut query) = (Vec::new(), format!("q=sar&page_size=1&sort={sort}"));
        loop {
            let list = desk.list(&query).await;
            assert_eq!(
                (&list["total"], &list["counts"]["new"], &list["counts"]["lost"]),
                (&json!(4), &json!(3), &json!(1))
            );
            seen.extend(list["items"].as_array().unwrap().iter().map(|i| i["person"].as_str().unwrap().to_owned()));
            let Some(cursor) = list["next_cursor"].as_str() else { break };
            query = format!("q=sar&page_size=1&sort={sort}&cursor={cursor}");
        }
        assert_eq!(seen.join("|"), expected, "{sort}");
    }
    let lost = desk.list("q=sara&state=lost").await;
    assert_eq!((&lost["total"], &lost["items"][0]["person"]), (&json!(1), &json!("Sara B")));
    let seen = desk.get("/v1/oa/enquiries?q=sara").staff(Role::AdmissionsOfficer).send().await.is(200);
    assert_eq!(seen["total"], 3, "what is hidden is not found");
    let export = desk.get("/v1/oa/enquiries/export?format=csv&q=SARA").staff(Role::SchoolAdmin).send().await;
    let text = String::from_utf8(export.body.to_vec()).unwrap();
    assert!(text.contains("Sara D") && !text.contains("Zaid") && text.lines().count() == 5, "{text}");
    let theirs = desk.get("/v1/oa/enquiries?q=sara").school("two").staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(theirs["total"], 0, "another school's keys are not looked at");
}

/// Salma before every Salim, on every page and in every order; of two words both have to be written so.
async fn what_is_written_so_stands_before_what_sounds_so(desk: &Desk) {
    for name in ["Salma Ali", "راشد سالم", "Huda Salma", "نور سالم علي", "سلمى", "Zaid Ali"] {
        send(desk, name, json!({})).await;
        desk.clock.advance(1000);
    }
    for (q, sort, expected) in [
        ("salma", "-submitted_at", "Huda Salma|Salma Ali|سلمى|نور سالم علي|راشد سالم"),
        ("salma", "submitted_at", "Salma Ali|Huda Salma|راشد سالم|نور سالم علي|سلمى"),
        ("salma", "person", "Huda Salma|Salma Ali|راشد سالم|سلمى|نور سالم علي"),
        ("salma", "-person", "Salma Ali|Huda Salma|نور سالم علي|سلمى|راشد سالم"),
        ("ali salma", "-submitted_at", "Salma Ali|نور سالم علي"),
        ("سلمى", "-submitted_at", "سلمى"),
    ] {
        let (mut seen, mut query) = (Vec::new(), format!("q={}&page_size=1&sort={sort}", encoded(q)));
        loop {
            let list = desk.list(&query).await;
            seen.extend(list["items"].as_array().unwrap().iter().map(|i| i["person"].as_str().unwrap().to_owned()));
            let Some(cursor) = list["next_cursor"].as_str() else { break };
            query = format!("q={}&page_size=1&sort={sort}&cursor={cursor}", encoded(q));
        }
        assert_eq!(seen.join("|"), expected, "{q} {sort}");
    }
}

async fn what_was_stored_before_is_found_after_a_sweep(desk: &Desk) {
    for n in 0..230 {
        send(desk, &format!("Sara {n}"), json!({})).await;
    }
    let keys = desk.count("search_keys").await;
    execute(&desk.db, "one", "DELETE FROM search_keys WHERE school_id = $1").await.unwrap();
    execute(&desk.db, "one", "INSERT INTO search_keys (school_id, kind, word, object_id) VALUES ($1, 'submission', 'old', 'x'), ($1, 'application', 'old', 'x')").await.unwrap();
    assert_eq!(found(desk, "sara 229").await, "");
    desk.enquiries.fold_anew(&scope("one")).await.unwrap();
    assert_eq!(found(desk, "sara 229").await, "Sara 229");
    assert_eq!(desk.count("search_keys").await, keys + 1, "others' keys stay, old ones go");
    execute(&desk.db, "one", "DELETE FROM search_keys WHERE school_id = $1").await.unwrap();
    desk.enquiries.fold_anew(&scope("one")).await.unwrap();
    assert_eq!(desk.count("search_keys").await, 0, "done once by these rules, it is not done again");
}

/// How a statement is carried out, over 50,000 submissions of which a search finds two.
async fn an_index_leads_to_what_is_found(desk: &Desk) {
    send(desk, "Sara", json!({})).await;
    let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)";
    let id = "'id-' || CAST(100000 + i AS TEXT)";
    for sql in [
        format!(
            "INSERT INTO submissions (school_id, id, reference, form_id, form_digest, version, answers, locale, person, search_text, state,
                 sort_score, tags, is_duplicate, submitted_at, updated_at)
             {many} SELECT s.school_id, {id}, CAST(i AS TEXT), s.form_id, s.form_digest, 1, s.answers, 'en', 'Person ' || CAST(i AS TEXT), '', 'new',
                 -1, s.tags, FALSE, i, i FROM n CROSS JOIN submissions s WHERE s.school_id = $1"
        ),
        format!(
            "INSERT INTO search_keys (school_id, kind, word, object_id)
             {many} SELECT CAST($1 AS TEXT), 'submission', 'person' || CAST(i AS TEXT), {id} FROM n
             UNION ALL SELECT CAST($1 AS TEXT), 'submission', CAST(i AS TEXT), {id} FROM n"
        ),
    ] {
        execute(&desk.db, "one", &sql).await.unwrap();
    }
    if let Some(url) = desk.place.url() {
        sqlx::PgConnection::connect(&url).await.unwrap().execute("ANALYZE").await.unwrap();
    }
    assert_eq!(found(desk, "person 4999").await.matches("Person 4999").count(), 11);
    let statements = admissions::enquiries::store::declared_lite();
    for name in ["found_newest", "found_person_back", "count_found"] {
        let declared = statements.iter().find(|statement| statement.name == name).unwrap();
        let plan = plan(desk, declared.sql, &declared.names).await;
        let walks = plan.contains("word>?") || plan.contains("word >=");
        // On SQLite the keys lie in the order of their own key, and the plan names the table by the statement's letter for it.
        let keys = plan.contains("search_keys") || plan.contains("SEARCH k USING PRIMARY KEY");
        assert!(keys && walks, "{name}: {plan}");
        for scan in ["SCAN s", "SCAN k", "Seq Scan on submissions", "Seq Scan on search_keys"] {
            assert!(!plan.contains(scan), "{name}: {plan}");
        }
        assert!(!plan.contains("submissions_by_"), "{name}: the keys lead: {plan}");
    }
}

/// Opening a submission costs the same whether one other names its address or 3,000 do.
async fn twins_are_looked_at_up_to_a_bound(desk: &Desk) {
    send(desk, "Sara", json!({ "guardian_email": "same@example.org" })).await;
    let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)";
    for sql in [
        format!(
            "INSERT INTO submissions (school_id, id, reference, form_id, form_digest, version, answers, locale, person, search_text, state,
                 sort_score, tags, is_duplicate, submitted_at, updated_at)
             {many} SELECT s.school_id, 'id-' || CAST(100000 + i AS TEXT), CAST(100000 + i AS TEXT), s.form_id, s.form_digest, 1, s.answers, 'en',
                 'Twin', '', 'new', -1, s.tags, TRUE, i, i FROM n CROSS JOIN submissions s WHERE s.school_id = $1"
        ),
        "INSERT INTO known_values (school_id, kind, hash, submission_id)
             SELECT s.school_id, k.kind, k.hash, s.id FROM submissions s CROSS JOIN known_values k WHERE s.school_id = $1 ON CONFLICT DO NOTHING"
            .to_owned(),
    ] {
        execute(&desk.db, "one", &sql).await.unwrap();
    }
    let opened = desk.get("/v1/oa/enquiries/id-100007").staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(opened["enquiry"]["duplicates"].as_array().unwrap().len(), 20);
    let statements = admissions::enquiries::store::declared_lite();
    let sql = statements.iter().find(|statement| statement.name == "twins").unwrap().sql;
    let mut tx = desk.db.read(&scope("one")).await.unwrap();
    match tx.connection() {
        Native::Lite(c) => {
            let plan = sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"))).bind("one").bind("x").bind("[]");
            let rows = plan.fetch_all(c).await.unwrap();
            let plan: Vec<String> = rows.iter().map(|row| row.get(3)).collect();
            let wide = plan.iter().any(|line| line.contains("DISTINCT") || line.starts_with("SCAN s"));
            assert!(!wide, "a hundred are looked at and no more: {plan:#?}");
        }
        Native::Pg(c) => {
            let plan = sqlx::query(AssertSqlSafe(format!("EXPLAIN (ANALYZE, TIMING OFF) {sql}")))
                .bind("one")
                .bind("id-100007")
                .bind("[]");
            let rows = plan.fetch_all(c).await.unwrap();
            let lines = rows.iter().map(|row| row.get::<String, _>(0));
            for line in lines.filter(|line| line.contains("known_values")) {
                let read =
                    line.split("rows=").nth(2).and_then(|rest| rest.split([' ', '.']).next()?.parse::<u32>().ok());
                assert!(read.is_none_or(|read| read <= 100), "a hundred are looked at and no more: {line}");
            }
        }
        Native::Direct(_) => unreachable!("a reader"),
    }
}

/// Sending a form costs the same whether the school knows a handful of values or 5,000.
async fn what_is_known_is_probed(desk: &Desk) {
    send(desk, "Sara", json!({ "guardian_email": "same@example.org" })).await;
    let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)";
    let sql = format!(
        "INSERT INTO known_values (school_id, kind, hash, submission_id)
         {many} SELECT s.school_id, 'email', 'hash-' || CAST(i AS TEXT), s.id FROM n CROSS JOIN submissions s WHERE s.school_id = $1"
    );
    execute(&desk.db, "one", &sql).await.unwrap();
    let statements = admissions::forms::store::submissions::declared_lite();
    let sql = statements.iter().find(|statement| statement.name == "known_among").unwrap().sql;
    let named = json!([format!("{:064}email", 1), format!("{:064}phone", 2)]).to_string();
    let mut tx = desk.db.read(&scope("one")).await.unwrap();
    match tx.connection() {
        Native::Lite(c) => {
            let plan = sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"))).bind("one").bind(named);
            let rows = plan.fetch_all(c).await.unwrap();
            let plan: Vec<String> = rows.iter().map(|row| row.get(3)).collect();
            assert!(plan.iter().any(|line| line.contains("hash=?")), "{plan:#?}");
        }
        Native::Pg(c) => {
            let plan =
                sqlx::query(AssertSqlSafe(format!("EXPLAIN (ANALYZE, TIMING OFF) {sql}"))).bind("one").bind(named);
            let rows = plan.fetch_all(c).await.unwrap();
            let lines: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
            let probes: Vec<_> = lines.iter().filter(|line| line.contains("known_values")).collect();
            assert!(!probes.is_empty(), "{lines:#?}");
            for line in probes {
                let read =
                    line.split("rows=").nth(2).and_then(|rest| rest.split([' ', '.']).next()?.parse::<u32>().ok());
                assert!(read.is_none_or(|read| read <= 2), "what is asked for is looked at and no more: {lines:#?}");
            }
        }
        Native::Direct(_) => unreachable!("a reader"),
    }
}

async fn plan(desk: &Desk, sql: &str, names: &[&str]) -> String {
    let (lite, pg) = (format!("EXPLAIN QUERY PLAN {sql}"), format!("EXPLAIN {sql}"));
    let mut tx = desk.db.read(&scope("one")).await.unwrap();
    macro_rules! explained {
        ($c:ident, $sql:expr, $column:expr) => {{
            let mut query = sqlx::query(AssertSqlSafe($sql));
            for name in names {
                query = match *name {
                    "school" => query.bind("one"),
                    "states" => query.bind("[]"),
                    "word" => query.bind("person4999"),
                    "alike" => query.bind("~brsn"),
                    "others" => query.bind("[\"a4999\",\"bperson\",\"b~brsn\"]"),
                    "visible" => query.bind("*"),
                    "person" => query.bind("zz"),
                    "at" => query.bind(i64::MAX),
                    "far" => query.bind(-1_i64),
                    "ends_by" => query.bind(0_i64),
                    "limit" | "first" => query.bind(50_i64),
                    _ => query.bind(""),
                };
            }
            let rows = query.fetch_all($c).await.unwrap();
            rows.iter().map(|row| row.get::<String, _>($column)).collect::<Vec<_>>().join("\n")
        }};
    }
    match tx.connection() {
        Native::Lite(c) => explained!(c, lite, 3),
        Native::Pg(c) => explained!(c, pg, 0),
        Native::Direct(_) => unreachable!("a reader"),
    }
}
