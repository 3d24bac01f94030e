//! Files: their size, what they really are, whose they are.

use image::ImageFormat;
use serde_json::json;
use words::Role;

use crate::desk::{Desk, Got, on_both};
use crate::pictures::{bomb, pdf, picture, telling_jpeg};

const MB: usize = 1 << 20;

on_both!(
    each_tier_takes_its_size_and_not_a_byte_more,
    what_a_file_is_decides,
    pictures_are_drawn_anew,
    a_pixel_bomb_is_refused_at_once,
    a_deep_picture_is_refused_before_it_is_decoded,
    a_file_belongs_to_its_draft,
    broken_multipart_is_told_so,
    staff_get_files_as_attachments_only,
    a_file_has_the_ending_of_what_it_is,
);

fn upload_id(got: &Got) -> String {
    got.is(201)["upload"]["upload_id"].as_str().unwrap().to_owned()
}

/// One file is kept that has these bytes' digest.
async fn digest_is(desk: &Desk, bytes: &[u8]) {
    let digest = words::sha256_hex(bytes);
    let kept = format!("SELECT COUNT(*) FROM uploads WHERE school_id = $1 AND sha256 = '{digest}'");
    assert_eq!(crate::database::number(&desk.db, "one", &kept).await, 1);
}

async fn each_tier_takes_its_size_and_not_a_byte_more(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    for (field, limit) in [("scan", 2 * MB), ("paper", 5 * MB), ("book", 10 * MB), ("shelf", 15 * MB)] {
        let upload = desk.upload(&draft, field, "a.pdf", &pdf(limit)).await.is(201)["upload"].clone();
        assert_eq!((upload["bytes"].as_u64(), &upload["field"]), (Some(limit as u64), &json!(field)));
        let refused = desk.upload(&draft, field, "a.pdf", &pdf(limit + 1)).await.refused(413, "D001");
        assert_eq!(refused["limit"], limit);
    }
    digest_is(desk, &pdf(15 * MB)).await;
    desk.upload(&draft, "scan", "a.pdf", b"").await.refused(415, "D002");
    let arriving = std::fs::read_dir(desk.folder.path().join("files/.arriving")).unwrap().count();
    assert_eq!((desk.count("uploads").await, arriving), (4, 0), "nothing is left of what was refused");
    let kept = desk.get(&format!("/v1/oa/public/forms/drafts/{draft}")).send().await.is(200);
    assert_eq!(kept["uploads"].as_array().unwrap().len(), 4);
}

async fn what_a_file_is_decides(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let upload = desk.upload(&draft, "scan", "wrong.exe", &picture(format, 20, 10)).await.is(201)["upload"].clone();
        assert_eq!(upload["media_type"], format.to_mime_type());
    }
    desk.upload(&draft, "scan", "شهادة.pdf", &pdf(1000)).await.is(201);
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>";
    let html = b"<!doctype html><script>alert(1)</script>";
    let exe = [b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xFF\xFF".as_slice(), &[0; 200]].concat();
    let zip = [b"PK\x03\x04".as_slice(), &[0; 200]].concat();
    let gif = [b"GIF89a\x01\0\x01\0".as_slice(), &[0; 200]].concat();
    for bytes in [svg.as_slice(), html, &exe, &zip, &gif, b"%PD", b"text", &[0; 5000], b"\x89PNG\r\n\x1A\nnothing more"]
    {
        let refused = desk.upload(&draft, "scan", "photo.png", bytes).await.refused(415, "D002");
        assert!(refused["kinds"].is_array() || refused["reason"].is_string(), "{refused}");
    }
    desk.upload(&draft, "face", "face.png", &pdf(1000)).await.refused(415, "D002");
    desk.upload(&draft, "paper", "paper.pdf", &picture(ImageFormat::Png, 2, 2)).await.refused(415, "D002");
    desk.upload(&draft, "child_name", "a.pdf", &pdf(10)).await.refused(422, "D003");
    assert_eq!(desk.count("uploads").await, 4);
}

async fn pictures_are_drawn_anew(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    let mut bytes = telling_jpeg(60, 20, "CANARY 23.588N 58.382E");
    bytes.extend(b"<script>alert(1)</script>");
    let id = upload_id(&desk.upload(&draft, "face", "face.jpg", &bytes).await);
    let place = desk.folder.path().join("files/one").join(&id[id.len() - 2..]).join(&id);
    let kept = std::fs::read(place).unwrap();
    for secret in [b"CANARY".as_slice(), b"Exif", b"<script>"] {
        assert!(!kept.windows(secret.len()).any(|w| w == secret));
    }
    digest_is(desk, &kept).await;
    let drawn = image::load_from_memory_with_format(&kept, ImageFormat::Jpeg).unwrap();
    assert_eq!((drawn.width(), drawn.height()), (20, 60), "upright");
}

async fn a_pixel_bomb_is_refused_at_once(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    for (width, height) in [(30_000, 30_000), (9_999, 9_999), (u32::MAX / 2, 1)] {
        desk.upload(&draft, "face", "face.png", &bomb(width, height)).await.refused(415, "D002");
    }
}

async fn a_file_belongs_to_its_draft(desk: &Desk) {
    let (mine, theirs) = (desk.draft("trial", json!({})).await, desk.draft("trial", json!({})).await);
    let my_file = upload_id(&desk.upload(&mine, "scan", "a.pdf", &pdf(100)).await);
    let their_file = upload_id(&desk.upload(&theirs, "scan", "a.pdf", &pdf(100)).await);
    let values = |scan: &str| json!({ "child_name": "Sara", "scan": scan });
    for (scan, draft) in [(&their_file, Some(mine.as_str())), (&my_file, None), (&"0".repeat(36), Some(mine.as_str()))]
    {
        let refused = desk.submit("trial", values(scan), draft).await.refused(422, "F003");
        assert_eq!((&refused["errors"][0]["path"], &refused["errors"][0]["code"]), (&json!("/scan"), &json!("format")));
    }
    // Also not in another field of the same draft.
    let moved = json!({ "child_name": "Sara", "paper": my_file });
    desk.submit("trial", moved, Some(&mine)).await.refused(422, "F003");
    let sent = desk.submit("trial", values(&my_file), Some(&mine)).await.is(201);
    assert_eq!(sent["checklist"], json!([{ "code": "paper", "params": {} }]), "what is wanted and missing");
    assert_eq!(
        crate::database::number(
            &desk.db,
            "one",
            "SELECT COUNT(*) FROM uploads WHERE school_id = $1 AND submission_id IS NOT NULL"
        )
        .await,
        1
    );
    desk.upload(&mine, "scan", "late.pdf", &pdf(10)).await.refused(410, "F009");
    desk.upload_to("short", &theirs, "scan", "a.pdf", &pdf(10)).send().await.refused(404, "F005");
    desk.upload_to("trial", &theirs, "scan", "a.pdf", &pdf(10)).school("two").send().await.refused(404, "F005");
}

async fn broken_multipart_is_told_so(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    let path = "/v1/oa/public/uploads";
    desk.post(path, json!({})).send().await.refused(400, "R001");
    let multipart = |body: &str| {
        let ask = desk.post(path, json!(null)).body(body.as_bytes().to_vec());
        ask.send()
    };
    multipart("").await.refused(400, "R001");
    let send = |body: String| desk.upload_to("trial", &draft, "scan", "a", b"").body(body.into_bytes()).send();
    let part =
        |name: &str, value: &str| format!("--XX\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    send(part("field", "scan") + &part("form", "trial") + "--XX--\r\n").await.refused(400, "R001");
    send(part("form", "trial") + "--XX--\r\n").await.refused(400, "R001");
    send(part("form", &"x".repeat(2000)) + "--XX--\r\n").await.refused(400, "R001");
    send(part("form", "trial") + "--X").await.refused(400, "R001");
    let torn = part("form", "trial") + &part("field", "scan") + &part("draft", &draft);
    send(torn + "--XX\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n%PDF-1.7")
        .await
        .refused(400, "R001");
    let arriving = std::fs::read_dir(desk.folder.path().join("files/.arriving")).unwrap().count();
    assert_eq!((desk.count("uploads").await, arriving), (0, 0));
}

async fn staff_get_files_as_attachments_only(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    let content = pdf(5000);
    let file = upload_id(&desk.upload(&draft, "scan", "شهادة \u{22}<b>.pdf", &content).await);
    desk.submit("trial", json!({ "child_name": "Sara", "scan": file }), Some(&draft)).await.is(201);
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/oa/enquiries/{id}/files/{file}");
    let got = desk.get(&path).staff(Role::AdmissionsOfficer).send().await;
    assert_eq!((got.status.as_u16(), &got.body[..]), (200, &content[..]));
    assert_eq!(got.header("content-type"), "application/pdf");
    assert_eq!(got.header("content-length"), "5000");
    assert!(got.header("content-disposition").starts_with("attachment; "), "{}", got.header("content-disposition"));
    assert_eq!(got.header("content-security-policy"), "sandbox; default-src 'none'");
    let kept = desk.folder.path().join("files").join(kernel::files::FileStore::key(desk.school("one").id(), &file));
    let mut other = std::fs::read(&kept).unwrap();
    *other.last_mut().unwrap() ^= 1;
    std::fs::write(&kept, other).unwrap();
    assert!(desk.get(&path).staff(Role::AdmissionsOfficer).breaks_off().await, "bytes that nobody sent");
    desk.get(&path).send().await.refused(401, "L014");
    desk.get(&path).staff(Role::Cashier).send().await.refused(403, "A002");
    let unknown =
        desk.get(&format!("/v1/oa/enquiries/{id}/files/{}", "0".repeat(36))).staff(Role::SchoolAdmin).send().await;
    let foreign = desk.get(&path).school("two").staff(Role::SchoolAdmin).send().await;
    assert_eq!(foreign.refused(404, "A001"), unknown.refused(404, "A001"));
}

/// A document with a script behind its end is a document; it must not come to staff as a program.
async fn a_file_has_the_ending_of_what_it_is(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    let mut content = pdf(500);
    content.extend(b"%%EOF<script>new ActiveXObject('WScript.Shell')</script>");
    for name in ["form.hta", "form.html", "form.bat", "form.js", "form.pdf.lnk", "birth\u{202E}fdp.hta"] {
        let upload = desk.upload(&draft, "scan", name, &content).await.is(201)["upload"].clone();
        let kept = upload["name"].as_str().unwrap();
        assert!(kept.ends_with(".pdf") && !kept.contains('\u{202E}'), "{name:?} became {kept:?}");
    }
    let named = desk.upload(&draft, "scan", "شهادة.png", &picture(ImageFormat::Jpeg, 8, 8)).await.is(201);
    assert_eq!(named["upload"]["name"], "شهادة.jpg");
    let file = upload_id(&desk.upload(&draft, "scan", "form.hta", &content).await);
    desk.submit("trial", json!({ "child_name": "Sara", "scan": file }), Some(&draft)).await.is(201);
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/oa/enquiries/{id}/files/{file}");
    let got = desk.get(&path).staff(Role::AdmissionsOfficer).send().await;
    assert_eq!(got.header("content-disposition"), "attachment; filename=\"form.pdf\"; filename*=UTF-8''form.pdf");
}

/// 311 KB on the wire, 320 MB of pixels: only its head is sent, so whoever decodes would call it damaged.
async fn a_deep_picture_is_refused_before_it_is_decoded(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    let mut head = bomb(10_000, 4_000);
    // 16 bits a channel, with transparency.
    (head[24], head[25]) = (16, 6);
    let head = crate::pictures::sealed(head);
    let refused = desk.upload(&draft, "face", "face.png", &head).await.refused(415, "D002");
    assert_eq!(refused["reason"], "too many pixels");
}
