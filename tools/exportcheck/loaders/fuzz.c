// Loads truncated and damaged variants of a .fcol file. The loader refuses them, or what it has made of them survives
// some steps and is removed without a trace.
// usage: fuzz FILE ROUNDS
#include ENGINE // "engine_chipmunk.h" or "engine_box2d.h"

#include "bytes.h"

static uint32_t state = 1;

static uint32_t next(void) {
	state = state * 1664525u + 1013904223u;
	return state >> 8;
}

// Tries to load bytes, and returns whether they were refused.
static bool refuses(const unsigned char* bytes, size_t size) {
	char error[64] = "";
	unsigned char* exact = (unsigned char*)malloc(size + (size == 0)); // so that a sanitizer sees reads behind it
	memcpy(exact, bytes, size);
	const bool ok = engine_load(exact, size, error, sizeof error);
	free(exact);
	if (ok) {
		for (uint32_t i = 0; i < level.file.collider_count; i++) engine_loss(i);
		for (uint32_t k = 0; k < level.file.joint_count; k++) engine_joint_loss(k);
		for (int step = 0; step < 4; step++) engine_step(1.0 / 60);
		engine_destroy();
	}
	if (engine_count() != 0 || (!ok && error[0] == 0)) {
		printf("%d things are left; error: %s\n", engine_count(), error);
		exit(1);
	}
	return !ok;
}

int main(int count, char** args) {
	if (count != 3) return 2;
	static const uint32_t words[] = { 0, 1, 2, 255, 0x7fffffff, 0xffffffff, 0x7f800000, 0xff800000, 0x7fc00000,
		0x3f800000, 0x58635fa9, 0xd8635fa9, 1u << 31 };
	size_t size;
	unsigned char* bytes = read_bytes(args[1], &size);
	unsigned char* changed = (unsigned char*)malloc(size);
	engine_open();
	for (size_t length = 0; length < size; length++) {
		if (refuses(bytes, length)) continue;
		printf("%u of %u bytes are not refused\n", (unsigned)length, (unsigned)size);
		return 1;
	}
	int refused = 0;
	const int rounds = atoi(args[2]);
	for (int round = 0; round < rounds; round++) {
		memcpy(changed, bytes, size);
		for (uint32_t n = next() % 4 + 1; n > 0; n--) {
			const size_t at = next() % (size / 4) * 4;
			const uint32_t word = words[next() % (sizeof words / sizeof words[0])];
			if (next() % 2) memcpy(changed + at, &word, sizeof word);
			else changed[at + next() % 4] = (unsigned char)next();
		}
		refused += refuses(changed, size);
	}
	printf("%d of %d refused\n", refused, rounds);
	engine_close();
	free(changed);
	free(bytes);
	return 0;
}
