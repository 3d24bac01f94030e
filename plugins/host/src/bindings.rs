//! The contract's types and traits, generated from `plugins/wit`.

wasmtime::component::bindgen!({
    path: "../wit/v1",
    world: "form-plugin",
    imports: { default: trappable },
});

/// The interfaces a component may import; `types` holds no functions.
pub(crate) const IMPORTS: [&str; 3] =
    ["qabul:forms/types@1.0.0", "qabul:forms/host-log@1.0.0", "qabul:forms/host-lookup@1.0.0"];

/// The interface a component must export.
pub(crate) const EXPORT: &str = "qabul:forms/plugin@1.0.0";
