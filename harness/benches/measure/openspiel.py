"""Random games of OpenSpiel's `chinese_checkers`, in its C++: one line in, one line out.

In: seats, games. Out: plies played, seconds of processor time.

Of the loops that its package offers, the evaluator of its tree search is the one that plays in C++
from end to end: a search of one simulation asks it for so many random games. Each goes on for
1,000 plies in all, the games' default; wins are too rare to matter.
"""

import sys
import time

import pyspiel

MAX_MOVES = 1000

for line in sys.stdin:
    seats, games = map(int, line.split())
    game = pyspiel.load_game("chinese_checkers", {"players": seats, "max_moves": MAX_MOVES})
    evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 10, False, 1, False)
    state = game.new_initial_state()
    start = time.process_time()
    bot.step(state)
    print(games * MAX_MOVES, time.process_time() - start, flush=True)
