//! Ids of this room, each a type of its own.

use std::fmt;

use serde::Serialize;
use utoipa::ToSchema;

macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            pub(crate) fn of_row(id: String) -> Self {
                Self(id)
            }

            /// As it is stored and told.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id! {
    /// A person's id; says nothing of them.
    PersonId
}
id! {
    /// A family's id; says nothing of it.
    FamilyId
}
