"""Calls to one server with one key."""

import asyncio
import json
import random
import time
from typing import Any, Dict, List, Optional

from .connections import Connections

FIRST_PAUSE = 0.25
LONGEST_PAUSE = 10.0
PATIENCE = 60.0
#: So long a server may be away before a call is given up; one that never answered is soon taken for not there.
GIVE_UP_AFTER = 600.0
NOBODY_THERE_AFTER = 20.0


class ArenaError(Exception):
    """The server said no: `status` and `code` for programs, the text for people."""

    def __init__(self, status: int, body: Dict[str, Any]) -> None:
        super().__init__(body.get("error") or f"HTTP {status}")
        self.status = status
        self.code: str = body.get("code") or str(status)
        self.legal: Optional[List[str]] = body.get("legal")


class Calls:
    """What fails on the way is tried again, later each time; what the server refuses is not."""

    def __init__(self, url: str, key: Optional[str]) -> None:
        self.url = url.rstrip("/")
        self._connections = Connections(self.url)
        self._key = key
        self._answered = False

    async def json(self, path: str, method: str = "GET", body: Any = None, once: bool = False) -> Any:
        """`once`: whoever asks finds out first what became of it before it is asked again."""
        began = time.monotonic()
        tries = 0
        while True:
            pause: Optional[float] = None
            try:
                status, headers, raw = await asyncio.wait_for(self._send(method, path, body), PATIENCE)
                self._answered = True
                answer = _parsed(raw)
                if 200 <= status < 300:
                    return answer
                failure: Exception = ArenaError(status, answer if isinstance(answer, dict) else {})
                if status != 429 and status < 500:
                    raise failure
                pause = _seconds(headers.get("retry-after"))
            except (OSError, EOFError, asyncio.TimeoutError) as error:
                failure = error
            if once or time.monotonic() - began > GIVE_UP_AFTER:
                raise failure
            if not self._answered and time.monotonic() - began > NOBODY_THERE_AFTER:
                raise ConnectionError(f"Nobody answers at {self.url}.") from failure
            if pause is None:
                pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2**tries) * (0.5 + random.random() / 2)
            await asyncio.sleep(pause)
            tries = min(tries + 1, 10)

    async def close(self) -> None:
        await self._connections.close()

    async def _send(self, method: str, path: str, body: Any) -> Any:
        headers = {"Accept": "application/json"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        return await self._connections.request(method, path, headers, data)


def _parsed(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        return {}


def _seconds(text: Optional[str]) -> Optional[float]:
    try:
        return float(text) if text is not None else None
    except ValueError:
        return None
