//! The list as a file.

use std::io::{Cursor, Read as _};

use kernel::Role;
use serde_json::json;

use crate::database::number;
use crate::desk::{Desk, on_both};

on_both!(a_csv_holds_no_formula_and_every_answer, a_sheet_holds_text_only, an_export_is_written_down_and_filtered);

const HOSTILE: [&str; 8] = [
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
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
    assert_eq!((&heading[0], &heading[11]), ("المرجع", "child_name"));
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), HOSTILE.len());
    for row in &rows {
        for cell in row {
            assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell}");
        }
        let name = row[11].strip_prefix('\'').unwrap_or(&row[11]);
        assert!(HOSTILE.contains(&name), "{name}");
        assert_eq!(&row[13], "7");
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
    let (sheet, strings) = (part("xl/worksheets/sheet1.xml"), part("xl/sharedStrings.xml"));
    assert!(!sheet.contains("<f>") && !sheet.contains("<f "), "no formula");
    assert!(sheet.contains("rightToLeft=\"1\""));
    let cells = sheet.matches("<c ").count();
    assert_eq!(cells, sheet.matches("t=\"s\"").count(), "every cell is a string");
    assert!(
        strings.contains("=cmd|' /C calc'!A0") && strings.contains("&lt;script&gt;") && strings.contains("سارة 👩‍👧")
    );
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
    assert_eq!(export("").await.matches("ONE-E26-").count(), 9);
    assert_eq!(export("form=short").await.matches("ONE-E26-").count(), 1);
    assert_eq!(export("state=lost").await.matches("ONE-E26-").count(), 0);
    assert!(!export("").await.contains("second line"), "answers only of one form");
    let audited = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'enquiry.export' AND actor_id = 'school_admin'";
    assert_eq!(number(&desk.db, "one", audited).await, 4);
}
