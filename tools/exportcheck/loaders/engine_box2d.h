// Box2D for the programs in this folder, with fillet_box2d.h.
#define FILLET_IMPLEMENTATION
#include "fillet_box2d.h"

static b2WorldId world;
static fillet_b2_level level;
static int entered;

static void engine_open(void) {
	b2WorldDef def = b2DefaultWorldDef();
	world = b2CreateWorld(&def);
}

static void engine_close(void) { b2DestroyWorld(world); }

static bool engine_load(const void* bytes, size_t size, char* error, size_t length) {
	return fillet_b2_load(bytes, size, world, &level, error, length);
}

static void engine_step(double dt) {
	fillet_b2_step(&level, (float)dt);
	b2World_Step(world, (float)dt, 4);
	entered += b2World_GetSensorEvents(world).beginCount;
}

static void engine_destroy(void) { fillet_b2_destroy(&level); }

// Finds the centre of mass and the angle of the body of a collider. Returns false if it has none.
static bool engine_body(uint32_t i, double* x, double* y, double* radians) {
	if (B2_IS_NULL(level.bodies[i])) return false;
	const b2Vec2 at = b2Body_GetWorldCenterOfMass(level.bodies[i]);
	const b2Rot q = b2Body_GetRotation(level.bodies[i]);
	*x = at.x, *y = at.y, *radians = atan2(q.s, q.c);
	return true;
}

static bool engine_is_one_body(uint32_t i, uint32_t k) { return B2_ID_EQUALS(level.bodies[i], level.bodies[k]); }
static const char* engine_loss(uint32_t i) { return fillet_b2_loss(&level, i); }
static const char* engine_joint_loss(uint32_t k) { return fillet_b2_joint_loss(&level, k); }
static bool engine_has_joint(uint32_t k) { return B2_IS_NON_NULL(level.joints[k]); }

// Returns the engine's lengths in a pixel.
static double engine_unit(void) { return 1 / level.file.level->pixels_per_metre; }

// Counts everything in the world.
static int engine_count(void) {
	const b2Counters counters = b2World_GetCounters(world);
	return counters.bodyCount + counters.shapeCount + counters.jointCount;
}
