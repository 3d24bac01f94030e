//! The host's face: load a component, call it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use wasmtime::component::{HasSelf, Linker};
use wasmtime::{Engine, PoolConcurrencyLimitError, Store, Trap, UpdateDeadline};
use words::sabotage::{Guard, is_removed};
use words::verdict::{Checked, Decision};

use crate::bindings::{FormPlugin, FormPluginPre};
use crate::breaker::Breakers;
use crate::cache::Cache;
use crate::kept::{Kept, Room};
use crate::permits::Permits;
use crate::plugin::Digest;
use crate::state::{CallState, TooManyCalls};
use crate::{
    Answer, Call, CallFault, HostConfig, HostError, Limits, LoadError, Plugin, PluginFault, Report, Trial, engine,
    output, trial,
};

/// What burns in some ten milliseconds. A call that used less by its deadline was not slow: the machine was too busy to run it.
const STARVED_FUEL: u64 = 20_000_000;

/// What each plugin in memory takes beside its code and its documents, at most.
const EACH: usize = 256 << 10;

/// Runs form plugins. Cheap to clone; make one per process.
#[derive(Clone)]
pub struct PluginHost {
    inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) engine: Engine,
    pub(crate) linker: Linker<CallState>,
    pub(crate) limits: Limits,
    pub(crate) cache: Option<Cache>,
    pub(crate) trial: Trial,
    permits: Permits,
    breakers: Breakers,
    loaded: Mutex<Kept<Arc<Plugin>>>,
    /// One compilation at a time.
    compiling: Mutex<()>,
}

/// Which function is called; fuel and metrics go by it.
#[derive(Clone, Copy)]
enum Function {
    Check,
    Decide,
}

impl PluginHost {
    /// Starts the engine.
    ///
    /// # Errors
    /// The engine or the cache folder cannot be used.
    pub fn new(config: HostConfig) -> Result<Self, HostError> {
        let engine = engine::serving(&config.limits)?;
        let mut linker = Linker::new(&engine);
        FormPlugin::add_to_linker::<_, HasSelf<_>>(&mut linker, |state: &mut CallState| state)
            .map_err(|error| HostError::Engine(format!("{error:#}")))?;
        let cache = config.cache.map(|folder| Cache::open(folder, &engine)).transpose()?;
        let inner = Inner {
            engine,
            linker,
            limits: config.limits,
            cache,
            trial: config.trial,
            permits: Permits::new(config.permits),
            breakers: Breakers::new(config.breaker),
            loaded: Mutex::new(Kept::new(Room::default())),
            compiling: Mutex::default(),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// A plugin that is in memory already.
    #[must_use]
    pub fn loaded(&self, digest: Digest) -> Option<Arc<Plugin>> {
        self.inner.loaded.lock().find(digest)
    }

    /// A plugin that is in memory already, for a school whose families meet it: it stays there as long as it is used.
    #[must_use]
    pub fn loaded_for(&self, school: &str, digest: Digest) -> Option<Arc<Plugin>> {
        self.inner.loaded.lock().find_for(digest, school)
    }

    /// Loads a component for a school whose families meet it: from memory or the cache, else by compiling it once. For threads that
    /// may block, in a turn of the school.
    ///
    /// # Errors
    /// The component is not one that can be run here.
    pub fn load_for(&self, school: &str, component: &[u8]) -> Result<Arc<Plugin>, LoadError> {
        self.load_as(Some(school), component)
    }

    /// Loads a component to look at it: it stays in memory for a short while. For threads that may block.
    ///
    /// # Errors
    /// The component is not one that can be run here.
    pub fn load_blocking(&self, component: &[u8]) -> Result<Arc<Plugin>, LoadError> {
        self.load_as(None, component)
    }

    fn load_as(&self, school: Option<&str>, component: &[u8]) -> Result<Arc<Plugin>, LoadError> {
        let loaded = |digest| match school {
            Some(school) => self.loaded_for(school, digest),
            None => self.loaded(digest),
        };
        let limit = self.inner.limits.component_bytes;
        if component.len() > limit {
            return Err(LoadError::TooLarge { bytes: component.len(), limit });
        }
        let digest = Digest::of(component);
        if let Some(plugin) = loaded(digest) {
            return Ok(plugin);
        }
        let most = trial::most_code(component.len());
        let (compiled, new_code) = match self.inner.cached(digest, most) {
            Some(compiled) => (compiled, None),
            None => {
                let _one_at_a_time = self.inner.compiling.lock();
                if let Some(plugin) = loaded(digest) {
                    return Ok(plugin);
                }
                match self.inner.cached(digest, most) {
                    Some(compiled) => (compiled, None),
                    None => self.inner.compiled(component).map(|(compiled, code)| (compiled, Some(code)))?,
                }
            }
        };
        let plugin = Arc::new(self.inner.described(digest, component.len(), &compiled)?);
        let code = compiled.image_range();
        let bytes = EACH + code.end.addr() - code.start.addr() + plugin.document_bytes();
        // What is no plugin takes no room on the disk.
        if let Some(code) = new_code {
            self.inner.keep(digest, &code);
        }
        self.inner.loaded.lock().keep(digest, Arc::clone(&plugin), bytes, school);
        Ok(plugin)
    }

    /// Asks a plugin what is wrong with answers and what follows from them, when it is the school's turn.
    ///
    /// # Errors
    /// The call failed; the answers are not to blame.
    pub async fn check(&self, plugin: &Arc<Plugin>, call: Call) -> Result<Answer<Checked>, CallFault> {
        self.in_turn(plugin, call, Self::check_blocking).await
    }

    /// Asks a plugin for its verdict on submitted answers, when it is the school's turn.
    ///
    /// # Errors
    /// The call failed; the answers are not to blame.
    pub async fn decide(&self, plugin: &Arc<Plugin>, call: Call) -> Result<Answer<Decision>, CallFault> {
        self.in_turn(plugin, call, Self::decide_blocking).await
    }

    /// [`PluginHost::check`] at once, for threads that may block; takes no turn.
    ///
    /// # Errors
    /// The call failed; the answers are not to blame.
    pub fn check_blocking(&self, plugin: &Plugin, call: &Call) -> Result<Answer<Checked>, CallFault> {
        self.check_as(plugin, call, true)
    }

    /// [`PluginHost::check_blocking`] as a mere try: the breaker neither stops it nor hears of it.
    ///
    /// # Errors
    /// The call failed; the answers are not to blame.
    pub fn rehearse_check(&self, plugin: &Plugin, call: &Call) -> Result<Answer<Checked>, CallFault> {
        self.check_as(plugin, call, false)
    }

    fn check_as(&self, plugin: &Plugin, call: &Call, is_watched: bool) -> Result<Answer<Checked>, CallFault> {
        self.inner.guarded(Function::Check, plugin, call, is_watched, |instance, store| {
            let api = instance.qabul_forms_plugin();
            let answer = api.call_check(store, &(&call.context).into(), &call.values)?;
            Ok(answer.map_err(output::refusal).and_then(|answer| {
                output::checked(answer).map(|checked| (checked, Vec::new())).map_err(PluginFault::BadOutput)
            }))
        })
    }

    /// [`PluginHost::decide`] at once, for threads that may block; takes no turn.
    ///
    /// # Errors
    /// The call failed; the answers are not to blame.
    pub fn decide_blocking(&self, plugin: &Plugin, call: &Call) -> Result<Answer<Decision>, CallFault> {
        self.decide_as(plugin, call, true)
    }

    /// [`PluginHost::decide_blocking`] as a mere try: the breaker neither stops it nor hears of it.
    ///
    /// # Errors
    /// The call failed; the answers are not to blame.
    pub fn rehearse_decide(&self, plugin: &Plugin, call: &Call) -> Result<Answer<Decision>, CallFault> {
        self.decide_as(plugin, call, false)
    }

    fn decide_as(&self, plugin: &Plugin, call: &Call, is_watched: bool) -> Result<Answer<Decision>, CallFault> {
        self.inner.guarded(Function::Decide, plugin, call, is_watched, |instance, store| {
            let api = instance.qabul_forms_plugin();
            let answer = api.call_decide(store, &(&call.context).into(), &call.values)?;
            let granted = |kind| plugin.asks.effects.contains(&kind) && call.grants.effects.contains(&kind);
            Ok(answer
                .map_err(output::refusal)
                .and_then(|answer| output::decision(answer, granted).map_err(PluginFault::BadOutput)))
        })
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        plugin: &Arc<Plugin>,
        call: Call,
        function: fn(&Self, &Plugin, &Call) -> Result<Answer<T>, CallFault>,
    ) -> Result<Answer<T>, CallFault> {
        let permit = self.inner.permits.acquire(&call.context.school).await.inspect_err(|_| {
            metrics::counter!("plugin_busy_total").increment(1);
        })?;
        let (host, plugin) = (self.clone(), Arc::clone(plugin));
        tokio::task::spawn_blocking(move || {
            // Held until the call has ended, even when nobody waits for it any more.
            let _permit = permit;
            function(&host, &plugin, &call)
        })
        .await
        .map_err(|error| PluginFault::Internal(error.to_string()))?
    }
}

impl Inner {
    /// A school's call, with the breaker around it and metrics after it.
    fn guarded<T>(
        &self,
        function: Function,
        plugin: &Plugin,
        call: &Call,
        is_watched: bool,
        body: impl FnOnce(
            &FormPlugin,
            &mut Store<CallState>,
        ) -> wasmtime::Result<Result<(T, Vec<words::verdict::EffectKind>), PluginFault>>,
    ) -> Result<Answer<T>, CallFault> {
        let (name, fuel) = match function {
            Function::Check => ("check", self.limits.check_fuel),
            Function::Decide => ("decide", self.limits.decide_fuel),
        };
        let school = call.context.school.as_str();
        let result = if call.values.len() > self.limits.input_bytes {
            Err(PluginFault::TooMuchInput.into())
        } else if is_watched && !self.breakers.allows(school, plugin.digest.0, Instant::now()) {
            Err(PluginFault::Paused.into())
        } else {
            // What `check` says goes to whoever asks: it must not depend on who else has applied.
            let told = matches!(function, Function::Decide) || is_removed(Guard::KnownInDecide);
            let state = CallState::for_call(&self.limits, &plugin.asks, call, told);
            let result = self.run(&plugin.pre, fuel, self.limits.transfer_bytes, state, body).and_then(
                |(answer, mut report)| match answer {
                    Ok((verdict, dropped_effects)) => {
                        report.dropped_effects = dropped_effects;
                        Ok(Answer { verdict, report })
                    }
                    Err(fault) => Err(CallFault { fault, report: Box::new(report) }),
                },
            );
            let failed = result.as_ref().is_err_and(|fault| fault.fault.is_plugins_doing());
            if is_watched {
                self.breakers.note(school, plugin.digest.0, failed, Instant::now());
            }
            result
        };
        let (outcome, report, fault) = match &result {
            Ok(answer) => ("ok", &answer.report, None),
            Err(fault) => (fault.code(), &*fault.report, Some(&fault.fault)),
        };
        let elapsed = report.elapsed;
        if let Some(ended) = &call.ended {
            ended(report, fault);
        }
        metrics::counter!("plugin_calls_total", "call" => name, "outcome" => outcome).increment(1);
        metrics::histogram!("plugin_call_seconds", "call" => name).record(elapsed);
        result
    }

    /// One call in a fresh instance.
    pub(crate) fn run<T>(
        &self,
        pre: &FormPluginPre<CallState>,
        fuel: u64,
        transfer_bytes: usize,
        state: CallState,
        body: impl FnOnce(&FormPlugin, &mut Store<CallState>) -> wasmtime::Result<T>,
    ) -> Result<(T, Report), CallFault> {
        let started = Instant::now();
        let mut store = Store::new(&self.engine, state);
        store.limiter(|state| state);
        let (deadline, ticks) = (self.limits.deadline, engine::ticks(self.limits.deadline));
        store.set_epoch_deadline(ticks);
        store.epoch_deadline_callback(move |store| {
            let used = fuel.saturating_sub(store.get_fuel()?);
            let was_kept_waiting = used < STARVED_FUEL && started.elapsed() < 3 * deadline;
            if was_kept_waiting { Ok(UpdateDeadline::Continue(ticks)) } else { Err(Trap::Interrupt.into()) }
        });
        store.set_hostcall_fuel(transfer_bytes);
        let result = store
            .set_fuel(fuel)
            .and_then(|()| pre.instantiate(&mut store))
            .and_then(|instance| body(&instance, &mut store));
        let left = store.get_fuel().unwrap_or_default();
        let state = store.into_data();
        let refused_memory = state.refused_memory;
        let mut report = state.report;
        report.fuel = fuel.saturating_sub(left);
        report.elapsed = started.elapsed();
        match result {
            Ok(answer) => Ok((answer, report)),
            Err(error) => Err(CallFault {
                fault: classified(&error, refused_memory, report.elapsed, self.limits.deadline),
                report: Box::new(report),
            }),
        }
    }
}

/// What an error of the engine means.
fn classified(error: &wasmtime::Error, refused_memory: bool, elapsed: Duration, deadline: Duration) -> PluginFault {
    if error.is::<TooManyCalls>() {
        return PluginFault::TooManyCalls;
    }
    if error.is::<PoolConcurrencyLimitError>() {
        return PluginFault::Busy;
    }
    match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => PluginFault::OutOfFuel,
        Some(Trap::Interrupt) => PluginFault::Timeout,
        // The guest's allocator aborts when it gets no memory.
        Some(_) if refused_memory => PluginFault::MemoryLimit,
        Some(trap) => PluginFault::Trap(trap.to_string()),
        None if refused_memory => PluginFault::MemoryLimit,
        // The engine has no type for this one.
        None if format!("{error:#}").contains("hostcalls has been exhausted") => PluginFault::TooMuchOutput,
        None if elapsed > deadline => PluginFault::Timeout,
        None => PluginFault::BadOutput(format!("{:#}", error.root_cause())),
    }
}
