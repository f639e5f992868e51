"""Plays any legal move, the same ones every time."""
import json
import random
import sys

chance = random.Random(1)
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "turn":
        print(json.dumps({"move": chance.choice(said["legal"])}), flush=True)
