//! Jobs and breaks: months worked with overlaps counted once, and stretches that nobody explained.

use plugin_sdk::Issue;
use rules::answers::Answers;
use rules::date::{self, Date};
use rules::spans::{self, Span};

/// What the employment history comes to.
pub struct Work {
    /// Months in any job.
    pub months: i32,
    /// Months at schools.
    pub school_months: i32,
    /// Breaks longer than the limit that no explanation covers.
    pub unexplained: Vec<Span>,
    /// Breaks that the applicant explained.
    pub explained: usize,
    /// The kinds of work done, as the form names them.
    pub kinds: Vec<String>,
}

impl Work {
    /// Reads the history as it stands today. A job without an end goes on.
    pub fn read(answers: Answers<'_>, today: Date, gap_days: i32) -> Work {
        let jobs: Vec<(Span, &str)> = answers
            .group("jobs")
            .filter_map(|(_, job)| {
                let to = job.date("to").unwrap_or(today).min(today);
                Some((Span::new(job.date("from")?, to)?, job.text("kind").unwrap_or_default()))
            })
            .collect();
        let breaks: Vec<Span> = answers
            .group("breaks")
            .filter_map(|(_, pause)| Span::new(pause.date("from")?, pause.date("to")?))
            .collect();
        let all: Vec<Span> = jobs.iter().map(|(span, _)| *span).collect();
        let at_schools: Vec<Span> =
            jobs.iter().filter(|(_, kind)| *kind != "elsewhere").map(|(span, _)| *span).collect();
        let unexplained = if all.is_empty() {
            Vec::new()
        } else {
            // Today counts as an end, so that time since the last job is a break as well.
            let until_today = Span { from: today, to: today };
            let first = all.iter().map(|span| span.from).min().unwrap_or(today);
            let covered: Vec<Span> = all
                .iter()
                .chain(breaks.iter().filter(|pause| pause.to >= first))
                .copied()
                .chain([until_today])
                .collect();
            spans::gaps(&covered, gap_days)
        };
        let mut kinds: Vec<String> = jobs.iter().map(|(_, kind)| (*kind).to_owned()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        Work {
            months: spans::months_covered(&all),
            school_months: spans::months_covered(&at_schools),
            unexplained,
            explained: breaks.len(),
            kinds,
        }
    }

    /// Whole years at schools.
    pub fn school_years(&self) -> i32 {
        self.school_months / 12
    }
}

/// Periods that end before they begin, and breaks without a word.
pub fn issues(answers: Answers<'_>, work: &Work, issues: &mut Vec<Issue>) {
    for group in ["jobs", "breaks"] {
        for (at, item) in answers.group(group) {
            if item.date("from").zip(item.date("to")).is_some_and(|(from, to)| to < from) {
                issues.push(Issue::error(format!("/{group}/{at}/to"), "endsBeforeStart"));
            }
        }
    }
    for gap in &work.unexplained {
        issues.push(
            Issue::error("/breaks", "gapUnexplained").with("from", date::iso(gap.from)).with("to", date::iso(gap.to)),
        );
    }
}
