//! What a sealed file is made of: what PDF/A, PDF/UA and PAdES ask for and what they forbid, as far as it can be read without a tool.

use letters::Sheet;

use crate::world::{drawn, letter, sealed, signed};

fn text(file: &[u8]) -> String {
    file.iter().map(|byte| if byte.is_ascii() { char::from(*byte) } else { '?' }).collect()
}

#[test]
fn the_seal_is_one_certified_signature_over_the_whole_file() {
    let pdf = drawn(Sheet::Letter, &signed("both"));
    let file = text(&sealed(&pdf));
    assert_eq!(file.matches("%%EOF").count(), 2, "two revisions");
    assert!(file.ends_with("%%EOF\n"));
    let update = &file[pdf.len()..];
    assert!(update.contains("/SigFlags 3>>"));
    assert!(update.contains("/Perms<</DocMDP "));
    assert!(update.contains("/SubFilter/ETSI.CAdES.detached/M(D:20261122071400Z)/Name<FEFF"));
    assert!(update.contains("/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/V/1.2/P 1>>"));
    assert!(update.contains("/Rect[-1 -1 -1 -1]/F 132/"));
    assert!(update.contains("/Tabs/S") || update.contains("/Tabs /S"));
    assert!(update.contains("/Prev "));
    assert_eq!(file.matches("/ByteRange").count(), 1);
    let range = update.split_once("/ByteRange[").unwrap().1.split_once(']').unwrap().0;
    let range: Vec<usize> = range.split_whitespace().map(|each| each.parse().unwrap()).collect();
    assert_eq!((range[0], range[2] + range[3]), (0, file.len()));
    assert_eq!(&file[range[1]..=range[1]], "<");
    assert_eq!(&file[range[2] - 1..range[2]], ">");
}

#[test]
fn the_table_of_the_update_says_where_its_objects_are() {
    let pdf = drawn(Sheet::Letter, &letter("en"));
    let file = text(&sealed(&pdf));
    let table: usize = file.rsplit_once("startxref\n").unwrap().1.lines().next().unwrap().parse().unwrap();
    let rows = file[table..].strip_prefix("xref\n").unwrap().split_once("trailer").unwrap().0;
    let lines: Vec<_> = rows.lines().collect();
    assert_eq!(lines.len(), 8, "{rows}");
    for pair in lines.chunks(2) {
        let (n, place) = (pair[0].split_once(' ').unwrap().0, pair[1].split_once(' ').unwrap().0);
        assert!(file[place.parse::<usize>().unwrap()..].starts_with(&format!("{n} 0 obj\n")));
    }
}

#[test]
fn the_files_say_which_standards_they_keep_to_and_hold_nothing_active() {
    for data in [letter("en"), signed("ar"), signed("both")] {
        let file = text(&sealed(&drawn(Sheet::Letter, &data)));
        for said in [
            "<pdfaid:part>2</pdfaid:part>",
            "<pdfaid:conformance>A</pdfaid:conformance>",
            "<pdfuaid:part>1</pdfuaid:part>",
        ] {
            assert!(file.contains(said), "{said}");
        }
        assert!(file.contains("/MarkInfo") && file.contains("/StructTreeRoot"));
        for active in [
            "/JavaScript",
            "/JS",
            "/Launch",
            "/URI",
            "/OpenAction",
            "/AA",
            "/NeedAppearances",
            "/XFA",
            "/EmbeddedFile",
            "/Encrypt",
        ] {
            let found = file
                .match_indices(active)
                .any(|(at, _)| !file[at + active.len()..].starts_with(|c: char| c.is_ascii_alphanumeric()));
            assert!(!found, "{active}");
        }
    }
}

#[test]
fn a_letter_says_its_title_language_and_day() {
    for (lang, code) in [("en", "(en)"), ("ar", "(ar)"), ("both", "(en)")] {
        let file = text(&drawn(Sheet::Letter, &letter(lang)));
        assert!(file.contains(&format!("/Lang{code}")) || file.contains(&format!("/Lang {code}")), "{lang}");
        assert!(file.contains("/DisplayDocTitle true"));
        assert!(file.contains("D:20261122"));
        assert!(file.contains("<xmp:CreatorTool>Qabul</xmp:CreatorTool>"));
    }
}
