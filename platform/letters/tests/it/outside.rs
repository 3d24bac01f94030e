//! What tools of others say of our files. A tool that is not at hand is named, and its test says nothing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use letters::Sheet;
use letters::seal::pem;
use serde_json::{Value, json};

use crate::tools::{self, run};
use crate::world::{drawn, key, letter, receipt, sealed, signed};

/// A folder of a test's own.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn put(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        tools::put(&self.0, name, bytes)
    }
}

/// A text as it is searched for: compatible forms made one, marks of direction gone, one blank between words.
fn searched(text: &str) -> String {
    let is_seen = |c: &char| !matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{61C}');
    let plain: String = text.chars().filter(is_seen).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn qpdf_finds_nothing_wrong() {
    let folder = Folder::new("qpdf");
    for lang in ["en", "both"] {
        let file = folder.put("signed.pdf", sealed(&drawn(Sheet::Letter, &signed(lang))));
        let Some((_, said)) = run("qpdf", &["--check", &file]) else { return };
        assert!(said.contains("No syntax or stream encoding errors found"), "{said}");
    }
}

#[test]
fn pdfsig_calls_the_seal_valid_and_a_changed_file_not() {
    let folder = Folder::new("pdfsig");
    let mut bytes = sealed(&drawn(Sheet::Letter, &signed("ar")));
    let Some(said) = tools::pdfsig(&folder.0, &bytes) else { return };
    for told in ["Signature is Valid.", "Total document signed", "ETSI.CAdES.detached"] {
        assert!(said.contains(told), "{told}: {said}");
    }
    bytes[2_000] ^= 1;
    let said = tools::pdfsig(&folder.0, &bytes).unwrap();
    assert!(!said.contains("Signature is Valid."), "{said}");
}

#[test]
fn openssl_verifies_the_signature_as_cades() {
    let folder = Folder::new("openssl");
    let bytes = sealed(&drawn(Sheet::Letter, &letter("both")));
    let start = bytes.windows(11).rposition(|each| each == b"/ByteRange[").unwrap() + 11;
    let text = String::from_utf8_lossy(&bytes[start..start + 36]).into_owned();
    let range: Vec<usize> = text.split([' ', ']']).filter_map(|each| each.parse().ok()).collect();
    let hex = &bytes[range[1] + 1..range[2] - 1];
    let der = data_encoding::HEXLOWER.decode(hex).unwrap();
    let len = 4 + usize::from(u16::from_be_bytes([der[2], der[3]]));
    let cms = folder.put("seal.der", &der[..len]);
    let content = folder.put("content", [&bytes[..range[1]], &bytes[range[2]..]].concat());
    let root = folder.put("school.pem", pem(key(7).certificate_der()));
    let verify =
        ["cms", "-verify", "-cades", "-binary", "-inform", "DER", "-in", &cms, "-content", &content, "-CAfile", &root];
    let Some((is_content, said)) = run("openssl", &[&verify[..], &["-purpose", "any", "-out", "/dev/null"]].concat())
    else {
        return;
    };
    assert!(is_content && said.contains("CAdES Verification successful"), "{said}");
    let (_, said) = run("openssl", &["x509", "-in", &root, "-noout", "-text", "-nameopt", "utf8"]).unwrap();
    for told in [
        "CA:FALSE",
        "Digital Signature, Non Repudiation",
        "1.3.6.1.5.5.7.3.36",
        "مدرسة البيان ثنائية اللغة",
        "Aug 29 00:00:00 2036",
    ] {
        assert!(said.contains(told), "{told}: {said}");
    }
}

#[test]
fn pyhanko_trusts_the_seal_and_sees_no_change() {
    let folder = Folder::new("pyhanko");
    let mut bytes = sealed(&drawn(Sheet::Letter, &signed("both")));
    let root = key(7).certificate_der().to_vec();
    let Some(said) = tools::pyhanko(&folder.0, &bytes, &root) else { return };
    assert!(said.ends_with(tools::TRUSTED), "{said}");
    bytes[2_000] ^= 1;
    let said = tools::pyhanko(&folder.0, &bytes, &root).unwrap();
    assert!(!said.ends_with(tools::TRUSTED), "{said}");
}

#[test]
fn arabic_can_be_read_out_again() {
    let folder = Folder::new("pdftotext");
    let file = folder.put("letter.pdf", drawn(Sheet::Letter, &letter("ar")));
    let Some((_, said)) = run("pdftotext", &[&file, "-"]) else { return };
    let said = searched(&said);
    // What is no letter may come out at another place of its line, and a letter with a vowel sign twice: the sign is a glyph of its own,
    // and PDF/UA wants a text for each.
    for sentence in [
        "مدرسة البيان ثنائية اللغة",
        "السيد خالد الصباح المحترم",
        "يسرنا أن نعرض على فاطمة الصباح",
        "الدفعة الأولى",
        "أصل آخر شهادة مدرسية مختومة من مدرستها",
        "شهادة طبية لا يتجاوز تاريخها ثلاثة أشهر",
        "غير قابل للاسترداد بعد قبول المقعد",
        "التحقق من هذا الخطاب",
        "الكتب والزي المدرسي",
        "يناير",
    ] {
        assert!(said.contains(&searched(sentence)), "{sentence}: {said}");
    }
}

#[test]
fn hostile_names_stand_there_as_they_were_typed() {
    let folder = Folder::new("hostile");
    for name in ["#panic(1)", "**x** {{y}} _z_", "*_$@<a>"] {
        let mut data = letter("en");
        data["facts"][2]["en"][1] = serde_json::json!(name);
        let file = folder.put("letter.pdf", drawn(Sheet::Letter, &data));
        let Some((_, said)) = run("pdftotext", &["-layout", &file, "-"]) else { return };
        assert!(searched(&said).contains(&searched(name)), "{name}: {said}");
    }
}

#[test]
fn pages_are_counted_for_each_sheet_of_a_file() {
    let folder = Folder::new("together");
    let bundle = [letter("en"), signed("en"), letter("en")];
    let bytes = crate::world::press().draw_together(Sheet::Letter, &bundle, "3 letters", None).unwrap();
    let Some((_, said)) = run("pdftotext", &["-layout", &folder.put("bundle.pdf", bytes), "-"]) else { return };
    let counts: Vec<_> = said
        .lines()
        .filter_map(|line| line.find("Page ").map(|at| line[at + 5..].chars().take(6).collect::<String>()))
        .collect();
    assert_eq!(counts, ["1 of 1", "1 of 2", "2 of 2", "1 of 1"], "{said}");
}

#[test]
fn a_phone_reads_the_code() {
    let folder = Folder::new("code");
    for (name, bytes) in
        [("letter", sealed(&drawn(Sheet::Letter, &letter("ar")))), ("receipt", drawn(Sheet::Receipt, &receipt("both")))]
    {
        let file = folder.put(&format!("{name}.pdf"), bytes);
        let picture = folder.0.join(name).to_str().unwrap().to_owned();
        if run("pdftoppm", &["-r", "110", "-png", &file, &picture]).is_none() {
            return;
        }
        let pages = std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().path());
        let pages: Vec<_> = pages.filter(|path| path.extension().is_some_and(|end| end == "png")).collect();
        let pages: Vec<_> = pages
            .iter()
            .map(|path| path.to_str().unwrap())
            .filter(|path| path.contains(&format!("/{name}-")))
            .collect();
        let Some((_, said)) = run("zbarimg", &[&["-q", "--raw"], &pages[..]].concat()) else { return };
        assert!(said.contains("https://albayan.example/v/7H3K-9QWD-M2TX"), "{said}");
    }
}

/// Of each page that has some, how many rows of a table stand on it, after so many lines of text and a heading.
fn pages_of_a_table(rows: usize, lines: usize) -> Option<Vec<usize>> {
    let mut body = vec![json!({ "k": "para", "c": ["Before the plan."] }); lines];
    body.push(json!({ "k": "heading", "c": ["Instalments"] }));
    let cells: Vec<Value> = (0..rows).map(|n| json!([["Instalment"], [format!("{n}.500")]])).collect();
    let cols = json!([{ "lang": "en", "head": ["Payment"], "wide": true }, { "lang": "en", "head": ["Amount"], "align": "number" }]);
    body.push(json!({ "k": "table", "cols": cols, "rows": cells }));
    let mut data = letter("en");
    data["body"] = Value::Array(body);
    let said = tools::pdftotext(&Folder::new("table").0, &drawn(Sheet::Letter, &data))?;
    let on = said.split('\u{c}').map(|page| page.matches("Instalment").count());
    Some(on.filter(|on| *on > 0).collect())
}

#[test]
fn a_short_table_stays_together() {
    for lines in 14..34 {
        let Some(pages) = pages_of_a_table(6, lines) else { return };
        assert_eq!(pages, [7], "after {lines} lines, with its heading");
    }
    let Some(pages) = pages_of_a_table(60, 14) else { return };
    assert!(pages.len() > 1, "a long one goes on over the page");
}

/// A word of a paper with its page, and how far its foot is from the page's head, in points.
type Placed = (String, usize, f32);

/// The words of a paper that begin so, and where they stand.
fn places_of(word: &str, bytes: &[u8]) -> Option<Vec<Placed>> {
    let folder = Folder::new(word);
    let file = folder.put("paper.pdf", bytes);
    let (_, said) = run("pdftotext", &["-bbox", &file, "-"])?;
    let mut placed = Vec::new();
    for (page, text) in said.split("<page ").skip(1).enumerate() {
        for line in text.lines().filter(|line| line.contains(&format!(">{word}"))) {
            let at = line.split("yMax=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
            let said = line.split('>').nth(1).and_then(|rest| rest.split('<').next()).unwrap();
            placed.push((said.to_owned(), page, at.parse().unwrap()));
        }
    }
    Some(placed)
}

#[test]
fn high_rows_lie_on_no_others_and_on_no_foot() {
    // A4 is 842 points high; the foot begins 24 mm above its edge.
    let foot = 842.0 - 24.0 / 25.4 * 72.0;
    for (rows, repeats) in [(12, 60), (12, 20), (8, 40)] {
        let high = |n: usize| format!("{} last{n}x", "papers ".repeat(repeats));
        let cells: Vec<Value> = (0..rows).map(|n| json!([[high(n)], [high(n)], ["day"]])).collect();
        let cols = json!([
            { "lang": "en", "head": ["Condition"], "wide": true },
            { "lang": "en", "head": ["Why"], "wide": true },
            { "lang": "en", "head": ["By"] },
        ]);
        let table = json!({ "k": "table", "cols": cols, "rows": cells });
        let bodies = [
            ("en", json!([table])),
            ("both", json!([{ "both": table }])),
            ("both", json!([{ "en": table, "ar": table }])),
        ];
        for (language, body) in bodies {
            let mut data = letter(language);
            data["body"] = body;
            let Some(placed) = places_of("last", &drawn(Sheet::Letter, &data)) else { return };
            let of_row = |n: usize| placed.iter().filter(move |(word, ..)| *word == format!("last{n}x"));
            let mut taken = BTreeSet::new();
            for n in 0..rows {
                let places: BTreeSet<(usize, i64)> =
                    of_row(n).map(|(_, page, at)| (*page, at.round() as i64)).collect();
                assert!(of_row(n).count() >= 2, "{rows} {repeats} {language}: row {n} is not there");
                assert!(of_row(n).all(|(.., at)| *at <= foot), "{rows} {repeats} {language}: row {n} is on the foot");
                for place in places {
                    assert!(taken.insert(place), "{rows} {repeats} {language}: row {n} is on another");
                }
            }
        }
    }
}
