"""Games of OpenSpiel: searched as they are, or as the same game of the catalogue."""

from __future__ import annotations

import difflib
import re
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

from . import _native
from ._game import CatalogueGame, Game, Searchable, game as open_game
from ._players import Player
from ._results import Table
from ._translations import Translation, translation

# What states are asked.
_ASKED = ("current_player", "legal_actions", "chance_outcomes", "player_return", "apply_action")

# Games whose states are told apart by their texts and the mover: where both are the same, so are the moves and the values,
# whatever the path. A test plays them against each other. Not all texts show the mover: after a swap in Hex, for one, the
# board is what it was.
_NAMED_BY_TEXT = {
    "breakthrough",
    "clobber",
    "connect_four",
    "dots_and_boxes",
    "gomoku",
    "hex",
    "mancala",
    "mnk",
    "nim",
    "othello",
    "pentago",
    "tic_tac_toe",
}


def _text_and_mover(state: Any) -> tuple[str, int]:
    return str(state), state.current_player()


def _text_and_number(state: Any) -> tuple[str, int]:
    """The text says whose turn it is; the game ends after so many moves, too."""
    return str(state), state.move_number()


def _text_and_decisions(state: Any) -> tuple[str, int]:
    """The same where the rolls do not count."""
    return str(state), sum(step.player >= 0 for step in state.full_history())


def _text_and_moves(state: Any) -> tuple[str, int, tuple[int, ...]]:
    """The text is the board; the moves tell the die, and their number tells who rolls it next, two of each at a time."""
    return str(state), state.move_number() % 4, tuple(state.legal_actions())


# Games with dice whose texts leave something out, and what names their states.
_NAMED_BY = {
    "backgammon": _text_and_number,
    "einstein_wurfelt_nicht": _text_and_moves,
    "pig": _text_and_decisions,
}

# Games whose positions repeat if they may go on forever, that is, without their limits on the number of moves.
_ENDLESS = {"pig"}


def _is_endless(spiel: Any) -> bool:
    """Whether a game is searched as if it had no limit on moves: Pig that is played to win is over long before
    OpenSpiel's limit, 1,000 moves, and then positions need not say how many are left."""
    if spiel.get_type().short_name != "pig":
        return False
    p = spiel.get_parameters()
    return bool(p.get("horizon", 1000) >= 1000 and p.get("winscore", 100) <= 100)


class SpielGame(Game[Any, int]):
    """A game of OpenSpiel, searched as it is. States are those of OpenSpiel, moves its actions; player 0 is MAX."""

    name: str
    range: tuple[float, float]
    integers: bool
    chance: bool
    table: int = 300_000
    spiel: Any
    """OpenSpiel's own object."""

    def __init__(
        self, spiel: Any, key: Callable[[Any], Any] | str | None, cycles: bool, integers: bool | None
    ) -> None:
        self.spiel = spiel
        kind = spiel.get_type()
        self.name = f"openspiel:{spiel}"
        self.range = (spiel.min_utility(), spiel.max_utility())
        self.chance = kind.chance_mode != kind.ChanceMode.DETERMINISTIC
        whole = not self.chance and all(float(end).is_integer() for end in self.range)
        self.integers = whole if integers is None else integers
        self.cycles = cycles
        self._key = _key(kind.short_name, key, cycles)

    def start(self) -> Any:
        """The state at which the game starts."""
        return self.spiel.new_initial_state()

    def _methods(self, check: bool) -> dict[str, Any]:
        methods = super()._methods(check)
        # The methods of OpenSpiel's class of states, without a detour through Python.
        states = type(self.start())
        spiel: dict[str, Any] = {name: getattr(states, name) for name in _ASKED}
        spiel["names_by_text"] = self._key is _text_and_mover
        methods["spiel"] = spiel
        methods["play"] = states.child
        methods["key"] = self._key
        methods["draw"] = str
        return methods

    def _open(self, position: Any, check: bool) -> tuple[_native.Rules, str | None]:
        return super()._open(_state(self.spiel, position), check)

    def _kept(self, position: Any) -> Any:
        return _kept(position)

    def _texts(self, position: Any, moves: Sequence[Any]) -> list[str]:
        return _texts(self.spiel, position, moves)

    def _identity(self) -> tuple[Any, ...]:
        return self.name, self._key, self.integers

    def __eq__(self, other: object) -> bool:
        return self._identity() == other._identity() if isinstance(other, SpielGame) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        return f"<{self.name}>"


def _nameless(_: Any) -> None:
    return None


def _key(name: str, key: Callable[[Any], Any] | str | None, cycles: bool) -> Callable[[Any], Any]:
    """What names states: a function, or ``"auto"`` or ``"history"``."""
    if callable(key):
        return key
    if key not in (None, "auto", "history"):
        raise ValueError(f"key should be a function of a state, 'auto' or 'history', not {key!r}")
    if cycles:
        if key == "history" or name not in _ENDLESS:
            raise ValueError(f"cycles=True needs key=: a function that gives repeated states of {name} the same name")
        return _text_and_mover
    if key == "history":
        # Every path is a position of its own.
        return _nameless
    return _text_and_mover if name in _NAMED_BY_TEXT else _NAMED_BY.get(name, _nameless)


def _kept(position: Any) -> Any:
    """A position as it is now: states and lists may change while, or after, they are searched."""
    if hasattr(position, "clone"):
        return position.clone()
    return list(position) if isinstance(position, list) else position


def _state(spiel: Any, position: Any) -> Any:
    """A state of the game: a copy of one, one after a list of actions, or none for the start."""
    if position is None:
        return None
    if hasattr(position, "clone") and hasattr(position, "get_game"):
        if str(position.get_game()) != str(spiel):
            raise ValueError(f"a state of {position.get_game()} is none of {spiel}")
        return position.clone()
    if isinstance(position, (list, tuple)):
        state = spiel.new_initial_state()
        for move in position:
            state.apply_action(_action(spiel, state, move))
        return state
    raise TypeError(
        f"a position of {spiel} is one of its states, or a list of actions by their numbers or names, not {position!r}"
    )


def _named(state: Any) -> dict[str, int]:
    """The legal actions of a state by their names."""
    player = state.current_player()
    return {} if state.is_terminal() else {state.action_to_string(player, a): a for a in state.legal_actions()}


def _action(spiel: Any, state: Any, move: Any) -> int:
    """A legal action, by its number or its name."""
    named = _named(state)
    if isinstance(move, str) and move in named:
        return named[move]
    if not isinstance(move, str) and move in named.values():
        return int(move)
    after = " ".join(_texts(spiel, None, state.history())) or "the start"
    listed = ", ".join(f"{action} ({text})" for text, action in named.items()) or "none: the game is over"
    raise ValueError(f"{move!r} is not a legal action of {spiel} after {after}; legal are {listed}")


def _texts(spiel: Any, position: Any, moves: Sequence[Any]) -> list[str]:
    """Actions in a row from a position, by their names."""
    state, texts = _state(spiel, position) or spiel.new_initial_state(), []
    for action in moves:
        texts.append(str(state.action_to_string(state.current_player(), action)))
        state.apply_action(action)
    return texts


class NativeSpiel(Searchable):
    """A game of OpenSpiel that the catalogue has too: the native one is searched, moves and values are translated."""

    name: str
    spiel: Any
    """OpenSpiel's own object."""
    native: CatalogueGame
    """The same game of the catalogue."""

    def __init__(self, spiel: Any, native: CatalogueGame, rules: Translation) -> None:
        self.spiel, self.native, self._rules = spiel, native, rules
        self.name = f"openspiel:{spiel}"

    @property
    def has_chance(self) -> bool:
        """Whether there are chance nodes."""
        return self.native.has_chance

    def _open(self, position: Any, check: bool) -> tuple[_native.Rules, str | None]:
        state = _state(self.spiel, position)
        rules, _ = self.native._open(None, check)
        return rules, None if state is None else self.text(state)

    def _kept(self, position: Any) -> Any:
        return _kept(position)

    def _texts(self, position: Any, moves: Sequence[Any]) -> list[str]:
        return _texts(self.spiel, position, moves)

    def text(self, state: Any) -> str:
        """A state in the notation of the catalogue's game."""
        walk, texts = self.spiel.new_initial_state(), []
        for action in state.history():
            texts.append(self._rules.text(walk, action))
            walk.apply_action(action)
        return self._rules.between.join(texts)

    def _translated(self, told: dict[str, Any], position: Any) -> dict[str, Any]:
        state = _state(self.spiel, position)
        state = self.spiel.new_initial_state() if state is None else state
        told = self._valued(told)
        told["pv"] = self._actions(state, told["pv"])
        told["move"] = told["pv"][0] if told["pv"] else None
        moves = []
        for move in told["moves"]:
            pv = self._actions(state, move["pv"])
            (action,) = self._actions(state, [move["move"]])
            valued = self._valued({**move, "basis": told["basis"]})
            del valued["basis"]
            # By how much a game is won does not matter here.
            optimal = _is_optimal(told, valued)
            moves.append({**valued, "move": action, "pv": pv, "optimal": optimal})
        told["moves"] = moves
        return told

    def _valued(self, told: dict[str, Any]) -> dict[str, Any]:
        """The same with values of OpenSpiel's game."""
        value = self._rules.value
        told = {**told, "lower": value(told["lower"]), "upper": value(told["upper"])}
        proven = told.get("basis", "proof") in ("proof", "sampling")
        if told["value"] is not None:
            told["value"] = value(told["value"])
        elif proven and told["lower"] == told["upper"]:
            told["value"] = told["lower"]
        if told.get("estimate") is not None:
            told["estimate"] = value(told["estimate"])
        return told

    def _actions(self, state: Any, texts: list[str]) -> list[int]:
        walk, actions = state.clone(), []
        for text in texts:
            known = {self._rules.text(walk, action): action for action in walk.legal_actions()}
            actions.append(known[text])
            walk.apply_action(known[text])
        return actions

    def __eq__(self, other: object) -> bool:
        return self.name == other.name if isinstance(other, NativeSpiel) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<{self.name}, searched as {self.native.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_reopened, (str(self.spiel),))


def _reopened(name: str) -> Searchable:
    return openspiel(name)


def _is_optimal(root: dict[str, Any], move: dict[str, Any]) -> bool:
    """Whether a move assures all that its position can be worth."""
    if root["turn"] == "max":
        return bool(move["lower"] >= root["upper"])
    return bool(root["turn"] == "min" and move["upper"] <= root["lower"])


def refusal(spiel: Any) -> str | None:
    """Why a game of OpenSpiel cannot be searched; None if it can."""
    kind = spiel.get_type()
    if spiel.num_players() != 2:
        return f"it has {spiel.num_players()} players, and two are needed"
    if kind.dynamics != kind.Dynamics.SEQUENTIAL:
        return "its players move at the same time"
    if kind.information != kind.Information.PERFECT_INFORMATION:
        return "its players do not see everything (imperfect information)"
    if kind.utility not in (kind.Utility.ZERO_SUM, kind.Utility.CONSTANT_SUM):
        return "what one player wins is not what the other loses (not constant-sum)"
    if kind.chance_mode == kind.ChanceMode.SAMPLED_STOCHASTIC:
        return "its chance nodes do not tell their probabilities (sampled)"
    return None


class OpenSpiel(types.ModuleType):
    """``gametree.openspiel(game)``: a game of OpenSpiel, ready to be searched; and a bot for OpenSpiel.

    It is a module, too: ``from gametree.openspiel import Bot, games``.
    """

    def __call__(
        self,
        game: Any,
        *,
        native: bool = True,
        key: Callable[[Any], Any] | str | None = None,
        cycles: bool | None = None,
        integers: bool | None = None,
    ) -> SpielGame | NativeSpiel:
        """Loads a game of OpenSpiel.

        Any game of two players with perfect information, a constant sum and moves in turn is taken, chance included; others
        are refused with the reason. Values are the returns of player 0, who is MAX. Moves are OpenSpiel's actions (numbers);
        results have their names beside them (``move_text``, ``pv_text``). A position is a state, or a list of actions by their
        numbers or names.

        ``game``: an object such as ``pyspiel.load_game("hex")``, or its name.

        ``native``: whether to search the same game of the catalogue in its place, if there is one, and to translate moves and
        values.

        ``key``: what names states if OpenSpiel's own implementation is searched: a function of a state, ``"history"`` (every
        path is a position of its own), or ``"auto"``, the text and the mover for games that are known to be named by them, and
        the history for others.

        ``cycles``: whether states with the same name follow each other, so that the game may go on forever: known of Pig, which is
        then searched without its limit on moves (by default if that is 1,000 or more, and no ``key`` is given), and of other games
        with a ``key`` of yours.

        ``integers``: whether all returns are whole numbers; by default that is seen from the range, if there is no chance.
        """
        spiel = _load(game)
        reason = refusal(spiel)
        if reason is not None:
            raise ValueError(f"{spiel}: {reason}")
        found = translation(spiel) if native and key is None and not cycles and integers is None else None
        if found is not None:
            return NativeSpiel(spiel, open_game(found.spec), found)
        if cycles is None:
            cycles = key is None and _is_endless(spiel)
        return SpielGame(spiel, key, cycles, integers)

    def Bot(self, spec: str, *, seed: int = 1, native: bool = True, key: Any = None) -> Any:
        """A bot for OpenSpiel's tools, such as ``pyspiel.evaluate_bots``: it plays any game whose states it is shown.

        ``spec`` is a player such as ``"mcts-solver:nodes=10k"``; ``seed`` that of its random numbers; ``native`` and ``key`` are
        those of ``gametree.openspiel``.
        """
        return _bot_class()(spec, seed, native, key)

    def games(self) -> Table[dict[str, Any]]:
        """Every game that is registered with OpenSpiel: whether it can be searched, as what, and why not."""
        pyspiel = _pyspiel()
        return Table([_row(pyspiel, kind) for kind in pyspiel.registered_games()])


def _row(pyspiel: Any, kind: Any) -> dict[str, Any]:
    row = {"game": kind.short_name, "searched": False, "native": None, "reason": None}
    if not kind.default_loadable:
        return {**row, "reason": "it needs parameters"}
    try:
        spiel = pyspiel.load_game(kind.short_name)
    except Exception as error:  # noqa: BLE001
        return {**row, "reason": f"it cannot be loaded ({re.split(r'[.]? ?Known', str(error))[0][:60]})"}
    reason = refusal(spiel)
    found = None if reason else translation(spiel)
    return {**row, "searched": reason is None, "native": found.spec if found else None, "reason": reason}


def _pyspiel() -> Any:
    try:
        import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        raise ImportError("OpenSpiel is not installed: pip install 'gametree[openspiel]'") from None
    return pyspiel


def _load(game: Any) -> Any:
    if isinstance(game, str):
        pyspiel = _pyspiel()
        name, names = game.split("(")[0], pyspiel.registered_names()
        if name not in names:
            near = difflib.get_close_matches(name, names, 1)
            hint = f"did you mean {near[0]!r}?" if near else "gametree.openspiel.games() lists all"
            raise ValueError(f"OpenSpiel has no game {name!r}; {hint}")
        return pyspiel.load_game(game)
    if not hasattr(game, "new_initial_state") or not hasattr(game, "get_type"):
        raise TypeError(f"gametree.openspiel takes a game of OpenSpiel, such as pyspiel.load_game('hex'), not {game!r}")
    return game


_classes: dict[str, Any] = {}


def _bot_class() -> Any:
    """The class of bots; OpenSpiel is needed only here."""
    if "bot" in _classes:
        return _classes["bot"]
    _pyspiel()
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    class Bot(pyspiel.Bot):  # type: ignore[misc,unused-ignore]
        """A player of gametree as a bot of OpenSpiel."""

        def __init__(self, spec: str, seed: int, native: bool, key: Any) -> None:
            pyspiel.Bot.__init__(self)
            self._spec, self._seed, self._how = spec, seed, {"native": native, "key": key}
            self._players: dict[str, Player] = {}

        def _player(self, state: Any) -> Player:
            name = str(state.get_game())
            if name not in self._players:
                game = openspiel(state.get_game(), **self._how)
                self._players[name] = Player(self._spec, game, seed=self._seed)
            return self._players[name]

        def step(self, state: Any) -> int:
            """The action to play."""
            return int(self._player(state).move(state))

        def restart(self) -> None:
            """A new game."""

        def restart_at(self, state: Any) -> None:
            """A new game, from a state on."""

        def inform_action(self, state: Any, player: int, action: int) -> None:
            """Every move is searched anew, so there is nothing to note."""

        def inform_actions(self, state: Any, actions: Any) -> None:
            """The same of all players' actions."""

    _classes["bot"] = Bot
    return Bot


openspiel: OpenSpiel = OpenSpiel("gametree.openspiel", OpenSpiel.__doc__)
# So that names can be imported from it: those that gametree/openspiel.py lists.
vars(openspiel).update(NativeSpiel=NativeSpiel, OpenSpiel=OpenSpiel, SpielGame=SpielGame)
sys.modules[openspiel.__name__] = openspiel
