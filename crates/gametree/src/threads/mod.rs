//! Threads: who helps whom.
//!
//! One thread asks the question and answers it, the *leader*. It begins alone, and most questions
//! are answered before anybody comes (`solo.rs`). Then helpers are started, in one of five ways:
//!
//! | file | question | what the helpers do | what all share |
//! |---|---|---|---|
//! | `over_table.rs` | exact, over a table | the same search of the same position | the table; marks tell them which child somebody else is searching |
//! | `tasks/` | exact, by an algorithm that cannot share a table | tasks: positions below the root, each by a search of its own; the leader only watches | the upper part of the tree, which hands out tasks and takes bounds; the table, if there is one |
//! | `graph.rs` | rollouts in a game with cycles | the same rollouts | the graph of positions |
//! | `team.rs` | an estimate | the same search with another seed | the tree (Monte Carlo) or the table (selective search) |
//! | `proof.rs` | a certificate | the same proof in another order | the table, and the book of what is proven |
//!
//! In all of them a [`Crew`] tells the leader what the helpers do: the news of the root, the work
//! done, the end, the first error or panic. A [`Pool`] gives each its part of a limit on nodes and
//! leaves. [`Marks`] are the one place where a thread takes the child that nobody searches.
//!
//! What a thread does not hear of costs time, never truth: bounds are intersected wherever they
//! meet. Which of the ways is taken is decided by [`Inquiry`](crate::search::Inquiry), from what the
//! algorithm says of itself (`SHARES_TABLE`, `worker`); `docs/reference/threads.md` tells users,
//! with measurements.

mod crew;
mod graph;
mod marks;
mod over_table;
mod pool;
mod proof;
mod solo;
mod tasks;
mod team;

pub(crate) use crew::Crew;
pub(crate) use marks::{Marks, SHARED_PLIES};
pub(crate) use over_table::search_over_table;
pub(crate) use pool::Pool;
pub(crate) use proof::End;
pub(crate) use solo::Solo;
pub(crate) use tasks::PART_OF_MEMORY;
pub(crate) use team::Team;
