//! Who calls the family: language, campus, common hours of the day, and free places.

use crate::tables::{Counsellor, CounsellorWeights, Hours};

const DAY: i32 = 24 * 60;

/// What a family needs of a counsellor.
#[derive(Debug, Clone)]
pub struct Need<'a> {
    /// Language of the call.
    pub language: &'a str,
    /// Chosen campuses.
    pub campuses: &'a [&'a str],
    /// The part of the day that suits, the family's time.
    pub hours: Hours,
    /// The family's minutes ahead of UTC.
    pub offset: i32,
}

/// A counsellor with points and the common time.
#[derive(Debug, Clone)]
pub struct Match {
    /// Who.
    pub counsellor: Counsellor,
    /// Points out of 100.
    pub points: i64,
    /// Whether the wished language is spoken.
    pub speaks: bool,
    /// Common minutes of the day.
    pub minutes: i32,
    /// First and last common minute, the family's time.
    pub window: Option<(i32, i32)>,
}

/// The counsellor who fits best. Somebody who is full is asked only when all are.
pub fn assign(pool: Vec<(Counsellor, i32)>, need: &Need<'_>, weights: &CounsellorWeights) -> Option<Match> {
    let anyone_free = pool.iter().any(|(counsellor, _)| counsellor.open < counsellor.capacity);
    pool.into_iter()
        .filter(|(counsellor, _)| !anyone_free || counsellor.open < counsellor.capacity)
        .map(|(counsellor, offset)| weigh(counsellor, offset, need, weights))
        // Those who share a language first: points for hours must not win over not being understood.
        .max_by(|a, b| {
            let talk = |found: &Match| found.speaks || found.counsellor.languages.iter().any(|own| own == "en");
            talk(a).cmp(&talk(b)).then(a.points.cmp(&b.points)).then_with(|| b.counsellor.code.cmp(&a.counsellor.code))
        })
}

fn weigh(counsellor: Counsellor, offset: i32, need: &Need<'_>, weights: &CounsellorWeights) -> Match {
    let speaks = counsellor.languages.iter().any(|own| own == need.language);
    let campus = counsellor.campuses.iter().any(|own| need.campuses.contains(&own.as_str()));
    let window = common(need.hours, need.offset, Hours { from: counsellor.from, to: counsellor.to }, offset);
    let minutes = window.map_or(0, |(from, to)| to - from);
    let free = (counsellor.capacity - counsellor.open).max(0);
    let points = if speaks { weights.language } else { 0 }
        + if campus { weights.campus } else { 0 }
        + weights.hours * i64::from(minutes).min(weights.meet_minutes) / weights.meet_minutes.max(1)
        + weights.load * free / counsellor.capacity.max(1);
    Match { counsellor, points, speaks, minutes, window }
}

/// The longest common stretch of two parts of the day in two zones, in minutes of the first one's day.
pub fn common(hours: Hours, offset: i32, other: Hours, other_offset: i32) -> Option<(i32, i32)> {
    let (from, to) = (hours.from * 60 - offset, hours.to * 60 - offset);
    let (other_from, other_to) = (other.from * 60 - other_offset, other.to * 60 - other_offset);
    [-DAY, 0, DAY]
        .into_iter()
        .map(|shift| (from.max(other_from + shift), to.min(other_to + shift)))
        .filter(|(start, end)| start < end)
        .max_by_key(|(start, end)| end - start)
        .map(|(start, end)| (start + offset, end + offset))
}

/// A minute of the day as a clock shows it.
pub fn clock(minute: i32) -> String {
    let minute = minute.rem_euclid(DAY);
    format!("{:02}:{:02}", minute / 60, minute % 60)
}
