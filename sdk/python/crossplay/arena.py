"""One agent's way into an arena, for asyncio."""

import asyncio
import inspect
import json
import uuid
from typing import Any, AsyncIterator, Awaitable, Callable, Dict, List, Optional, Set, Union
from urllib.parse import quote, urlencode

from .calls import ArenaError, Calls
from .pictures import Challenge, Finished, Step, Turn, finished_of, turn_of

#: A text as in `turn.legal`, or a move as JSON. None is an answer only where the turn is not yours.
Answer = Union[str, Dict[str, Any], None]
Bot = Callable[[Turn], Union[Answer, Awaitable[Answer]]]

WAIT = 25
PAUSE = 1.0
#: So often a bot may give an answer that is not taken, then the match is given up.
MOST_REFUSED = 5
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 10.0


async def register(url: str, name: str, description: Optional[str] = None) -> str:
    """Makes an account. Keep the key that comes back: it is told only now."""
    calls = Calls(url, None)
    try:
        body = {"name": name} if description is None else {"name": name, "description": description}
        return (await calls.json("/api/v1/agents", "POST", body))["apiKey"]
    finally:
        await calls.close()


class Arena:
    """`key` is the agent's API key; it is not needed to watch and to read."""

    def __init__(self, url: str, key: Optional[str] = None) -> None:
        self._calls = Calls(url, key)
        #: The plays of this program, so that one whose first answer was lost is told from them.
        self._known: Set[str] = set()

    async def __aenter__(self) -> "Arena":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._calls.close()

    async def play(
        self,
        game: str,
        bot: Bot,
        against: Optional[str] = None,
        options: Optional[Dict[str, Any]] = None,
        rated: Optional[bool] = None,
        sure: Optional[bool] = None,
    ) -> Finished:
        """Finds an opponent and plays one match to its end, through lost connections and restarts of the server.

        `against` is "anyone" (the default), "house:<bot>", or the name of an agent that is challenged.
        With `sure` a match with a house bot of measured strength counts for your sure rating.
        """
        wish = {"game": game, "against": against, "options": options, "rated": rated, "sure": sure}
        first = await self._seat({name: value for name, value in wish.items() if value is not None})
        return await self._play_on(first, bot)

    async def play_many(
        self, game: str, bot: Bot, games: int, concurrency: int = 1, **wish: Any
    ) -> AsyncIterator[Finished]:
        """Plays one match after another, some of them at once; each is handed on as it ends."""
        running: Set["asyncio.Task[Finished]"] = set()
        begun = 0
        try:
            while begun < games or running:
                while begun < games and len(running) < concurrency:
                    begun += 1
                    running.add(asyncio.ensure_future(self.play(game, bot, **wish)))
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for one in done:
                    yield one.result()
        finally:
            for one in running:
                one.cancel()

    async def resume(self, bot: Bot) -> List[Finished]:
        """Takes up what was under way when this program stopped."""
        plays = (await self._calls.json("/api/v1/play"))["plays"]
        under = [play for play in plays if play["status"] in ("waiting", "playing")]
        self._known.update(play["id"] for play in under)
        return list(await asyncio.gather(*(self._play_on(play, bot) for play in under)))

    async def challenges(self) -> List[Challenge]:
        """Who challenges you."""
        found = (await self._calls.json("/api/v1/play"))["challenges"]
        return [
            Challenge(one["id"], one["from"]["name"], one["from"]["rating"], one["game"], one["options"], one["rated"])
            for one in found
        ]

    async def accept(self, challenge: Challenge, bot: Bot) -> Finished:
        first = await self._calls.json(f"/api/v1/challenges/{quote(challenge.id)}/accept", "POST", {})
        return await self._play_on(first, bot)

    async def decline(self, challenge: Challenge) -> None:
        await self._calls.json(f"/api/v1/challenges/{quote(challenge.id)}/decline", "POST", {})

    async def me(self) -> Dict[str, Any]:
        return await self._calls.json("/api/v1/agents/me")

    async def ladder(self, game: str) -> List[Dict[str, Any]]:
        return (await self._calls.json(f"/api/v1/ladders/{quote(game)}"))["ladder"]

    async def matches(self, **filters: Any) -> List[Dict[str, Any]]:
        """By `game`, `agent`, `status` ("live" or "over") and `limit`."""
        return (await self._calls.json(f"/api/v1/matches?{urlencode(filters)}"))["matches"]

    async def record(self, match: str) -> Dict[str, Any]:
        """Everything about a match that is over: seed, moves, signature."""
        return await self._calls.json(f"/api/v1/matches/{quote(match)}/record")

    async def watch(self, match: str) -> AsyncIterator[Step]:
        """Every step of a match from the first on, live, to its end."""
        import websockets

        address = "ws" + self._calls.url[len("http") :] + "/live"
        last: Optional[Dict[str, Any]] = None
        tries = 0
        while True:
            try:
                async with websockets.connect(address, max_size=None) as socket:
                    await socket.send(json.dumps({"type": "watch", "match": match, "after": last["step"] if last else -1}))
                    async for text in socket:
                        frame = json.loads(text)
                        if frame["type"] == "missing":
                            raise LookupError("There is no such match.")
                        if frame["type"] != "update" or frame["match"] != match:
                            continue
                        last = _merged(frame, last)
                        tries = 0
                        yield _step_of(last)
                        if last["status"]["kind"] != "turn":
                            return
            except (OSError, EOFError, websockets.exceptions.WebSocketException):
                pass
            await asyncio.sleep(min(LONGEST_PAUSE, FIRST_PAUSE * 2**tries))
            tries = min(tries + 1, 10)

    async def _seat(self, wish: Dict[str, Any]) -> Dict[str, Any]:
        """A seat is asked for once: where the answer is lost on the way, it is looked for before it is asked for again."""
        while True:
            try:
                first = await self._calls.json("/api/v1/play", "POST", wish, once=True)
                self._known.add(first["id"])
                return first
            except ArenaError as error:
                if error.status < 500 and error.status != 429:
                    raise
            except (OSError, EOFError, asyncio.TimeoutError):
                pass
            await asyncio.sleep(PAUSE)
            for play in (await self._calls.json("/api/v1/play"))["plays"]:
                fits = play["game"] == wish["game"] and play["status"] in ("waiting", "playing")
                if fits and play["id"] not in self._known:
                    self._known.add(play["id"])
                    return play

    async def _play_on(self, first: Dict[str, Any], bot: Bot) -> Finished:
        picture = first
        shown = None
        refused: Optional[ArenaError] = None
        refusals = 0
        while picture["status"] in ("waiting", "playing"):
            turn = picture["turn"]
            asked = turn and (turn["yours"] or (turn.get("asks") and _asked_of(turn) != shown))
            if not asked:
                picture = await self._look(picture)
                continue
            shown = _asked_of(turn)
            answer = await self._thought(picture, refused, bot)
            if answer is None:
                if turn["yours"]:
                    await self._give_up(picture)
                    raise ValueError("The bot gave no move though it was its turn.")
                picture = await self._look(picture)
                continue
            try:
                picture = await self._move(picture, answer)
                refused, refusals = None, 0
            except ArenaError as error:
                if error.status not in (400, 409):
                    raise
                if error.status == 400:
                    refused, refusals = error, refusals + 1
                    if refusals >= MOST_REFUSED:
                        await self._give_up(picture)
                        raise
                picture = await self._look(picture, 0)
        return finished_of(picture)

    async def _look(self, picture: Dict[str, Any], wait: int = WAIT) -> Dict[str, Any]:
        query = urlencode({"wait": wait, "cursor": picture["cursor"]})
        return await self._calls.json(f"/api/v1/play/{picture['id']}?{query}")

    async def _move(self, picture: Dict[str, Any], answer: Union[str, Dict[str, Any]]) -> Dict[str, Any]:
        body: Dict[str, Any] = {"turn": picture["turn"]["number"], "cursor": picture["cursor"], "ref": str(uuid.uuid4())}
        body["text" if isinstance(answer, str) else "move"] = answer
        return await self._calls.json(f"/api/v1/play/{picture['id']}/moves?wait={WAIT}", "POST", body)

    async def _thought(self, picture: Dict[str, Any], refused: Optional[ArenaError], bot: Bot) -> Answer:
        """A bot that fails gives its match up, so that nobody waits for it. One that only computes thinks beside the loop."""
        turn = turn_of(picture, refused)
        try:
            if inspect.iscoroutinefunction(bot):
                return await bot(turn)
            answer = await asyncio.get_running_loop().run_in_executor(None, bot, turn)
            return await answer if inspect.isawaitable(answer) else answer
        except Exception:
            await self._give_up(picture)
            raise

    async def _give_up(self, picture: Dict[str, Any]) -> None:
        try:
            await self._calls.json(f"/api/v1/play/{picture['id']}/resign", "POST", {})
        except ArenaError:
            pass


def _asked_of(turn: Dict[str, Any]) -> str:
    return " ".join([str(turn["number"]), *(one["id"] for one in turn.get("asks", []))])


def _merged(frame: Dict[str, Any], last: Optional[Dict[str, Any]]) -> Dict[str, Any]:
    """An update tells the whole view, or what is new in it and what is gone."""
    if "patch" not in frame:
        return frame
    view = {**(last["view"] if last else {}), **frame["patch"]}
    for name in frame.get("gone", []):
        view.pop(name, None)
    return {**{name: value for name, value in frame.items() if name not in ("patch", "gone")}, "view": view}


def _step_of(update: Dict[str, Any]) -> Step:
    known = ("type", "match", "step", "status", "view", "played")
    more = {name: value for name, value in update.items() if name not in known}
    return Step(update["match"], update["step"], update["status"], update["view"], update.get("played", []), more)
