//! Searches that estimate go through the same door to a leaf as all others: range checked, counted, shown
//! to the probe, limited. Every one of the registry is held to that, on graphs with ties, facts, chance and
//! odd shapes.

use gametree::erased::Erased;
use gametree::registry::{Entry, SAMPLERS, Spec};
use gametree::{
    Bounds, Counts, Game, Key, Kind, Knowledge, Limits, Moves, Notation, Outcome, Probe, Search,
    SearchError, Stop, Storage, Turn, Value, Values, Window, Workspace,
};

use crate::contains;
use crate::graph::{At, Draws, Graph};

/// Every search that estimates, with parameters that a seed decides on; where positions can be shared, with
/// and without that.
fn specs(seed: u64) -> Vec<Spec> {
    let playouts = [
        "random",
        "careful",
        "informed",
        "learned",
        "ic:2",
        "eval",
        "mm:2",
        "mm-play:1",
        "mm-play:2",
    ];
    let spec = |name: &str| {
        let mut spec = Spec::parse(name).unwrap();
        if spec.has_parameter("seed") {
            spec.set("seed", &seed.to_string()).unwrap();
        }
        if spec.has_parameter("depth") {
            spec.set("depth", &(3 + seed % 3).to_string()).unwrap();
        }
        if spec.has_parameter("playout") {
            spec.set("playout", playouts[seed as usize % playouts.len()]).unwrap();
        }
        spec
    };
    let ways = |entry: &Entry| {
        let shared = ["yes", "no"].map(|shared| {
            let mut spec = spec(entry.name);
            spec.set("transpositions", shared).is_ok().then_some(spec)
        });
        let plain = shared[0].is_none().then(|| spec(entry.name));
        shared.into_iter().flatten().chain(plain)
    };
    SAMPLERS.iter().flat_map(ways).collect()
}

/// Notes every leaf that it is shown.
#[derive(Default)]
struct Leaves {
    values: Vec<Value>,
}

impl<G: Game> Probe<G> for Leaves {
    fn leaf(&mut self, _: &G, _: &G::Position, value: Value) {
        self.values.push(value);
    }
}

/// A graph whose unfinished positions are evaluated, by their number.
struct Evaluated(Graph);

impl Game for Evaluated {
    type Position = <Graph as Game>::Position;
    type Move = <Graph as Game>::Move;
    type Undo = <Graph as Game>::Undo;

    const DICE: gametree::Dice = Graph::DICE;

    fn start(&self) -> Self::Position {
        self.0.start()
    }

    fn values(&self) -> Values {
        self.0.values()
    }

    fn span(&self) -> Bounds {
        self.0.span()
    }

    fn has_chance(&self) -> bool {
        self.0.has_chance()
    }

    fn expand(&self, position: &Self::Position, moves: &mut Moves<Self::Move>) -> Turn {
        self.0.expand(position, moves)
    }

    fn play(&self, position: &mut Self::Position, mv: Self::Move) -> Self::Undo {
        self.0.play(position, mv)
    }

    fn undo(&self, position: &mut Self::Position, mv: Self::Move, undo: Self::Undo) {
        self.0.undo(position, mv, undo);
    }

    fn facts(&self, position: &Self::Position) -> Bounds {
        self.0.facts(position)
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    fn key(&self, position: &Self::Position) -> Option<Key> {
        self.0.key(position)
    }
}

impl Knowledge<Self> for Evaluated {
    fn evaluate(&self, _: &Self, position: &At) -> Option<Value> {
        let range = self.span();
        let share = (position.0 * 7 % 11) as f64 / 10.0;
        Value::new(range.lower.get() + share * range.width())
    }
}

impl Notation for Evaluated {
    fn move_text(&self, _: &At, mv: u8) -> String {
        mv.to_string()
    }
}

fn graph(seed: u64) -> Graph {
    Graph::new(seed, Draws(seed).coin())
}

fn game(seed: u64) -> Erased {
    Erased::new(Evaluated(graph(seed)))
}

type Seen = (Result<Outcome<u32>, SearchError>, Vec<Value>);

/// What a search answers, and the leaves that it has shown.
fn ask(
    game: &Erased,
    spec: &Spec,
    question: impl for<'s> FnOnce(Search<'s, Erased, Erased>) -> Search<'s, Erased, Erased>,
) -> Seen {
    let mut leaves = Leaves::default();
    let search = question(Search::bare(game).knowledge(game));
    let answer =
        search.probe(&mut leaves).reusing(&mut Workspace::new(Storage::Plain)).run_erased(spec);
    (answer, leaves.values)
}

fn leaves(most: u64) -> Limits {
    Limits::none().leaves(most)
}

/// Whether the search is one for games with chance nodes, or there are none.
fn plays(spec: &Spec, game: &Erased) -> bool {
    spec.entry().takes_chance || !game.has_chance()
}

fn shown_is_counted(spec: &Spec, counts: &Counts, shown: &[Value], seed: u64) {
    assert_eq!(counts.leaves, shown.len() as u64, "{spec}, seed {seed}: counted and shown");
}

#[test]
fn bounds_are_sound_and_every_leaf_is_counted_and_shown() {
    let (mut closed, mut inner) = (0, [0; 3]);
    for seed in 0..600 {
        let game = game(seed);
        let graph = graph(seed);
        let value = graph.value(graph.start());
        for spec in specs(seed).iter().filter(|spec| plays(spec, &game)) {
            let window = Window::new(0.into(), 1.into());
            let (answer, shown) = ask(&game, spec, |search| {
                let search = if seed % 2 == 0 { search } else { search.facts(false) };
                let search = if seed % 3 == 0 { search.window(window) } else { search };
                search.limits(leaves(300))
            });
            let outcome = answer.unwrap_or_else(|error| panic!("{spec}, seed {seed}: {error}"));
            assert!(contains(outcome.bounds, value), "{spec}, seed {seed}: {}", outcome.bounds);
            shown_is_counted(spec, &outcome.counts, &shown, seed);
            assert!(outcome.counts.leaves <= 300, "{spec}, seed {seed}");
            closed += usize::from(outcome.bounds.is_closed());
            let Counts { max_nodes, min_nodes, chance_nodes, .. } = outcome.counts;
            for (all, one) in inner.iter_mut().zip([max_nodes, min_nodes, chance_nodes]) {
                *all += one;
            }
        }
    }
    assert!(closed > 500 && inner.iter().all(|&nodes| nodes > 1000), "{closed} {inner:?}");
}

#[test]
fn limits_hold_to_the_leaf_and_to_the_node() {
    let mut stopped = 0;
    for seed in 0..300 {
        let game = game(seed);
        for spec in specs(seed).iter().filter(|spec| plays(spec, &game)) {
            for most in [0, 1, 2, 7, 40] {
                let (answer, shown) = ask(&game, spec, |search| search.limits(leaves(most)));
                let outcome = answer.unwrap();
                assert!(shown.len() as u64 <= most, "{spec}, seed {seed}: {}", shown.len());
                stopped += usize::from(outcome.stop == Stop::Leaves);
                let limits = Limits::none().nodes(most);
                let (answer, _) = ask(&game, spec, |search| search.limits(limits));
                let outcome = answer.unwrap();
                let nodes = outcome.counts.nodes;
                assert!(nodes <= most, "{spec}, seed {seed}: {nodes} of {most}");
                stopped += usize::from(outcome.stop == Stop::Nodes);
            }
        }
    }
    assert!(stopped > 2000, "{stopped}");
}

/// A range that is not true is found out by the first leaf, or fact, that contradicts it; and nobody goes on
/// from there.
#[test]
fn a_false_range_is_never_believed() {
    let (mut refused, mut unseen) = (0, 0);
    for seed in 0..400 {
        let game = game(seed);
        let range = Bounds::new(Value::from(0), Value::from((seed % 3) as i32)).unwrap();
        for spec in specs(seed).iter().filter(|spec| plays(spec, &game)) {
            let facts = seed % 2 == 0;
            let (answer, shown) =
                ask(&game, spec, |search| search.range(range).facts(facts).limits(leaves(400)));
            let outside: Vec<&Value> = shown.iter().filter(|&&v| !range.contains(v)).collect();
            match answer {
                Ok(outcome) => {
                    assert!(outside.is_empty(), "{spec}, seed {seed}: {outside:?} {outcome:?}");
                    unseen += 1;
                }
                Err(SearchError::OutsideRange { value, .. }) => {
                    assert!(!range.contains(value), "{spec}, seed {seed}");
                    assert!(outside.len() <= 1, "{spec}, seed {seed}: goes on after an error");
                    refused += 1;
                }
                Err(other) => panic!("{spec}, seed {seed}: {other}"),
            }
        }
    }
    assert!(refused > 500 && unseen > 100, "{refused} {unseen}");
}

/// A game that is wrong about its own values, as its leaves show, or one of its facts: nothing is proven of
/// it.
struct Wrong {
    by_a_fact: bool,
}

impl Game for Wrong {
    type Position = u32;
    type Move = u32;
    type Undo = ();

    fn start(&self) -> u32 {
        1
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    fn expand(&self, &position: &u32, moves: &mut Moves<u32>) -> Turn {
        if position >= 8 {
            return Turn::over(if self.by_a_fact { 0 } else { position as i32 - 9 });
        }
        moves.extend([0, 1]);
        Turn::Inner(if position.ilog2() % 2 == 0 { Kind::Max } else { Kind::Min })
    }

    fn play(&self, position: &mut u32, mv: u32) {
        *position = 2 * *position + mv;
    }

    fn undo(&self, position: &mut u32, _: u32, (): ()) {
        *position /= 2;
    }

    fn facts(&self, &position: &u32) -> Bounds {
        let beyond = self.by_a_fact && position == 3;
        if beyond { Bounds::at_least(5.into()) } else { Bounds::UNBOUNDED }
    }
}

impl Notation for Wrong {
    fn move_text(&self, _: &u32, mv: u32) -> String {
        mv.to_string()
    }
}

impl Knowledge<Self> for Wrong {
    fn evaluate(&self, _: &Self, _: &u32) -> Option<Value> {
        Some(Value::ZERO)
    }
}

#[test]
fn a_game_that_is_wrong_about_its_values_is_refused() {
    let refused = |game: Wrong, spec: &Spec| {
        let (answer, _) = ask(&Erased::new(game), spec, |search| search.limits(leaves(500)));
        assert!(matches!(answer, Err(SearchError::OutsideRange { .. })), "{spec}: {answer:?}");
    };
    for seed in 0..20 {
        for spec in specs(seed).iter().filter(|spec| spec.entry().name != "random") {
            refused(Wrong { by_a_fact: false }, spec);
        }
        // Only who proves asks for facts.
        let solver = Spec::parse(&format!("mcts-solver:seed={seed}")).unwrap();
        refused(Wrong { by_a_fact: true }, &solver);
    }
}
