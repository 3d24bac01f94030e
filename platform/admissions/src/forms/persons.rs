//! Whom answers are about, as the room of people takes it.

use form::{FormDocument, Named, Who};
use kernel::caller::SchoolScope;
use people::{PersonDetails, Role};
use serde_json::Value;

use super::service::Forms;

impl Forms {
    /// Who stands in the answers, by what their document says of them.
    pub(super) fn persons(&self, scope: &SchoolScope, document: &FormDocument, values: &Value) -> Vec<PersonDetails> {
        document.named(values).into_iter().map(|named| self.person_details(scope, named)).collect()
    }

    fn person_details(&self, scope: &SchoolScope, named: Named) -> PersonDetails {
        let keys = named.keys.into_iter().map(|(kind, value)| {
            let (kind, _, hash) = self.hash_value(scope, kind.to_owned(), value);
            (kind, hash)
        });
        PersonDetails {
            role: match named.who {
                Who::Child => Role::Child,
                Who::Guardian => Role::Guardian,
                Who::SecondGuardian => Role::SecondGuardian,
                Who::Contact => Role::Contact,
            },
            keys: keys.collect(),
            names: named.names,
            birth_date: named.dob.unwrap_or_default(),
            relation: named.relation.unwrap_or_default(),
        }
    }
}
