"""Buys and builds while there is enough in hand, and says no to every trade."""

import sys

from crossplay import BlockingArena

RESERVE = 200


def bot(turn):
    if turn.asks:
        return {"type": "trade_respond", "tradeId": turn.asks[0]["id"], "accept": False}
    prompt = turn.view["prompt"]
    money = turn.view["players"][turn.seat]["money"]
    if prompt["phase"] == "buy":
        return {"type": "buy" if money - prompt["price"] >= RESERVE else "pass"}
    if prompt["phase"] == "build":
        for square in prompt["buildableProperties"]:
            if square["canBuildOutpost"] and money - square["outpostCost"] >= RESERVE:
                return {"type": "build", "squareIndex": square["index"], "building": "outpost"}
        return {"type": "end_turn"}
    if prompt["phase"] == "pot":
        return {"type": "escape_pay" if money >= RESERVE else "escape_roll"}
    if prompt["phase"] == "funds":
        if prompt["sellableBuildings"]:
            return {"type": "sell_building", "squareIndex": prompt["sellableBuildings"][0]["index"]}
        return {"type": "mortgage", "squareIndex": prompt["mortgageable"][0]["index"]}
    return {"type": "roll_dice"}


with BlockingArena(*sys.argv[1:3]) as arena:
    print(arena.play("clawpoly", bot).result)
