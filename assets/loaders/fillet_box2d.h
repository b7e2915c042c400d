// fillet_box2d.h makes Box2D 3.1 bodies of a level that Fillet has exported, in metres and C99 or C++17. It needs
// fillet_fcol.h and fillet_box2d_shapes.h. MIT License, see LICENSE. In one source file:
//
//     #define FILLET_IMPLEMENTATION
//     #include "fillet_box2d.h"
//
//     fillet_b2_level level; // keeps its place in memory until fillet_b2_destroy(&level)
//     if (!fillet_b2_load(bytes, size, world, &level, error, sizeof error)) puts(error);
//     fillet_b2_step(&level, 1.0f / 60); // before each b2World_Step(world, 1.0f / 60, 4)
//     b2BodyId crate = level.bodies[fillet_find(&level.file, "crate")];
#ifndef FILLET_BOX2D_H
#define FILLET_BOX2D_H

#include "fillet_fcol.h"

#include <box2d/box2d.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FILLET_B2_LEAST 0.01f // the shortest edge of a line and the shortest distance of joints, in metres

// fillet_b2_level is a level in a world. The user data of shapes is their const fillet_collider*, and of joints their
// const fillet_joint*. A body has the user data of its first collider, whose frame is the frame of the body.
typedef struct {
	fillet_file file;
	b2WorldId world;
	b2BodyId* bodies;  // by collider; null for a marker
	b2JointId* joints; // null where there is none
	b2BodyId ground;   // the other side of joints with the level
	float scale, dt;   // metres in a length of the file; seconds of the step
	double time;       // since the level was loaded
	b2ShapeId *ledges, *held; // the one-way shapes; pairs of one of them and a shape that it holds
	int ledge_count, held_count;
} fillet_b2_level;

// Adds a level to a world and sets its gravity, its mixing rules and, if it has one-way colliders, its pre-solve
// callback. If it returns false, it has added nothing and written an error.
bool fillet_b2_load(const void* bytes, size_t size, b2WorldId world, fillet_b2_level* level, char* error,
	size_t length);

// Moves the bodies with paths and applies constant forces during the next step of the world. Call it before each step,
// with the same time.
void fillet_b2_step(fillet_b2_level* level, float dt);

// Disables contacts with the open sides of one-way colliders. A game with its own pre-solve callback calls it there.
bool fillet_b2_pre_solve(b2ShapeId a, b2ShapeId b, b2Manifold* manifold, void* level);

// Returns how a collider or a joint moves differently than in the playtest, or NULL.
const char* fillet_b2_loss(const fillet_b2_level* level, uint32_t collider);
const char* fillet_b2_joint_loss(const fillet_b2_level* level, uint32_t joint);

// Removes everything that fillet_b2_load has added. To reload a level, destroy it and load it again.
void fillet_b2_destroy(fillet_b2_level* level);

#ifdef __cplusplus
}
#endif
#endif

#if defined FILLET_IMPLEMENTATION && !defined FILLET_BOX2D_IMPLEMENTED
#define FILLET_BOX2D_IMPLEMENTED

#include "fillet_box2d_shapes.h"

// Makes a body of its first collider.
static b2BodyId fillet_b2_make(fillet_b2_level* l, uint32_t i) {
	const fillet_pose pose = fillet_pose_at(&l->file, i, 0, 0);
	const bool fixed = l->file.colliders[i].body == FILLET_STATIC;
	b2BodyDef def = b2DefaultBodyDef();
	def.type = fixed ? b2_staticBody : fillet_mass(&l->file, i) ? b2_dynamicBody : b2_kinematicBody;
	def.position.x = (float)pose.x * l->scale, def.position.y = (float)pose.y * l->scale;
	def.rotation = fillet_b2_rot(pose.radians);
	def.linearDamping = l->file.level->damping;
	def.angularDamping = l->file.level->spin_damping;
	def.userData = (void*)(uintptr_t)&l->file.colliders[i];
	return b2CreateBody(l->world, &def);
}

// Gives a body its mass, and the initial motion of the first of its colliders that has one.
static void fillet_b2_start(fillet_b2_level* l, uint32_t i) {
	const b2BodyId body = l->bodies[i];
	const uint32_t first = fillet_extra_of(&l->file, i).body, own = l->file.colliders[i].dynamics;
	if (B2_IS_NULL(body) || b2Body_GetType(body) != b2_dynamicBody) return;
	if (first == i) {
		const fillet_dynamics* mass = fillet_mass(&l->file, i);
		const b2MassData data = { mass->mass, fillet_b2_vec(l, mass->center), mass->inertia };
		b2Body_ApplyMassFromShapes(body); // finds their extents
		b2Body_SetMassData(body, data);
	}
	if (own == FILLET_NONE || b2Body_GetAngularVelocity(body) != 0 || b2Length(b2Body_GetLinearVelocity(body)) > 0)
		return;
	b2Body_SetLinearVelocity(body, fillet_b2_vec(l, l->file.dynamics[own].velocity));
	b2Body_SetAngularVelocity(body, l->file.dynamics[own].spin * (float)FILLET_RADIANS);
}

// Reports whether a hinge has limits that Box2D can have.
static bool fillet_b2_is_limited(const fillet_joint* j) {
	return (j->flags & FILLET_LIMITED) && j->lower >= -170 && j->upper <= 170;
}

// Adds joint k, unless a collider is missing, both sides are one body, or neither moves by forces.
static void fillet_b2_joint(fillet_b2_level* l, uint32_t k) {
	const fillet_joint* j = &l->file.joints[k];
	b2BodyId bodies[2] = { l->ground, l->ground };
	b2Vec2 anchors[2] = { fillet_b2_vec(l, j->at[0]), fillet_b2_vec(l, j->at[1]) };
	for (int side = 0; side < 2; side++) { // markers and triggers are fixed points of the level
		const uint32_t i = j->sides[side];
		if (i == FILLET_NONE || B2_IS_NULL(l->bodies[i]) || l->file.colliders[i].role == FILLET_TRIGGER) continue;
		bodies[side] = l->bodies[i];
		anchors[side] = fillet_b2_vec(l, j->local[side]);
	}
	const bool moves = b2Body_GetType(bodies[0]) == b2_dynamicBody || b2Body_GetType(bodies[1]) == b2_dynamicBody;
	if (fillet_is_loose(&l->file, j) || !moves || B2_ID_EQUALS(bodies[0], bodies[1])) return;
	if (j->kind == FILLET_HINGE) {
		const b2Rot turn = b2InvMulRot(b2Body_GetRotation(bodies[0]), b2Body_GetRotation(bodies[1]));
		b2RevoluteJointDef def = b2DefaultRevoluteJointDef();
		def.bodyIdA = bodies[0], def.bodyIdB = bodies[1];
		def.localAnchorA = anchors[0], def.localAnchorB = anchors[1];
		def.referenceAngle = atan2f(turn.s, turn.c);
		def.enableLimit = fillet_b2_is_limited(j);
		def.lowerAngle = def.enableLimit ? j->lower * (float)FILLET_RADIANS : 0;
		def.upperAngle = def.enableLimit ? j->upper * (float)FILLET_RADIANS : 0;
		def.enableMotor = j->torque > 0;
		def.maxMotorTorque = j->torque;
		def.motorSpeed = j->speed * (float)FILLET_RADIANS;
		def.collideConnected = j->flags & FILLET_COLLIDES;
		def.userData = (void*)(uintptr_t)j;
		l->joints[k] = b2CreateRevoluteJoint(l->world, &def);
		return;
	}
	b2DistanceJointDef def = b2DefaultDistanceJointDef();
	def.bodyIdA = bodies[0], def.bodyIdB = bodies[1];
	def.localAnchorA = anchors[0], def.localAnchorB = anchors[1];
	def.length = b2MaxFloat(j->length * l->scale, FILLET_B2_LEAST);
	def.enableSpring = j->frequency > 0 || (j->flags & FILLET_ROPE);
	def.hertz = j->frequency;
	def.dampingRatio = j->damping;
	def.enableLimit = (j->flags & FILLET_ROPE) && j->frequency == 0;
	def.maxLength = def.length;
	def.collideConnected = j->flags & FILLET_COLLIDES;
	def.userData = (void*)(uintptr_t)j;
	l->joints[k] = b2CreateDistanceJoint(l->world, &def);
}

bool fillet_b2_load(const void* bytes, size_t size, b2WorldId world, fillet_b2_level* l, char* error, size_t length) {
	static b2FrictionCallback* const mixes[] = { fillet_b2_geometric, fillet_b2_average, fillet_b2_minimum,
		fillet_b2_maximum, fillet_b2_product };
	memset(l, 0, sizeof *l);
	l->world = world;
	if (!fillet_open(bytes, size, 64, B2_MAX_POLYGON_VERTICES, &l->file, error, length)) return false;
	const fillet_file* f = &l->file;
	l->scale = 1 / (float)fillet_metre(f);
	l->bodies = (b2BodyId*)calloc(f->collider_count + 1, sizeof *l->bodies);
	l->joints = (b2JointId*)calloc(f->joint_count + 1, sizeof *l->joints);
	if (!l->bodies || !l->joints) {
		fillet_b2_destroy(l);
		return fillet_fail(error, length, "There is no memory for the level");
	}
	const b2BodyDef ground = b2DefaultBodyDef();
	l->ground = b2CreateBody(world, &ground);
	for (uint32_t i = 0; i < f->collider_count; i++) {
		const uint32_t first = fillet_extra_of(f, i).body;
		if (f->colliders[i].pieces.count == 0) continue;
		if (B2_IS_NULL(l->bodies[first])) l->bodies[first] = fillet_b2_make(l, first);
		l->bodies[i] = l->bodies[first];
		fillet_b2_shapes(l, i);
	}
	for (uint32_t i = 0; i < f->collider_count; i++) fillet_b2_start(l, i);
	for (uint32_t k = 0; k < f->joint_count; k++) fillet_b2_joint(l, k);
	b2World_SetGravity(world, fillet_b2_vec(l, f->level->gravity));
	b2World_SetFrictionCallback(world, mixes[f->level->friction_mix]);
	b2World_SetRestitutionCallback(world, mixes[f->level->restitution_mix]);
	if (l->ledge_count > 0) b2World_SetPreSolveCallback(world, fillet_b2_pre_solve, l);
	return true;
}

// Moves a body along its path.
static void fillet_b2_move(fillet_b2_level* l, uint32_t i) {
	const b2BodyId body = l->bodies[i];
	const fillet_pose next = fillet_pose_at(&l->file, i, l->time + l->dt, l->time);
	const b2Vec2 to = { (float)next.x * l->scale, (float)next.y * l->scale };
	const b2Rot rotation = fillet_b2_rot(next.radians);
	if (next.jumps) b2Body_SetTransform(body, to, rotation);
	const b2Rot turn = b2InvMulRot(b2Body_GetRotation(body), rotation);
	b2Body_SetLinearVelocity(body, b2MulSV(1 / l->dt, b2Sub(to, b2Body_GetPosition(body))));
	b2Body_SetAngularVelocity(body, atan2f(turn.s, turn.c) / l->dt);
}

void fillet_b2_step(fillet_b2_level* l, float dt) {
	if (!(dt > 0)) return;
	l->dt = dt;
	fillet_b2_note_held(l);
	for (uint32_t i = 0; i < l->file.collider_count; i++) {
		const fillet_collider* c = &l->file.colliders[i];
		if (B2_IS_NULL(l->bodies[i])) continue;
		const b2BodyType type = b2Body_GetType(l->bodies[i]);
		if (type == b2_kinematicBody && fillet_extra_of(&l->file, i).path != FILLET_NONE) fillet_b2_move(l, i);
		if (type != b2_dynamicBody || c->dynamics == FILLET_NONE) continue;
		const b2Vec2 force = { l->file.dynamics[c->dynamics].force.x, l->file.dynamics[c->dynamics].force.y };
		if (force.x != 0 || force.y != 0) b2Body_ApplyForceToCenter(l->bodies[i], force, false);
	}
	for (uint32_t k = 0; k < l->file.joint_count; k++) { // springs that only pull are off while they are slack
		const fillet_joint* j = &l->file.joints[k];
		if (B2_IS_NULL(l->joints[k]) || j->kind != FILLET_SPRING || !(j->flags & FILLET_ROPE)) continue;
		const bool taut = b2DistanceJoint_GetCurrentLength(l->joints[k]) > b2DistanceJoint_GetLength(l->joints[k]);
		b2DistanceJoint_SetSpringHertz(l->joints[k], taut ? j->frequency : 0);
	}
	l->time += dt;
}

const char* fillet_b2_loss(const fillet_b2_level* l, uint32_t i) {
	const fillet_collider* c = &l->file.colliders[i];
	const bool moves = c->body == FILLET_DYNAMIC && c->role != FILLET_TRIGGER && B2_IS_NON_NULL(l->bodies[i]);
	if (moves && b2Body_GetType(l->bodies[i]) != b2_dynamicBody) return "it has no mass, so no force moves it";
	for (uint32_t k = 0; k < c->pieces.count; k++) {
		const fillet_piece* piece = &l->file.pieces[c->pieces.first + k];
		if (!(c->flags & FILLET_LINE) && piece->vertices.count > 2 && fillet_b2_hull(&l->file, piece).count == 0)
			return "a part of it is too small for Box2D and left out";
	}
	return NULL;
}

const char* fillet_b2_joint_loss(const fillet_b2_level* l, uint32_t k) {
	const fillet_joint* j = &l->file.joints[k];
	const bool lost = B2_IS_NON_NULL(l->joints[k]) && (j->flags & FILLET_LIMITED) && !fillet_b2_is_limited(j);
	return lost ? "it has no limits, as those of Box2D are at most 171 degrees" : NULL;
}

void fillet_b2_destroy(fillet_b2_level* l) {
	for (uint32_t i = 0; l->bodies && i < l->file.collider_count; i++)
		if (B2_IS_NON_NULL(l->bodies[i]) && fillet_extra_of(&l->file, i).body == i) b2DestroyBody(l->bodies[i]);
	if (B2_IS_NON_NULL(l->ground)) b2DestroyBody(l->ground);
	if (l->ledge_count > 0) b2World_SetPreSolveCallback(l->world, NULL, NULL);
	free(l->ledges);
	free(l->held);
	free(l->joints);
	free(l->bodies);
	fillet_close(&l->file);
	memset(l, 0, sizeof *l);
}

#endif
