//! The list as a file.

use std::io::{Cursor, Read as _};

use serde_json::json;
use words::Role;

use crate::database::{execute, number};
use crate::desk::{Desk, on_both};

on_both!(
    a_csv_holds_no_formula_and_every_answer,
    a_sheet_holds_text_only,
    an_export_is_written_down_and_filtered,
    an_account_takes_out_so_many_lines_an_hour,
    every_line_of_a_long_list_has_its_answers,
    a_cell_is_no_longer_than_a_spreadsheet_takes,
);

const HOSTILE: [&str; 9] = [
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "＝1+1",
    "\"quoted\", and, commas",
    "<script>alert(1)</script>",
    "سارة 👩‍👧",
    "plain",
];

async fn fill(desk: &Desk) {
    for name in HOSTILE {
        desk.submit(
            "trial",
            json!({ "child_name": name, "message": format!("{name}\nsecond line"), "points": 7 }),
            None,
        )
        .await
        .is(201);
    }
}

async fn a_csv_holds_no_formula_and_every_answer(desk: &Desk) {
    fill(desk).await;
    let got = desk
        .get("/v1/oa/enquiries/export?format=csv&form=trial&sort=submitted_at&lng=ar")
        .staff(Role::AdmissionsOfficer)
        .send()
        .await;
    assert_eq!((got.status.as_u16(), got.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert!(got.header("content-disposition").starts_with("attachment; filename=\"one-enquiries.csv\""));
    let body = got.body.strip_prefix("\u{FEFF}".as_bytes()).expect("a byte-order mark");
    let mut reader = csv::Reader::from_reader(body);
    let heading = reader.headers().unwrap().clone();
    assert_eq!((&heading[0], &heading[12]), ("المرجع", "child_name"));
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), HOSTILE.len());
    for row in &rows {
        for cell in row {
            assert!(!cell.starts_with(['=', '+', '-', '@', '＝', '\t', '\r']), "{cell}");
        }
        let name = row[12].strip_prefix('\'').unwrap_or(&row[12]);
        assert!(HOSTILE.contains(&name), "{name}");
        assert_eq!(&row[14], "7");
    }
}

async fn a_sheet_holds_text_only(desk: &Desk) {
    fill(desk).await;
    let got = desk.get("/v1/oa/enquiries/export?format=xlsx&form=trial&lng=ar").staff(Role::SchoolAdmin).send().await;
    assert_eq!(got.status.as_u16(), 200);
    assert!(got.header("content-type").ends_with("spreadsheetml.sheet"));
    let mut book = zip::ZipArchive::new(Cursor::new(got.body.to_vec())).unwrap();
    let mut part = |name: &str| {
        let mut text = String::new();
        book.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    };
    // Lines go to the disk as they are written, so their texts stand in them and in no table of texts.
    let sheet = part("xl/worksheets/sheet1.xml");
    assert!(!sheet.contains("<f>") && !sheet.contains("<f "), "no formula");
    assert!(sheet.contains("rightToLeft=\"1\""));
    let cells = sheet.matches("<c ").count();
    assert_eq!(cells, sheet.matches("t=\"inlineStr\"").count(), "every cell is a string");
    assert!(sheet.contains("=cmd|' /C calc'!A0") && sheet.contains("&lt;script&gt;") && sheet.contains("سارة 👩‍👧"));
    assert!(!book.file_names().any(|name| name.is_ok_and(|name| name.contains("vba") || name.contains("external"))));
}

async fn an_export_is_written_down_and_filtered(desk: &Desk) {
    fill(desk).await;
    desk.submit("short", json!({ "child_name": "Elsewhere" }), None).await.is(201);
    let export = async |query: &str| {
        let got =
            desk.get(&format!("/v1/oa/enquiries/export?format=csv&{query}")).staff(Role::SchoolAdmin).send().await;
        assert_eq!(got.status.as_u16(), 200);
        String::from_utf8(got.body.to_vec()).unwrap()
    };
    assert_eq!(export("").await.matches("ONE-E26-").count(), 10);
    assert_eq!(export("form=short").await.matches("ONE-E26-").count(), 1);
    assert_eq!(export("state=lost").await.matches("ONE-E26-").count(), 0);
    assert!(!export("").await.contains("second line"), "answers only of one form");
    let audited = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'enquiry.export' AND actor_id = 'school_admin'";
    assert_eq!(number(&desk.db, "one", audited).await, 4);
}

async fn an_account_takes_out_so_many_lines_an_hour(desk: &Desk) {
    fill(desk).await;
    let ask = async |query: &str, role: Role| {
        desk.get(&format!("/v1/oa/enquiries/export?format=csv&{query}")).staff(role).send().await
    };
    assert_eq!(ask("", Role::SchoolAdmin).await.status.as_u16(), 200);
    let nearly = "UPDATE allowances SET used = 19995 WHERE school_id = $1 AND name = 'export.lines' AND holder = 'school_admin' AND used = 9";
    execute(&desk.db, "one", nearly).await.unwrap();
    let refused = ask("", Role::SchoolAdmin).await;
    let told = refused.refused(429, "A006");
    assert_eq!((&told["left"], &told["limit"]), (&json!(5), &json!(20_000)));
    assert!((1..=3601).contains(&refused.header("retry-after").parse::<i64>().unwrap()));
    let audited = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'enquiry.export_refuse' AND actor_id = 'school_admin'";
    assert_eq!(number(&desk.db, "one", audited).await, 1, "it is written down too");
    assert_eq!(ask("q=quoted", Role::SchoolAdmin).await.status.as_u16(), 200, "one line is within it");
    assert_eq!(ask("", Role::AdmissionsOfficer).await.status.as_u16(), 200, "another account");
    desk.clock.advance(60 * 60 * 1000);
    assert_eq!(ask("", Role::SchoolAdmin).await.status.as_u16(), 200, "an hour later");
}

/// More lines than are in memory at once.
async fn every_line_of_a_long_list_has_its_answers(desk: &Desk) {
    for n in 0..230 {
        desk.submit("trial", json!({ "child_name": format!("Child {n}"), "points": n % 100 }), None).await.is(201);
    }
    let got = desk.get("/v1/oa/enquiries/export?format=csv&form=trial").staff(Role::SchoolAdmin).send().await;
    let body = got.body.strip_prefix("\u{FEFF}".as_bytes()).expect("a byte-order mark");
    assert_eq!(got.header("content-length"), got.body.len().to_string());
    let mut reader = csv::Reader::from_reader(body);
    let heading = reader.headers().unwrap().clone();
    let place = |name: &str| heading.iter().position(|each| each == name).unwrap();
    let (child, points) = (place("child_name"), place("points"));
    let mut seen: Vec<(String, String)> =
        reader.records().map(Result::unwrap).map(|row| (row[child].to_owned(), row[points].to_owned())).collect();
    seen.sort();
    let mut wanted: Vec<_> = (0..230).map(|n| (format!("Child {n}"), (n % 100).to_string())).collect();
    wanted.sort();
    assert_eq!(seen, wanted);
}

async fn a_cell_is_no_longer_than_a_spreadsheet_takes(desk: &Desk) {
    desk.submit("trial", json!({ "child_name": "Sara" }), None).await.is(201);
    for tag in ["x".repeat(40_000), "👩".repeat(20_000)] {
        let sql = format!("UPDATE submissions SET tags = '[\"{tag}\", \"next\"]' WHERE school_id = $1");
        execute(&desk.db, "one", &sql).await.unwrap();
        for (format, query) in [("xlsx", ""), ("xlsx", "&form=trial"), ("csv", "")] {
            let path = format!("/v1/oa/enquiries/export?format={format}{query}");
            let got = desk.get(&path).staff(Role::SchoolAdmin).send().await;
            assert_eq!(got.status.as_u16(), 200, "{format}");
            let text = match format {
                "csv" => String::from_utf8(got.body.to_vec()).unwrap(),
                _ => {
                    let mut book = zip::ZipArchive::new(Cursor::new(got.body.to_vec())).unwrap();
                    let mut text = String::new();
                    book.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut text).unwrap();
                    text
                }
            };
            let units = text.split(['<', '>', ',', '\n']).map(|cell| cell.encode_utf16().count()).max();
            assert!((31_000..=32_767).contains(&units.unwrap()), "{format}: {units:?}");
        }
    }
}
