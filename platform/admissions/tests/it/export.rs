//! The list as a file.

use std::io::{Cursor, Read as _};

use serde_json::{Value, json};
use words::Role;

use crate::database::{execute, number};
use crate::desk::{Desk, Got, on_both};
use crate::forms;

on_both!(
    a_csv_holds_no_formula_and_every_answer,
    a_sheet_holds_no_formula,
    an_export_is_written_down_and_filtered,
    an_account_takes_out_so_many_lines_an_hour,
    every_line_of_a_long_list_has_its_answers,
    a_cell_is_no_longer_than_a_spreadsheet_takes,
    a_file_is_in_the_words_of_who_reads_it,
    columns_are_chosen_by_name,
    answers_that_no_question_asks_for_any_more_are_not_lost,
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

fn place(heading: &csv::StringRecord, name: &str) -> usize {
    heading.iter().position(|each| each == name).unwrap_or_else(|| panic!("{name} in {heading:?}"))
}

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
    let child = place(&heading, "Text of child_name");
    assert_eq!((&heading[0], child), ("الرقم المرجعي", 17), "answers come after the list's own columns");
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), HOSTILE.len());
    for row in &rows {
        for cell in row {
            assert!(!cell.starts_with(['=', '+', '-', '@', '＝', '\t', '\r']), "{cell}");
        }
        let name = row[child].strip_prefix('\'').unwrap_or(&row[child]);
        assert!(HOSTILE.contains(&name), "{name}");
        assert_eq!(&row[place(&heading, "Text of points")], "7");
    }
}

/// What families wrote is text always; figures of the school's own are counted with, and a moment is one.
async fn a_sheet_holds_no_formula(desk: &Desk) {
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
    let (cells, texts) = (sheet.matches("<c ").count(), sheet.matches("t=\"inlineStr\"").count());
    assert_eq!(cells - texts, 3 * HOSTILE.len(), "when it came, its notes, its points");
    // 21-Nov-2026 12:00 in Muscat.
    assert_eq!(sheet.matches("<v>46347.5</v>").count(), HOSTILE.len());
    assert!(sheet.contains("<autoFilter ref=\"A1:") && sheet.contains("state=\"frozen\"") && sheet.contains("<cols>"));
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
    let (child, points) = (place(&heading, "Text of child_name"), place(&heading, "Text of points"));
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

/// A form of every sort of question, live before the desk is used.
fn asking(desk: &Desk) {
    let mut document = forms::document("1.0.0");
    let mut text = |key: &str, en: &str, ar: &str| {
        document["texts"]["en"][key] = en.into();
        document["texts"]["ar"][key] = ar.into();
    };
    text("q.grade", "Grade", "الصف");
    text("g.kg1", "KG 1", "روضة 1");
    text("q.langs", "Languages", "اللغات");
    text("l.en", "English", "الإنجليزية");
    text("l.ar", "Arabic", "العربية");
    text("q.dob", "Date of birth", "تاريخ الميلاد");
    text("q.pay", "Salary", "الراتب");
    text("q.bus", "By bus", "بالحافلة");
    text("q.sibs", "Brothers and sisters", "الإخوة والأخوات");
    text("q.name", "Name", "الاسم");
    let choice = json!({ "type": "string", "oneOf": [{ "const": "kg1", "title": "g.kg1" }], "title": "q.grade" });
    let several = json!({ "type": "array", "uniqueItems": true, "maxItems": 2, "title": "q.langs", "items": {
        "type": "string", "oneOf": [{ "const": "en", "title": "l.en" }, { "const": "ar", "title": "l.ar" }] } });
    let group = json!({ "type": "array", "title": "q.sibs", "minItems": 0, "maxItems": 3, "items": { "type": "object", "properties": {
        "name": { "type": "string", "title": "q.name", "maxLength": 40 },
        "born": { "type": "string", "title": "q.dob", "format": "date" } }, "required": ["name"] } });
    for (name, schema) in [
        ("grade", choice),
        ("langs", several),
        ("dob", json!({ "type": "string", "format": "date", "title": "q.dob" })),
        ("pay", json!({ "type": "integer", "title": "q.pay", "x-money": "OMR", "minimum": 0 })),
        ("bus", json!({ "type": "boolean", "title": "q.bus" })),
        ("sibs", group),
    ] {
        document["schema"]["properties"][name] = schema;
        document["steps"][0]["fields"].as_array_mut().unwrap().push(name.into());
    }
    let problems = form::FormDocument::build(&document, form::Kind::Declarative).err();
    assert!(problems.is_none(), "{problems:#?}");
    forms::write(&desk.bundle("one").join("forms/trial.json"), &document);
}

fn answers() -> Value {
    json!({ "child_name": "Sara", "grade": "kg1", "langs": ["en", "ar"], "dob": "2018-03-05", "pay": 1_487_125, "bus": true,
        "sibs": [{ "name": "=Said", "born": "2015-01-02" }, { "name": "Huda" }] })
}

pub(crate) async fn exported(desk: &Desk, query: &str) -> Got {
    let got = desk.get(&format!("/v1/oa/enquiries/export?{query}")).staff(Role::SchoolAdmin).send().await;
    assert_eq!(got.status.as_u16(), 200, "{query}: {}", String::from_utf8_lossy(&got.body));
    got
}

/// Heading and cell of the one line of a CSV.
pub(crate) async fn only_line(desk: &Desk, query: &str) -> Vec<(String, String)> {
    let got = exported(desk, &format!("format=csv&{query}")).await;
    let mut reader = csv::Reader::from_reader(got.body.strip_prefix("\u{FEFF}".as_bytes()).expect("a byte-order mark"));
    let heading = reader.headers().unwrap().clone();
    let lines: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(lines.len(), 1);
    heading.iter().zip(&lines[0]).map(|(one, other)| (one.to_owned(), other.to_owned())).collect()
}

async fn a_file_is_in_the_words_of_who_reads_it(desk: &Desk) {
    asking(desk);
    let draft = desk.draft("trial", json!({ "child_name": "Sara" })).await;
    let paper = desk.upload(&draft, "scan", "شهادة.pdf", b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n").await.is(201);
    let mut values = answers();
    values["scan"] = paper["upload"]["upload_id"].clone();
    desk.submit("trial", values, Some(&draft)).await.is(201);
    let coded = "UPDATE submissions SET tags = '[\"q.bus\",\"tag.odd_one\"]', route = 'route.front_desk', is_duplicate = TRUE WHERE school_id = $1";
    execute(&desk.db, "one", coded).await.unwrap();
    let cases = [
        (
            "lng=en&form=trial",
            [
                ("Status", "New"),
                ("Form", "Text of form.title"),
                ("Tags", "By bus, odd one"),
                ("Route", "front desk"),
                ("Needs attention", "Possible duplicate"),
                ("Received", "21-Nov-2026 12:00"),
                ("Grade", "KG 1"),
                ("Languages", "English, Arabic"),
                ("Date of birth", "05-Mar-2018"),
                ("Salary (OMR)", "1487.125"),
                ("By bus", "Yes"),
                ("Text of scan", "شهادة.pdf"),
                ("Brothers and sisters", "1) Name: =Said, Date of birth: 02-Jan-2015; 2) Name: Huda"),
            ],
        ),
        (
            "lng=ar&form=trial",
            [
                ("الحالة", "جديد"),
                ("النموذج", "Text of form.title"),
                ("الوسوم", "بالحافلة، odd one"),
                ("المسار", "front desk"),
                ("يحتاج إلى انتباه", "قد يكون مكررًا"),
                ("تاريخ الاستلام", "21 نوفمبر 2026 12:00"),
                ("الصف", "روضة 1"),
                ("اللغات", "الإنجليزية، العربية"),
                ("تاريخ الميلاد", "05 مارس 2018"),
                ("الراتب (OMR)", "1487.125"),
                ("بالحافلة", "نعم"),
                ("Text of scan", "شهادة.pdf"),
                ("الإخوة والأخوات", "1) الاسم: =Said، تاريخ الميلاد: 02 يناير 2015؛ 2) الاسم: Huda"),
            ],
        ),
    ];
    for (query, wanted) in cases {
        let line = only_line(desk, query).await;
        for (heading, cell) in wanted {
            let found =
                line.iter().find(|(each, _)| each == heading).unwrap_or_else(|| panic!("{heading} in {line:?}"));
            assert_eq!(found.1, cell, "{heading}");
        }
    }
    // A workbook has a sheet of them, by the reference.
    let got = exported(desk, "format=xlsx&form=trial&lng=en").await;
    let mut book = zip::ZipArchive::new(Cursor::new(got.body.to_vec())).unwrap();
    let mut part = |name: &str| {
        let mut text = String::new();
        book.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    };
    assert!(part("xl/workbook.xml").contains("name=\"Brothers and sisters\""));
    let (list, sheet) = (part("xl/worksheets/sheet1.xml"), part("xl/worksheets/sheet2.xml"));
    assert!(list.contains("KG 1") && !list.contains("=Said"));
    for figure in ["<v>1487.125</v>", "<v>43164</v>", "<v>2</v>"] {
        assert!(list.contains(figure), "an amount, a day, how many: {figure} in {list}");
    }
    assert_eq!(sheet.matches("<row ").count(), 3, "{sheet}");
    assert_eq!(sheet.matches("ONE-E26-").count(), 2, "the key of each");
    assert!(
        sheet.contains("=Said") && sheet.contains("<v>42006</v>") && !sheet.contains("<f>") && !sheet.contains("<f ")
    );
    assert!(part("xl/styles.xml").contains("#,##0.000"));
}

async fn columns_are_chosen_by_name(desk: &Desk) {
    asking(desk);
    desk.submit("trial", answers(), None).await.is(201);
    let line = only_line(desk, "form=trial&columns=answer.grade,person,state").await;
    // In the order of the list and of the form, whatever the order in which they are named.
    let wanted = [("Name", "Sara"), ("Status", "New"), ("Grade", "KG 1")];
    assert_eq!(line, wanted.map(|(heading, cell)| (heading.to_owned(), cell.to_owned())));
    let all = only_line(desk, "").await;
    assert_eq!(all.len(), 30, "answers are of one form: {all:?}");
    for (query, column) in [
        ("form=trial&columns=person,password", json!("password")),
        ("form=trial&columns=answer.nobody", json!("answer.nobody")),
        ("columns=answer.grade", json!("answer.grade")),
        ("form=gone&columns=answer.grade", json!("answer.grade")),
    ] {
        let asked = desk.get(&format!("/v1/oa/enquiries/export?format=csv&{query}")).staff(Role::SchoolAdmin);
        let refused = asked.send().await.refused(400, "R001");
        let fault = &refused["errors"][0];
        assert_eq!(
            (&fault["path"], &fault["code"], &fault["params"]["column"]),
            (&json!("/columns"), &json!("enum"), &column)
        );
        let (form, columns) = (query.contains("form=trial").then_some("trial"), query.split("columns=").nth(1));
        let body = json!({ "format": "csv", "form": form, "columns": columns });
        desk.post("/v1/oa/enquiries/exports", body).staff(Role::SchoolAdmin).send().await.refused(400, "R001");
    }
    let many = "notes,".repeat(501);
    let asked = desk.get(&format!("/v1/oa/enquiries/export?format=csv&columns={many}")).staff(Role::SchoolAdmin);
    assert_eq!(asked.send().await.refused(400, "R001")["errors"][0]["code"], "maxItems");
}

async fn answers_that_no_question_asks_for_any_more_are_not_lost(desk: &Desk) {
    desk.submit("trial", json!({ "child_name": "Sara" }), None).await.is(201);
    let older = r#"UPDATE submissions SET answers = '{"child_name":"Sara","shoe_size":31}' WHERE school_id = $1"#;
    execute(&desk.db, "one", older).await.unwrap();
    let line = only_line(desk, "form=trial").await;
    assert_eq!(line.last().unwrap(), &("shoe_size".to_owned(), "31".to_owned()));
    assert_eq!(only_line(desk, "form=trial&columns=answer.child_name").await.len(), 1, "but where columns are chosen");
}
