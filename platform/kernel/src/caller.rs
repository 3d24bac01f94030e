//! Who acts, and what their roles let them do.

use std::fmt::Debug;
use std::net::IpAddr;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::sabotage::{Guard, is_removed};
use crate::{MessageId, Refusal, SchoolId, SchoolTx, StoreError};

/// A school that the host resolver, a job over known schools or the command line vouched for.
///
/// Queries ask for this instead of a bare id, so that an id read from a request opens nothing.
#[derive(Debug, Clone)]
pub struct SchoolScope {
    school: SchoolId,
    standing: Option<Arc<dyn Standing>>,
}

/// Whether somebody who acts still may. Asked at the beginning of every write in a scope that has one: a request waits for its own body
/// and for its turn, and its session may be over when it gets there.
pub trait Standing: Debug + Send + Sync {
    /// Whether it lasts.
    fn lasts<'t>(&'t self, tx: &'t mut SchoolTx) -> BoxFuture<'t, Result<bool, StoreError>>;
}

impl SchoolScope {
    /// Only for the host resolver, jobs and the command line; a test in `server` watches who calls it.
    #[must_use]
    pub fn vouch(school: SchoolId) -> Self {
        Self { school, standing: None }
    }

    /// For somebody who may write there as long as that lasts.
    #[must_use]
    pub fn with_standing(self, standing: Arc<dyn Standing>) -> Self {
        Self { standing: Some(standing), ..self }
    }

    /// The school.
    #[must_use]
    pub fn id(&self) -> &SchoolId {
        &self.school
    }

    /// What every write asks first.
    pub(crate) fn standing(&self) -> Option<Arc<dyn Standing>> {
        self.standing.clone()
    }
}

impl PartialEq for SchoolScope {
    fn eq(&self, other: &Self) -> bool {
        self.school == other.school
    }
}

impl Eq for SchoolScope {}

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
    /// See the school's settings, drafts and history.
    SettingsRead,
    /// Change the draft of the settings.
    SettingsEdit,
    /// Publish the settings.
    SettingsPublish,
    /// See who one is.
    Own,
    /// See and change one's own account: profile, password, second factor, sessions.
    AccountManage,
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
        Self::SettingsRead,
        Self::SettingsEdit,
        Self::SettingsPublish,
        Self::Own,
        Self::AccountManage,
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
            Self::SettingsRead => "settings.read",
            Self::SettingsEdit => "settings.edit",
            Self::SettingsPublish => "settings.publish",
            Self::Own => "own",
            Self::AccountManage => "account.manage",
        }
    }

    /// The roles that have it.
    #[must_use]
    pub fn roles(self) -> &'static [Role] {
        use Role::{
            AdmissionsOfficer, Auditor, Cashier, FormDesigner, Guardian, PosSupervisor, Principal, SchoolAdmin,
            Student, UniformApprover,
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
            Self::SettingsRead => &[SchoolAdmin, FormDesigner, Auditor],
            Self::SettingsEdit => &[SchoolAdmin, FormDesigner],
            Self::SettingsPublish => &[SchoolAdmin],
            Self::Own => Role::ALL,
            Self::AccountManage => Role::ALL,
        }
    }

    /// Whether it goes as far as a session at a till: a PIN opens the till, and nothing that its person's roles open
    /// elsewhere.
    #[must_use]
    pub fn is_for_tills(self) -> bool {
        matches!(self, Self::TillUse | Self::Own)
    }
}

/// How far a session reaches, whatever the roles of its person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// As far as the roles do.
    Roles,
    /// As far as the roles do, for an account that anybody makes without a proof of anything: it counts as a stranger does.
    Unproved,
    /// To what is for tills ([`Permission::is_for_tills`]).
    Till,
}

impl Reach {
    /// Whether the session reaches what the permission opens.
    #[must_use]
    pub fn has(self, permission: Permission) -> bool {
        self != Self::Till || permission.is_for_tills() || is_removed(Guard::TillReach)
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
        /// How far that session reaches.
        reach: Reach,
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

    /// Whether nobody knows who this is: nobody signed in, or who is has proved nothing.
    #[must_use]
    pub fn is_stranger(&self) -> bool {
        match &self.actor {
            Actor::Anonymous => true,
            Actor::User { reach, .. } => *reach == Reach::Unproved && !is_removed(Guard::UnprovedIsStranger),
            Actor::System => false,
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

    /// Goes on only with the permission: L014 for nobody, A002 for the wrong roles or a session that does not reach so far.
    pub fn require(&self, permission: Permission) -> Result<(), Refusal> {
        match &self.actor {
            Actor::System => Ok(()),
            Actor::Anonymous => Err(Refusal::new(MessageId::L014)),
            Actor::User { .. } if is_removed(Guard::Permission) => Ok(()),
            Actor::User { roles, reach, .. }
                if reach.has(permission) && roles.iter().any(|role| permission.roles().contains(role)) =>
            {
                Ok(())
            }
            Actor::User { .. } => Err(Refusal::new(MessageId::A002)),
        }
    }

    /// Whether [`Self::require`] would let the caller on.
    #[must_use]
    pub fn may(&self, permission: Permission) -> bool {
        self.require(permission).is_ok()
    }
}
