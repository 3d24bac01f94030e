//! The engine's settings, and the clock that ends calls by wall time.

use std::time::Duration;

use wasmtime::{Config, Engine, InstanceAllocationStrategy, OptLevel, PoolingAllocationConfig, WasmBacktraceDetails};

use crate::{HostError, Limits};

/// How often running calls look at the time.
const TICK: Duration = Duration::from_millis(10);

/// Instances alive at once; calls hold one each and are bounded well below by permits.
const INSTANCES: u32 = 64;

/// Memories alive at once: 32 calls of components of as many parts as may be.
const MEMORIES: u32 = 96;

/// Settings that change the compiled code. The child that compiles on trial uses the same.
fn code_settings() -> Config {
    let mut config = Config::new();
    config
        .consume_fuel(true)
        .epoch_interruption(true)
        .max_wasm_stack(512 << 10)
        .wasm_memory64(false)
        // What joins the parts of a composed component copies from one's memory into another's.
        .wasm_multi_memory(true)
        .wasm_relaxed_simd(false)
        // A verdict must not depend on the machine.
        .cranelift_nan_canonicalization(true)
        .cranelift_opt_level(OptLevel::Speed)
        // An image only where every other page of it holds something: a byte at each end of a memory would fill it with nothing.
        .memory_guaranteed_dense_image_size(0)
        .generate_address_map(false)
        .wasm_backtrace_details(WasmBacktraceDetails::Disable)
        .wasm_backtrace_max_frames(None);
    config
}

/// The engine of a server. Once per process: it reserves 4 GiB of address space (not memory) per memory.
pub(crate) fn serving(limits: &Limits) -> Result<Engine, HostError> {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(INSTANCES)
        .total_core_instances(16 * INSTANCES)
        .total_memories(MEMORIES)
        .total_tables(4 * INSTANCES)
        .table_elements(limits.table_elements)
        .max_memory_size(limits.memory_bytes)
        .max_core_instances_per_component(16)
        .max_memories_per_component(3)
        .max_tables_per_component(8)
        // Zeroing kept pages by hand is dearer than giving them back.
        .linear_memory_keep_resident(0);
    let mut config = code_settings();
    config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    let engine = Engine::new(&config).map_err(|error| {
        HostError::Engine(format!("{error:#} (plugins need about 400 GB of address space: check 'ulimit -v')"))
    })?;
    start_clock(&engine)?;
    Ok(engine)
}

/// An engine that only compiles, in a child process that may use little address space and one core.
pub(crate) fn compiling() -> Result<Engine, HostError> {
    let mut config = code_settings();
    config.parallel_compilation(false);
    Engine::new(&config).map_err(|error| HostError::Engine(format!("{error:#}")))
}

/// How many ticks a call may run.
pub(crate) fn ticks(deadline: Duration) -> u64 {
    u64::try_from(deadline.as_millis() / TICK.as_millis()).unwrap_or(u64::MAX).max(1)
}

/// Ticks until the engine is gone.
fn start_clock(engine: &Engine) -> Result<(), HostError> {
    let engine = engine.weak();
    std::thread::Builder::new()
        .name("plugin-clock".to_owned())
        .spawn(move || {
            while let Some(engine) = engine.upgrade() {
                engine.increment_epoch();
                drop(engine);
                std::thread::sleep(TICK);
            }
        })
        .map(drop)
        .map_err(|error| HostError::Engine(error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::hash::{DefaultHasher, Hash, Hasher};

    use super::*;

    #[test]
    fn trial_code_fits_the_serving_engine() {
        let hash = |engine: &Engine| {
            let mut hasher = DefaultHasher::new();
            engine.precompile_compatibility_hash().hash(&mut hasher);
            hasher.finish()
        };
        assert_eq!(hash(&serving(&Limits::default()).unwrap()), hash(&compiling().unwrap()));
    }
}
