// Loads the level that checkLevel of loaders_c_test.go describes, runs it for three seconds, and prints what is wrong.
// usage: check FILE
#include ENGINE // "engine_chipmunk.h" or "engine_box2d.h"

#include "bytes.h"

static int wrong;

static void check(bool ok, const char* what) {
	if (!ok) printf("wrong: %s\n", what), wrong++;
}

// Checks where the body of a collider is, in pixels.
static void check_at(const char* name, double x, double y, double room) {
	double at_x = 0, at_y = 0, radians;
	const int i = fillet_find(&level.file, name);
	const bool ok = i >= 0 && engine_body((uint32_t)i, &at_x, &at_y, &radians);
	at_x /= engine_unit(), at_y /= engine_unit();
	if (ok && fabs(at_x - x) <= room && fabs(at_y - y) <= room) return;
	printf("wrong: %s is at %.2f, %.2f instead of %.2f, %.2f\n", name, at_x, at_y, x, y), wrong++;
}

static double angle_of(const char* name) {
	double x, y, radians = 0;
	engine_body((uint32_t)fillet_find(&level.file, name), &x, &y, &radians);
	return radians;
}

static double height_of(const char* name) {
	double x, y = 0, radians;
	engine_body((uint32_t)fillet_find(&level.file, name), &x, &y, &radians);
	return y / engine_unit();
}

// Checks names, tags and properties.
static void check_data(const fillet_file* f) {
	double x, y, radians;
	const int spawn = fillet_find(f, "spawn"), first = fillet_tagged(f, "ground", 0);
	check(spawn >= 0 && !engine_body((uint32_t)spawn, &x, &y, &radians), "the marker has a body");
	check(fillet_find(f, "nothing") == -1 && fillet_tagged(f, "nothing", 0) == -1, "nothing is found");
	check(first == fillet_find(f, "floor"), "the floor is not tagged");
	check(fillet_tagged(f, "ground", (uint32_t)first + 1) == fillet_find(f, "ledge"), "the ledge is not tagged");
	const fillet_property *toll = fillet_property_of(f, (uint32_t)spawn, "toll"),
						  *sign = fillet_property_of(f, (uint32_t)spawn, "sign"),
						  *open = fillet_property_of(f, (uint32_t)spawn, "open");
	check(toll && toll->type == FILLET_NUMBER && fillet_number(toll) == 2.5, "toll is not 2.5");
	check(sign && sign->type == FILLET_STRING && strcmp(fillet_string(f, sign->value[0]), "exit") == 0, "wrong sign");
	check(open && open->type == FILLET_BOOL && open->value[0] == 1, "open is not true");
	check(!fillet_property_of(f, (uint32_t)spawn, "none"), "there is a property none");
	const int head = fillet_find(f, "head"), shaft = fillet_find(f, "shaft"), floor = fillet_find(f, "floor");
	check(engine_is_one_body((uint32_t)head, (uint32_t)shaft), "head and shaft are two bodies");
	check(!engine_is_one_body((uint32_t)head, (uint32_t)floor), "head and floor are one body");
	check(f->joint_count == 2 && engine_has_joint(0) && !engine_has_joint(1), "the wrong joints act");
}

int main(int count, char** args) {
	if (count != 2) return 2;
	size_t size;
	unsigned char* bytes = read_bytes(args[1], &size);
	char error[256];
	engine_open();
	if (!engine_load(bytes, size, error, sizeof error)) {
		printf("%s\n", error);
		return 1;
	}
	check_data(&level.file);
	double highest = 1e9, deepest = 1e9;
	for (int step = 0; step < 720; step++) {
		engine_step(1.0 / 240);
		highest = fmin(highest, height_of("below"));
		deepest = fmin(deepest, height_of("stops"));
	}
	check(entered == 1, "the visitor alone enters the trigger");
	check_at("falls", 0, 280, 1);
	check(height_of("ghost") > 1000 && height_of("minus") > 1000, "a filter or a group stops a body");
	check_at("plus", 160, 280, 1);
	if (!engine_loss((uint32_t)fillet_find(&level.file, "kept"))) check_at("kept", 3200, 184, 1);
	check_at("visitor", 300, 280, 1);
	check_at("above", 450, 184, 1);
	check_at("below", 500, 184, 1);
	check_at("stops", 550, 280, 1);
	check(highest < 180 && deepest < 206 && deepest > 190, "bodies do not enter the ledge from below");
	check_at("fast", 400, 184, 1);
	check_at("on-lid", 700, 190, 1);
	check_at("through-lid", 900, 280, 1);
	check_at("on-thick", 3360, 185, 1);
	check_at("below-thick", 3440, 185, 1);
	check_at("stops-thick", 3400, 280, 1);
	check_at("on-line", 1100, 190, 1);
	check_at("on-loop", 1250, 165, 1);
	check_at("lift", 1500 + 60, 200, 0.5);
	check_at("rider", 1500 + 60, 184, 3);
	check(fabs(angle_of("turns") - 270 * FILLET_RADIANS) < 0.02 || fabs(angle_of("turns") + 90 * FILLET_RADIANS) < 0.02,
		"turns has not turned by 270 degrees");
	check_at("jumps", 2200 + 0.4 * 80, 100, 0.5);
	check(height_of("balloon") < 0, "the balloon does not rise");
	check_at("still", 2600, 100, 0.1);
	check_at("hangs", 2700, 150, 1);
	engine_destroy();
	check(engine_count() == 0, "something is left");
	engine_close();
	free(bytes);
	printf("%d wrong\n", wrong);
	return wrong > 0;
}
