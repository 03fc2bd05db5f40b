//! Reports the progress of the work to the page.

use std::ops::ControlFlow;

use perfectplay_any::{Phase, Progress};

#[cfg(target_family = "wasm")]
mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Receives the progress. `phase` is the index of the current phase. In this phase, `done` of `total` steps are
        /// finished. The result 0 continues the work; any other result stops the work.
        pub safe fn progress(phase: u32, done: f64, total: f64) -> u32;
    }
}

/// Ignores the progress, because there is no page on targets other than WebAssembly.
#[cfg(not(target_family = "wasm"))]
mod host {
    pub const fn progress(_phase: u32, _done: f64, _total: f64) -> u32 {
        0
    }
}

/// Reports the progress to the page. A phase is sent as a number, which is the index of its name in
/// `web/module.js`.
pub(crate) fn tell(progress: Progress) -> ControlFlow<()> {
    let phase = match progress.phase {
        Phase::Checking => 0,
        Phase::Finding => 1,
        Phase::Solving => 2,
        Phase::Baking | Phase::Writing => 3,
        _ => 4,
    };
    match host::progress(phase, progress.done as f64, progress.total as f64) {
        0 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    }
}
