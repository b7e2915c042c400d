"""Reads collider files of Fillet for fillet_pymunk.py.

MIT License, see LICENSE.
"""

import bisect
import json
import math

REQUIRED = ("name", "role", "body", "category", "mask", "tags", "position", "angle", "shape", "pieces", "bounds")

# How a level combines the frictions or the restitutions of two colliders.
MIXES = {
    "geometric": lambda a, b: math.sqrt(a * b),
    "average": lambda a, b: (a + b) / 2,
    "product": lambda a, b: a * b,
    "minimum": min,
    "maximum": max,
}


class LevelError(ValueError):
    """Raised for a file that cannot be loaded."""


def read(file):
    """Returns the dict of a file, which can be the path of one, if it has a form that the loader reads."""
    name = "the level" if isinstance(file, dict) else file
    if not isinstance(file, dict):
        with open(file, encoding="utf-8") as opened:
            try:
                file = json.load(opened)
            except (ValueError, RecursionError) as problem:
                raise LevelError(f"{name}: it is no JSON, export the level with -f json: {problem}") from None
    if not isinstance(file, dict) or file.get("format") != "fillet-colliders":
        raise LevelError(f"{name}: it was not written by fillet export")
    if file.get("version") == 1:
        raise LevelError(f"{name}: it is version 1: export it again without --version 1")
    if file.get("version") != 2:
        raise LevelError(f"{name}: it is version {file.get('version')}: copy the loader of your Fillet")
    if file["level"].get("frame") == "level":
        raise LevelError(f"{name}: its polygons are in level space: export it again without --frame level")
    return file


def refuse(record, reason):
    """Raises an error about a collider or a joint."""
    raise LevelError(f"{record.get('id')} ({record.get('name')}): {reason}")


def losses_of(level, colliders):
    """Returns what pymunk does not do."""
    losses = []
    if level.get("rolling_resistance", 0) > 0:
        losses.append("no rolling resistance: round bodies roll farther")
    for c in colliders:
        path = c.get("path", {})
        if "points" in path and "keys" not in path:
            losses.append(f"{c['id']} ({c['name']}): its path has no keys: it stands still")
        if c.get("group", 0) > 0:
            losses.append(f"{c['id']} ({c['name']}): its categories count, not its positive group")
    return losses


def body_of(record):
    """Returns the key of a collider's body."""
    return ("body", record["one_body"]) if "one_body" in record else record["id"]


def merged(records, change):
    """Returns records by id after a change, and the records that come or go."""
    new, touched, seen = dict(records), [], set()
    for id in change.get("removed", []):
        touched += [new.pop(id)] if id in new else []
    for record in [*change.get("added", []), *change.get("changed", [])]:
        id = record.get("id")
        if not isinstance(id, str) or id in seen:
            refuse(record, "its id is missing or not unique")
        touched += [record] + ([new[id]] if id in new else [])
        new[id] = record
        seen.add(id)
    return new, touched


def turned(x, y, radians):
    """Returns a rotated vector."""
    cos, sin = math.cos(radians), math.sin(radians)
    return x * cos - y * sin, x * sin + y * cos


def local(point, frame, scale):
    """Returns a point of level space in the frame of a collider, in pixels."""
    x, y = frame["position"]
    return turned((point[0] - x) * scale, (point[1] - y) * scale, -math.radians(frame["angle"]))


def beyond(vertex, lines, i):
    """Returns the vertex after an end of line i of a chain, or the end itself if no line continues it."""
    for line in (lines[i - 1], lines[(i + 1) % len(lines)]):
        if line is not lines[i] and len(line) == 2 and vertex in line:
            return line[1 - line.index(vertex)]
    return vertex


def pieces_of(record, frame, scale):
    """Returns the pieces of a collider: vertices, for a line the vertices beyond them, and the radius."""
    lines, pieces = [piece["vertices"] for piece in record["pieces"]], []
    for i, vertices in enumerate(lines):
        after = [local(beyond(v, lines, i), frame, scale) for v in vertices]
        pieces.append(([local(v, frame, scale) for v in vertices], after, record["pieces"][i]["radius"] * scale))
    return pieces


def planned(colliders, touched, scale):
    """Returns the colliders of each touched body with their pieces. What is broken is an error before all is made."""
    plans = {}
    for record in colliders.values():
        missing = [key for key in REQUIRED if key not in record]
        if missing:
            refuse(record, f"broken record: {', '.join(missing)} is missing")
        try:
            if body_of(record) in touched and record["pieces"]:
                members = plans.setdefault(body_of(record), [])
                frame = members[0][0] if members else record
                members.append((record, pieces_of(record, frame, scale)))
        except (KeyError, TypeError, ValueError, IndexError) as problem:
            refuse(record, f"broken record: {problem!r}")
    return list(plans.values())


def pose(record, time, scale):
    """Returns the pose of a body on its path: its position in pixels, its angle, and the number of the period."""
    path, (x, y) = record["path"], record["position"]
    keys = path.get("keys") or [[0, x, y, record["angle"]]]
    period = keys[-1][0]
    number = int(time // period) if path.get("loop") != "once" and period > 0 else 0
    now = time - number * period
    i = max(bisect.bisect_right([key[0] for key in keys], now) - 1, 0)
    a, b = keys[i], keys[min(i + 1, len(keys) - 1)]
    part = (now - a[0]) / (b[0] - a[0]) if b[0] > a[0] else 0
    x, y, angle = (a[k] + (b[k] - a[k]) * part for k in (1, 2, 3))
    return (x * scale, y * scale), math.radians(angle + path.get("turn", 0) * time), number


def kept(damping):
    """Returns the part of a velocity that is left after a second, as in the playtest."""
    return (1 / (1 + damping / 240)) ** 240
