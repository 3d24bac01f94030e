//! Making a school that was approved: bundle, registry, first administrator, done. Each step finds out by itself whether it
//! was taken already.

use identity::people::Invitation;
use kernel::{Caller, MessageId, Refusal, StoreError};
use serde_json::json;
use tenants::depot::PushError;
use tenants::template::{CreateError, NewSchool, create};
use words::{Role, SchoolId};

use super::countries;
use super::store::{self, SubscriptionRow};
use crate::caller::PlatformCaller;
use crate::ids::SubscriptionId;
use crate::service::{Console, note};

impl Console {
    /// Makes the school of an approved request as far as it is not made. What stands in the way is written down with it.
    pub(crate) async fn provision(&self, id: &SubscriptionId) -> Result<(), Refusal> {
        let _alone = self.0.making.lock().await;
        let row = {
            let mut tx = self.0.db.read().await?;
            store::find(&mut tx, id).await?
        };
        let Some(row) = row.filter(|row| row.state == "provisioning") else { return Ok(()) };
        let (id, school) = (row.id.clone(), row.subdomain.clone());
        let system = PlatformCaller::system();
        match self.make(row).await {
            Ok(()) => {
                self.within(&system, move |tx, inner, caller| {
                    Box::pin(async move {
                        if store::made(tx, &id, inner.clock.now_ms()).await? > 0 {
                            let detail = json!({ "school": school });
                            note(tx, &inner, &caller, "subscription.active", ("subscription", id.as_str()), detail)
                                .await?;
                        }
                        Ok(())
                    })
                })
                .await
            }
            Err(problem) => {
                tracing::error!(school.id = school, problem, "an approved school could not be made; it is tried again");
                self.within(&system, move |tx, _, _| {
                    Box::pin(async move {
                        store::stands_still(tx, &id, &problem).await?;
                        Ok(())
                    })
                })
                .await
            }
        }
    }

    async fn make(&self, row: SubscriptionRow) -> Result<(), String> {
        let id = SchoolId::parse(&row.subdomain).map_err(|error| error.to_string())?;
        let country = countries::find(&row.country).ok_or("the country is none that schools can begin in")?;
        let policy = self.0.registry.policy();
        let school = NewSchool::under(&policy.base_domain, id.clone())
            .named(&row.school_name, &row.school_name_ar)
            .in_place(country.time_zone, country.currency);
        let (folder, today) = (self.0.schools_dir.clone(), words::clock::timestamp(self.0.clock.now_ms()));
        let registry = self.0.registry.clone();
        let shared = |error: std::io::Error| format!("the object store: {error}");
        if let Some(depot) = &self.0.depot {
            // Another server may have made it before it stopped.
            depot.follow_one(&id).await.map_err(shared)?;
        }
        let made = tokio::task::spawn_blocking(move || {
            let today = today.to_zoned(jiff::tz::TimeZone::get(&school.time_zone).map_err(|e| e.to_string())?).date();
            std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
            match create(&folder, &school, today) {
                // A step that was taken before a crash: nobody else can have the name while the request holds it.
                Ok(_) | Err(CreateError::Exists(_)) => {}
                Err(CreateError::Invalid(found)) => {
                    return Err(found.first().map_or_else(String::new, ToString::to_string));
                }
                Err(error) => return Err(error.to_string()),
            }
            registry.reload(&school.id).map_err(|found| found.first().map_or_else(String::new, ToString::to_string))
        });
        made.await.map_err(|error| error.to_string())??;
        if let Some(depot) = &self.0.depot {
            match depot.push(&id, false).await {
                // Another server made it meanwhile: this one has it too, from the same template.
                Ok(_) | Err(PushError::Behind) => {}
                Err(error) => return Err(error.to_string()),
            }
        }
        let live = self.0.registry.school(&id).ok_or("the school is not live")?;
        let caller = Caller::system(live.scope());
        let told = |refusal: Refusal| format!("its first administrator: {refusal}");
        match self.0.identity.find(&caller, &row.contact_email).await {
            Ok(_) => return Ok(()),
            Err(refusal) if refusal.id() == MessageId::A001 => {}
            Err(refusal) => return Err(told(refusal)),
        }
        let first = Invitation {
            name: row.contact_name,
            email: Some(row.contact_email),
            roles: vec![Role::SchoolAdmin],
            locale: row.locale,
            staff_code: None,
            pin: None,
        };
        match self.0.identity.invite(&caller, first).await {
            Ok(_) => Ok(()),
            // Another server was quicker.
            Err(refusal) if refusal.id() == MessageId::A005 => Ok(()),
            Err(refusal) => Err(told(refusal)),
        }
    }

    /// Goes on with every school whose making was broken off.
    pub async fn resume(&self) -> Result<(), Refusal> {
        let waiting = {
            let mut tx = self.0.db.read().await?;
            store::provisioning(&mut tx).await?
        };
        for request in waiting {
            self.provision(&request.id).await?;
        }
        Ok(())
    }

    /// The schools that were made after a moment: their letters wait, perhaps by another process.
    pub async fn made_since(&self, since: i64) -> Result<Vec<SchoolId>, StoreError> {
        let mut tx = self.0.db.read().await?;
        let rows = store::made_since(&mut tx, since).await?;
        Ok(rows.iter().filter_map(|row| SchoolId::parse(&row.subdomain).ok()).collect())
    }
}
