//! Codes and signatures as drawings.

use letters::{MAX_POINTS, MAX_STROKES, Unmarked, qr, strokes};

#[test]
fn a_code_is_one_path_with_its_finder_patterns() {
    let svg = qr("https://albayan.example/v/7H3K-9QWD-M2TX").unwrap();
    assert_eq!(svg.matches("<path").count(), 1);
    assert!(svg.contains("viewBox=\"0 0 29 29\""), "{svg}");
    assert!(svg.contains("d=\"M0 0h7v1h-7z"), "a finder pattern begins the first row: {svg}");
    assert_eq!(qr(&"a".repeat(3_000)), Err(Unmarked::TooLong));
}

#[test]
fn strokes_become_curves_through_their_middles() {
    let svg = strokes(&[vec![(10, 20), (30, 40), (50, 20)], vec![(600, 200)]]).unwrap();
    assert!(svg.contains("d=\"M10 20Q30 40 40 30L50 20M600 200h1\""), "{svg}");
}

#[test]
fn strokes_outside_their_bounds_are_refused() {
    let fits = vec![vec![(0, 0); MAX_POINTS / MAX_STROKES]; MAX_STROKES];
    assert!(strokes(&fits).is_ok());
    for bad in [
        vec![],
        vec![vec![]],
        vec![vec![(601, 0)]],
        vec![vec![(0, 201)]],
        vec![vec![(1, 1)]; MAX_STROKES + 1],
        vec![vec![(1, 1); MAX_POINTS + 1]],
    ] {
        assert_eq!(strokes(&bad), Err(Unmarked::Strokes));
    }
}
