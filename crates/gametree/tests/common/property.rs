//! Properties of random cases.
//!
//! `properties!` is written as `proptest!` is. The difference is what the compiler has to do: `proptest!` compiles
//! the whole runner anew for every property, which was a third of the code of these tests. Here a case is a trait
//! object, and there is one runner.

use std::cell::Cell;
use std::fmt::{Debug, Formatter, Result};

use proptest::prelude::{BoxedStrategy, ProptestConfig, Strategy, TestCaseError};
use proptest::test_runner::{RngAlgorithm, TestRunner};

use crate::effort::effort;

/// What a property returns.
pub type Held = std::result::Result<(), TestCaseError>;

/// A random case: values, and the property that they are to have.
trait Trial: Debug {
    fn hold(self: Box<Self>) -> Held;
}

struct Values<V>(V, fn(V) -> Held);

impl<V: Debug> Debug for Values<V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.0.fmt(f)
    }
}

impl<V: Debug> Trial for Values<V> {
    fn hold(self: Box<Self>) -> Held {
        (self.1)(self.0)
    }
}

/// A case that is tried once.
pub struct Case(Cell<Option<Box<dyn Trial>>>);

impl Debug for Case {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Some(trial) = self.0.take() else { return f.write_str("(tried)") };
        let shown = trial.fmt(f);
        self.0.set(Some(trial));
        shown
    }
}

/// Cases from the values of a strategy.
pub fn of<S>(strategy: S, property: fn(S::Value) -> Held) -> BoxedStrategy<Case>
where
    S: Strategy + 'static,
    S::Value: 'static,
{
    strategy.prop_map(move |v| Case(Cell::new(Some(Box::new(Values(v, property)))))).boxed()
}

/// Tries so many cases (a tenth of them by default), and panics with the smallest one that fails.
pub fn try_all(number: u32, name: &'static str, cases: &BoxedStrategy<Case>) {
    let config = ProptestConfig {
        failure_persistence: None,
        // ChaCha, the default, took a fifth of all time.
        rng_algorithm: RngAlgorithm::XorShift,
        test_name: Some(name),
        ..ProptestConfig::with_cases(effort(number.into()) as u32)
    };
    let tried = TestRunner::new(config).run(cases, |case| match case.0.take() {
        Some(trial) => trial.hold(),
        None => Ok(()),
    });
    tried.unwrap_or_else(|failure| panic!("{failure}"));
}

/// Tests of properties, each of which is tried on `cases(...)` random cases; as `proptest!`.
macro_rules! properties {
    (#![cases($number:expr)]
     $($(#[$meta:meta])* fn $name:ident($($arguments:tt)*) $body:block)*) => {
        $($(#[$meta])*
        fn $name() {
            let cases = properties!(@of [] [] $body $($arguments)*,);
            crate::property::try_all($number, stringify!($name), &cases);
        })*
    };
    (@of [$($value:pat),*] [$($strategy:expr),*] $body:block $(,)?) => {
        crate::property::of(($($strategy,)*), |($($value,)*)| {
            $body
            Ok(())
        })
    };
    (@of [$($value:pat),*] [$($strategy:expr),*] $body:block $new:pat in $from:expr, $($rest:tt)*) => {
        properties!(@of [$($value,)* $new] [$($strategy,)* $from] $body $($rest)*)
    };
    (@of [$($value:pat),*] [$($strategy:expr),*] $body:block $new:ident: $type:ty, $($rest:tt)*) => {
        properties!(@of [$($value,)* $new] [$($strategy,)* proptest::prelude::any::<$type>()] $body $($rest)*)
    };
}
pub(crate) use properties;
