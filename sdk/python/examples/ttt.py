"""Takes the middle, then corners, then whatever is free."""

import sys

from crossplay import BlockingArena

LIKED = ["4", "0", "2", "6", "8"]


def bot(turn):
    return next(cell for cell in LIKED + turn.legal if cell in turn.legal)


with BlockingArena(*sys.argv[1:3]) as arena:
    print(arena.play("ttt", bot).result)
