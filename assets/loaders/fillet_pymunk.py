"""Loads a level of Fillet (fillet export LEVEL -o level.colliders.json) into a space of pymunk 6.8 or later.

MIT License, see LICENSE. Copy fillet_file.py too.

    level = fillet_pymunk.load("level.colliders.json", space)
    while running:
        level.step(1 / 60)  # moves platforms, and applies constant forces
        space.step(1 / 60)

load(file, space, scale, gravity) takes a path or a decoded dict. scale is in pixels per unit of the file; gravity=False
leaves the gravity and the damping of the space alone. The attribute fillet of a shape is its collider's record.
"""

import math

import pymunk
from fillet_file import MIXES, LevelError, body_of, kept, local, losses_of, merged, planned, pose, read, refuse, turned

assert hasattr(pymunk.DampedSpring, "force_func"), "fillet_pymunk needs pymunk 6.8 or later"
ONE_WAY, SURFACE = 0x0F111E7, 0x0F111E8  # collision types of shapes whose contacts this module handles


def load(file, space, scale=None, gravity=True):
    """Adds a level to a space and returns it."""
    file, level = read(file), Level(space, scale, gravity)
    level.apply({**file, "added": file["colliders"], "joints": {"added": file.get("joints", [])}})
    return level


def surface(value, mix):
    """Returns the value that gives two equal surfaces the level's, as Chipmunk multiplies the values of two shapes."""
    return value if mix == "product" else math.sqrt(value)


def spring(ends, frequency, damping):
    """Returns the stiffness and the damping with which a spring has a frequency and a damping ratio."""
    (ax, ay), (bx, by) = (body.local_to_world(at) for body, at, _ in ends)
    length, inverse = math.hypot(bx - ax, by - ay) or 1, 0
    for body, x, y in ((ends[0][0], ax, ay), (ends[1][0], bx, by)):
        if body.body_type == pymunk.Body.DYNAMIC:
            cx, cy = body.local_to_world(body.center_of_gravity)
            arm = ((x - cx) * (by - ay) - (y - cy) * (bx - ax)) / length
            inverse += 1 / body.mass + arm**2 / body.moment
    omega = 2 * math.pi * frequency
    return omega**2 / inverse, 2 * damping * omega / inverse


def is_held(arbiter, level, a, b):
    """Reports whether the sides of two shapes stop them: they must face each other, and have been apart before."""
    contact = arbiter.contact_point_set
    nx, ny = contact.normal  # from a to b
    for shape, sign in ((a, 1), (b, -1)):
        if getattr(shape, "fillet_facing", None):
            x, y = turned(*shape.fillet_facing, shape.body.angle)
            if (x * nx + y * ny) * sign < 0.5:
                return False
    if level.held.get(frozenset((a, b))):
        return True
    deepest = min(contact.points, key=lambda p: p.distance)
    (ux, uy), (vx, vy) = (shape.body.velocity_at_world_point(deepest.point_a) for shape in (a, b))
    closing = max((ux - vx) * nx + (uy - vy) * ny, 0)
    return -deepest.distance <= 2 * level.space.collision_slop + closing * level.dt


def pre_solve(arbiter, space, data):
    """Lets shapes pass from behind, and combines materials by the level's rules."""
    a, b = arbiter.shapes
    level, pair, holds = (a if hasattr(a, "fillet") else b).fillet_level, frozenset((a, b)), True
    if getattr(a, "fillet_facing", None) or getattr(b, "fillet_facing", None):
        was, holds = level.held.get(pair), is_held(arbiter, level, a, b)
        level.held[pair] = holds
        if hasattr(arbiter, "process_collision") and (not holds or was is False):  # since pymunk 7
            arbiter.process_collision = holds
    if hasattr(a, "fillet") and hasattr(b, "fillet"):
        friction, restitution = MIXES[level.level["friction_mix"]], MIXES[level.level["restitution_mix"]]
        arbiter.friction = friction(a.fillet.get("friction", 0.6), b.fillet.get("friction", 0.6))
        arbiter.restitution = restitution(a.fillet.get("restitution", 0), b.fillet.get("restitution", 0))
    return holds


def separate(arbiter, space, data):
    """Forgets a contact."""
    a, b = arbiter.shapes
    (a if hasattr(a, "fillet") else b).fillet_level.held.pop(frozenset((a, b)), None)


def pull(rope, length):
    """Returns the force of an elastic rope, which has no effect while it is slack."""
    rope.damping = rope.fillet_damping if length > rope.rest_length else 0
    return min((rope.rest_length - length) * rope.stiffness, 0)


class Level:
    """Is a level in a space. Colliders, bodies and joints are by id; a joint is a list of constraints."""

    def __init__(self, space, scale, gravity):
        self.space, self.level, self.losses = space, None, []
        self.colliders, self.bodies, self.joints, self.records = {}, {}, {}, {}
        self.scale, self.metre, self.time, self.dt = scale, 1.0, 0.0, 1 / 60  # pixels per unit and per metre
        self.wanted_scale, self.gravity, self.forces, self.paths, self.held = scale, gravity, {}, {}, {}
        for kind in (ONE_WAY, SURFACE):
            if hasattr(space, "on_collision"):
                space.on_collision(kind, None, pre_solve=pre_solve, separate=separate)
            else:  # pymunk 6
                handler = space.add_wildcard_collision_handler(kind)
                handler.pre_solve, handler.separate = pre_solve, separate

    def find(self, name):
        """Returns the id of the first collider with a name, or None."""
        return next((id for id, c in self.colliders.items() if c["name"] == name), None)

    def tagged(self, tag):
        """Returns the ids of the colliders with a tag."""
        return [id for id, c in self.colliders.items() if tag in c["tags"]]

    def step(self, dt):
        """Moves platforms and applies constant forces. Call it before each step of the space."""
        if dt <= 0:
            return
        self.time, self.dt = self.time + dt, dt
        for body, record in self.paths.items():
            self._follow(body, record, dt)
        for body, force in self.forces.items():
            if body.space and not body.is_sleeping:
                body.apply_force_at_world_point(force, body.local_to_world(body.center_of_gravity))

    def apply(self, change):
        """Applies a change, as the running editor sends it. The bodies that it touches are made anew."""
        info, categories = change.get("level", self.level), change.get("categories", [])
        if len(categories) > 32:
            raise LevelError(f"pymunk has 32 categories, and the level {len(categories)}: merge some")
        colliders, changed = merged(self.colliders, change)
        records, rejoined = merged(self.records, change.get("joints", {}))
        metres, touched = info.get("units") == "m", {body_of(c) for c in changed}
        scale = self.wanted_scale or (info["pixels_per_metre"] if metres else 1)
        plans, again = planned(colliders, touched, scale), {joint["id"] for joint in rejoined}
        for id, joint in records.items():
            if joint["kind"] not in ("hinge", "spring"):
                refuse(joint, f"joints of kind {joint['kind']} are unknown")
            ends = [all.get(joint.get(end)) for end in "ab" for all in (colliders, self.colliders)]
            if any(c and body_of(c) in touched for c in ends):
                again.add(id)
        for id in again:
            self.space.remove(*(c for c in self.joints.pop(id, []) if c in self.space.constraints))
        for id in [id for id in self.bodies if body_of(self.colliders[id]) in touched]:
            self._remove(id)
        self.level, self.colliders, self.records, self.scale = info, colliders, records, scale
        self.metre = scale if metres else info["pixels_per_metre"] * scale
        if "level" in change and self.gravity:
            x, y = info.get("gravity", (0, 0))
            self.space.gravity, self.space.damping = (x * scale, y * scale), kept(info.get("damping", 0))
        for members in plans:
            self._make(members)
        for id in (id for id in records if id in again):
            self._join(records[id])
        self._mix_surfaces()
        self.losses = losses_of(info, colliders.values())

    def destroy(self):
        """Removes everything that the level has added."""
        self.apply({"removed": list(self.colliders), "joints": {"removed": list(self.records)}})

    def _follow(self, body, record, dt):
        """Gives a body the velocity that brings it to its pose after a step. It jumps to where a path begins again."""
        _, _, before = pose(record, self.time - dt, self.scale)
        (x, y), angle, now = pose(record, self.time, self.scale)
        keys = record["path"].get("keys") or [[0, 0, 0, 0]]
        if before != now and math.dist(keys[0][1:3], keys[-1][1:3]) * self.scale > 0.1:
            body.position, body.angle = (x, y), angle
        body.velocity = tuple((to - at) / dt for to, at in zip((x, y), body.position))
        body.angular_velocity = math.remainder(angle - body.angle, 2 * math.pi) / dt

    def _remove(self, id):
        """Removes a body, unless the game has done so."""
        body = self.bodies.pop(id)
        self.paths.pop(body, None)
        self.forces.pop(body, None)
        if body.space and body not in self.bodies.values():
            self.space.remove(*body.shapes, body)

    def _make(self, members):
        """Makes a body and its shapes."""
        first, scale = members[0][0], self.scale
        kind = "kinematic" if first["role"] == "trigger" and first["body"] == "dynamic" else first["body"]
        if kind == "dynamic" and "mass" in first:
            body = pymunk.Body(first["mass"], first["inertia"] * self.metre**2)
            body.center_of_gravity = first["center"][0] * scale, first["center"][1] * scale
        elif kind == "dynamic":  # without area: the mass of a square pixel
            size = math.dist(first["bounds"][:2], first["bounds"][2:]) * scale
            body = pymunk.Body(self.metre**-2, self.metre**-2 * max(size**2 / 8, 1e-3))
            body.center_of_gravity = local(first["centroid"], first, scale)
        else:
            body = pymunk.Body(body_type=pymunk.Body.STATIC if kind == "static" else pymunk.Body.KINEMATIC)
        body.fillet_angle = body.angle = math.radians(first["angle"])
        body.position = first["position"][0] * scale, first["position"][1] * scale
        if kind == "kinematic" and "path" in first:
            self.paths[body] = first
            body.position, body.angle, _ = pose(first, self.time, scale)
        records, bits = [record for record, _ in members], (0, 0)
        for record in records:
            bits, self.bodies[record["id"]] = (bits[0] | record["category"], bits[1] | record["mask"]), body
        group = next((r["group"] for r in records if r.get("group")), 0)
        body.fillet_filter = pymunk.ShapeFilter(max(-group, 0), *bits)
        self.space.add(body, *(shape for member in members for shape in self._shapes(body, *member)))
        if kind == "dynamic":
            self._start(body, records)

    def _shapes(self, body, record, pieces):
        """Yields the shapes of a collider."""
        for points, after, radius in pieces:
            if len(points) == 1 and radius == 0:
                continue
            if len(points) == 1:
                shape = pymunk.Circle(body, radius, points[0])
            elif len(points) == 2:
                shape = pymunk.Segment(body, *points, radius)
                shape.set_neighbors(*after)
            else:
                shape = pymunk.Poly(body, points, None, radius)
            shape.sensor, shape.filter = record["role"] == "trigger", body.fillet_filter
            shape.friction = surface(record.get("friction", 0.6), self.level.get("friction_mix"))
            shape.elasticity = surface(record.get("restitution", 0), self.level.get("restitution_mix"))
            shape.fillet, shape.fillet_level, shape.fillet_facing = record, self, None
            if record["role"] == "one-way":
                shape.fillet_facing = turned(*record["one_way"], -body.fillet_angle)
            elif record["shape"].get("one_sided") and len(points) == 2:
                (ax, ay), (bx, by) = points
                length = math.hypot(bx - ax, by - ay)
                shape.fillet_facing = (by - ay) / length, (ax - bx) / length
            shape.collision_type = ONE_WAY if shape.fillet_facing else 0
            yield shape

    def _start(self, body, records):
        """Sets the initial motion, the constant force and the damping of a dynamic body."""
        moving = next((r for r in records if "velocity" in r or "spin" in r), {})
        vx, vy = moving.get("velocity", (0, 0))
        body.velocity, body.angular_velocity = (vx * self.scale, vy * self.scale), math.radians(moving.get("spin", 0))
        force = tuple(sum(r.get("force", (0, 0))[k] for r in records) * self.metre for k in (0, 1))
        if any(force):
            self.forces[body] = force
        spin = kept(self.level.get("spin_damping", 0))
        if self.gravity and spin != self.space.damping > 0:

            def update(body, gravity, damping, dt):
                pymunk.Body.update_velocity(body, gravity, damping, dt)
                body.angular_velocity *= spin**dt / damping

            body.velocity_func = update

    def _mix_surfaces(self):
        """Lets a callback combine materials if Chipmunk, which multiplies them, cannot do it by the level's rules."""
        mixed = False
        for key, usual in (("friction", 0.6), ("restitution", 0)):
            values = {c.get(key, usual) for c in self.colliders.values() if c["role"] != "trigger"}
            mixed |= len(values) > 1 and self.level[key + "_mix"] not in ("geometric", "product")
        for shape in (shape for body in self.bodies.values() for shape in body.shapes):
            if shape.collision_type in (0, SURFACE):
                shape.collision_type = SURFACE if mixed else 0

    def _side(self, joint, end):
        """Returns the body at an end of a joint, its anchor there and its angle at the start, or None."""
        record = self.colliders.get(joint.get(end))
        body = self.bodies.get(joint.get(end)) if record and record["role"] != "trigger" else None
        if end in joint and not record or body and not body.space:
            return None
        x, y = joint[("local_" if body else "at_") + end]
        return body or self.space.static_body, (x * self.scale, y * self.scale), body.fillet_angle if body else 0

    def _join(self, joint):
        """Makes the constraints of a joint, unless it has no effect."""
        ends = self._side(joint, "a"), self._side(joint, "b")
        if not all(ends) or ends[0][0] is ends[1][0]:
            return
        (a, at_a, turn_a), (b, at_b, turn_b) = ends
        if pymunk.Body.DYNAMIC not in (a.body_type, b.body_type):
            return
        length, frequency = joint.get("length", 0) * self.scale, joint.get("frequency", 0)
        if joint["kind"] == "hinge":
            made = [pymunk.PivotJoint(a, b, at_a, at_b)]
            if "limits" in joint:
                low, high = (math.radians(limit) + turn_b - turn_a for limit in joint["limits"])
                made.append(pymunk.RotaryLimitJoint(a, b, low, high))
            if joint.get("torque"):
                made.append(pymunk.SimpleMotor(a, b, -math.radians(joint.get("speed", 0))))
                made[-1].max_force = joint["torque"] * self.metre**2
        elif frequency:
            stiffness, damping = spring(ends, frequency, joint.get("damping", 0))
            made = [pymunk.DampedSpring(a, b, at_a, at_b, length, stiffness, damping)]
            if joint.get("pulls_only"):
                made[0].fillet_damping, made[0].force_func = damping, pull
        elif joint.get("pulls_only"):
            made = [pymunk.SlideJoint(a, b, at_a, at_b, 0, length)]
        else:
            made = [pymunk.PinJoint(a, b, at_a, at_b)]
            made[0].distance = length
        for constraint in made:
            constraint.collide_bodies = joint.get("collide", False)
        self.space.add(*made)
        self.joints[joint["id"]] = made
