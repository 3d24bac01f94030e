//! The calendar of the admission dates, and whom a page may load from.

use testkit::{Backend, TestApp};

#[tokio::test]
async fn the_dates_come_as_a_calendar_in_both_languages() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let client = app.at("a");
    let english = client.get("/calendar/admission.ics?lng=en").await.unwrap();
    assert_eq!((english.status, english.header("content-type")), (200, "text/calendar; charset=utf-8"));
    assert!(english.header("content-disposition").contains(".ics"));
    for line in
        ["BEGIN:VCALENDAR", "VERSION:2.0", "DTSTART;VALUE=DATE:20261121", "DTEND;VALUE=DATE:20261122", "END:VCALENDAR"]
    {
        assert!(english.text.split("\r\n").any(|found| found == line), "{line}: {}", english.text);
    }
    assert!(!english.text.replace("\r\n", "").contains('\n'), "every line ends with both");
    assert!(english.text.split("\r\n").all(|line| line.len() <= 75), "{}", english.text);
    assert!(english.text.contains("Admission opens") && english.text.contains("Last day of admission"));
    let arabic = client.get("/calendar/admission.ics?lng=ar").await.unwrap();
    assert!(arabic.text.contains("يبدأ القبول"), "{}", arabic.text);
    let uids = |text: &str| text.split("\r\n").filter(|l| l.starts_with("UID:")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(uids(&english.text), uids(&arabic.text), "the same event in both");
    app.clock.advance(86_400_000);
    let later = client.get("/calendar/admission.ics").await.unwrap();
    assert_eq!(uids(&english.text), uids(&later.text), "and tomorrow");
    assert_eq!(uids(&later.text).iter().collect::<std::collections::HashSet<_>>().len(), uids(&later.text).len());
}

#[tokio::test]
async fn the_list_of_places_is_told_and_allowed_only_where_it_is_configured() {
    let quiet = TestApp::start(Backend::Lite).await.unwrap();
    let details = quiet.at("a").get("/api/v1/oa/common/school-details").await.unwrap();
    assert!(details.json["connections_url"].is_null());
    assert_eq!(details.json["captcha"]["provider"], "off");
    assert_eq!(
        (details.json["today"].as_str(), details.json["admissionDates"]["state"].as_str()),
        (Some("2026-11-21"), Some("open"))
    );
    let page =
        quiet.at("a").ask(axum::http::Method::GET, "/sign-in").header("accept", "text/html").send().await.unwrap();
    assert!(
        page.header("content-security-policy").contains("connect-src 'self';"),
        "{}",
        page.header("content-security-policy")
    );
    let open = TestApp::start_with(Backend::Lite, |mut settings| {
        settings.connections_url = Some("https://lists.example/places?x=1".into());
        settings
    });
    let open = open.await.unwrap();
    let details = open.at("a").get("/api/v1/oa/common/school-details").await.unwrap();
    assert_eq!(details.json["connections_url"], "https://lists.example/places?x=1");
    let page =
        open.at("a").ask(axum::http::Method::GET, "/dashboard").header("accept", "text/html").send().await.unwrap();
    assert!(page.header("content-security-policy").contains("connect-src 'self' https://lists.example;"));
}
