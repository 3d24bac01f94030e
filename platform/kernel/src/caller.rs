//! Who acts, and what their roles let them do.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::sabotage::{Guard, is_removed};
use crate::{MessageId, Refusal, SchoolId};

/// A school that the host resolver, a job over known schools or the command line vouched for.
///
/// Queries ask for this instead of a bare id, so that an id read from a request opens nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SchoolScope(SchoolId);

impl SchoolScope {
    /// Only for the host resolver, jobs and the command line; a test in `server` watches who calls it.
    #[must_use]
    pub fn vouch(school: SchoolId) -> Self {
        Self(school)
    }

    /// The school.
    #[must_use]
    pub fn id(&self) -> &SchoolId {
        &self.0
    }
}

macro_rules! roles {
    ($($name:ident $text:literal;)*) => {
        /// A role that a school gives to a person.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Role { $(#[doc = $text] $name,)* }

        impl Role {
            /// Every role.
            pub const ALL: &'static [Role] = &[$(Role::$name,)*];

            /// The role's name in the API.
            #[must_use]
            pub fn as_str(self) -> &'static str { match self { $(Role::$name => $text,)* } }

            /// The role of that name.
            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Role::$name),)* _ => None }
            }
        }
    };
}

roles! {
    PlatformAdmin "platform_admin";
    SchoolAdmin "school_admin";
    AdmissionsOfficer "admissions_officer";
    Reviewer "reviewer";
    Principal "principal";
    Registrar "registrar";
    Finance "finance";
    FormDesigner "form_designer";
    Guardian "guardian";
    Student "student";
    Cashier "cashier";
    PosSupervisor "pos_supervisor";
    UniformApprover "uniform_approver";
    Auditor "auditor";
}

/// What a caller may do. Roles to rights are this one table ([`Permission::roles`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Permission {
    /// See what came in.
    EnquiryRead,
    /// Move, assign, comment.
    EnquiryEdit,
    /// Take the list away as a file.
    EnquiryExport,
    /// Add, invite and switch off people who sign in.
    UserManage,
    /// Add tills, enrol and switch off their devices.
    TillManage,
    /// Work at a till.
    TillUse,
    /// Read who did what.
    AuditRead,
    /// See the applications of one's own family.
    FamilyRead,
    /// See and change what is one's own: profile, password, sessions.
    Own,
}

impl Permission {
    /// Every permission.
    pub const ALL: &'static [Permission] = &[
        Self::EnquiryRead,
        Self::EnquiryEdit,
        Self::EnquiryExport,
        Self::UserManage,
        Self::TillManage,
        Self::TillUse,
        Self::AuditRead,
        Self::FamilyRead,
        Self::Own,
    ];

    /// Its name in the API document (`x-permission`).
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::EnquiryRead => "enquiry.read",
            Self::EnquiryEdit => "enquiry.edit",
            Self::EnquiryExport => "enquiry.export",
            Self::UserManage => "user.manage",
            Self::TillManage => "till.manage",
            Self::TillUse => "till.use",
            Self::AuditRead => "audit.read",
            Self::FamilyRead => "family.read",
            Self::Own => "own",
        }
    }

    /// The roles that have it.
    #[must_use]
    pub fn roles(self) -> &'static [Role] {
        use Role::{
            AdmissionsOfficer, Auditor, Cashier, Guardian, PosSupervisor, Principal, SchoolAdmin, Student,
            UniformApprover,
        };
        match self {
            Self::EnquiryRead => &[SchoolAdmin, AdmissionsOfficer, Principal, Auditor],
            Self::EnquiryEdit => &[SchoolAdmin, AdmissionsOfficer],
            Self::EnquiryExport => &[SchoolAdmin, AdmissionsOfficer],
            Self::UserManage => &[SchoolAdmin],
            Self::TillManage => &[SchoolAdmin, PosSupervisor],
            Self::TillUse => &[Cashier, PosSupervisor, UniformApprover],
            Self::AuditRead => &[SchoolAdmin, Auditor],
            Self::FamilyRead => &[Guardian, Student],
            Self::Own => Role::ALL,
        }
    }
}

/// Who acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    /// Nobody signed in.
    Anonymous,
    /// A signed-in person of the school.
    User {
        /// Their id.
        id: String,
        /// Their name, as shown to colleagues.
        name: String,
        /// Their roles now.
        roles: Vec<Role>,
        /// The session that they act in.
        session: String,
    },
    /// The server itself, or the command line.
    System,
}

/// One request's caller, in one school.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The school that the host resolved to.
    pub school: SchoolScope,
    /// Who acts.
    pub actor: Actor,
    /// The request's id, for audit and log.
    pub request_id: String,
    /// The network address that the request came from, proxies looked through; absent for jobs and the command line.
    pub address: Option<IpAddr>,
}

impl Caller {
    /// The server itself in a school.
    #[must_use]
    pub fn system(school: SchoolScope) -> Self {
        Self { school, actor: Actor::System, request_id: String::new(), address: None }
    }

    /// The signed-in person's id.
    #[must_use]
    pub fn user_id(&self) -> Option<&str> {
        match &self.actor {
            Actor::User { id, .. } => Some(id),
            _ => None,
        }
    }

    /// The signed-in person's roles.
    #[must_use]
    pub fn roles(&self) -> &[Role] {
        match &self.actor {
            Actor::User { roles, .. } => roles,
            _ => &[],
        }
    }

    /// Goes on only with the permission: L014 for nobody, A002 for the wrong roles.
    pub fn require(&self, permission: Permission) -> Result<(), Refusal> {
        match &self.actor {
            Actor::System => Ok(()),
            Actor::Anonymous => Err(Refusal::new(MessageId::L014)),
            Actor::User { roles, .. } if roles.iter().any(|role| permission.roles().contains(role)) => Ok(()),
            Actor::User { .. } if is_removed(Guard::Permission) => Ok(()),
            Actor::User { .. } => Err(Refusal::new(MessageId::A002)),
        }
    }
}
