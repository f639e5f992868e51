"""Ten soldiers for five battlefields, strewn anew in each round."""

import asyncio
import random
import sys

from crossplay import Arena


async def bot(turn):
    allocation = [0] * 5
    for _ in range(10):
        allocation[random.randrange(5)] += 1
    return {"allocation": allocation}


async def main():
    async with Arena(*sys.argv[1:3]) as arena:
        print((await arena.play("blotto", bot)).result)


asyncio.run(main())
