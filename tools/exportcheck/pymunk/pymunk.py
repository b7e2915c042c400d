"""Has the part of pymunk's documented interface that fillet_pymunk.py uses, over Debian's Chipmunk by ctypes.

It is for tests where pymunk is missing. With PYMUNK=6 in the environment, collisions are handled as in pymunk 6.
"""

import ctypes
import ctypes.util
import os
import sys
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_double, c_int, c_size_t, c_ubyte, c_uint, c_void_p

NAME = ctypes.util.find_library("chipmunk")
if not NAME:
    sys.exit("Chipmunk is missing")
LIB = ctypes.CDLL(NAME)


class Vect(Structure):
    _fields_ = [("x", c_double), ("y", c_double)]

    def __iter__(self):
        return iter((self.x, self.y))

    def __getitem__(self, i):
        return (self.x, self.y)[i]


class Transform(Structure):
    _fields_ = [(name, c_double) for name in ("a", "b", "c", "d", "tx", "ty")]


class Filter(Structure):
    _fields_ = [("group", c_size_t), ("categories", c_uint), ("mask", c_uint)]


class Point(Structure):
    _fields_ = [("point_a", Vect), ("point_b", Vect), ("distance", c_double)]


class Contacts(Structure):
    _fields_ = [("count", c_int), ("normal", Vect), ("all", Point * 2)]

    @property
    def points(self):
        return list(self.all[: self.count])


OnBool = CFUNCTYPE(c_ubyte, c_void_p, c_void_p, c_void_p)
OnVoid = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)
OnForce = CFUNCTYPE(c_double, c_void_p, c_double)
OnVelocity = CFUNCTYPE(None, c_void_p, Vect, c_double, c_double)


class Handler(Structure):
    _fields_ = [("a", c_size_t), ("b", c_size_t), ("begin", OnBool), ("pre_solve", OnBool), ("post_solve", OnVoid),
                ("separate", OnVoid), ("data", c_void_p)]


FUNCTIONS = {}


def call(name, result=None, *args):
    """Calls a function of Chipmunk. Numbers and pairs become C's doubles and vectors."""
    function = FUNCTIONS.get(name)
    if not function:
        function = FUNCTIONS[name] = getattr(LIB, name)
        function.restype = result
    convert = lambda x: c_double(x) if isinstance(x, (int, float)) else Vect(*x) if isinstance(x, tuple) else x
    return function(*map(convert, args))


def value(get, result, kind=""):
    """Returns a property that Chipmunk holds."""
    return property(lambda self: call(kind + "Get" + get, result, self.c),
                    lambda self, x: call(kind + "Set" + get, None, self.c,
                                         tuple(x) if result is Vect else result(x)))


class Body:
    DYNAMIC, KINEMATIC, STATIC = 0, 1, 2
    position, angle = value("Position", Vect, "cpBody"), value("Angle", c_double, "cpBody")
    velocity = value("Velocity", Vect, "cpBody")
    angular_velocity = value("AngularVelocity", c_double, "cpBody")
    center_of_gravity = value("CenterOfGravity", Vect, "cpBody")
    mass, moment = value("Mass", c_double, "cpBody"), value("Moment", c_double, "cpBody")

    def __init__(self, mass=0, moment=0, body_type=DYNAMIC, c=None):
        self.body_type, self.space, self.shapes = body_type, None, []
        self.c = c_void_p(c or (call("cpBodyNew", c_void_p, mass, moment) if body_type == 0 else
                                call("cpBodyNewKinematic" if body_type == 1 else "cpBodyNewStatic", c_void_p)))

    is_sleeping = property(lambda self: bool(call("cpBodyIsSleeping", c_ubyte, self.c)))

    def local_to_world(self, point):
        return call("cpBodyLocalToWorld", Vect, self.c, tuple(point))

    def velocity_at_world_point(self, point):
        return call("cpBodyGetVelocityAtWorldPoint", Vect, self.c, tuple(point))

    def apply_force_at_world_point(self, force, point):
        call("cpBodyApplyForceAtWorldPoint", None, self.c, tuple(force), tuple(point))

    @staticmethod
    def update_velocity(body, gravity, damping, dt):
        call("cpBodyUpdateVelocity", None, body.c, tuple(gravity), damping, dt)

    @property
    def velocity_func(self):
        return self._update

    @velocity_func.setter
    def velocity_func(self, function):
        self._update = OnVelocity(lambda _, gravity, damping, dt: function(self, gravity, damping, dt))
        call("cpBodySetVelocityUpdateFunc", None, self.c, self._update)


class ShapeFilter:
    def __init__(self, group=0, categories=0xFFFFFFFF, mask=0xFFFFFFFF):
        assert 0 <= categories < 2**32 and 0 <= mask < 2**32
        self.group, self.categories, self.mask = group, categories, mask


class Shape:
    friction, elasticity = value("Friction", c_double, "cpShape"), value("Elasticity", c_double, "cpShape")
    sensor, collision_type = value("Sensor", c_ubyte, "cpShape"), value("CollisionType", c_size_t, "cpShape")

    def __init__(self, body, c):
        self.body, self.c = body, c_void_p(c)
        body.shapes.append(self)

    @property
    def filter(self):
        return self._filter

    @filter.setter
    def filter(self, f):
        self._filter = f
        call("cpShapeSetFilter", None, self.c, Filter(f.group, f.categories, f.mask))


class Circle(Shape):
    def __init__(self, body, radius, offset=(0, 0)):
        super().__init__(body, call("cpCircleShapeNew", c_void_p, body.c, radius, tuple(offset)))


class Segment(Shape):
    def __init__(self, body, a, b, radius):
        super().__init__(body, call("cpSegmentShapeNew", c_void_p, body.c, tuple(a), tuple(b), radius))

    def set_neighbors(self, prev, next):
        call("cpSegmentShapeSetNeighbors", None, self.c, tuple(prev), tuple(next))


class Poly(Shape):
    def __init__(self, body, vertices, transform=None, radius=0):
        points = (Vect * len(vertices))(*(Vect(*v) for v in vertices))
        super().__init__(body, call("cpPolyShapeNew", c_void_p, body.c, c_int(len(vertices)), points,
                                    Transform(1, 0, 0, 1, 0, 0), radius))


class Constraint:
    max_force = value("MaxForce", c_double, "cpConstraint")
    collide_bodies = value("CollideBodies", c_ubyte, "cpConstraint")
    distance = value("Dist", c_double, "cpPinJoint")
    rest_length = value("RestLength", c_double, "cpDampedSpring")
    stiffness, damping = value("Stiffness", c_double, "cpDampedSpring"), value("Damping", c_double, "cpDampedSpring")

    def __init__(self, a, b, *args):
        assert 0 in (a.body_type, b.body_type)
        self.a, self.b = a, b
        name = {"PivotJoint": "cpPivotJointNew2"}.get(type(self).__name__, f"cp{type(self).__name__}New")
        self.c = c_void_p(call(name, c_void_p, a.c, b.c, *(tuple(x) if hasattr(x, "__iter__") else x for x in args)))

    @property
    def force_func(self):
        return self._force

    @force_func.setter
    def force_func(self, function):
        self._force = OnForce(lambda _, length: function(self, length))
        call("cpDampedSpringSetSpringForceFunc", None, self.c, self._force)


PivotJoint, PinJoint, SlideJoint, DampedSpring, RotaryLimitJoint, SimpleMotor = (
    type(name, (Constraint,), {})
    for name in ("PivotJoint", "PinJoint", "SlideJoint", "DampedSpring", "RotaryLimitJoint", "SimpleMotor"))


class Arbiter:
    friction, restitution = value("Friction", c_double, "cpArbiter"), value("Restitution", c_double, "cpArbiter")

    def __init__(self, c, space):
        self.c, self.space = c_void_p(c), space

    @property
    def shapes(self):
        a, b = c_void_p(), c_void_p()
        call("cpArbiterGetShapes", None, self.c, byref(a), byref(b))
        return self.space.all[a.value], self.space.all[b.value]

    contact_point_set = property(lambda self: call("cpArbiterGetContactPointSet", Contacts, self.c))


class Arbiter7(Arbiter):
    @property
    def process_collision(self):
        return self.space.processed.get(self.c.value, True)

    @process_collision.setter
    def process_collision(self, holds):
        self.space.processed[self.c.value] = holds


class WildcardHandler:
    """Is the handler of pymunk 6."""

    def __init__(self, space, kind):
        LIB.cpSpaceAddWildcardHandler.restype = POINTER(Handler)
        self.c, self.space = LIB.cpSpaceAddWildcardHandler(space.c, c_size_t(kind)).contents, space

    def __setattr__(self, name, function):
        if name == "pre_solve":
            back = OnBool(lambda arbiter, *_: function(Arbiter(arbiter, self.space), self.space, {}))
        elif name == "separate":
            back = OnVoid(lambda arbiter, *_: function(Arbiter(arbiter, self.space), self.space, {}))
        else:
            return super().__setattr__(name, function)
        setattr(self.c, name, back)
        self.space.kept.append(back)


class Space:
    gravity, damping = value("Gravity", Vect, "cpSpace"), value("Damping", c_double, "cpSpace")
    collision_slop = value("CollisionSlop", c_double, "cpSpace")

    def __init__(self):
        self.c, self.all, self.processed, self.kept = c_void_p(call("cpSpaceNew", c_void_p)), {}, {}, []
        self.static_body = Body(body_type=2, c=call("cpSpaceGetStaticBody", c_void_p, self.c))

    bodies = property(lambda self: [x for x in self.all.values() if isinstance(x, Body)])
    shapes = property(lambda self: [x for x in self.all.values() if isinstance(x, Shape)])
    constraints = property(lambda self: [x for x in self.all.values() if isinstance(x, Constraint)])

    def add(self, *objects):
        for x in objects:
            assert x.c.value not in self.all
            self.all[x.c.value] = x
            if isinstance(x, Body):
                assert x.body_type or x.mass > 0 and x.moment > 0
                x.space = self
            call("cpSpaceAdd" + self.kind(x), c_void_p, self.c, x.c)

    def remove(self, *objects):
        for x in objects:
            call("cpSpaceRemove" + self.kind(x), None, self.c, x.c)
            del self.all[x.c.value]
            if isinstance(x, Body):
                x.space = None

    @staticmethod
    def kind(x):
        return next(kind.__name__ for kind in (Body, Shape, Constraint) if isinstance(x, kind))

    def step(self, dt):
        call("cpSpaceStep", None, self.c, dt)

    if os.environ.get("PYMUNK") == "6":

        def add_wildcard_collision_handler(self, kind):
            return WildcardHandler(self, kind)

    else:

        def on_collision(self, a, b, begin=None, pre_solve=None, post_solve=None, separate=None, data=None):
            assert b is None
            handler = WildcardHandler(self, a)

            def solve(arbiter, space, _):
                of = Arbiter7(arbiter.c.value, space)
                pre_solve(of, space, data)
                return of.process_collision

            def end(arbiter, space, _):
                separate(Arbiter7(arbiter.c.value, space), space, data)
                space.processed.pop(arbiter.c.value, None)

            handler.pre_solve, handler.separate = solve, end
