//! How many threads a search may use.

use std::num::NonZero;

use clap::Args;

/// The option.
#[derive(Clone, Copy, Debug, Args)]
pub struct Threads {
    /// The number of threads that search, or 'all' for one per processor. What is proven does not depend on
    /// it; estimates and the number of nodes do, and are reproducible with 1.
    #[arg(
        long = "threads",
        value_name = "N|all",
        default_value = "all",
        allow_negative_numbers = true,
        value_parser = count
    )]
    number: NonZero<usize>,
}

/// More threads than this for each processor are obeyed, with a warning.
const SENSIBLE: usize = 4;

/// One thread per processor.
fn processors() -> NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Reads a number of threads.
pub fn count(text: &str) -> Result<NonZero<usize>, String> {
    if text == "all" {
        return Ok(processors());
    }
    let number: Option<NonZero<usize>> = text.parse().ok();
    number.filter(|number| number.get() <= 1 << 16).ok_or_else(|| {
        "should be a whole number from 1 to 65536, or 'all' for one per processor".to_string()
    })
}

impl Threads {
    /// The number of threads; a warning, if there are many more than processors.
    pub fn number(self) -> NonZero<usize> {
        let processors = processors().get();
        if self.number.get() > SENSIBLE * processors {
            let number = self.number;
            crate::output::complain(&format!(
                "{number} threads on {processors} processors will get in each other's way"
            ));
        }
        self.number
    }
}
