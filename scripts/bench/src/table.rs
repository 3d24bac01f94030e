//! What was measured, printed as it comes and kept for the page.

use std::io::Write as _;

use crate::Plan;

/// What, its figure, its goal.
type Row = (String, String, String);

/// All that was measured.
#[derive(Default)]
pub struct Report {
    sections: Vec<(String, Vec<Row>)>,
}

impl Report {
    /// Begins a section.
    pub fn section(&mut self, title: &str) {
        say(&format!("\n{title}"));
        self.sections.push((title.to_owned(), Vec::new()));
    }

    /// One figure, and the goal that it is held to (empty for none).
    pub fn line(&mut self, what: &str, figure: &str, goal: &str) {
        let beside = if goal.is_empty() { String::new() } else { format!("   (goal: {goal})") };
        say(&format!("  {what:<58} {figure}{beside}"));
        if let Some((_, lines)) = self.sections.last_mut() {
            lines.push((what.to_owned(), figure.to_owned(), goal.to_owned()));
        }
    }

    /// The page `docs/benchmarks.md`.
    pub fn page(&self, plan: &Plan) -> String {
        let mut page = format!(
            "# Benchmarks\n\nMade by `make bench` ({} schools, {} rounds of {:.1} s each, rounds of a pair alternate; {} cores shared by \
             server, baseline and load). Absolute figures belong to one machine in one hour; ratios within a table are what counts. \
             Nothing is asserted.\n",
            plan.schools,
            plan.rounds,
            plan.time.as_secs_f64(),
            std::thread::available_parallelism().map_or(0, usize::from),
        );
        for (title, lines) in &self.sections {
            page.push_str(&format!("\n## {title}\n\n| | Figure | Goal |\n|---|---|---|\n"));
            for (what, figure, goal) in lines {
                page.push_str(&format!("| {what} | {figure} | {goal} |\n"));
            }
        }
        page
    }
}

/// A line for the person who waits.
pub fn say(line: &str) {
    let mut out = std::io::stdout();
    // A closed pipe is no reason to stop measuring.
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}

/// The middle one.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

/// Least, middle and most.
pub fn spread(values: &[f64]) -> String {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(0.0, f64::max);
    format!("{least:.0} / {:.0} / {most:.0}", median(values))
}
