// fillet_chipmunk.h makes Chipmunk 7 bodies of a level that Fillet has exported, in C99 or C++17 with fillet_fcol.h.
// MIT License, see LICENSE. In one source file:
//
//     #define FILLET_IMPLEMENTATION
//     #include "fillet_chipmunk.h"
//
//     fillet_cp_level level; // keeps its place in memory until fillet_cp_destroy(&level)
//     if (!fillet_cp_load(bytes, size, space, &level, error, sizeof error)) puts(error);
//     fillet_cp_step(&level, 1.0 / 60); // before each cpSpaceStep(space, 1.0 / 60)
//     cpBody* crate = level.bodies[fillet_find(&level.file, "crate")].body;
#ifndef FILLET_CHIPMUNK_H
#define FILLET_CHIPMUNK_H

#include "fillet_fcol.h"
#include <chipmunk/chipmunk.h>
#ifdef __cplusplus
extern "C" {
#endif

// FILLET_CP_TYPE is the collision type of the level's shapes. It has a wildcard handler, so a game's handlers of pairs
// with it call cpArbiterCallWildcardPreSolveA or B.
#define FILLET_CP_TYPE ((cpCollisionType)0xf111e7)
enum { FILLET_CP_VERTICES = 256, FILLET_CP_BITS = 8 * sizeof(cpBitmask) };

// fillet_cp_body is the body of a collider. The user data of a cpBody is the fillet_cp_body* of its first collider,
// whose frame is its frame. Shapes have their const fillet_collider* as user data, joints their const fillet_joint*.
typedef struct {
	const struct fillet_cp_level* level;
	const fillet_collider* collider;
	cpBody* body; // NULL for a marker
	cpVect pull;  // the acceleration by constant forces, of the first collider
} fillet_cp_body;

typedef struct fillet_cp_level {
	fillet_file file;
	cpSpace* space;
	fillet_cp_body* bodies; // by collider
	cpConstraint** joints;  // the main constraint of each joint; NULL if it has no effect
	double time;            // since the level was loaded
} fillet_cp_level;

// Adds a level to a space and sets its gravity. If it returns false, it has added nothing and written an error.
bool fillet_cp_load(const void* bytes, size_t size, cpSpace* space, fillet_cp_level* level, char* error, size_t length);
// Moves the bodies with paths during the next step of the space. Call it before each step, with the same time.
void fillet_cp_step(fillet_cp_level* level, double dt);
// Returns how a collider moves differently than in the playtest, or NULL.
const char* fillet_cp_loss(const fillet_cp_level* level, uint32_t collider);
// Removes the level's bodies with all their shapes and joints. To reload a level, destroy it and load it again.
void fillet_cp_destroy(fillet_cp_level* level);

#ifdef __cplusplus
}
#endif
#endif

#if defined FILLET_IMPLEMENTATION && !defined FILLET_CHIPMUNK_IMPLEMENTED
#define FILLET_CHIPMUNK_IMPLEMENTED
static cpVect fillet_cp_vec(fillet_vec v) { return cpv(v.x, v.y); }

// Reports whether a shape of the level lets another one through, which is in the direction of the normal.
static bool fillet_cp_passes(const cpShape* shape, const fillet_cp_body* body, cpVect normal) {
	const fillet_collider* c = (const fillet_collider*)cpShapeGetUserData(shape);
	const cpVect turned = cpBodyGetRotation(cpShapeGetBody(shape));
	const fillet_file* f = &body->level->file;
	if (c->role == FILLET_ONE_WAY) {
		const cpVect side = fillet_cp_vec(fillet_extra_of(f, (uint32_t)(c - f->colliders)).one_way);
		const cpVect start = cpvforangle(body->collider->angle * FILLET_RADIANS);
		return cpvdot(normal, cpvrotate(cpvunrotate(side, start), turned)) < 0.5;
	}
	return (c->flags & FILLET_ONE_SIDED) &&
		cpvcross(normal, cpvrotate(cpvsub(cpSegmentShapeGetB(shape), cpSegmentShapeGetA(shape)), turned)) < 0;
}

// Ignores shapes that come from the open side of a one-way or one-sided collider until they are apart, and mixes the
// materials of a contact by the level's rules.
static cpBool fillet_cp_pre_solve(cpArbiter* arbiter, cpSpace* space, cpDataPointer data) {
	(void)space, (void)data;
	CP_ARBITER_GET_SHAPES(arbiter, a, b);
	const fillet_cp_body* body = (const fillet_cp_body*)cpBodyGetUserData(cpShapeGetBody(a));
	if (fillet_cp_passes(a, body, cpArbiterGetNormal(arbiter))) return cpArbiterIgnore(arbiter);
	const fillet_header* h = body->level->file.level;
	cpArbiterSetFriction(arbiter, fillet_mix(h->friction_mix, cpShapeGetFriction(a), cpShapeGetFriction(b)));
	cpArbiterSetRestitution(arbiter, fillet_mix(h->restitution_mix, cpShapeGetElasticity(a), cpShapeGetElasticity(b)));
	return cpTrue;
}

// Changes the velocity of a body by gravity, its constant force and the level's damping.
static void fillet_cp_velocity(cpBody* body, cpVect gravity, cpFloat damping, cpFloat dt) {
	const fillet_cp_body* own = (const fillet_cp_body*)cpBodyGetUserData(body);
	const fillet_header* h = own->level->file.level;
	const cpFloat keep = exp(-h->damping * dt), spin = cpBodyGetAngularVelocity(body);
	const cpFloat more = spin * (exp(-h->spin_damping * dt) - keep); // Chipmunk damps velocity and spin alike
	(void)damping; // the space's
	cpBodyUpdateVelocity(body, cpvadd(gravity, own->pull), keep, dt);
	if (fabs(more) > 1e-9) cpBodySetAngularVelocity(body, cpBodyGetAngularVelocity(body) + more); // keeps it awake
}

// Applies no force while a spring that only pulls is slack.
static cpFloat fillet_cp_pull(cpConstraint* spring, cpFloat distance) {
	const fillet_joint* j = (const fillet_joint*)cpConstraintGetUserData(spring);
	const cpFloat stiffness = distance > j->length ? cpDampedSpringGetStiffness(spring) : 0;
	cpDampedSpringSetDamping(spring, stiffness * j->damping / (CP_PI * j->frequency));
	return (j->length - distance) * stiffness;
}

// Adds a shape to the body of a collider.
static cpShape* fillet_cp_add(fillet_cp_level* l, uint32_t i, cpShape* shape) {
	const fillet_collider* c = &l->file.colliders[i];
	const fillet_filter* filter = &l->file.filters[c->filter];
	const cpGroup group = filter->group < 0 ? (cpGroup)-(int64_t)filter->group : CP_NO_GROUP;
	cpShapeSetUserData(shape, (cpDataPointer)(uintptr_t)c);
	cpShapeSetSensor(shape, c->role == FILLET_TRIGGER);
	cpShapeSetFilter(shape, cpShapeFilterNew(group, filter->category[0], filter->mask[0]));
	cpShapeSetFriction(shape, l->file.materials[c->material].friction);
	cpShapeSetElasticity(shape, l->file.materials[c->material].restitution);
	cpShapeSetCollisionType(shape, FILLET_CP_TYPE);
	return cpSpaceAddShape(l->space, shape);
}

// Adds the edges of a line. Each knows its neighbours, so that nothing catches on the vertices between them.
static void fillet_cp_line(fillet_cp_level* l, uint32_t i, const fillet_vec* v, uint32_t n) {
	const bool closed = (l->file.colliders[i].flags & FILLET_CLOSED) && n > 2;
	for (uint32_t k = 0; k < (closed ? n : n - 1); k++) {
		const cpVect a = fillet_cp_vec(v[k]), b = fillet_cp_vec(v[(k + 1) % n]);
		const cpVect before = k > 0 || closed ? fillet_cp_vec(v[(k + n - 1) % n]) : a;
		const cpVect after = k + 2 < n || closed ? fillet_cp_vec(v[(k + 2) % n]) : b;
		cpSegmentShapeSetNeighbors(fillet_cp_add(l, i, cpSegmentShapeNew(l->bodies[i].body, a, b, 0)), before, after);
	}
}

// Adds the shapes of a collider to its body.
static void fillet_cp_shapes(fillet_cp_level* l, uint32_t i) {
	const fillet_collider* c = &l->file.colliders[i];
	cpBody* body = l->bodies[i].body;
	cpVect points[FILLET_CP_VERTICES];
	for (uint32_t k = 0; k < c->pieces.count; k++) {
		const fillet_piece* piece = &l->file.pieces[c->pieces.first + k];
		const fillet_vec* v = &l->file.vertices[piece->vertices.first];
		const uint32_t n = piece->vertices.count;
		for (uint32_t m = 0; m < n && m < FILLET_CP_VERTICES; m++) points[m] = fillet_cp_vec(v[m]);
		if (c->flags & FILLET_LINE) fillet_cp_line(l, i, v, n);
		else if (n == 1) fillet_cp_add(l, i, cpCircleShapeNew(body, piece->radius, points[0]));
		else if (n == 2) fillet_cp_add(l, i, cpSegmentShapeNew(body, points[0], points[1], piece->radius));
		else fillet_cp_add(l, i, cpPolyShapeNew(body, (int)n, points, cpTransformIdentity, piece->radius));
	}
}

// Makes a body of its first collider.
static cpBody* fillet_cp_make(fillet_cp_level* l, uint32_t i) {
	const fillet_dynamics* d = fillet_mass(&l->file, i);
	const fillet_pose pose = fillet_pose_at(&l->file, i, 0, 0);
	const bool is_static = l->file.colliders[i].body == FILLET_STATIC;
	const cpFloat moment = d ? d->inertia * pow(fillet_metre(&l->file), 2) : 0;
	cpBody* body = is_static ? cpBodyNewStatic() : d ? cpBodyNew(d->mass, moment) : cpBodyNewKinematic();
	if (d) {
		cpBodySetCenterOfGravity(body, fillet_cp_vec(d->center));
		cpBodySetVelocityUpdateFunc(body, fillet_cp_velocity);
	}
	cpBodySetAngle(body, pose.radians);
	cpBodySetPosition(body, cpv(pose.x, pose.y));
	cpBodySetUserData(body, &l->bodies[i]);
	return is_static ? body : cpSpaceAddBody(l->space, body);
}

// Gives the body of a collider its initial motion and its constant force.
static void fillet_cp_start(fillet_cp_level* l, uint32_t i, fillet_cp_body* first) {
	const uint32_t own = l->file.colliders[i].dynamics;
	if (own == FILLET_NONE || cpBodyGetType(first->body) != CP_BODY_TYPE_DYNAMIC) return;
	const fillet_dynamics* d = &l->file.dynamics[own];
	const cpVect pull = cpvmult(fillet_cp_vec(d->force), fillet_metre(&l->file) / cpBodyGetMass(first->body));
	first->pull = cpvadd(first->pull, pull);
	if (cpvlengthsq(cpBodyGetVelocity(first->body)) > 0 || cpBodyGetAngularVelocity(first->body) != 0) return;
	cpBodySetVelocity(first->body, fillet_cp_vec(d->velocity));
	cpBodySetAngularVelocity(first->body, d->spin * FILLET_RADIANS);
}

// Finds a side of a joint; markers and triggers are fixed points of the level. Returns the inverse of the mass that a
// spring moves, or 0 if no force moves the side.
static cpFloat fillet_cp_side(const fillet_cp_level* l, const fillet_joint* j, int side, cpBody** body, cpVect* at) {
	const fillet_file* f = &l->file;
	const uint32_t i = j->sides[side];
	*body = cpSpaceGetStaticBody(l->space);
	*at = fillet_cp_vec(j->at[side]);
	if (i == FILLET_NONE || !l->bodies[i].body || f->colliders[i].role == FILLET_TRIGGER) return 0;
	*body = l->bodies[i].body;
	const fillet_dynamics* d = fillet_mass(f, fillet_extra_of(f, i).body);
	const cpVect axis = cpvnormalize(cpvsub(fillet_cp_vec(j->at[1]), fillet_cp_vec(j->at[0])));
	const cpVect arm = cpvsub(*at, cpBodyLocalToWorld(*body, cpBodyGetCenterOfGravity(*body)));
	*at = fillet_cp_vec(j->local[side]);
	return d ? 1 / d->mass + pow(cpvcross(arm, axis) / fillet_metre(f), 2) / d->inertia : 0;
}

// Adds one of the constraints of a joint.
static cpConstraint* fillet_cp_join(cpSpace* space, const fillet_joint* j, cpConstraint* constraint) {
	cpConstraintSetUserData(constraint, (cpDataPointer)(uintptr_t)j);
	cpConstraintSetCollideBodies(constraint, (j->flags & FILLET_COLLIDES) != 0);
	return cpSpaceAddConstraint(space, constraint);
}

// Adds a joint, unless a collider is missing, both sides are one body, or neither moves by forces.
static cpConstraint* fillet_cp_joint(const fillet_cp_level* l, const fillet_joint* j) {
	cpBody *a, *b;
	cpVect at, to;
	const cpFloat inverse = fillet_cp_side(l, j, 0, &a, &at) + fillet_cp_side(l, j, 1, &b, &to);
	const cpFloat omega = 2 * CP_PI * j->frequency, stiffness = inverse > 0 ? omega * omega / inverse : 0;
	const cpFloat damping = omega > 0 ? 2 * j->damping / omega * stiffness : 0;
	if (fillet_is_loose(&l->file, j) || a == b || inverse == 0) return NULL;
	if (j->kind == FILLET_HINGE) {
		const cpFloat turned = cpBodyGetAngle(b) - cpBodyGetAngle(a);
		const cpFloat lower = turned + j->lower * FILLET_RADIANS, upper = turned + j->upper * FILLET_RADIANS;
		if (j->flags & FILLET_LIMITED) fillet_cp_join(l->space, j, cpRotaryLimitJointNew(a, b, lower, upper));
		cpConstraint* motor = fillet_cp_join(l->space, j, cpSimpleMotorNew(a, b, -j->speed * FILLET_RADIANS));
		cpConstraintSetMaxForce(motor, j->torque * pow(fillet_metre(&l->file), 2));
		return fillet_cp_join(l->space, j, cpPivotJointNew2(a, b, at, to));
	}
	const bool is_rope = j->flags & FILLET_ROPE, is_spring = j->frequency > 0;
	cpConstraint* joint = is_spring ? cpDampedSpringNew(a, b, at, to, j->length, stiffness, damping)
		: is_rope ? cpSlideJointNew(a, b, at, to, 0, j->length) : cpPinJointNew(a, b, at, to);
	if (is_spring && is_rope) cpDampedSpringSetSpringForceFunc(joint, fillet_cp_pull);
	if (!is_spring && !is_rope) cpPinJointSetDist(joint, j->length);
	return fillet_cp_join(l->space, j, joint);
}

bool fillet_cp_load(const void* bytes, size_t size, cpSpace* space, fillet_cp_level* l, char* error, size_t length) {
	memset(l, 0, sizeof *l);
	l->space = space;
	if (!fillet_open(bytes, size, FILLET_CP_BITS, FILLET_CP_VERTICES, &l->file, error, length)) return false;
	const fillet_file* f = &l->file;
	l->bodies = (fillet_cp_body*)calloc(f->collider_count + 1, sizeof *l->bodies);
	l->joints = (cpConstraint**)calloc(f->joint_count + 1, sizeof *l->joints);
	if (!l->bodies || !l->joints) {
		fillet_cp_destroy(l);
		return fillet_fail(error, length, "There is no memory for the level");
	}
	for (uint32_t i = 0; i < f->collider_count; i++) {
		fillet_cp_body* first = &l->bodies[fillet_extra_of(f, i).body];
		l->bodies[i].level = l;
		l->bodies[i].collider = &f->colliders[i];
		if (f->colliders[i].pieces.count == 0) continue;
		if (!first->body) first->body = fillet_cp_make(l, (uint32_t)(first - l->bodies));
		l->bodies[i].body = first->body;
		fillet_cp_shapes(l, i);
		fillet_cp_start(l, i, first);
	}
	for (uint32_t k = 0; k < f->joint_count; k++) l->joints[k] = fillet_cp_joint(l, &f->joints[k]);
	cpSpaceSetGravity(space, fillet_cp_vec(f->level->gravity));
	if (f->level->flags & FILLET_METRES) cpSpaceSetCollisionSlop(space, 0.1 / f->level->pixels_per_metre);
	cpSpaceAddWildcardHandler(space, FILLET_CP_TYPE)->preSolveFunc = fillet_cp_pre_solve;
	return true;
}

void fillet_cp_step(fillet_cp_level* l, double dt) {
	for (uint32_t i = 0; i < l->file.collider_count && dt > 0; i++) {
		cpBody* body = l->bodies[i].body;
		if (!body || cpBodyGetType(body) != CP_BODY_TYPE_KINEMATIC) continue;
		const fillet_pose next = fillet_pose_at(&l->file, i, l->time + dt, l->time);
		if (next.jumps) cpBodySetAngle(body, next.radians);
		if (next.jumps) cpBodySetPosition(body, cpv(next.x, next.y));
		cpBodySetVelocity(body, cpvmult(cpvsub(cpv(next.x, next.y), cpBodyGetPosition(body)), 1 / dt));
		cpBodySetAngularVelocity(body, remainder(next.radians - cpBodyGetAngle(body), 2 * CP_PI) / dt);
	}
	l->time += dt;
}

const char* fillet_cp_loss(const fillet_cp_level* l, uint32_t i) {
	const fillet_collider* c = &l->file.colliders[i];
	const bool falls = c->body == FILLET_DYNAMIC && c->role != FILLET_TRIGGER && l->bodies[i].body;
	if (falls && cpBodyGetType(l->bodies[i].body) != CP_BODY_TYPE_DYNAMIC) return "it has no mass: no force moves it";
	if (falls && l->file.level->rolling_resistance > 0) return "Chipmunk has no rolling resistance: it rolls farther";
	return l->file.filters[c->filter].group > 0 ? "its categories decide what it hits, not its positive group" : NULL;
}

static void fillet_cp_free_shape(cpBody* body, cpShape* shape, void* space) {
	(void)body;
	cpSpaceRemoveShape((cpSpace*)space, shape);
	cpShapeFree(shape);
}

static void fillet_cp_free_joint(cpBody* body, cpConstraint* joint, void* space) {
	(void)body;
	cpSpaceRemoveConstraint((cpSpace*)space, joint);
	cpConstraintFree(joint);
}

void fillet_cp_destroy(fillet_cp_level* l) {
	for (uint32_t i = 0; l->bodies && i < l->file.collider_count; i++) {
		cpBody* body = l->bodies[i].body;
		if (!body || fillet_extra_of(&l->file, i).body != i) continue;
		cpBodyEachConstraint(body, fillet_cp_free_joint, l->space);
		cpBodyEachShape(body, fillet_cp_free_shape, l->space);
		if (cpSpaceContainsBody(l->space, body)) cpSpaceRemoveBody(l->space, body);
		cpBodyFree(body);
	}
	free(l->joints);
	free(l->bodies);
	fillet_close(&l->file);
	memset(l, 0, sizeof *l);
}

#endif
