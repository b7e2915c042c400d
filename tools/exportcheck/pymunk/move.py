"""Loads a level with fillet_pymunk, runs it and prints what its bodies do: FILE STEPS FRAMES."""

import json
import sys

import fillet_pymunk
import pymunk

name, steps, frames = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
space = pymunk.Space()
level = fillet_pymunk.load(name, space)
frame, centre = {}, {}
for i in range(frames + 1):
    for _ in range(steps if i else 0):
        level.step(1 / 60 / steps)
        space.step(1 / 60 / steps)
    for id, body in level.bodies.items():
        frame.setdefault(id, []).append([*body.position, body.angle])
        at = body.local_to_world(body.center_of_gravity)
        centre.setdefault(id, []).append([*at, body.angle - frame[id][0][2]])
level.destroy()
if space.bodies or space.shapes or space.constraints:
    sys.exit("destroy leaves something")
print(json.dumps({"losses": level.losses, "frames": frame, "tracks": centre}))
