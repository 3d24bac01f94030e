//! What somebody drew.

use blocks::evidence::{BadStrokes, Strokes};
use proptest::prelude::*;
use serde_json::{Value, json};
use words::sha256_hex;

#[test]
fn strokes_become_one_digest() {
    let strokes = Strokes::parse(&json!([[[0, 0], [10, 21], [30, 40], [600, 200]], [[5, 6]]])).unwrap();
    assert_eq!(strokes.canonical(), "[[[0,0],[10,21],[30,40],[600,200]],[[5,6]]]");
    assert_eq!(strokes.sha256(), sha256_hex(strokes.canonical().as_bytes()));
    assert_eq!(Strokes::parse(&serde_json::from_str(&strokes.canonical()).unwrap()).unwrap(), strokes);
    assert_eq!(serde_json::to_string(&strokes).unwrap(), strokes.canonical());
}

#[test]
fn what_is_no_signature_is_refused() {
    let line = json!([[0, 0], [100, 100]]);
    let points = |count: usize| -> Value { (0..count).map(|at| json!([at % 601, at % 201])).collect() };
    for (value, bad) in [
        (json!("M0 0L1 1"), BadStrokes::Shape),
        (json!([[["0", 0]]]), BadStrokes::Shape),
        (json!([[[0.5, 0]]]), BadStrokes::Shape),
        (json!([[[0, 0, 0], [100, 100]]]), BadStrokes::Shape),
        (json!([line, []]), BadStrokes::Shape),
        (json!(vec![line.clone(); 65]), BadStrokes::TooMany),
        (json!([points(6_001)]), BadStrokes::TooMany),
        (json!([[[0, 0], [601, 100]]]), BadStrokes::Outside),
        (json!([[[0, 0], [100, 201]]]), BadStrokes::Outside),
        (json!([[[-1, 0], [100, 100]]]), BadStrokes::Outside),
        (json!([[[65_636, 0], [100, 100]]]), BadStrokes::Outside),
        (json!([[[i64::MAX, 0], [100, 100]]]), BadStrokes::Outside),
        (json!([]), BadStrokes::TooSmall),
        (json!([[[10, 10]], [[33, 33]]]), BadStrokes::TooSmall),
    ] {
        assert_eq!(Strokes::parse(&value), Err(bad), "{}", words::text::cut(&value.to_string(), 80));
    }
    assert!(Strokes::parse(&json!(vec![line; 64])).is_ok());
    assert!(Strokes::parse(&json!([points(6_000)])).is_ok());
    assert!(Strokes::parse(&json!([[[10, 10]], [[34, 10]]])).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn strokes_that_are_taken_have_one_canonical_text(
        strokes in prop::collection::vec(prop::collection::vec((-2..605i64, -2..205i64), 0..40), 0..70),
    ) {
        let value = json!(strokes);
        if let Ok(strokes) = Strokes::parse(&value) {
            prop_assert_eq!(strokes.canonical(), blocks::evidence::canonical(&value).unwrap());
        }
    }
}
