//! The native part of the Python package `gametree`: what `python/gametree` wraps.

mod arena;
mod certificate;
mod ending;
mod options;
mod report;
mod rules;
mod script;
mod supervise;
mod think;

use pyo3::prelude::*;

/// The native part of gametree.
#[pymodule]
mod _native {
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use super::certificate::header;
    #[pymodule_export]
    use super::ending::end;
    #[pymodule_export]
    use super::options::limits;
    #[pymodule_export]
    use super::rules::{Rules, algorithms, games};
    #[pymodule_export]
    use super::think::Analysis;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::ending::end_in_silence();
        Ok(())
    }
}
