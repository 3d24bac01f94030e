//! Results of many scales as one percentage, in whole hundredths (8 800 = 88 %).

/// 8 140 is 81.4.
pub fn from_hundredths(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}

/// A grade as hundredths of a percent: straight lines between the scale's points. `None` off the scale.
pub fn percent(points: &[(f64, f64)], grade: f64) -> Option<i64> {
    let first = points.first()?;
    if grade < first.0 {
        return None;
    }
    let above = points.iter().position(|(at, _)| *at >= grade)?;
    let (right, high) = points[above];
    let value = match above.checked_sub(1).map(|before| points[before]) {
        Some((left, low)) => low + (high - low) * (grade - left) / (right - left),
        None => high,
    };
    Some((value * 100.0).round() as i64)
}
