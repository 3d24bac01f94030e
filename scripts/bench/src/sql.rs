//! The inbox's own statements, run bare: one connection, no server.

use std::path::Path;
use std::time::Instant;

use admissions::enquiries::store::{EnquiryRow, StateCount, declared_lite};
use anyhow::{Context as _, Result};
use kernel::search::LookedFor;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, SqliteConnection};

use crate::Plan;
use crate::table::median;

/// A connection to the school's file, beside the server's.
pub struct Bare(SqliteConnection);

impl Bare {
    /// Opens it.
    pub async fn open(data: &Path) -> Result<Self> {
        let file = data.join("db/abq.sqlite");
        let options =
            SqliteConnectOptions::new().filename(file).pragma("cache_size", "-512").pragma("query_only", "ON");
        Ok(Self(options.disable_statement_logging().connect().await?))
    }

    /// A page of the list with its counts; milliseconds.
    pub async fn page(&mut self, plan: &Plan, words: &str, limit: i64) -> Result<f64> {
        let LookedFor { word, others } = kernel::search::looked_for(words);
        let is_search = !word.is_empty();
        let page = text(if is_search { "found_newest" } else { "page_newest" })?;
        let counts = text(if is_search { "count_found" } else { "count_plain" })?;
        let (mut taken, until) = (Vec::new(), Instant::now() + plan.time);
        while Instant::now() < until {
            let began = Instant::now();
            let mut query = sqlx::query_as::<_, EnquiryRow>(page).bind("abq");
            for value in ["[]", "", "", "", "", word.as_str(), "*"] {
                query = query.bind(value);
            }
            let query = query.bind(i64::MAX).bind("").bind(limit);
            let query = if is_search { query.bind(others.as_str()) } else { query };
            query.fetch_all(&mut self.0).await?;
            let mut query = sqlx::query_as::<_, StateCount>(counts).bind("abq");
            let looked_for = ["[]", "", "", "", "", word.as_str(), "*", others.as_str()];
            for value in if is_search { &looked_for[..] } else { &["*"][..] } {
                query = query.bind(*value);
            }
            query.fetch_all(&mut self.0).await?;
            taken.push(began.elapsed().as_secs_f64() * 1000.0);
        }
        Ok(median(&taken))
    }

    /// A line by its key; milliseconds.
    pub async fn by_id(&mut self, plan: &Plan, id: &str) -> Result<f64> {
        let (sql, mut taken, until) = (text("find_enquiry")?, Vec::new(), Instant::now() + plan.time / 2);
        while Instant::now() < until {
            let began = Instant::now();
            sqlx::query_as::<_, EnquiryRow>(sql).bind("abq").bind(id).fetch_one(&mut self.0).await?;
            taken.push(began.elapsed().as_secs_f64() * 1000.0);
        }
        Ok(median(&taken))
    }
}

fn text(name: &str) -> Result<&'static str> {
    let declared = declared_lite().into_iter().find(|declared| declared.name == name);
    Ok(declared.with_context(|| format!("no statement {name}"))?.sql)
}

/// What a piece of work takes; milliseconds.
pub fn median_ms<T, E>(plan: &Plan, mut work: impl FnMut() -> Result<T, E>) -> Result<f64, E> {
    let (mut taken, until) = (Vec::new(), Instant::now() + plan.time / 2);
    while Instant::now() < until {
        let began = Instant::now();
        std::hint::black_box(work()?);
        taken.push(began.elapsed().as_secs_f64() * 1000.0);
    }
    Ok(median(&taken))
}
