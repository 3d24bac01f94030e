//! Statements that nobody waits for, sent together.
//!
//! Each statement of a transaction on PostgreSQL is a trip to the server and back, and a submission writes eight tables. Those of
//! which nothing comes back are held, and go in one trip before the next statement that is waited for, or before the commit. An error
//! of one is told there, and undoes the transaction as ever. They do not see each other's rows; foreign keys among them hold.

use sqlx::postgres::PgArguments;
use sqlx::{Arguments, AssertSqlSafe, Encode, PgConnection, Postgres, Type};

use super::StoreError;

/// What is held.
#[derive(Default)]
pub struct Later {
    parts: Vec<String>,
    values: PgArguments,
}

impl Later {
    /// Holds a statement; its parameters follow by [`Later::bind`].
    pub fn hold(&mut self, sql: &str) {
        self.parts.push(renumbered(sql, Arguments::len(&self.values)));
    }

    /// One parameter of the statement that was held last.
    pub fn bind<'q, T: Encode<'q, Postgres> + Type<Postgres>>(&mut self, value: T) -> Result<(), StoreError> {
        Arguments::add(&mut self.values, value).map_err(|error| StoreError::Broken(error.to_string()))
    }

    /// Sends what is held.
    pub async fn send(&mut self, connection: &mut PgConnection) -> Result<(), StoreError> {
        if self.parts.is_empty() {
            return Ok(());
        }
        let Self { parts, values } = std::mem::take(self);
        let named = parts.iter().enumerate().map(|(n, sql)| format!("held{n} AS ({sql})"));
        let sql = format!("WITH {} SELECT 1", named.collect::<Vec<_>>().join(", "));
        sqlx::query_with(AssertSqlSafe(sql), values).execute(connection).await?;
        Ok(())
    }
}

/// The statement with its parameters behind those of others: `$1` becomes `$8`.
fn renumbered(sql: &str, before: usize) -> String {
    let mut parts = sql.split('$');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = part.split_at(digits);
        let number = number.parse::<usize>().map_or(0, |number| number + before);
        text.push_str(&format!("${number}{rest}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_stand_behind_those_before() {
        assert_eq!(renumbered("VALUES ($1, $2, $10) -- $1", 7), "VALUES ($8, $9, $17) -- $8");
        assert_eq!(renumbered("SELECT 1", 7), "SELECT 1");
    }
}
