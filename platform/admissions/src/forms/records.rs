//! What a form's rules hear of the school's records ([`words::records`]), between two runs of them: whether a phone or a name is a
//! colleague's, what earlier submissions of the same form answered, how much a colleague looks after. And whom they want to look after
//! what came in. Nothing of it goes to a family.

use form::FormDocument;
use identity::{Identity, Person};
use kernel::caller::SchoolScope;
use kernel::{Refusal, SchoolTx, StoreError};
use serde_json::{Map, Value, json};
use tenants::School;
use words::records::{EarlierQuestion, RecordQuestion, STAFF_NAME, STAFF_PHONE};
use words::verdict::{Explain, Verdict};
use words::{Permission, text};

use super::logic::Among;
use super::store::records::{self, EarlierRow};
use crate::enquiries::{is_visible, visible_forms};
use crate::stand::Stand;

/// So many earlier submissions are told: where there are more, half of them are the newest and half the oldest, or whoever sends so many
/// would hide the one before them.
const MOST: usize = 20;
/// Bytes of what is told of them; of the largest no answers are.
const MOST_BYTES: usize = 32 << 10;

/// `(kind, value, known)` of questions about the staff: yes or no, never who.
pub(super) async fn known_staff(
    tx: &mut SchoolTx,
    asked: Vec<(String, String)>,
) -> Result<Vec<(String, String, bool)>, StoreError> {
    let names: Vec<&str> = asked.iter().filter(|(kind, _)| kind == STAFF_NAME).map(|(_, name)| name.as_str()).collect();
    let mut are_names = Identity::are_staff_names(tx, &names).await?.into_iter();
    let mut known = Vec::with_capacity(asked.len());
    for (kind, value) in &asked {
        let is_known = match kind.as_str() {
            STAFF_PHONE => Identity::is_staff_phone(tx, &text::western_digits(value.trim())).await?,
            STAFF_NAME => are_names.next().unwrap_or(false),
            _ => false,
        };
        known.push((kind.clone(), value.clone(), is_known));
    }
    Ok(known)
}

/// Whom the rules want to look after what came in by a form, by `owner` in the params of a task; nobody where that is nobody who can.
pub(crate) async fn owner_by_rules(
    tx: &mut SchoolTx,
    scope: &SchoolScope,
    school: &School,
    form: &str,
    tasks: &[Explain],
) -> Result<Option<Person>, StoreError> {
    match tasks.iter().find_map(|task| task.params.get("owner")?.as_str()) {
        Some(address) => caretaker(tx, scope, school, form, address).await,
        None => Ok(None),
    }
}

/// Somebody who can look after what comes in by a form, by the address that they sign in with.
async fn caretaker(
    tx: &mut SchoolTx,
    scope: &SchoolScope,
    school: &School,
    form: &str,
    address: &str,
) -> Result<Option<Person>, StoreError> {
    let Some((person, caller)) = Identity::colleague_at(tx, scope, address).await? else { return Ok(None) };
    let can = caller.may(Permission::EnquiryEdit) && is_visible(&visible_forms(school.config(), &caller), form);
    Ok(can.then_some(person))
}

impl Among {
    /// What the records say of a question, as JSON text.
    pub(super) async fn answer(&self, table: &str, key: &str) -> Result<Option<String>, Refusal> {
        match RecordQuestion::read(table, key) {
            Some(RecordQuestion::Earlier(asked)) => self.earlier(&asked).await.map(Some),
            Some(RecordQuestion::Load(account)) => self.load(&account).await,
            None => Ok(None),
        }
    }

    async fn earlier(&self, asked: &EarlierQuestion) -> Result<String, Refusal> {
        let (kind, value) = &asked.known;
        let hash = self.forms.known_hash(&self.scope, kind, value);
        let mut tx = self.forms.parts.db.read(&self.scope).await?;
        let mut rows = records::newest_naming(&mut tx, kind, &hash, &self.form).await?;
        let more = rows.len() > MOST;
        if more {
            rows.truncate(MOST / 2);
            rows.extend(records::oldest_naming(&mut tx, kind, &hash, &self.form).await?.into_iter().rev());
        }
        drop(tx);
        let mut told = Vec::with_capacity(rows.len());
        for row in rows {
            let pinned = self.forms.pinned_in(&self.scope, &self.school, &self.form, &row.form_digest).await?;
            let sent_on = self.school.today(row.submitted_at).to_string();
            told.push(shown(&pinned.document, row, asked, &sent_on));
        }
        fit(&mut told, MOST_BYTES);
        if let Some(last) = told.last_mut().filter(|_| more) {
            last["more"] = true.into();
        }
        Ok(Value::from(told).to_string())
    }

    async fn load(&self, address: &str) -> Result<Option<String>, Refusal> {
        let mut tx = self.forms.parts.db.read(&self.scope).await?;
        let found = caretaker(&mut tx, &self.scope, &self.school, &self.form, address).await?;
        let Some(person) = found else { return Ok(None) };
        let load = records::count_load(&mut tx, &person.id, &Stand::over()).await?;
        Ok(Some(json!({ "open": load.n }).to_string()))
    }
}

/// Takes the answers out of the largest until all of it is no more than so many bytes; each of those says that there is more.
fn fit(told: &mut [Value], most: usize) {
    let mut sizes: Vec<(usize, usize)> = told.iter().map(|one| one.to_string().len()).zip(0..).collect();
    sizes.sort_unstable();
    let mut bytes: usize = sizes.iter().map(|(size, _)| size).sum();
    while bytes > most
        && let Some((size, at)) = sizes.pop()
    {
        let one = &mut told[at];
        let (reference, sent_on) = (one["reference"].take(), one["sent_on"].take());
        *one = json!({ "reference": reference, "sent_on": sent_on, "values": {}, "computed": {}, "more": true });
        bytes = bytes - size + one.to_string().len();
    }
}

/// An earlier submission as far as it is asked about, without what an audience alone reads.
fn shown(document: &FormDocument, row: EarlierRow, asked: &EarlierQuestion, sent_on: &str) -> Value {
    let nobody = |_: &str| false;
    let mut answers = row.answers.0;
    document.withhold_answers(&mut answers, &nobody);
    let verdict = row.verdict.and_then(|verdict| serde_json::from_value::<Verdict>(verdict.0).ok());
    let mut verdict = verdict.unwrap_or_default();
    document.withhold_verdict(&mut verdict, &nobody);
    let values = asked.values.iter().filter_map(|field| Some((field.clone(), answers.get(field)?.clone())));
    let worked_out = verdict.computed.into_iter().filter(|one| asked.computed.contains(&one.key));
    json!({
        "reference": row.reference,
        "sent_on": sent_on,
        "values": values.collect::<Map<String, Value>>(),
        "computed": worked_out.map(|one| (one.key, one.value)).collect::<Map<String, Value>>(),
    })
}
