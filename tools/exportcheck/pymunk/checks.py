"""Checks the loader with the level loader.level.yaml, exported to the file that is the argument."""

import copy
import json
import math
import sys

import fillet_pymunk
import pymunk

PATH = sys.argv[1]


def near(a, b, room, what):
    assert abs(a - b) <= room, f"{what} is {a}, want {b}"


def run(level, seconds):
    for _ in range(round(seconds * 60)):
        level.step(1 / 60)
        level.space.step(1 / 60)


space = pymunk.Space()
level = fillet_pymunk.load(PATH, space)


def body(name):
    return level.bodies[level.find(name)]


# identity
assert level.find("ledge") == "c2" and level.find("nothing") is None
assert level.tagged("ground") == ["c1", "c2"]
assert level.bodies["c11"] is level.bodies["c12"] and len(body("head").shapes) == 2
assert "c13" not in level.bodies and level.colliders["c13"]["tags"] == ["spawn"]
assert all(shape.fillet is level.colliders[shape.fillet["id"]] for shape in space.shapes)
assert body("zone").shapes[0].sensor
assert not level.losses, level.losses
near(space.gravity[1], 800, 1e-6, "gravity")
near(space.damping, math.exp(-0.2), 1e-3, "damping")
near(body("head").velocity[0], 30, 1e-6, "velocity")

# motion
level.step(0)
run(level, 3)
for name, y in {"above": 392, "below": 392, "stuck": 585, "zone": 500, "faller": 592, "friend": 592, "lander": 392,
                "jumper": 392, "lift": 500, "rider": 486, "float": 300, "pill": 592}.items():
    near(body(name).position[1], y, 1, f"y of {name}")
assert body("ghost").position[1] > 700
near(body("rider").position[0], 1000, 1, "x of the rider")
near(body("rotor").angle, 1.5 * math.pi, 1e-3, "angle of the rotor")
near(body("wheel").angular_velocity, math.pi / 2, 0.02, "spin of the wheel")
near(body("pill").mass, (40 * 16 + math.pi * 64) / 1024, 1e-3, "mass of the pill")

# changes
fallen = copy.deepcopy(level.colliders["c7"])
fallen["position"][1] = fallen["position"][1] - 200 / level.scale
fallen["pieces"][0]["vertices"][0][1] -= 200 / level.scale
level.apply({"changed": [fallen]})
run(level, 0.25)
arm, pin, faller = body("arm"), level.joints["j1"], body("faller")
vy = faller.velocity[1]
near(vy, 800 * 0.25, 10, "speed of the faller")
wall = copy.deepcopy(level.colliders["c25"])
wall["position"][0] = 1960 / level.scale
level.apply({"changed": [wall], "removed": ["c9", "c10"]})
assert body("faller") is faller and faller.velocity[1] == vy
near(level.bodies["c25"].position[0], 1960, 1e-6, "x of the wall")
assert "c9" not in level.bodies and "c9" not in level.colliders
assert level.joints["j1"] is pin and body("arm") is arm
level.apply({"changed": [copy.deepcopy(level.colliders["c20"])]})
assert level.joints["j1"] is not pin and pin[0] not in space.constraints
run(level, 1)
near(math.dist(body("arm").position, (1500, 200)), 30, 1, "distance from the pin")
level.apply({"joints": {"removed": ["j1"]}})
assert "j1" not in level.joints
run(level, 1)
assert body("arm").position[1] > 500
level.apply({"removed": ["c21"]})
assert "j2" not in level.joints
y = body("lift").position[1]
level.apply({"changed": [copy.deepcopy(level.colliders["c14"])]})
near(body("lift").position[1], y, 0.1, "y of the lift")
level.apply({"level": {**level.level, "gravity": [0, 10 / level.scale]}})
near(space.gravity[1], 10, 1e-6, "changed gravity")
space.remove(*body("pill").shapes, body("pill"))
run(level, 0.1)
level.destroy()
assert not space.bodies and not space.shapes and not space.constraints

# errors
with open(PATH, encoding="utf-8") as opened:
    data = json.load(opened)


def refused(want, alter):
    other, empty = copy.deepcopy(data), pymunk.Space()
    alter(other)
    try:
        fillet_pymunk.load(other, empty)
    except ValueError as problem:
        assert want in str(problem), f"{problem}, want {want}"
    else:
        raise AssertionError(f"want {want}")
    assert not empty.bodies and not empty.shapes and not empty.constraints, want


def remove(key):
    return lambda d: d["colliders"][3].pop(key)


refused("is version 1", lambda d: d.update(version=1))
refused("is version 3", lambda d: d.update(version=3))
refused("fillet export", lambda d: d.update(format="tiled"))
refused("--frame level", lambda d: d["level"].update(frame="level"))
refused("33", lambda d: d.update(categories=[str(i) for i in range(33)]))
refused("c2 (ledge): its id", lambda d: d["colliders"].append(d["colliders"][1]))
refused("None (floor): its id", lambda d: d["colliders"][0].pop("id"))
for key in ("position", "angle", "body", "role", "category", "mask", "pieces", "shape", "bounds"):
    refused("c4 (below): broken", remove(key))
refused("j1 (pin): joints of kind weld", lambda d: d["joints"][0].update(kind="weld"))
positive = copy.deepcopy(data)
positive["colliders"][8]["group"] = 3
assert fillet_pymunk.load(positive, pymunk.Space()).losses == [
    "c9 (friend): its categories count, not its positive group"]
lossy = copy.deepcopy(data)
lossy["level"]["rolling_resistance"] = 0.1
for record in lossy["colliders"]:
    record.get("path", {}).pop("keys", None)
found = fillet_pymunk.load(lossy, pymunk.Space()).losses
assert found[0] == "no rolling resistance: round bodies roll farther", found
assert any(loss.endswith("(lift): its path has no keys: it stands still") for loss in found), found
for text in (b"{", b"[]", b"[" * 100_000, b'"a', b"format: fillet-colliders", b"FCOL\x97"):
    with open(PATH + ".bad", "wb") as opened:
        opened.write(text)
    try:
        fillet_pymunk.load(PATH + ".bad", pymunk.Space())
    except fillet_pymunk.LevelError as problem:
        assert str(problem).startswith(PATH + ".bad: "), problem
        assert text == b"[]" or "export the level with -f json" in str(problem), problem
    else:
        raise AssertionError(text)
