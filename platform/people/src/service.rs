//! Persons come with submissions, and go with them.

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::caller::SchoolScope;
use kernel::{Db, Id, SchoolTx, StoreError, SubmissionId, UserId};
use serde_json::json;
use words::sabotage::{Guard, is_removed};
use words::{Clock, Rng};

use crate::ids::{FamilyId, PersonId};
use crate::model::{
    Likeness, MOST_KEYS, MOST_PERSONS, Member, PersonDetails, Relation, Role, Standing, find_member, likeness,
    name_key, subject,
};
use crate::store;

/// The room's face. Cheap to clone.
#[derive(Clone)]
pub struct People {
    db: Db,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
}

/// Where those stand whom a submission tells of, before anything of it is written.
#[derive(Debug, Default)]
pub struct Placed {
    family: Option<PlacedFamily>,
    people: Vec<PlacedPerson>,
}

#[derive(Debug)]
struct PlacedFamily {
    id: FamilyId,
    is_new: bool,
    account: Option<UserId>,
}

#[derive(Debug)]
struct PlacedPerson {
    id: PersonId,
    details: PersonDetails,
    /// Whom the family had already.
    known: Option<Member>,
    /// Whether a new one becomes one of the family.
    is_member: bool,
}

impl People {
    /// Over the database.
    #[must_use]
    pub fn new(db: Db, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>) -> Self {
        Self { db, clock, rng }
    }

    pub(crate) fn db(&self) -> &Db {
        &self.db
    }

    fn new_id<K>(&self) -> Id<K> {
        Id::new(&*self.clock, &*self.rng)
    }

    /// Finds out who is who of a submission: among the persons of the account's family, whose row the caller holds in this transaction
    /// so that no other submission of it counts beside this one; without an account among nobody.
    pub async fn place(
        &self,
        tx: &mut SchoolTx,
        account: Option<&UserId>,
        persons: Vec<PersonDetails>,
    ) -> Result<Placed, StoreError> {
        let persons: Vec<PersonDetails> = persons.into_iter().filter_map(PersonDetails::clean).collect();
        if persons.is_empty() {
            return Ok(Placed::default());
        }
        let family = match account {
            Some(user) => store::family_of(tx, user).await?.map(|row| row.family_id),
            None => None,
        };
        let rows = match &family {
            _ if is_removed(Guard::OwnFamily) => store::any_members(tx).await?,
            Some(family) => store::members_of(tx, family).await?,
            None => Vec::new(),
        };
        let members = load_members(tx, rows).await?;
        let mut count = members.len();
        let (mut people, mut taken) = (Vec::new(), Vec::new());
        for details in persons {
            let mut found = find_member(&details, &members, &taken).cloned();
            if let Some(member) = &found
                && store::hold_person(tx, &member.id, &details.birth_date).await? == 0
            {
                found = None;
            }
            let id = found.as_ref().map_or_else(|| self.new_id(), |member| member.id.clone());
            taken.push(id.clone());
            let is_member = found.is_none() && (count < MOST_PERSONS || is_removed(Guard::FamilySize));
            count += usize::from(is_member);
            people.push(PlacedPerson { id, details, known: found, is_member });
        }
        let family = PlacedFamily {
            is_new: family.is_none(),
            id: family.unwrap_or_else(|| self.new_id()),
            account: account.cloned(),
        };
        Ok(Placed { family: Some(family), people })
    }

    /// Writes them down, after their submission.
    pub async fn stand(
        &self,
        tx: &mut SchoolTx,
        submission: &SubmissionId,
        placed: Placed,
        now: i64,
    ) -> Result<(), StoreError> {
        let Some(family) = placed.family else { return Ok(()) };
        if family.is_new {
            store::insert_family(tx, &family.id, now).await?;
            if let Some(account) = &family.account {
                store::insert_account(tx, account, &family.id).await?;
            }
        }
        for one in placed.people {
            let (id, details) = (&one.id, &one.details);
            if one.known.is_none() {
                let name = details.names.first().map(String::as_str).unwrap_or_default();
                store::insert_person(tx, id, name, &details.birth_date, now).await?;
            }
            let (names, keys) = one.known.map_or((0, 0), |known| (known.names.len(), known.keys.len()));
            for name in details.names.iter().take(MOST_KEYS.saturating_sub(names)) {
                store::insert_name(tx, id, &name_key(name), name).await?;
            }
            for (kind, hash) in details.keys.iter().take(MOST_KEYS.saturating_sub(keys)) {
                store::insert_key(tx, id, kind, hash).await?;
            }
            if one.is_member {
                let relation = details.role.relation().as_str();
                store::insert_member(tx, &family.id, id, relation, &details.relation, now).await?;
            }
            store::insert_standing(tx, submission, details.role.as_str(), id).await?;
        }
        Ok(())
    }

    /// Who stands in a submission is called and was born as its family says since; what they were called before stays with them. Whom nobody
    /// named when it was sent is nobody still.
    pub async fn correct(
        &self,
        tx: &mut SchoolTx,
        submission: &SubmissionId,
        persons: Vec<PersonDetails>,
    ) -> Result<(), StoreError> {
        let standing = self.standing(tx, &[submission]).await?;
        for details in persons.into_iter().filter_map(PersonDetails::clean) {
            let Some(one) = standing.iter().find(|one| one.role == details.role) else { continue };
            let ids = json!([&one.person]).to_string();
            let (names, keys) = (store::names_of(tx, &ids).await?.len(), store::keys_of(tx, &ids).await?.len());
            let name = details.names.first().map(String::as_str).unwrap_or_default();
            store::correct_person(tx, &one.person, name, &details.birth_date).await?;
            for name in details.names.iter().take(MOST_KEYS.saturating_sub(names)) {
                store::insert_name(tx, &one.person, &name_key(name), name).await?;
            }
            for (kind, hash) in details.keys.iter().take(MOST_KEYS.saturating_sub(keys)) {
                store::insert_key(tx, &one.person, kind, hash).await?;
            }
        }
        Ok(())
    }

    /// Who stands in some submissions. Whoever asks has shown that they may see those.
    pub async fn standing(
        &self,
        tx: &mut SchoolTx,
        submissions: &[&SubmissionId],
    ) -> Result<Vec<Standing>, StoreError> {
        if submissions.is_empty() {
            return Ok(Vec::new());
        }
        let rows = store::standing_in(tx, &json!(submissions).to_string()).await?;
        rows.into_iter().map(standing).collect()
    }

    /// Whom a submission is about, for who only looks. None where it names nobody.
    pub async fn subject_of(
        &self,
        tx: &mut SchoolTx,
        submission: &SubmissionId,
    ) -> Result<Option<PersonId>, StoreError> {
        let standing = self.standing(tx, &[submission]).await?;
        Ok(subject(standing.iter()).map(|about| about.person.clone()))
    }

    /// Whom a submission is about, held for the rest of the transaction: of two that count on the same person one waits. None where it names
    /// nobody.
    pub async fn hold_subject(
        &self,
        tx: &mut SchoolTx,
        submission: &SubmissionId,
    ) -> Result<Option<PersonId>, StoreError> {
        let standing = self.standing(tx, &[submission]).await?;
        let Some(about) = subject(standing.iter()) else { return Ok(None) };
        store::hold_person(tx, &about.person, "").await?;
        Ok(Some(about.person.clone()))
    }

    /// Others who look like a person, of any family: as the same by a number, or alike by name and birth date. Of more than two hundred of each some.
    pub async fn like(&self, tx: &mut SchoolTx, person: &PersonId) -> Result<Vec<(PersonId, Likeness)>, StoreError> {
        let mut others: Vec<PersonId> = Vec::new();
        let found = [store::with_its_number(tx, person).await?, store::with_its_name(tx, person).await?];
        for row in found.into_iter().flatten() {
            if !others.contains(&row.person_id) {
                others.push(row.person_id);
            }
        }
        if others.is_empty() {
            return Ok(Vec::new());
        }
        let ids = json!(others.iter().chain([person]).collect::<Vec<_>>()).to_string();
        let rows = store::persons_among(tx, &ids).await?;
        let all = load_members(tx, rows).await?;
        let Some(own) = all.iter().find(|one| one.id == *person) else { return Ok(Vec::new()) };
        let others = all.iter().filter(|one| one.id != *person);
        Ok(others.filter_map(|one| Some((one.id.clone(), likeness(own, one)?))).collect())
    }

    /// Makes whom a submission is about and who answers for them members of one family, as far as its bound allows: which that is, of whom
    /// it is about. What staff said of its members (who signs, who sees what) stays.
    pub async fn unite(
        &self,
        tx: &mut SchoolTx,
        submission: &SubmissionId,
        now: i64,
    ) -> Result<Option<FamilyId>, StoreError> {
        let standing = self.standing(tx, &[submission]).await?;
        let Some(about) = subject(standing.iter()) else { return Ok(None) };
        let known = about.family.as_ref().or_else(|| standing.iter().find_map(|one| one.family.as_ref()));
        let family = if let Some(family) = known {
            store::hold_family(tx, family).await?;
            family.clone()
        } else {
            let family = self.new_id();
            store::insert_family(tx, &family, now).await?;
            family
        };
        let rows = store::members_of(tx, &family).await?;
        let mut members: Vec<PersonId> = rows.into_iter().map(|row| row.id).collect();
        // Whom it is about before the others: of the last place of a family the child has more need.
        let others = standing.iter().filter(|one| one.person != about.person);
        for one in std::iter::once(about).chain(others) {
            if members.contains(&one.person) || members.len() >= MOST_PERSONS {
                continue;
            }
            store::insert_member(tx, &family, &one.person, one.role.relation().as_str(), "", now).await?;
            members.push(one.person.clone());
        }
        Ok(members.contains(&about.person).then_some(family))
    }

    /// The newest other submissions of those who stand in one: who, and which.
    pub async fn others(
        &self,
        tx: &mut SchoolTx,
        standing: &[Standing],
    ) -> Result<Vec<(PersonId, SubmissionId)>, StoreError> {
        let mut others = Vec::new();
        let persons: BTreeSet<&PersonId> = standing.iter().map(|one| &one.person).collect();
        for person in persons {
            for row in store::submissions_of(tx, person).await? {
                if standing.iter().all(|one| one.submission != row.submission_id) {
                    others.push((row.person_id, row.submission_id));
                }
            }
        }
        Ok(others)
    }

    /// Everybody of an account's family.
    pub async fn family(&self, tx: &mut SchoolTx, account: &UserId) -> Result<Vec<Member>, StoreError> {
        let Some(family) = store::family_of(tx, account).await? else { return Ok(Vec::new()) };
        let rows = store::members_of(tx, &family.family_id).await?;
        load_members(tx, rows).await
    }

    /// Nobody is kept whom no submission names, and no family of nobody. Safe to repeat and to interrupt; how many persons went.
    pub async fn forget(&self, scope: &SchoolScope) -> Result<u64, StoreError> {
        let mut gone = 0;
        loop {
            let some = self.db.write(scope, |tx| Box::pin(async move { store::forget_persons(tx).await })).await?;
            gone += some;
            if some == 0 {
                break;
            }
        }
        while self.db.write(scope, |tx| Box::pin(async move { store::forget_families(tx).await })).await? > 0 {}
        Ok(gone)
    }
}

/// Persons with all that they are known by.
async fn load_members(tx: &mut SchoolTx, rows: Vec<store::MemberRow>) -> Result<Vec<Member>, StoreError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids = json!(rows.iter().map(|row| &row.id).collect::<Vec<_>>()).to_string();
    let (names, keys) = (store::names_of(tx, &ids).await?, store::keys_of(tx, &ids).await?);
    let member = |row: store::MemberRow| {
        let inconsistent =
            || StoreError::Inconsistent { table: "family_members", column: "relation", id: row.id.to_string() };
        let (own_names, own_keys) = (
            names.iter().filter(|name| name.person_id == row.id).map(|name| name.name.clone()).collect(),
            keys.iter().filter(|key| key.person_id == row.id).map(|key| (key.kind.clone(), key.hash.clone())).collect(),
        );
        Ok(Member {
            relation: Relation::parse(&row.relation).ok_or_else(inconsistent)?,
            names: own_names,
            keys: own_keys,
            id: row.id,
            name: row.name,
            birth_date: row.birth_date,
        })
    };
    rows.into_iter().map(member).collect()
}

fn standing(row: store::StandingRow) -> Result<Standing, StoreError> {
    let inconsistent =
        || StoreError::Inconsistent { table: "submission_persons", column: "role", id: row.person_id.to_string() };
    Ok(Standing {
        role: Role::parse(&row.role).ok_or_else(inconsistent)?,
        submission: row.submission_id,
        person: row.person_id,
        name: row.name,
        birth_date: row.birth_date,
        family: row.family_id,
    })
}
