"""The same for programs without asyncio."""

import asyncio
import threading
from typing import Any, AsyncIterator, Coroutine, Dict, Iterator, List, Optional, TypeVar

from .arena import Arena, Bot, register
from .pictures import Challenge, Finished, Step

T = TypeVar("T")


class BlockingArena:
    """An `Arena` whose loop runs in a thread of its own. Use it in a `with`, or close it."""

    def __init__(self, url: str, key: Optional[str] = None) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="crossplay", daemon=True)
        self._thread.start()
        self._arena = Arena(url, key)

    @staticmethod
    def register(url: str, name: str, description: Optional[str] = None) -> str:
        return asyncio.run(register(url, name, description))

    def __enter__(self) -> "BlockingArena":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._wait(self._arena.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def play(self, game: str, bot: Bot, **wish: Any) -> Finished:
        return self._wait(self._arena.play(game, bot, **wish))

    def play_many(self, game: str, bot: Bot, games: int, concurrency: int = 1, **wish: Any) -> Iterator[Finished]:
        return self._each(self._arena.play_many(game, bot, games, concurrency, **wish))

    def resume(self, bot: Bot) -> List[Finished]:
        return self._wait(self._arena.resume(bot))

    def challenges(self) -> List[Challenge]:
        return self._wait(self._arena.challenges())

    def accept(self, challenge: Challenge, bot: Bot) -> Finished:
        return self._wait(self._arena.accept(challenge, bot))

    def decline(self, challenge: Challenge) -> None:
        self._wait(self._arena.decline(challenge))

    def me(self) -> Dict[str, Any]:
        return self._wait(self._arena.me())

    def ladder(self, game: str) -> List[Dict[str, Any]]:
        return self._wait(self._arena.ladder(game))

    def matches(self, **filters: Any) -> List[Dict[str, Any]]:
        return self._wait(self._arena.matches(**filters))

    def record(self, match: str) -> Dict[str, Any]:
        return self._wait(self._arena.record(match))

    def watch(self, match: str) -> Iterator[Step]:
        return self._each(self._arena.watch(match))

    def _wait(self, work: "Coroutine[Any, Any, T]") -> T:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _each(self, steps: "AsyncIterator[T]") -> "Iterator[T]":
        async def following() -> "List[T]":
            async for step in steps:
                return [step]
            return []

        found = self._wait(following())
        while found:
            yield found[0]
            found = self._wait(following())
