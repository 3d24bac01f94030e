//! The tree in a mail.

use blocks::{Block, Body, Languages, Value, body, fill, html, plain, plain_body};
use serde_json::json;
use words::Language;

use crate::world::{AR, EN, offer, paragraph, values};

#[test]
fn the_offer_as_text() {
    let filled = fill(offer().get(Language::En), &values(), EN).unwrap();
    assert_eq!(
        plain(&filled, EN),
        "Dear Khalid Al-Sabah,\n\nWe offer Fatima Al-Sabah a place in Grade 4. It is kept until 06-Dec-2026.\n\n\
         Tuition, first part: 1,250.500 KWD\nRegistration fee: 100.000 KWD\nSibling discount (5%): −62.525 KWD\nTotal: 1,287.975 KWD\n\n\
         What this offer depends on\n\n1. A report, stamped by Al Noor School.\n2. A medical certificate."
    );
}

#[test]
fn both_languages_follow_each_other_each_with_its_own_words_of_the_table() {
    let text = plain_body(&body(&offer(), &values(), Languages::Both, AR).unwrap(), EN.of(Language::Ar));
    let (english, arabic) = text.split_once("\n\nخالد").unwrap();
    assert!(english.contains("Registration fee: 100.000 KWD · د.ك\n") && !english.contains("رسم التسجيل"));
    assert!(arabic.contains("رسم التسجيل: 100.000 KWD · د.ك\n") && !arabic.contains("Registration"));
    assert!(arabic.contains("١. شهادة مختومة"));
}

#[test]
fn html_is_ours_and_text_is_text() {
    let blocks: Vec<Block> = serde_json::from_value(json!([
        paragraph("A & **b** <i>\n{{child_name}}"),
        { "kind": "list", "items": ["\"x\""] },
        { "kind": "break" }, { "kind": "signatures" },
    ]))
    .unwrap();
    let values = values().with("child_name", Value::Text("</bdi><script>alert('1')</script>".into()));
    let body = Body::One(fill(&blocks, &values, EN).unwrap());
    assert_eq!(
        html(&body, Language::En),
        "<div lang=\"en\" dir=\"ltr\"><p>A &amp; <strong>b</strong> &lt;i&gt;<br><bdi>&lt;/bdi&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;\
         </bdi></p><ul><li>&quot;x&quot;</li></ul></div>"
    );
}

#[test]
fn a_table_of_both_languages_says_in_html_which_is_which() {
    let html = html(&body(&offer(), &values(), Languages::Both, AR).unwrap(), Language::Ar);
    assert!(html.contains("<th scope=\"col\" lang=\"ar\" dir=\"rtl\" style=\"text-align:right\">الرسم</th>"), "{html}");
    assert!(html.contains("<bdi style=\"white-space:nowrap\">1,250.500</bdi>"));
    assert_eq!(html.matches("<div").count(), html.matches("</div>").count());
    assert!(!html.contains("<div lang=\"ar\" dir=\"rtl\"></div>"), "nothing empty stands for the signatures");
}
