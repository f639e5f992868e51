"""Mates if it can, else takes, else gives check, else plays anything."""

import random
import sys

from crossplay import BlockingArena


def bot(turn):
    for sign in "#x+":
        for move in turn.legal:
            if sign in move:
                return move
    return random.choice(turn.legal)


with BlockingArena(*sys.argv[1:3]) as arena:
    print(arena.play("chess", bot).result)
