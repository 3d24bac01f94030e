//! Files that somebody changed where they lie.

use testkit::{MULTIPART, multipart};

use crate::house::{House, Server};

/// A family's file, and where it lies in the data folder.
fn sent_file(house: &House, server: &Server) -> String {
    let forms = "/api/v1/oa/public/forms";
    let values = br#"{"values": {"child_name": "Sara"}, "locale": "en"}"#;
    let begun = server.post("alnoor", &format!("{forms}/form/drafts"), "application/json", values);
    let token = begun.split("\"token\":\"").nth(1).and_then(|rest| rest.split('"').next());
    let token = token.unwrap_or_else(|| panic!("{begun}"));
    let parts = [("form", "form"), ("field", "school_report"), ("draft", token)];
    let body = multipart(&parts, "report.pdf", b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n");
    let taken = server.post("alnoor", "/api/v1/oa/public/uploads", MULTIPART, &body);
    assert!(taken.starts_with("HTTP/1.1 201"), "{taken}");
    let kept: Vec<_> = house.everything().into_iter().filter(|path| path.starts_with("files/alnoor/")).collect();
    assert_eq!(kept.len(), 1, "{kept:?}");
    kept[0].clone()
}

#[test]
fn a_backup_with_a_damaged_upload_ends_with_a_status_of_its_own() {
    let house = House::lite();
    house.school("alnoor");
    let server = Server::start(&house);
    let file = sent_file(&house, &server);
    drop(server);
    let (key, scratch) = (house.scratch("key"), |name: &str| house.scratch(name));
    let backup = |to: &str| house.status(&["backup", "--to", to, "--key-file", &key]);
    let export = |to: &str| house.status(&["school", "export", "alnoor", "--to", to, "--key-file", &key]);
    for (status, said) in [backup(&scratch("all.qabul")), export(&scratch("one.qabul"))] {
        assert!(status == Some(0) && !said.contains("not what was sent"), "{status:?} {said}");
    }
    house.write(&file, "something else");
    for (status, said) in [backup(&scratch("all-2.qabul")), export(&scratch("one-2.qabul"))] {
        assert!(status == Some(3) && said.contains("1 uploads are not what was sent"), "{status:?} {said}");
        assert!(said.contains("Written and read back"), "it is whole, and kept: {said}");
    }
}
