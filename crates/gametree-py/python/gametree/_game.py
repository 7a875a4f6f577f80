"""Games: of the catalogue, as trees, and written in Python."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic

from . import _drawing, _native

# A game without types in brackets has states and moves of any type.
if TYPE_CHECKING:
    from typing_extensions import TypeVar

    State = TypeVar("State", default=Any)
    Move = TypeVar("Move", default=Any)
else:
    from typing import TypeVar

    State = TypeVar("State")
    Move = TypeVar("Move")


class Searchable:
    """Anything that can be searched: a game of the catalogue, a tree, a game of OpenSpiel, or one written in Python."""

    name: str

    def _open(self, position: Any, check: bool) -> tuple[_native.Rules, str | None]:
        """The rules for one search, and the position as their notation writes it."""
        raise NotImplementedError

    def _kept(self, position: Any) -> Any:
        """The position as results keep it."""
        return position

    def _translated(self, told: dict[str, Any], position: Any) -> dict[str, Any]:
        """What a search tells, in this game's moves and values."""
        return told

    def _texts(self, position: Any, moves: Sequence[Any]) -> list[str]:
        """Moves in a row from a position, as people write them."""
        return [str(move) for move in moves]


class CatalogueGame(Searchable):
    """A game of the catalogue. Positions and moves are texts, as the command writes them.

    >>> import gametree
    >>> game = gametree.game("connect4:5x4")
    >>> game.moves("33")
    ['3', '2', '4', '1', '5']
    >>> str(game.position("33")).splitlines()[-1]
    '..X..'
    """

    def __init__(self, name: str, rules: _native.Rules) -> None:
        self.name = name
        self._rules = rules

    def _open(self, position: Any, check: bool) -> tuple[_native.Rules, str | None]:
        if isinstance(position, Position):
            if not self._is(position.game):
                raise ValueError(
                    f"a position of {position.game.name} is none of {self.name} (its text is {position.text!r})"
                )
            position = position.text
        if position is not None and not isinstance(position, str):
            raise TypeError(f"a position of {self.name} is a text such as a list of moves, not {position!r}")
        return self._rules, position

    def _is(self, other: CatalogueGame) -> bool:
        """Whether both are the same game."""
        return self.name == other.name

    @property
    def range(self) -> tuple[float, float]:
        """A range that contains every value."""
        return self._rules.value_range()

    @property
    def has_chance(self) -> bool:
        """Whether there are chance nodes."""
        return self._rules.has_chance()

    def position(self, text: str = "") -> Position:
        """A position, by default the start."""
        self._rules.look(_text(text, f"a position of {self.name} is a text such as a list of moves"))
        return Position(self, text)

    def moves(self, position: str | None = None) -> list[str]:
        """The legal moves, or the outcomes of chance."""
        moves: list[str] = self._rules.look(position)["moves"]
        return moves

    def value_text(self, value: float) -> str | None:
        """What a value means, if the game says so.

        >>> import gametree
        >>> gametree.game("tictactoe").value_text(1)
        'first player wins'
        """
        return self._rules.value_text(value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CatalogueGame):
            return NotImplemented
        return type(self) is type(other) and self._is(other)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (game, (self.name,))

    def _repr_html_(self) -> str:
        return self.position()._repr_html_()


class Tree(CatalogueGame):
    """An explicit tree; it draws itself in a notebook."""

    def __init__(self, nested: Any) -> None:
        self.nested = nested
        text = json.dumps(nested, default=_no_node)
        super().__init__("tree", _native.Rules.tree(text))

    def _is(self, other: CatalogueGame) -> bool:
        return isinstance(other, Tree) and self.nested == other.nested

    # Equal trees may be written with 1 and 1.0: what both have alike is their shape.
    def __hash__(self) -> int:
        return hash(_shape(self.nested))

    def __repr__(self) -> str:
        text = json.dumps(self.nested)
        return f"<tree {text if len(text) <= 60 else text[:57] + '...'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Tree, (self.nested,))

    def _repr_svg_(self) -> str:
        return _drawing.tree_svg(self.nested)

    def svg(self, found: Any = None) -> str:
        """The tree as SVG. With a result of ``solve(tree, trace=True)``: the interval at every node after the search,
        and the order in which leaves were evaluated.
        """
        return _drawing.tree_svg(self.nested, None if found is None else found.trace)


def _no_node(thing: Any) -> Any:
    """Numbers of NumPy are numbers, too; nothing else may be a node."""
    number = thing.item() if hasattr(thing, "item") else None
    if isinstance(number, (int, float)):
        return number
    raise TypeError(f'a node of a tree is a number or a dictionary such as {{"max": [3, 5]}}, not {thing!r}')


def _text(thing: Any, what: str) -> str:
    """A text; anything else is refused."""
    if isinstance(thing, str):
        return thing
    raise TypeError(f"{what}, not {thing!r}")


def _shape(nested: Any) -> str:
    """A tree without the numbers at its leaves."""
    return json.dumps(nested).translate(_NO_DIGITS)


_NO_DIGITS = str.maketrans("", "", "0123456789.-+eE")


@dataclasses.dataclass(frozen=True, repr=False, eq=False)
class Position:
    """A position of a game of the catalogue; it draws itself.

    Positions of the same game are equal if they show the same board with the same moves, however they came about and
    however they are written; where there is no board (trees), if the same moves lead there.

    >>> import gametree
    >>> start = gametree.game("tictactoe").position()
    >>> start.play("5").play("1").turn
    'max'
    >>> start.play("5").text
    '5'
    >>> start.play("5", "1", "9") == gametree.game("tictactoe").position("915")
    True
    """

    game: CatalogueGame
    text: str

    def _look(self) -> dict[str, Any]:
        return self.game._rules.look(self.text)

    def _identity(self) -> tuple[Any, ...]:
        look = self._look()
        shown = look["drawing"] or tuple(self.text.split())
        return self.game, shown, look["turn"], look["value"], tuple(look["moves"])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        same = self.game == other.game
        return same and (self.text == other.text or self._identity() == other._identity())

    def __hash__(self) -> int:
        return hash(self._identity())

    @property
    def turn(self) -> str | None:
        """Who moves: max, min, chance; None if the game is over."""
        turn: str | None = self._look()["turn"]
        return turn

    @property
    def value(self) -> float | None:
        """The value of a finished game."""
        value: float | None = self._look()["value"]
        return value

    @property
    def moves(self) -> list[str]:
        """The legal moves, or the outcomes of chance."""
        moves: list[str] = self._look()["moves"]
        return moves

    def play(self, *moves: str) -> Position:
        """The position after these moves."""
        for move in moves:
            _text(move, f"a move of {self.game.name} is a text such as {(self.moves or ['...'])[0]!r}")
        return Position(self.game, self.game._rules.after(self.text, list(moves)))

    def __str__(self) -> str:
        return str(self._look()["drawing"]).rstrip("\n")

    def __repr__(self) -> str:
        return f"<{self.game.name} at {self.text or 'the start'}>"

    def _repr_svg_(self) -> str | None:
        size = self.game._rules.board_size()
        if size is None:
            return None
        return _drawing.board_svg(str(self), size, self.game._rules.owner)

    def _repr_html_(self) -> str:
        return self._repr_svg_() or _drawing.as_html(str(self) or repr(self))


def game(spec: str) -> CatalogueGame:
    """A game of the catalogue: ``NAME[:PARAMETERS]``; :func:`games` lists them.

    >>> import gametree
    >>> gametree.game("connect4:7x6")
    <game connect4:7x6>
    >>> gametree.game("conect4")
    Traceback (most recent call last):
    ...
    ValueError: unknown game 'conect4'; did you mean 'connect4'?
    """
    _text(spec, "a game is named by a text such as 'connect4:7x6'")
    return CatalogueGame(spec, _native.Rules.open(spec))


def tree(nested: Any) -> Tree:
    """An explicit tree: a leaf is a number, an inner node ``{"max": [...]}``, ``{"min": [...]}`` or
    ``{"chance": [[probability, child], ...]}``.

    >>> import gametree
    >>> gametree.solve(gametree.tree({"max": [3, {"min": [1, 5]}]})).value
    3
    """
    return Tree(nested)


class Game(Searchable, Generic[State, Move]):
    """A game that is written in Python: derive a class from this one.

    Define ``start``, ``play`` and either both ``turn`` and ``moves``, or ``expand``; the rest is optional. States are
    never changed: ``play`` returns a new one. Searches call ``expand`` (or ``turn`` and ``moves``) once for each
    position that they keep, so nothing is gained by remembering anything in Python.

    >>> import gametree
    >>> class Stones(gametree.Game):
    ...     'Take one to three stones in turn; taking the last one wins.'
    ...     def start(self):
    ...         return (10, "max")
    ...     def turn(self, state):
    ...         stones, mover = state
    ...         if stones == 0:
    ...             return -1 if mover == "max" else 1
    ...         return mover
    ...     def moves(self, state):
    ...         return range(1, min(3, state[0]) + 1)
    ...     def play(self, state, taken):
    ...         return (state[0] - taken, "min" if state[1] == "max" else "max")
    >>> found = gametree.solve(Stones())
    >>> found.value, found.move, found.counts.expansions <= 22
    (1, 2, True)
    """

    name: str = ""
    """How results call it; by default the name of the class."""
    range: tuple[float, float] = (-1, 1)
    """Two numbers between which every value lies."""
    integers: bool = True
    """Whether values, and evaluations, are whole numbers."""
    chance: bool = False
    """Whether there are chance nodes."""
    cycles: bool = False
    """Whether a position can repeat within a game."""
    table: int = 1_000_000
    """About how many positions are kept."""

    batch: int = 1
    """About how many states ``evaluate_batch`` should get at a time in searches with a ``depth``."""

    def start(self) -> State:
        """The state at which the game starts."""
        raise TypeError(f"{self._label()} should define start(), which returns the state at which the game starts")

    def turn(self, state: State, /) -> str | float:
        """Who moves (``"max"``, ``"min"`` or ``"chance"``) or, if the game is over, its value for MAX."""
        raise NotImplementedError

    def moves(self, state: State, /) -> Iterable[Any]:
        """The moves of a state that is not over; where chance moves, pairs ``(outcome, probability)``."""
        raise NotImplementedError

    def expand(self, state: State, /) -> Any:
        """Instead of ``turn`` and ``moves``: ``(turn, moves)`` or ``(turn, moves, keys)``, where ``keys`` are those of
        the states that the moves lead to. With keys, moves to known positions are not even played.
        """
        raise NotImplementedError

    def play(self, state: State, move: Move, /) -> State:
        """The state after a move. The state before must stay as it is."""
        raise NotImplementedError

    def key(self, state: State, /) -> Hashable | None:
        """What identifies a state: states with equal keys have the same turn, the same moves, and these lead to states
        with equal keys. By default the state itself. ``None`` if positions have no names: the game is then a tree.
        """
        raise NotImplementedError

    def draw(self, state: State, /) -> str:
        """A state in a few lines of text."""
        raise NotImplementedError

    def bounds(self, state: State, /) -> tuple[float, float]:
        """Two numbers between which the value of a state certainly lies, if that is easily seen."""
        raise NotImplementedError

    def evaluate(self, state: State, /) -> float:
        """What a state seems to be worth to MAX, for searches that look only some moves ahead."""
        raise NotImplementedError

    def evaluate_batch(self, states: list[State], /) -> Sequence[float]:
        """The same of several states at a time, for evaluations that take little longer for hundreds than for one.

        In searches with a ``depth`` these are all children of a position at once, and as long as there are fewer than
        ``batch``, the grandchildren of the position before it, and so on. In Monte Carlo searches with evaluations they are
        the ends of so many rollouts as the algorithm says: ``"mcts-solver:playout=eval,batch=256"``.
        """
        raise NotImplementedError

    def _label(self) -> str:
        name = self.name or type(self).__name__
        return name if isinstance(name, str) else str(name)

    def _methods(self, check: bool) -> dict[str, Any]:
        """The methods that the game defines."""
        methods: dict[str, Any] = {
            name: getattr(self, name)
            for name in _OPTIONAL
            if getattr(type(self), name, None) is not getattr(Game, name) or name in vars(self)
        }
        methods["name"] = self._label()
        methods["check"] = check
        for name in ("range", "integers", "chance", "cycles"):
            methods[name] = getattr(self, name)
        if not isinstance(self.table, int) or self.table < 2:
            raise TypeError(f"{self._label()}.table should be a number of positions, 2 or more, not {self.table!r}")
        if not isinstance(self.batch, int) or self.batch < 1:
            raise TypeError(f"{self._label()}.batch should be a number of states, 1 or more, not {self.batch!r}")
        methods["batch"] = self.batch
        # A cycle is recognised by its positions: none may be forgotten.
        methods["table"] = 2**62 if self.cycles else self.table
        return methods

    def _open(self, position: Any, check: bool) -> tuple[_native.Rules, str | None]:
        start = self.start() if position is None else position
        return _native.Rules.script(self._methods(check), start), None


_OPTIONAL = ("expand", "turn", "moves", "play", "key", "draw", "bounds", "evaluate", "evaluate_batch")


def games() -> list[dict[str, str]]:
    """The games of the catalogue: name, syntax, an example and a summary of each.

    >>> import gametree
    >>> any(game["name"] == "connect4" for game in gametree.games())
    True
    """
    return _native.games()


def algorithms() -> list[dict[str, Any]]:
    """The algorithms: name and summary of each, and whether it proves, and takes chance nodes and an epsilon.

    >>> import gametree
    >>> {"alphabeta", "mcts-solver"} <= {algorithm["name"] for algorithm in gametree.algorithms()}
    True
    """
    return _native.algorithms()


def as_game(game_: Searchable | str) -> Searchable:
    """A game from a game or its name in the catalogue."""
    if isinstance(game_, str):
        return game(game_)
    if isinstance(game_, Searchable):
        return game_
    if isinstance(game_, type) and issubclass(game_, Game):
        raise TypeError(f"{game_.__name__} is a class, and a game is wanted: write {game_.__name__}()")
    if isinstance(game_, Position):
        raise TypeError(f"{game_!r} is a position: write (position.game, position)")
    if type(game_).__module__.split(".")[0] == "pyspiel":
        raise TypeError("for a game of OpenSpiel use gametree.openspiel(game)")
    raise TypeError(f"a game is a name such as 'connect4:7x6' or a gametree.Game, not {game_!r}")


def label_of(game_: Searchable) -> str:
    """How results call a game."""
    return game_._label() if isinstance(game_, Game) else game_.name


Nested = Mapping[str, Any]
