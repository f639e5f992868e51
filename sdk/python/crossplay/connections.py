"""HTTP/1.1 over asyncio, with connections that are kept: as much of it as the arena needs."""

import asyncio
import ssl
from typing import Dict, List, Optional, Tuple
from urllib.parse import urlsplit

LONGEST_LINE = 64 * 1024
LONGEST_BODY = 64 * 1024 * 1024
MOST_KEPT = 64

Reply = Tuple[int, Dict[str, str], bytes]
Connection = Tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Connections:
    """Connections to one server; an idle one is used again."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url} is no address of an arena: it begins with http:// or https://")
        self._host = parts.hostname
        self._tls = ssl.create_default_context() if parts.scheme == "https" else None
        self._port = parts.port or (443 if self._tls else 80)
        self._host_header = parts.netloc.rpartition("@")[2]
        self._path = parts.path.rstrip("/")
        self._idle: List[Connection] = []

    async def request(self, method: str, path: str, headers: Dict[str, str], body: Optional[bytes]) -> Reply:
        lines = [f"{method} {self._path}{path} HTTP/1.1", f"Host: {self._host_header}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        head = "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + (body or b"")
        while self._idle:
            connection = self._idle.pop()
            try:
                return await self._exchange(connection, head)
            except (OSError, EOFError):
                # It was closed while it rested: nobody read what was sent.
                connection[1].close()
        return await self._exchange(await self._connect(), head)

    async def close(self) -> None:
        for _, writer in self._idle:
            writer.close()
        self._idle.clear()

    async def _connect(self) -> Connection:
        return await asyncio.open_connection(self._host, self._port, ssl=self._tls, limit=LONGEST_LINE)

    async def _exchange(self, connection: Connection, head: bytes) -> Reply:
        reader, writer = connection
        try:
            writer.write(head)
            await writer.drain()
            status, headers = await self._read_head(reader)
            body = await self._read_body(reader, headers)
        except BaseException:
            writer.close()
            raise
        if headers.get("connection", "").lower() == "close" or len(self._idle) >= MOST_KEPT:
            writer.close()
        else:
            self._idle.append(connection)
        return status, headers, body

    @staticmethod
    async def _read_head(reader: asyncio.StreamReader) -> Tuple[int, Dict[str, str]]:
        line = await reader.readline()
        if not line:
            raise EOFError("the server closed the connection")
        words = line.split(b" ", 2)
        if len(words) < 2 or not words[0].startswith(b"HTTP/1."):
            raise OSError("this is no answer over HTTP")
        headers: Dict[str, str] = {}
        while True:
            line = await reader.readline()
            if line in (b"\r\n", b"\n"):
                return int(words[1]), headers
            if not line:
                raise EOFError("the server closed the connection")
            name, _, value = line.decode("latin-1").partition(":")
            headers[name.strip().lower()] = value.strip()

    @staticmethod
    async def _read_body(reader: asyncio.StreamReader, headers: Dict[str, str]) -> bytes:
        if headers.get("transfer-encoding", "").lower() == "chunked":
            parts: List[bytes] = []
            size = 1
            while size:
                size = int((await reader.readline()).split(b";")[0], 16)
                if sum(map(len, parts)) + size > LONGEST_BODY:
                    raise OSError("the answer is too long")
                parts.append(await reader.readexactly(size))
                await reader.readline()
            return b"".join(parts)
        length = int(headers.get("content-length", "0"))
        if length > LONGEST_BODY:
            raise OSError("the answer is too long")
        return await reader.readexactly(length)
