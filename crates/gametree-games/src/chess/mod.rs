//! `chess[:FEN]` and `chess960[:N]`: chess by the Laws of FIDE, with the rules of Chess960 for castling.
//!
//! White is MAX. A win is worth 1 to white, a draw 0. The rules of movement are those of the crate
//! `cozy-chess`. Draws come by themselves, without a claim: a position that occurs for the third time
//! (article 9.2), fifty moves of each side without a capture or a pawn move (9.3; checkmate by the last of
//! them comes first), stalemate, and material with which neither side can ever mate (5.2.2): bare kings,
//! one knight, or bishops that all stand on one colour.
//!
//! Moves are written in SAN, `Nbd2` or `exd8=Q+`, and also read as `b1d2`. A position is a list of moves, or
//! a FEN, optionally followed by `moves` and a list of moves.
//!
//! **The value depends on the path**: it matters how often positions have occurred, and how long ago the
//! last capture or pawn move was. Therefore a [`Position`] holds all positions since that move, and the
//! [key](Game::key) names them as well: it is a hash of the board, of the halfmove clock, and of the set of
//! those positions (in any order, since the order does not matter). Positions with equal keys have equal
//! values, unless two hashes coincide by accident, so bounds in tables are true on every path. The price is
//! that a position reached by moves in a different order is recognised only if the sets agree. As a hash may
//! coincide, keys are [`Key::Hash`]: answers that rely on them are labelled so, and there are no
//! certificates. Repetitions themselves are not recognised by hashes alone: boards are compared.
//! Since a set of past positions only grows, or starts again after a move that cannot be undone, no key
//! occurs twice in a game: there are no cycles, and every game ends.
//!
//! Searches that prove nothing do better with a number that ignores the path
//! ([`sketch`](gametree::model::Tactics::sketch)).

mod epd;
mod evaluation;
mod exchange;
mod fen;
mod pawns;
pub mod pgn;
mod position;
mod san;
mod step;
mod tables;

use cozy_chess::{BitBoard, Board, Color, Piece};
use gametree::job::AnyGame;
use gametree::model::{MoreFacts, NotationError, Uci};
use gametree::{
    CellNames, Coordinates, Game, Key, Kind, Moves, Notation, Turn, Value, Values, splitmix64,
};

pub use epd::Epd;
pub use evaluation::Scale;
pub use position::Position;
pub use step::Step;

use crate::players::{turn, won_by};

/// Chess, from any position.
///
/// ```
/// use gametree::{Game, Notation};
/// use gametree_games::chess::Chess;
///
/// let game = Chess::new();
/// let position = game.parse_position("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7").unwrap();
/// assert_eq!(game.judge(&position), gametree::Turn::over(1), "checkmate");
/// assert!(Chess::from_fen("8/8/8/8/8/8/8/K7 w - - 0 1").is_err(), "black has no king");
/// ```
#[derive(Clone, Debug)]
pub struct Chess {
    start: Board,
    /// Whether castling is written as the king's move to his rook, and FENs name rooks by files.
    shuffled: bool,
    /// Whether a position that a text describes is over only by mate and stalemate.
    claims: bool,
    scale: Scale,
}

impl Default for Chess {
    fn default() -> Self {
        Chess::new()
    }
}

impl Chess {
    /// Chess from its usual start.
    pub fn new() -> Chess {
        Chess { start: Board::startpos(), shuffled: false, claims: false, scale: Scale::Linear }
    }

    /// Chess960 from one of its 960 starts, by its usual number; 518 is the start of chess.
    pub fn shuffled(number: u32) -> Option<Chess> {
        let start = (number < 960).then(|| Board::chess960_startpos(number))?;
        Some(Chess { start, ..Chess::new().as_shuffled() })
    }

    /// Chess from a position.
    ///
    /// # Errors
    /// If the text is no FEN, or shows no position of chess; the message says why.
    pub fn from_fen(text: &str) -> Result<Chess, NotationError> {
        Ok(Chess { start: fen::read(text, false)?, ..Chess::new() })
    }

    /// Chess960 from a position.
    ///
    /// # Errors
    /// As [`from_fen`](Chess::from_fen).
    pub fn shuffled_from_fen(text: &str) -> Result<Chess, NotationError> {
        Ok(Chess { start: fen::read(text, true)?, ..Chess::new() }.as_shuffled())
    }

    /// The same by the rules and in the notation of Chess960.
    #[must_use]
    pub fn as_shuffled(self) -> Chess {
        Chess { shuffled: true, ..self }
    }

    /// The same with draws by repetition and by the fifty-move rule as the Laws have them: claims, which nobody need make.
    /// Moves of a position's text may lead on from such draws, and where they end, the game goes on, whatever draw could be
    /// claimed (or declared: fivefold repetition, 75 moves, dead positions). From there on it ends as usual, so that for a
    /// search a repetition is a draw.
    ///
    /// ```
    /// use gametree::{Game, Notation, Turn};
    /// use gametree_games::chess::Chess;
    ///
    /// let thrice = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    /// let (usual, claims) = (Chess::new(), Chess::new().with_claims());
    /// assert_eq!(usual.judge(&usual.parse_position(thrice).unwrap()), Turn::over(0));
    /// assert_eq!(claims.judge(&claims.parse_position(thrice).unwrap()), Turn::MAX);
    /// assert!(claims.parse_position(&format!("{thrice} e4")).is_ok());
    /// ```
    #[must_use]
    pub fn with_claims(self) -> Chess {
        Chess { claims: true, ..self }
    }

    /// This game without its type: compiled here, and not for the crate that asks.
    pub fn any(self) -> AnyGame {
        AnyGame::new(self)
    }

    /// Whether this is Chess960.
    pub fn is_shuffled(&self) -> bool {
        self.shuffled
    }

    /// The same with another scale of the evaluation.
    #[must_use]
    pub fn scaled(self, scale: Scale) -> Chess {
        Chess { scale, ..self }
    }

    /// The position as a FEN. In Chess960 rooks that may castle are named by their files.
    pub fn fen(&self, position: &Position) -> String {
        let board = position.board();
        if self.shuffled { format!("{board:#}") } else { board.to_string() }
    }

    /// A move as programs exchange it: `e2e4`, `e7e8q`. Castling is the king's move, in Chess960 to the
    /// square of his rook.
    pub fn coordinates_of(&self, position: &Position, step: Step) -> String {
        san::coordinates(position.board(), step, self.shuffled)
    }

    /// Whether the player to move is in check.
    pub fn in_check(&self, position: &Position) -> bool {
        !position.board().checkers().is_empty()
    }

    /// The draw that a rule gives, whatever moves there are.
    #[inline]
    fn is_drawn(&self, position: &Position) -> bool {
        let drawn = position.board().halfmove_clock() >= FIFTY_MOVES
            || position.occurrences_before(2) >= 2
            || is_dead(position.board());
        drawn && !position.goes_on()
    }

    /// Reads a move of a game between people. By the Laws they may play on where nobody claims the draw by
    /// repetition or by the fifty-move rule.
    fn parse_played(&self, position: &Position, text: &str) -> Result<Step, NotationError> {
        let board = position.board();
        let over = is_dead(board) || !has_moves(board);
        if over { self.parse_move(position, text) } else { san::read(board, text, self.shuffled) }
    }

    /// What the game is worth if the player to move has no move.
    fn without_move(&self, position: &Position) -> Value {
        if self.in_check(position) { won_by(1 - mover(position)) } else { Value::ZERO }
    }

    /// The verdict, if a legal move exists or not.
    fn verdict(&self, position: &Position, has_moves: bool) -> Turn {
        if !has_moves {
            return Turn::Terminal(self.without_move(position));
        }
        if self.is_drawn(position) { Turn::over(0) } else { turn(mover(position)) }
    }
}

/// Plies without capture or pawn move after which the game is drawn.
const FIFTY_MOVES: u8 = 100;

/// The player to move: 0 for white.
fn mover(position: &Position) -> usize {
    position.board().side_to_move() as usize
}

/// Whether neither side could mate even with the other's help: bare kings, one knight, or bishops on
/// squares of one colour.
fn is_dead(board: &Board) -> bool {
    let of = |piece| board.pieces(piece);
    let strong = of(Piece::Pawn) | of(Piece::Rook) | of(Piece::Queen);
    if !strong.is_empty() {
        return false;
    }
    let (knights, bishops) = (of(Piece::Knight), of(Piece::Bishop));
    let one_colour = (bishops & BitBoard::DARK_SQUARES).is_empty()
        || (bishops & BitBoard::LIGHT_SQUARES).is_empty();
    match knights.len() {
        0 => one_colour,
        1 => bishops.is_empty(),
        _ => false,
    }
}

/// Whether there is a legal move. (One function, since every call of the generator is a copy of it.)
fn has_moves(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

/// Lists all moves of the pieces.
#[inline]
fn list(board: &Board, moves: &mut Moves<Step>) {
    board.generate_moves(|of_piece| {
        moves.extend(of_piece.into_iter().map(Step::new));
        false
    });
}

impl Game for Chess {
    type Position = Position;
    type Move = Step;
    type Undo = ();

    fn start(&self) -> Position {
        Position::new(self.start.clone())
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    fn states_facts(&self) -> bool {
        false
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    #[inline]
    fn expand(&self, position: &Position, moves: &mut Moves<Step>) -> Turn {
        list(position.board(), moves);
        let verdict = self.verdict(position, !moves.is_empty());
        if let Turn::Terminal(_) = verdict {
            moves.clear();
        }
        verdict
    }

    #[inline]
    fn judge(&self, position: &Position) -> Turn {
        self.verdict(position, has_moves(position.board()))
    }

    #[inline]
    fn play(&self, position: &mut Position, step: Step) {
        position.play(step.to_move());
    }

    #[inline]
    fn advance(&self, position: &mut Position, step: Step) {
        position.advance(step.to_move());
    }

    #[inline]
    fn undo(&self, position: &mut Position, _: Step, (): ()) {
        position.undo();
    }

    #[inline]
    fn key(&self, position: &Position) -> Option<Key> {
        let board = position.board();
        let clock = u64::from(board.halfmove_clock());
        // A clock is at most 100.
        let past = splitmix64(position.past_digest(), clock | u64::from(position.goes_on()) << 8);
        Some(Key::Hash(u128::from(board.hash()) << 64 | u128::from(past)))
    }

    /// Every capture and every pawn move is followed by at most fifty moves of each side.
    fn plies_left(&self, position: &Position) -> Option<u32> {
        if let Turn::Terminal(_) = self.judge(position) {
            return Some(0);
        }
        let board = position.board();
        let pieces = board.occupied().len() - 2;
        let steps: u32 = board
            .pieces(Piece::Pawn)
            .into_iter()
            .map(|square| {
                let white = board.colors(Color::White).has(square);
                let rank = square.rank() as u32;
                if white { 7 - rank } else { rank }
            })
            .sum();
        let fifty = u32::from(FIFTY_MOVES);
        // Where the game goes on after fifty moves, the next one ends it, unless it sets the clock back.
        let now = fifty.saturating_sub(board.halfmove_clock().into()).max(1);
        Some((pieces + steps) * fifty + now)
    }

    fn more_facts(&self) -> &impl MoreFacts<Self> {
        self
    }
}

impl MoreFacts<Self> for Chess {
    /// Draws by rule do not end the counting of moves.
    fn expand_to_count(&self, _: &Self, position: &Position, moves: &mut Moves<Step>) {
        list(position.board(), moves);
    }

    /// In few plies no position can occur for the third time, unless it has occurred already: one that has
    /// occurred twice may come again at once; one that has occurred once, and is not on the board now, comes
    /// again after one ply at the earliest, and for the third time after four more; the one on the board
    /// comes again after four plies. So up to four plies ahead the rest of the past does not matter, and the
    /// clock does only if fifty moves come to their end.
    #[inline]
    fn key_within(&self, _: &Self, position: &Position, plies: u32) -> Option<Key> {
        if plies > 4 {
            return self.key(position);
        }
        let board = position.board();
        let clock = board.halfmove_clock();
        let late = if u32::from(clock) + plies >= u32::from(FIFTY_MOVES) { clock } else { 0 };
        let again = u64::from(plies == 4 && position.occurrences_before(1) > 0);
        let state = u64::from(position.goes_on()) << 8 | u64::from(late) << 1 | again;
        let past = splitmix64(position.digest_of_twice(), state);
        // The first bit tells these keys from those above.
        Some(Key::Hash(u128::from(board.hash()) << 64 | u128::from(past | 1)))
    }
}

impl Uci<Self> for Chess {
    fn uci_options(&self) -> &'static [(&'static str, &'static str)] {
        if self.shuffled { &[("UCI_Chess960", "true")] } else { &[] }
    }

    fn uci_position(&self, position: &Position) -> String {
        self.fen(position)
    }

    fn uci_move(&self, position: &Position, step: Step) -> String {
        self.coordinates_of(position, step)
    }

    fn uci_score(&self, share: f64) -> f64 {
        self.centipawns(2.0 * share - 1.0)
    }
}

impl Notation for Chess {
    fn move_text(&self, position: &Position, step: Step) -> String {
        san::write(position.board(), step)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Step, NotationError> {
        if !self.claims && matches!(self.judge(position), Turn::Terminal(_)) {
            return Err(NotationError(format!("move '{text}' comes after the end of the game")));
        }
        san::read(position.board(), text, self.shuffled)
    }

    fn coordinates(&self) -> Option<Coordinates> {
        Some(Coordinates::new(8, 8, CellNames::RowsFromBottom))
    }

    fn owner(&self, symbol: char) -> Option<Kind> {
        match symbol {
            'P' | 'N' | 'B' | 'R' | 'Q' | 'K' => Some(Kind::Max),
            'p' | 'n' | 'b' | 'r' | 'q' | 'k' => Some(Kind::Min),
            _ => None,
        }
    }

    fn value_text(&self, value: Value) -> Option<String> {
        let named = [(1, "white wins"), (-1, "black wins"), (0, "draw")];
        named.iter().find(|(won, _)| value == (*won).into()).map(|(_, text)| (*text).to_string())
    }

    fn uci(&self) -> Option<&dyn Uci<Self>> {
        Some(self)
    }

    fn draw(&self, position: &Position) -> String {
        fen::draw(position.board(), &self.fen(position))
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let (start, moves) = match text.split_once("moves") {
            Some((start, moves)) => (start.trim(), moves),
            None if text.contains('/') => (text.trim(), ""),
            None => ("", text),
        };
        let mut position = match start {
            "" | "start" | "startpos" => self.start(),
            fen => Position::new(fen::read(fen, self.shuffled)?),
        };
        let moves = if gametree::model::is_start(moves) { "" } else { moves };
        for (i, part) in self.split_moves(moves).into_iter().enumerate() {
            let step = self.parse_move(&position, part).map_err(|error| {
                NotationError(format!("position '{text}', move {}: {error}", i + 1))
            })?;
            self.advance(&mut position, step);
        }
        if self.claims && self.is_drawn(&position) {
            position.go_on();
        }
        Ok(position)
    }
}
