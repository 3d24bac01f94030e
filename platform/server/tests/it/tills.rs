//! Tills: enrolling a device, signing in by PIN, and what a till's session opens.

use axum::http::Method;
use serde_json::{Value, json};
use testkit::{Backend, Client, Reply, TestApp};
use words::Role;

const TILLS: &str = "/api/v1/oa/tills";
const ENROL: &str = "/api/v1/oa/auth/enrol-till";
const LOGIN: &str = "/api/v1/oa/auth/login-pos";
const ME: &str = "/api/v1/oa/pos/me";

struct Shop {
    app: TestApp,
    admin: Client,
    till: Value,
    device: String,
}

impl Shop {
    /// A school with a till and a cashier `K7`.
    async fn open(backend: Backend) -> Self {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let body = json!({ "code": "c-1", "name": "Canteen 1", "store_types": ["canteen"] });
        let added = admin.post(TILLS, &body).await.unwrap();
        assert_eq!(added.status, 201, "{}", added.text);
        let device = enrol(&app, &added.json["enrolment_code"]).await.json["device_id"].as_str().unwrap().to_owned();
        let shop = Self { till: added.json["till"].clone(), app, admin, device };
        shop.hire("k7", "4815", &["cashier"]).await;
        shop
    }

    async fn hire(&self, code: &str, pin: &str, roles: &[&str]) {
        let body =
            json!({ "name": format!("Staff {code}"), "roles": roles, "locale": "en", "staff_code": code, "pin": pin });
        let reply = self.admin.post("/api/v1/oa/people", &body).await.unwrap();
        assert_eq!((reply.status, reply.json["person"]["status"].as_str()), (201, Some("active")), "{}", reply.text);
        assert!(!reply.text.contains("argon2"));
    }

    async fn enter(&self, code: &str, pin: &str) -> Reply {
        self.enter_with(&json!({ "staff_code": code, "pin": pin, "till_code": "C-1", "device_id": self.device })).await
    }

    async fn enter_with(&self, body: &Value) -> Reply {
        self.app.at("a").post(LOGIN, body).await.unwrap()
    }

    fn client(&self, reply: &Reply) -> Client {
        let mut client = self.app.at("a");
        client.bearer = reply.json["token"].as_str().map(str::to_owned);
        client.cookie = reply.cookie();
        client
    }
}

async fn enrol(app: &TestApp, code: &Value) -> Reply {
    app.at("a").post(ENROL, &json!({ "enrolment_code": code, "device_label": "iPad" })).await.unwrap()
}

#[tokio::test]
async fn a_device_becomes_a_till_once_and_soon() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let body = json!({ "code": "c-1", "name": "Canteen 1", "store_types": ["canteen"] });
        let added = admin.post(TILLS, &body).await.unwrap();
        let code = added.json["enrolment_code"].clone();
        assert_eq!(code.as_str().unwrap().len(), 8);
        let listed = admin.get(TILLS).await.unwrap();
        assert!(!listed.text.contains(code.as_str().unwrap()), "shown once");
        assert_eq!(admin.post(TILLS, &body).await.unwrap().message_id(), "A005");
        let elsewhere = app.at("b").post(ENROL, &json!({ "enrolment_code": code, "device_label": "x" })).await.unwrap();
        assert_eq!((elsewhere.status, elsewhere.message_id()), (404, "P003"));
        let (one, two) = tokio::join!(enrol(&app, &code), enrol(&app, &code));
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 404], "{} {}", one.text, two.text);
        let id = added.json["till"]["id"].as_str().unwrap();
        let renewed = admin.post(&format!("{TILLS}/{id}/enrolment"), &json!({})).await.unwrap();
        app.clock.advance(15 * 60_000);
        let late = enrol(&app, &renewed.json["enrolment_code"]).await;
        assert_eq!((late.status, late.message_id()), (404, "P003"));
    }
}

#[tokio::test]
async fn a_pin_works_at_the_enrolled_till_and_opens_nothing_else() {
    for backend in Backend::all() {
        let shop = Shop::open(backend).await;
        for (field, other) in [("device_id", "another"), ("till_code", "C-2")] {
            let mut body = json!({ "staff_code": "K7", "pin": "4815", "till_code": "C-1", "device_id": shop.device });
            body[field] = json!(other);
            let reply = shop.enter_with(&body).await;
            assert_eq!((reply.status, reply.message_id()), (403, "P001"), "{field}");
        }
        let unknown = shop.enter("nobody", "4815").await;
        let wrong = shop.enter("K7", "9999").await;
        assert_eq!((unknown.status, &unknown.text), (wrong.status, &wrong.text));
        assert_eq!(wrong.message_id(), "L001");
        assert_eq!(shop.enter("K7", "4815").await.message_id(), "L002", "the next try has to wait");
        shop.app.clock.advance(1_000);
        let reply = shop.enter(" k7 ", "٤٨١٥").await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        assert_eq!((&reply.json["posRoles"], &reply.json["storeType"]), (&json!(["cashier"]), &json!(["canteen"])));
        assert_eq!((&reply.json["posCurrency"], &reply.json["session"]["kind"]), (&json!("OMR"), &json!("till")));
        let client = shop.client(&reply);
        let me = client.get(ME).await.unwrap();
        assert_eq!(me.json["till"]["code"], "C-1", "{}", me.text);
        assert_eq!(me.json["person"]["name"], "Staff k7");
        assert_eq!(shop.admin.get(ME).await.unwrap().status, 403);
        let listed = shop.admin.get(TILLS).await.unwrap();
        assert_eq!(listed.json["items"][0]["signed_in"]["name"], "Staff k7");
    }
}

#[tokio::test]
async fn who_may_do_more_elsewhere_is_at_a_till_a_cashier() {
    for backend in Backend::all() {
        let shop = Shop::open(backend).await;
        let body = json!({ "name": "Both", "email": "both@a.example", "roles": ["school_admin", "pos_supervisor"], "locale": "en",
            "staff_code": "both", "pin": "2718" });
        assert_eq!(shop.admin.post("/api/v1/oa/people", &body).await.unwrap().status, 201);
        let reply = shop.enter("both", "2718").await;
        assert_eq!((reply.status, &reply.json["posRoles"]), (200, &json!(["pos_supervisor"])), "{}", reply.text);
        let client = shop.client(&reply);
        assert_eq!(client.get("/api/v1/oa/people").await.unwrap().status, 403, "a PIN is no administrator's key");
        assert_eq!(client.get("/api/v1/oa/enquiries").await.unwrap().status, 403);
        assert_eq!(client.get("/api/v1/oa/audit").await.unwrap().status, 403);
        assert_eq!(client.get(TILLS).await.unwrap().status, 403, "nor a supervisor's");
        let profile = client.get("/api/v1/oa/profile").await.unwrap();
        assert_eq!(profile.status, 200, "looking is fine");
        let body = json!({ "current": "", "password": "falcon-lemon-harbour-72" });
        let reply = client.post("/api/v1/oa/profile/password", &body).await.unwrap();
        assert_eq!((reply.status, reply.message_id()), (403, "A002"), "changing is not");
        shop.hire("desk", "3141", &["uniform_approver"]).await;
        let person = shop.admin.get("/api/v1/oa/people?q=desk").await.unwrap().json["items"][0].clone();
        let body = json!({ "version": person["version"], "roles": ["registrar"] });
        let path = format!("/api/v1/oa/people/{}", person["id"].as_str().unwrap());
        let reply = shop.admin.ask(Method::PATCH, &path).json(&body).send().await.unwrap();
        assert_eq!(reply.message_id(), "L017", "who has no address has roles of tills alone");
    }
}

#[tokio::test]
async fn one_person_works_at_a_till_at_a_time() {
    for backend in Backend::all() {
        let shop = Shop::open(backend).await;
        shop.hire("k8", "1623", &["cashier"]).await;
        let first = shop.client(&shop.enter("K7", "4815").await);
        let second = shop.enter("K8", "1623").await;
        assert_eq!((second.status, second.message_id()), (409, "P002"));
        let again = shop.client(&shop.enter("K7", "4815").await);
        assert_eq!(first.get(ME).await.unwrap().status, 401, "the same person anew ends their older session");
        assert_eq!(again.get(ME).await.unwrap().status, 200);
        shop.app.clock.advance(15 * 60_000);
        let second = shop.enter("K8", "1623").await;
        assert_eq!(second.status, 200, "who was away for a quarter of an hour has left: {}", second.text);
        let second = shop.client(&second);
        let (id, version) = (shop.till["id"].as_str().unwrap(), &shop.till["version"]);
        let body = json!({ "version": version, "disabled": true });
        let admin = shop.app.sign_in("a", "school_admin@a.example").await.unwrap();
        let off = admin.ask(Method::PATCH, &format!("{TILLS}/{id}")).json(&body).send().await.unwrap();
        assert_eq!((off.status, &off.json["till"]["disabled"]), (200, &json!(true)), "{}", off.text);
        assert_eq!(second.get(ME).await.unwrap().status, 401);
        assert_eq!(shop.enter("K8", "1623").await.message_id(), "P001");
    }
}
