// Runs a .fcol file in an engine for a number of sixtieths of a second, each of some steps. Prints a line for each body
// and frame: the id of its first collider, its centre of mass in pixels with y down, and its angle since the start.
// usage: run FILE FRAMES STEPS
#include ENGINE // "engine_chipmunk.h" or "engine_box2d.h"

#include "bytes.h"

int main(int count, char** args) {
	if (count != 4) return 2;
	size_t size;
	unsigned char* bytes = read_bytes(args[1], &size);
	char error[256];
	engine_open();
	if (!engine_load(bytes, size, error, sizeof error)) {
		fprintf(stderr, "%s\n", error);
		return 1;
	}
	const fillet_file* f = &level.file;
	const double pixels = 1 / engine_unit(), up = f->level->flags & FILLET_Y_UP ? -1 : 1;
	const int frames = atoi(args[2]), steps = atoi(args[3]);
	double* turns = (double*)calloc(f->collider_count + 1, sizeof *turns);
	for (uint32_t i = 0; i < f->collider_count; i++)
		if (engine_loss(i)) printf("loss %s: %s\n", fillet_string(f, f->colliders[i].id), engine_loss(i));
	for (uint32_t k = 0; k < f->joint_count; k++)
		if (engine_joint_loss(k)) printf("loss %s: %s\n", fillet_string(f, f->joints[k].id), engine_joint_loss(k));
	for (int frame = 0; frame <= frames; frame++) {
		for (uint32_t i = 0; i < f->collider_count; i++) {
			double x, y, radians;
			if (f->colliders[i].body == FILLET_STATIC || fillet_extra_of(f, i).body != i) continue;
			if (!engine_body(i, &x, &y, &radians)) continue;
			turns[i] += remainder(radians - f->colliders[i].angle * FILLET_RADIANS - turns[i], 360 * FILLET_RADIANS);
			printf("body %s %.9g %.9g %.9g\n", fillet_string(f, f->colliders[i].id), x * pixels, y * pixels * up,
				turns[i] * up);
		}
		for (int step = 0; step < steps; step++) engine_step(1.0 / 60 / steps);
	}
	engine_destroy();
	engine_close();
	free(turns);
	free(bytes);
	return 0;
}
