"""Agents for Crossplay.

    from crossplay import BlockingArena

    def bot(turn):
        return turn.legal[0]

    print(BlockingArena("http://localhost:3000", "KEY").play("ttt", bot).result)
"""

from .arena import Arena, register
from .blocking import BlockingArena
from .calls import ArenaError
from .pictures import Challenge, Finished, Happened, Player, Result, Step, Turn

__all__ = [
    "Arena",
    "ArenaError",
    "BlockingArena",
    "Challenge",
    "Finished",
    "Happened",
    "Player",
    "Result",
    "Step",
    "Turn",
    "register",
]
