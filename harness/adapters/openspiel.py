"""OpenSpiel's `chinese_checkers` as a UGI engine: its hop-at-a-time actions folded into moves.

    pip install open_spiel==2.0.2
    harness conform --engine 'cmd:python3 harness/adapters/openspiel.py' --rules openspiel
"""

import random
import re

import pyspiel

import ugi

HOLES, DIRECTIONS = 121, 6
PASS = HOLES * DIRECTIONS  # Ends a chain, or passes for want of a move.


class OpenSpiel(ugi.Engine):
    name, author = "OpenSpiel chinese_checkers", "DeepMind and contributors"

    def opening(self):
        self.start(self.seats, 1000)
        self.random = random.Random(self.seed)

    def start(self, seats, cap):
        game = pyspiel.load_game("chinese_checkers", {"players": seats, "max_moves": cap})
        self.state = game.new_initial_state()
        self.seats_now = seats

    def set_up(self, position):
        cap = position.game.get("cap", "1000total")
        cap = int(cap[:-5]) if cap.endswith("total") else int(cap) * position.seats
        # The turn is passed on before anything else: each pass counts as a ply.
        self.start(position.seats, max(1, cap - position.ply + position.turn))
        for _ in range(position.turn):
            self.state.apply_action(PASS)
        for hole in self.from_the_rim():
            self.put(None, hole)
        for hole in self.from_the_rim(position.cells):
            self.put(position.cells[hole], hole)
        shown = [None if cell == "." else int(cell) - 1
                 for cell in re.sub(r"Player.*|\s", "", str(self.state))]
        if shown != position.cells or self.state.current_player() != position.turn:
            raise RuntimeError("this version of OpenSpiel cannot be brought into a position")
        self.random = random.Random(self.seed)

    def put(self, seat, hole):
        """OpenSpiel sets up no positions. But it looks at no action before it applies it, and takes
        a step back for whichever player it is told: so a step out of any hole into an empty one,
        taken back for `seat`, leaves a marble of `seat` in that hole. -1 leaves none."""
        for direction in range(DIRECTIONS):
            action = hole * DIRECTIONS + direction
            if "->" in self.state.action_to_string(0, action):
                self.state.apply_action(action)
                self.state.undo_action(-1 if seat is None else seat, action)
                return
        raise RuntimeError("no hole beside it is empty")

    def from_the_rim(self, cells=None):
        """Holes to be cleared, or to be filled as in `cells`, in an order in which each has an
        empty neighbour when its time comes."""
        if cells is None:
            return CLEARING
        order = [hole for hole in CLEARING if cells[hole] is None]
        for hole in order:
            order += [near for near in NEAR[hole] if near not in order]
        return [hole for hole in reversed(order) if cells[hole] is not None]

    def ends(self, origin, end=None):
        """The holes in which moves of the marble in `origin` can end; or the actions to `end`."""
        state, player = self.state, self.state.current_player()
        found, path = set(), []

        def follow(action):
            target = int(re.split("->|=>", state.action_to_string(player, action))[1])
            if target in found:
                return False
            found.add(target)
            path.append(action)
            if target == end:
                return True
            state.apply_action(action)
            hops = state.legal_actions() if state.current_player() == player else []
            done = any(follow(hop) for hop in hops if hop != PASS)
            state.undo_action(player, action)
            if not done:
                path.pop()
            return done

        done = any(follow(action) for action in state.legal_actions()
                   if action != PASS and action // DIRECTIONS == origin)
        return path if done else found if end is None else None

    def moves(self):
        origins = dict.fromkeys(action // DIRECTIONS for action in self.state.legal_actions()
                                if action != PASS)
        return [(origin, end) for origin in origins for end in sorted(self.ends(origin))]

    def play(self, move):
        player = self.state.current_player()
        actions = [PASS] if move is None else self.ends(*move)
        if actions is None or actions[0] not in self.state.legal_actions():
            raise ValueError(f"{ugi.name(move) if move else 'pass'} is not legal")
        for action in actions:
            self.state.apply_action(action)
        if move is not None and self.state.current_player() == player:
            self.state.apply_action(PASS)

    def turn(self):
        return None if self.state.is_terminal() else self.state.current_player()

    def winner(self):
        returns = self.state.returns()
        return returns.index(max(returns)) if max(returns) > 0 else None

    def think(self):
        return self.random.choice(self.moves())


def neighbours():
    """By hole: the holes beside it, as OpenSpiel numbers them."""
    offsets = ((-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1))
    first = (12, 11, 10, 9, 0, 1, 2, 3, 4, 3, 2, 1, 0, 9, 10, 11, 12)
    places = [(row, start + 2 * column) for row, (start, width) in enumerate(zip(first, ugi.WIDTHS))
              for column in range(width)]
    holes = {place: hole for hole, place in enumerate(places)}
    return [[holes[row + down, column + right] for down, right in offsets
             if (row + down, column + right) in holes] for row, column in places]


NEAR = neighbours()
CLEARING = [60]  # From the centre, which is empty in every opening, outwards.
for near in CLEARING:
    CLEARING += [hole for hole in NEAR[near] if hole not in CLEARING]

if __name__ == "__main__":
    ugi.serve(OpenSpiel())
