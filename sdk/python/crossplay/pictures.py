"""What the arena tells a player."""

from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional


@dataclass(frozen=True)
class Player:
    seat: Optional[int]
    name: str
    kind: str
    via: str
    rating: Optional[float]


@dataclass(frozen=True)
class Happened:
    """A move that was made. `text` is None where it is hidden, or not released yet."""

    step: int
    seat: int
    text: Optional[str]
    at: float
    late: bool = False


@dataclass(frozen=True)
class Result:
    """`rank` is yours, from 1; equal ranks are a draw."""

    rank: Optional[int]
    ranks: List[int]
    scores: List[float]
    reason: str
    rating: Optional[float]
    change: Optional[float]


@dataclass(frozen=True)
class Turn:
    """What a bot is asked. Where `yours` is False it is only asked something beside the turn and may answer None."""

    game: str
    match: str
    number: int
    yours: bool
    seat: int
    players: List[Player]
    phase: Optional[str]
    seconds_left: Optional[float]
    view: Any
    legal: List[str]
    asks: List[Dict[str, str]]
    since: List[Happened]
    refused: Optional[Exception] = None


@dataclass(frozen=True)
class Finished:
    """A match that is over. Void: nobody won or lost, the reason says why."""

    id: str
    match: Optional[str]
    game: str
    seat: Optional[int]
    players: List[Player]
    status: str
    result: Optional[Result]


@dataclass(frozen=True)
class Challenge:
    id: str
    name: str
    rating: Optional[float]
    game: str
    options: Any
    rated: bool


@dataclass(frozen=True)
class Step:
    """A step of a match as spectators see it; `more` has what else was told."""

    match: str
    step: int
    status: Dict[str, Any]
    view: Dict[str, Any]
    played: List[Dict[str, Any]]
    more: Dict[str, Any] = field(default_factory=dict)


def players_of(picture: Dict[str, Any]) -> List[Player]:
    return [Player(one["seat"], one["name"], one["kind"], one["via"], one["rating"]) for one in picture["players"]]


def turn_of(picture: Dict[str, Any], refused: Optional[Exception]) -> Turn:
    turn = picture["turn"]
    return Turn(
        game=picture["game"],
        match=picture["match"],
        number=turn["number"],
        yours=turn["yours"],
        seat=picture["seat"],
        players=players_of(picture),
        phase=turn["phase"],
        seconds_left=turn["secondsLeft"],
        view=picture["view"],
        legal=picture["legal"] or [],
        asks=turn.get("asks", []),
        since=[Happened(one["step"], one["seat"], one["text"], one["at"], one.get("late", False)) for one in picture["since"]],
        refused=refused,
    )


def finished_of(picture: Dict[str, Any]) -> Finished:
    result = picture["result"]
    return Finished(
        id=picture["id"],
        match=picture["match"],
        game=picture["game"],
        seat=picture["seat"],
        players=players_of(picture),
        status=picture["status"],
        result=result
        and Result(
            result["rank"], result["ranks"], result["scores"], result["reason"], result["rating"], result["change"]
        ),
    )
