// Chipmunk for the programs in this folder, with fillet_chipmunk.h.
#define FILLET_IMPLEMENTATION
#include "fillet_chipmunk.h"

static cpSpace* space;
static fillet_cp_level level;
static int found, entered;

static void engine_open(void) { space = cpSpaceNew(); }
static void engine_close(void) { cpSpaceFree(space); }

// Counts what enters triggers.
static cpBool count_entered(cpArbiter* arbiter, cpSpace* in, cpDataPointer data) {
	(void)in, (void)data;
	CP_ARBITER_GET_SHAPES(arbiter, a, b);
	(void)b;
	entered += ((const fillet_collider*)cpShapeGetUserData(a))->role == FILLET_TRIGGER;
	return cpTrue;
}

static bool engine_load(const void* bytes, size_t size, char* error, size_t length) {
	if (!fillet_cp_load(bytes, size, space, &level, error, length)) return false;
	cpSpaceAddWildcardHandler(space, FILLET_CP_TYPE)->beginFunc = count_entered;
	return true;
}

static void engine_step(double dt) {
	fillet_cp_step(&level, dt);
	cpSpaceStep(space, dt);
}

static void engine_destroy(void) { fillet_cp_destroy(&level); }

// Finds the centre of mass and the angle of the body of a collider. Returns false if it has none.
static bool engine_body(uint32_t i, double* x, double* y, double* radians) {
	cpBody* body = level.bodies[i].body;
	if (!body) return false;
	const cpVect at = cpBodyLocalToWorld(body, cpBodyGetCenterOfGravity(body));
	*x = at.x, *y = at.y, *radians = cpBodyGetAngle(body);
	return true;
}

static bool engine_is_one_body(uint32_t i, uint32_t k) { return level.bodies[i].body == level.bodies[k].body; }
static const char* engine_loss(uint32_t i) { return fillet_cp_loss(&level, i); }
static const char* engine_joint_loss(uint32_t k) { return (void)k, (const char*)NULL; }
static bool engine_has_joint(uint32_t k) { return level.joints[k] != NULL; }

// Returns the engine's lengths in a pixel.
static double engine_unit(void) { return fillet_metre(&level.file) / level.file.level->pixels_per_metre; }

static void count_body(cpBody* body, void* data) { (void)body, (void)data, found++; }
static void count_shape(cpShape* shape, void* data) { (void)shape, (void)data, found++; }
static void count_joint(cpConstraint* joint, void* data) { (void)joint, (void)data, found++; }

// Counts everything in the space.
static int engine_count(void) {
	found = 0;
	cpSpaceEachBody(space, count_body, NULL);
	cpSpaceEachShape(space, count_shape, NULL);
	cpSpaceEachConstraint(space, count_joint, NULL);
	return found;
}
