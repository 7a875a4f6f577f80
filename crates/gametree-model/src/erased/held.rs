//! A typed game, and a typed position with its stack of undos, behind the virtual calls.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::{Arc, Weak};

use super::Position as Pos;
use super::calls::{PositionCalls, RulesCalls};
use super::list::calls;
use super::pass::{Answer, given};
use crate::{
    Asked, Bounds, Combined, Coordinates, Draws, Game, Glance, Key, Kind, Knowledge, Lead, Look,
    MoreFacts, Move, Moves, Notation, NotationError, Settled, Stepped, Symmetry, Tactics, Turn,
    Undecided, Value, Values, WholeBounds, WholeLook,
};

/// A game and heuristics for it.
pub(super) trait Subject: Send + Sync + 'static {
    type Game: Notation<Position: Send, Undo: Send>;
    type Knowledge: Knowledge<Self::Game>;

    fn game(&self) -> &Self::Game;
    fn knowledge(&self) -> &Self::Knowledge;
}

/// A game with its own heuristics.
pub(super) struct Own<G>(pub G);

impl<G> Subject for Own<G>
where
    G: Notation<Position: Send, Undo: Send> + Knowledge<G> + Send + Sync + 'static,
{
    type Game = G;
    type Knowledge = G;

    #[inline(always)]
    fn game(&self) -> &G {
        &self.0
    }

    #[inline(always)]
    fn knowledge(&self) -> &G {
        &self.0
    }
}

/// A game with other heuristics.
pub(super) struct Pair<G, K> {
    pub game: G,
    pub knowledge: K,
}

impl<G, K> Subject for Pair<G, K>
where
    G: Notation<Position: Send, Undo: Send> + Send + Sync + 'static,
    K: Knowledge<G> + Send + Sync + 'static,
{
    type Game = G;
    type Knowledge = K;

    #[inline(always)]
    fn game(&self) -> &G {
        &self.game
    }

    #[inline(always)]
    fn knowledge(&self) -> &K {
        &self.knowledge
    }
}

/// The rules behind the calls.
pub(super) struct Rules<S> {
    subject: S,
    /// For positions, which share the rules.
    own: Weak<Self>,
}

impl<S: Subject> Rules<S> {
    pub fn new(subject: S) -> Arc<Self> {
        Arc::new_cyclic(|own| Rules { subject, own: own.clone() })
    }

    pub fn hold(&self, position: PositionOf<S>) -> Pos {
        let rules = self.own.upgrade().expect("they are in use");
        Pos(Box::new(Held { rules, position, undos: Vec::new() }))
    }
}

pub(super) type PositionOf<S> = <<S as Subject>::Game as Game>::Position;
type UndoOf<S> = <<S as Subject>::Game as Game>::Undo;
type Mv = u32;

/// Calls a method of a trait that the game or its heuristics have.
macro_rules! ask {
    (Game, $subject:expr, $call:ident($($argument:expr),* $(,)?)) => {
        $subject.game().$call($($argument),*)
    };
    (MoreFacts, $subject:expr, $call:ident($($argument:expr),* $(,)?)) => {
        $subject.game().more_facts().$call($subject.game(), $($argument),*)
    };
    (Knowledge, $subject:expr, $call:ident($($argument:expr),* $(,)?)) => {
        $subject.knowledge().$call($subject.game(), $($argument),*)
    };
    (Tactics, $subject:expr, $call:ident($($argument:expr),* $(,)?)) => {
        $subject.knowledge().tactics().$call($subject.game(), $($argument),*)
    };
    (Combined, $subject:expr, $call:ident($($argument:expr),* $(,)?)) => {
        $subject.knowledge().combined().$call($subject.game(), $($argument),*)
    };
    (Notation, $subject:expr, $call:ident($($argument:expr),* $(,)?)) => {
        $subject.game().$call($($argument),*)
    };
    (Uci, $subject:expr, $call:ident($($argument:expr),* $(,)?)) => {
        $subject.game().uci().expect("asked only if there is one").$call($($argument),*)
    };
}

/// Answers calls by those of the typed game.
macro_rules! forward {
    ([$trait:ident of game] $(
        fn $call:ident $(<$life:lifetime>)? ($($name:ident: $type:ty),*) $(-> $answer:ty)?;
    )*) => {$(
        fn $call $(<$life>)? (&self, $($name: $type),*) $(-> $answer)? {
            Answer::erased(ask!($trait, self.subject, $call($(given($name)),*)), self)
        }
    )*};
    ([$trait:ident of position] $(
        fn $call:ident($($name:ident: $type:ty),*) $(-> $answer:ty)?;
    )*) => {$(
        fn $call(&self, $($name: $type),*) $(-> $answer)? {
            let Held { rules, position, .. } = self;
            let answer = ask!($trait, rules.subject, $call(position, $(given($name)),*));
            Answer::erased(answer, &**rules)
        }
    )*};
    ([$trait:ident of position mut] $(
        fn $call:ident($($name:ident: $type:ty),*) $(-> $answer:ty)?;
    )*) => {$(
        fn $call(&mut self, $($name: $type),*) $(-> $answer)? {
            let Held { rules, position, .. } = self;
            let answer = ask!($trait, rules.subject, $call(position, $(given($name)),*));
            Answer::erased(answer, &**rules)
        }
    )*};
}

impl<S: Subject> RulesCalls for Rules<S> {
    calls!(Game of game: forward Game of game);
    calls!(Knowledge of game: forward Knowledge of game);
    calls!(Tactics of game: forward Tactics of game);
    calls!(Notation of game: forward Notation of game);
    calls!(Uci of game: forward Uci of game);

    fn has_uci(&self) -> bool {
        self.subject.game().uci().is_some()
    }

    fn evaluate_soon(&self, positions: &[&Pos]) {
        let typed = positions.iter().filter_map(|position| {
            position.0.as_any().downcast_ref::<Held<S>>().map(|held| &held.position)
        });
        let typed: Vec<_> = typed.collect();
        self.subject.knowledge().evaluate_soon(self.subject.game(), &typed);
    }
}

/// A position behind the calls.
struct Held<S: Subject> {
    rules: Arc<Rules<S>>,
    position: PositionOf<S>,
    /// What takes back the moves played so far, the last one last.
    undos: Vec<UndoOf<S>>,
}

impl<S: Subject> PositionCalls for Held<S> {
    calls!(Game of position: forward Game of position);
    calls!(Game of position mut: forward Game of position mut);
    calls!(MoreFacts of position: forward MoreFacts of position);
    calls!(Knowledge of position: forward Knowledge of position);
    calls!(Tactics of position: forward Tactics of position);
    calls!(Combined of position: forward Combined of position);
    calls!(Combined of position mut: forward Combined of position mut);
    calls!(Notation of position: forward Notation of position);
    calls!(Uci of position: forward Uci of position);

    fn copy(&self) -> Pos {
        let (rules, position) = (self.rules.clone(), self.position.clone());
        Pos(Box::new(Held { rules, position, undos: Vec::new() }))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn typed(&self) -> &dyn Any {
        &self.position
    }

    fn assign(&mut self, from: &dyn PositionCalls) -> bool {
        let Some(from) = from.as_any().downcast_ref::<Self>() else { return false };
        if !Arc::ptr_eq(&self.rules, &from.rules) {
            return false;
        }
        self.position.clone_from(&from.position);
        self.undos.clear();
        true
    }

    fn play(&mut self, mv: u32) {
        let game = self.rules.subject.game();
        self.undos.push(game.play(&mut self.position, Move::from_code(mv)));
    }

    fn undo(&mut self, mv: u32) {
        let undo = self.undos.pop().expect("a move was played");
        self.rules.subject.game().undo(&mut self.position, Move::from_code(mv), undo);
    }

    fn play_and_expand(&mut self, mv: u32, moves: &mut Moves<u32>) -> Turn {
        let Held { rules, position, .. } = self;
        let (mv, moves) = (Move::from_code(mv), moves.lend());
        match ask!(Combined, rules.subject, play_and_expand(position, mv, moves)) {
            Stepped::Inner(kind, undo) => {
                self.undos.push(undo);
                Turn::Inner(kind)
            }
            Stepped::Over(value) => Turn::Terminal(value),
        }
    }

    fn become_child(
        &mut self,
        parent: &dyn PositionCalls,
        mv: u32,
        test: Option<i32>,
    ) -> WholeLook {
        let parent = parent.as_any().downcast_ref::<Self>();
        let Held { rules, position, .. } = parent.expect("both are positions of one game");
        self.undos.clear();
        let (mv, child) = (Move::from_code(mv), &mut self.position);
        ask!(Combined, rules.subject, look_into(position, mv, child, test))
    }
}
