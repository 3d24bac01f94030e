//! Rights are asked for at the door, before anything of a request is read.

use axum::http::Method;
use words::{Permission, Role};

use testkit::{Backend, TestApp};

#[tokio::test]
async fn who_lacks_the_right_is_told_so_whatever_they_send() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let family = app.signed_in("a", Role::Guardian).await.unwrap();
    let document = serde_json::to_value(server::openapi()).unwrap();
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let named = Permission::ALL.iter().find(|right| operation["x-permission"] == right.as_str());
            if named.is_none_or(|right| right.roles().contains(&Role::Guardian)) {
                continue;
            }
            let path = path.split('/').map(|part| if part.starts_with('{') { "x" } else { part });
            let path = path.collect::<Vec<_>>().join("/");
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let answer = family.ask(method.clone(), &path).text("text/plain", "{").send().await.unwrap();
            asked += 1;
            if (answer.status, answer.message_id()) != (403, "A002") {
                wrong.push(format!("{method} {path}: {} {}", answer.status, answer.text));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(asked > 30, "{asked}");
}
