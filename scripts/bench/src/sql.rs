//! The own statements of the inbox and of the list of applications, run bare: one connection, no server.

use std::path::Path;
use std::time::Instant;

use admissions::applications::store as applications;
use admissions::enquiries::store::{EnquiryRow, StateCount, declared_lite};
use anyhow::{Context as _, Result};
use kernel::db::statement::Declared;
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
        let looked_for = kernel::search::looked_for(words);
        let is_search = !looked_for.word.is_empty();
        let page = declared(if is_search { "found_newest" } else { "page_newest" })?;
        let counts = declared(if is_search { "count_found" } else { "count_plain" })?;
        let (mut taken, until) = (Vec::new(), Instant::now() + plan.time);
        while Instant::now() < until {
            let began = Instant::now();
            let mut query = sqlx::query_as::<_, EnquiryRow>(page.sql);
            for name in &page.names {
                query = match *name {
                    "at" => query.bind(i64::MAX),
                    "limit" => query.bind(limit),
                    name => query.bind(bound(name, &looked_for)),
                };
            }
            query.fetch_all(&mut self.0).await?;
            let mut query = sqlx::query_as::<_, StateCount>(counts.sql);
            for name in &counts.names {
                query = query.bind(bound(name, &looked_for));
            }
            query.fetch_all(&mut self.0).await?;
            taken.push(began.elapsed().as_secs_f64() * 1000.0);
        }
        Ok(median(&taken))
    }

    /// A page of applications with its counts; milliseconds.
    pub async fn students(&mut self, plan: &Plan, form: &str, words: &str, limit: i64) -> Result<f64> {
        let looked_for = kernel::search::looked_for(words);
        let is_search = !looked_for.word.is_empty();
        let all = applications::declared_lite();
        let named =
            |name: &str| all.iter().find(|one| one.name == name).with_context(|| format!("no statement {name}"));
        let page = named(if is_search { "list_found_newest" } else { "list_newest" })?;
        let counts = named(if is_search { "count_found" } else { "count_listed" })?;
        // As the server binds it for somebody who does not see every form of the school.
        let visible = serde_json::json!([form]).to_string();
        let bound = |name: &str| if name == "visible" { visible.as_str() } else { bound(name, &looked_for) };
        let (mut taken, until) = (Vec::new(), Instant::now() + plan.time);
        while Instant::now() < until {
            let began = Instant::now();
            let mut query = sqlx::query_as::<_, applications::LineRow>(page.sql);
            for name in &page.names {
                query = match *name {
                    "at" => query.bind(i64::MAX),
                    "limit" => query.bind(limit),
                    name => query.bind(bound(name)),
                };
            }
            query.fetch_all(&mut self.0).await?;
            let mut query = sqlx::query_as::<_, applications::StateCount>(counts.sql);
            for name in &counts.names {
                query = query.bind(bound(name));
            }
            query.fetch_all(&mut self.0).await?;
            taken.push(began.elapsed().as_secs_f64() * 1000.0);
        }
        Ok(median(&taken))
    }

    /// A line by its key; milliseconds.
    pub async fn by_id(&mut self, plan: &Plan, id: &str) -> Result<f64> {
        let (sql, mut taken, until) = (declared("find_enquiry")?.sql, Vec::new(), Instant::now() + plan.time / 2);
        while Instant::now() < until {
            let began = Instant::now();
            sqlx::query_as::<_, EnquiryRow>(sql).bind("abq").bind(id).fetch_one(&mut self.0).await?;
            taken.push(began.elapsed().as_secs_f64() * 1000.0);
        }
        Ok(median(&taken))
    }
}

fn declared(name: &str) -> Result<Declared<sqlx::Sqlite>> {
    let declared = declared_lite().into_iter().find(|declared| declared.name == name);
    declared.with_context(|| format!("no statement {name}"))
}

/// What a text of the list's filter is bound to.
fn bound<'a>(name: &str, looked_for: &'a LookedFor) -> &'a str {
    match name {
        "school" => "abq",
        "states" | "grades" | "channels" => "[]",
        "word" => &looked_for.word,
        "alike" => &looked_for.alike,
        "others" => &looked_for.others,
        "visible" => "*",
        _ => "",
    }
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
