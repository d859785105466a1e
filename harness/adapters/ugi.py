"""UGI for Python: an engine is a class with a few methods, and this is the rest.

Holes are numbered 0 to 120 in reading order, seats from 0 in turn order; moves go as `from-to` by
the names of their holes. `openspiel.py` and `magmacrunch.py` beside this file show how it is used.
"""

import sys

WIDTHS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
NAMES = [f"{row}{column}" for row, width in zip("abcdefghijklmnopq", WIDTHS)
         for column in range(1, width + 1)]
HOLES = {name: hole for hole, name in enumerate(NAMES)}


def name(move):
    """A move, a pair of holes, as text."""
    return f"{NAMES[move[0]]}-{NAMES[move[1]]}"


def read_move(text):
    """The two ends of a move; any chain is told by its first and last hole."""
    holes = text.replace(":", "-").split("-")
    return HOLES[holes[0]], HOLES[holes[-1]]


class Position:
    """A position text: rows, seat to move, seats, marbles a seat, and after `;` what a game adds."""

    def __init__(self, text):
        board, _, game = text.partition(";")
        rows, turn, seats, _marbles = board.split()
        self.turn, self.seats = int(turn), int(seats)
        self.cells = []  # By hole: the seat whose marble is there, or None.
        for run in rows.replace("/", "").replace("[", " [").replace("]", "] ").split():
            if run.startswith("["):
                self.cells += [None] * int(run[1:-1])
            else:
                self.cells += [int(marble) for marble in run]
        if len(self.cells) != len(NAMES):
            raise ValueError("only the star of 121 holes is known here")
        self.game = dict(pair.split("=", 1) for pair in game.split())
        self.ply = int(self.game.get("ply", 0))


class Engine:
    """What there is to fill in."""

    name, author = "unnamed", "unknown"
    seats, seed = 2, 1  # What the caller has set, for a game from the opening.

    def opening(self):
        """Sets up a game of `self.seats` seats."""
        raise NotImplementedError

    def set_up(self, position):
        """Sets up a `Position`."""
        raise NotImplementedError("positions other than the opening")

    def play(self, move):
        """Plays a pair of holes for the seat to move, or passes for it if that is None."""
        raise NotImplementedError

    def moves(self):
        """Pairs of holes; none if the seat to move has to pass, or the game is over."""
        raise NotImplementedError

    def turn(self):
        """The seat to move, or None when the game is over."""
        raise NotImplementedError

    def winner(self):
        """The seat that has won, or None."""
        raise NotImplementedError

    def think(self):
        """The move to play, one of `moves()`."""
        raise NotImplementedError


def answer(engine, query):
    turn, winner = engine.turn(), engine.winner()
    if query == "gameover":
        return "false" if turn is not None else "true"
    if query == "p1turn":
        return "true" if turn == 0 else "false"
    if query == "result":
        return "none" if turn is not None else "draw" if winner is None else f"p{winner + 1}win"
    if query == "turn":
        return "none" if turn is None else str(turn)
    if query == "winner":
        return "none" if winner is None else str(winner)
    if query == "moves":
        moves = [name(move) for move in engine.moves()] if turn is not None else []
        return " ".join(moves) if moves or turn is None else "pass"
    return None


def position(engine, words, before):
    """Sets up what a `position` line tells; what is known already from the line before is kept."""
    text, _, moves = " ".join(words).partition(" moves ")
    moves = moves.split()
    if before and before[0] == text and before[1] == moves[:len(before[1])]:
        rest = moves[len(before[1]):]
    else:
        rest = moves
        if text == "startpos":
            engine.opening()
        else:
            engine.set_up(Position(text.removeprefix("fen ")))
    for move in rest:
        engine.play(None if move == "pass" else read_move(move))
    return text, moves


def serve(engine):
    """Answers on standard output until the input ends."""
    before = None  # The last position that was set up.

    def say(line):
        print(line, flush=True)

    for line in sys.stdin:
        word, *rest = line.split() or [""]
        try:
            if word == "ugi":
                say(f"id name {engine.name}\nid author {engine.author}")
                say("option name seats type spin default 2 min 2 max 6")
                say("option name seed type string default 1\nugiok")
            elif word == "isready":
                say("readyok")
            elif word == "setoption" and len(rest) >= 4 and rest[1] in ("seats", "seed"):
                setattr(engine, rest[1], int(rest[3]))
                before = None
            elif word == "uginewgame":
                before = None
            elif word == "position":
                earlier, before = before, None
                before = position(engine, rest, earlier)
            elif word == "query":
                said = answer(engine, " ".join(rest))
                if said is not None:
                    say(f"response {said}")
            elif word == "go":
                if engine.turn() is None:
                    say("bestmove none")
                else:
                    say(f"bestmove {name(engine.think()) if engine.moves() else 'pass'}")
            elif word == "quit":
                return
        except Exception as error:  # Whatever is wrong, the caller is told and may go on.
            say(f"info error {type(error).__name__}: {' '.join(str(error).split())}")
