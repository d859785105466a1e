"""magmacrunch's Chinese checkers, its rules and its bot, as a UGI engine.

    pip install magmacrunch-chinese-checkers==0.1.1
    harness conform --engine 'cmd:python3 harness/adapters/magmacrunch.py' --rules magmacrunch
"""

from chinese_checkers import rules

import ugi

# It keeps its holes in the same order; its players are named by their points, in turn order.
HOLES = rules.POSITIONS


class Magmacrunch(ugi.Engine):
    name, author = "magmacrunch Chinese checkers", "magmacrunch media"

    def opening(self):
        self.game = rules.Game(self.seats)
        self.passing = []

    def set_up(self, position):
        self.game = game = rules.Game(position.seats)
        players = game.players
        game.cells = [rules.EMPTY if seat is None else players[seat] for seat in position.cells]
        game.current = players[position.turn]
        if "natives" in position.game:
            natives = position.game["natives"].split(",")
            game.home = {HOLES[ugi.HOLES[name]] for name in natives if name}
        else:
            game.home = {hole for hole, player in zip(HOLES, game.cells)
                         if player != rules.EMPTY and hole in rules.STARTS[player]}
        self.passing = []
        # A seat without a move is passed over when the turn comes to it; here it comes at once.
        while not rules.legal_moves(game.cells, game.current):
            self.passing.append(game.current)
            if len(self.passing) == len(players):
                game.state = rules.GAME_OVER
                break
            game.current = rules.next_player(game.current, game.count)

    def play(self, move):
        if move is None:
            self.passing.pop(0)
            return
        if self.passing:
            raise ValueError("the seat to move has no move")
        ends = HOLES[move[0]], HOLES[move[1]]
        moves = rules.legal_moves(self.game.cells, self.game.current)
        self.game._play(next(move for move in moves if (move.frm, move.to) == ends))
        self.passing = list(self.game.passed)

    def moves(self):
        if self.passing:
            return []
        moves = rules.legal_moves(self.game.cells, self.game.current)
        return [(rules.INDEX[move.frm], rules.INDEX[move.to]) for move in moves]

    def turn(self):
        """Seats that are passed over pass one after the other, a ply each."""
        if self.passing:
            return self.game.players.index(self.passing[0])
        over = self.game.state == rules.GAME_OVER
        return None if over else self.game.players.index(self.game.current)

    def winner(self):
        result = self.game.result
        return None if result is None else self.game.players.index(result)

    def think(self):
        game = self.game
        move = rules.choose_move(game.cells, game.current, game.count)
        return rules.INDEX[move.frm], rules.INDEX[move.to]


if __name__ == "__main__":
    ugi.serve(Magmacrunch())
