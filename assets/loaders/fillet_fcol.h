// fillet_fcol.h reads the compact binary levels that Fillet exports, for C99 and C++17 on little-endian processors.
// MIT License, see LICENSE. docs/FCOL.md describes the records.
//     fillet_file file; // of: fillet export cavern.level.yaml -o cavern.fcol
//     if (!fillet_open(bytes, size, 64, 8, &file, error, sizeof error)) puts(error);
//     int crate = fillet_find(&file, "crate"); // or -1
//     fillet_close(&file);
#ifndef FILLET_FCOL_H
#define FILLET_FCOL_H

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILLET_SOLID, FILLET_TRIGGER, FILLET_ONE_WAY };             // role
enum { FILLET_STATIC, FILLET_KINEMATIC, FILLET_DYNAMIC };          // body
enum { FILLET_LINE = 1, FILLET_CLOSED = 2, FILLET_ONE_SIDED = 4 }; // flags of a collider
enum { FILLET_COLLIDES = 1, FILLET_LIMITED = 2, FILLET_ROPE = 4 }; // flags of a joint
enum { FILLET_HINGE, FILLET_SPRING };                              // kind of a joint
enum { FILLET_BOOL, FILLET_NUMBER, FILLET_STRING };                // type of a property
enum { FILLET_Y_UP = 1, FILLET_METRES = 2 };                       // flags of the level
enum { FILLET_GEOMETRIC, FILLET_AVERAGE, FILLET_MINIMUM, FILLET_MAXIMUM, FILLET_PRODUCT };
#define FILLET_NONE 0xffffffffu // the index of no record
#define FILLET_RADIANS 0.017453292519943295 // in a degree
// The records. Strings, such as name, are for fillet_string. Angles are in degrees.
typedef struct { float x, y; } fillet_vec;
typedef struct { uint32_t first, count; } fillet_range;
typedef struct { uint32_t category[2], mask[2]; int32_t group; } fillet_filter;
typedef struct { float friction, restitution, density; } fillet_material;
typedef struct { uint32_t id, name; fillet_vec position; float angle; fillet_range pieces;
	uint8_t kind, role, body, flags; uint32_t layer, filter, material, dynamics, extra; } fillet_collider;
typedef struct { float mass, inertia; fillet_vec center, velocity; float spin; fillet_vec force; } fillet_dynamics;
typedef struct { uint32_t body, one_body, instance, prefab; fillet_vec one_way; fillet_range tags, properties;
	uint32_t path; } fillet_extra;
typedef struct { fillet_range vertices; float radius; } fillet_piece;
typedef struct { uint32_t key, type, value[2]; } fillet_property;
typedef struct { fillet_range keys; float turn; uint32_t loop; } fillet_path; // loop: 2 is once
typedef struct { float seconds, x, y, angle; } fillet_key;
typedef struct { uint32_t id, name, kind, flags, side_ids[2], sides[2]; fillet_vec at[2], local[2];
	float lower, upper, speed, torque, length, frequency, damping; } fillet_joint;

enum { FILLET_CATEGORIES, FILLET_FILTERS, FILLET_MATERIALS, FILLET_COLLIDERS, FILLET_DYNAMICS, FILLET_EXTRAS,
	FILLET_PIECES, FILLET_VERTICES, FILLET_TAGS, FILLET_PROPERTIES, FILLET_PATHS, FILLET_KEYS, FILLET_JOINTS,
	FILLET_STRINGS };
typedef struct {
	uint32_t magic, version, size, counts[FILLET_STRINGS + 1], name, flags;
	float pixels_per_metre;
	fillet_vec extent, origin, gravity;
	float damping, spin_damping;
	uint16_t friction_mix, restitution_mix; float rolling_resistance;
	fillet_range properties;
} fillet_header;

// fillet_file holds the records of a file.
typedef struct {
	const fillet_header* level; const uint32_t *categories, *tags;
	const fillet_collider* colliders;
	const fillet_filter* filters; const fillet_material* materials; const fillet_dynamics* dynamics;
	const fillet_extra* extras; const fillet_property* properties;
	const fillet_piece* pieces; const fillet_vec* vertices;
	const fillet_path* paths; const fillet_key* keys;
	const fillet_joint* joints; const char* strings;
	uint32_t collider_count, joint_count; void* memory;
} fillet_file;

// fillet_pose is the pose of a collider on its path. It jumps if the path begins again at another place.
typedef struct { double x, y, radians; bool jumps; } fillet_pose;

static inline const char* fillet_string(const fillet_file* f, uint32_t string) {
	return string < f->level->counts[FILLET_STRINGS] ? f->strings + string : "";
}

// Returns the index of the first collider with a name, or -1.
static inline int fillet_find(const fillet_file* f, const char* name) {
	for (uint32_t i = 0; i < f->collider_count; i++)
		if (strcmp(fillet_string(f, f->colliders[i].name), name) == 0) return (int)i;
	return -1;
}

// Returns what few colliders have.
static inline fillet_extra fillet_extra_of(const fillet_file* f, uint32_t i) {
	const fillet_extra none = { i, 0, 0, 0, { 0, 0 }, { 0, 0 }, { 0, 0 }, FILLET_NONE };
	return f->colliders[i].extra == FILLET_NONE ? none : f->extras[f->colliders[i].extra];
}

// Returns the index of the first collider with a tag, beginning with collider i, or -1.
static inline int fillet_tagged(const fillet_file* f, const char* tag, uint32_t i) {
	for (; i < f->collider_count; i++) {
		fillet_range tags = fillet_extra_of(f, i).tags;
		for (uint32_t k = 0; k < tags.count; k++)
			if (strcmp(fillet_string(f, f->tags[tags.first + k]), tag) == 0) return (int)i;
	}
	return -1;
}

// Returns a property of a collider, or NULL. Its value[0] is a bool or a string; fillet_number returns a number.
static inline const fillet_property* fillet_property_of(const fillet_file* f, uint32_t i, const char* key) {
	fillet_range list = fillet_extra_of(f, i).properties;
	for (const fillet_property* p = f->properties + list.first; p < f->properties + list.first + list.count; p++)
		if (strcmp(fillet_string(f, p->key), key) == 0) return p;
	return NULL;
}

static inline double fillet_number(const fillet_property* p) {
	double number;
	memcpy(&number, p->value, sizeof number);
	return number;
}

// Returns the number of lengths in a metre.
static inline double fillet_metre(const fillet_file* f) {
	return f->level->flags & FILLET_METRES ? 1 : f->level->pixels_per_metre;
}

// Returns the friction or the restitution of two surfaces by a mix.
static inline double fillet_mix(uint32_t mix, double a, double b) {
	if (mix == FILLET_AVERAGE) return (a + b) / 2;
	if (mix == FILLET_MINIMUM) return fmin(a, b);
	if (mix == FILLET_MAXIMUM) return fmax(a, b);
	return mix == FILLET_PRODUCT ? a * b : sqrt(a * b);
}

// Reports whether one of the colliders of a joint is missing.
static inline bool fillet_is_loose(const fillet_file* f, const fillet_joint* j) {
	for (int side = 0; side < 2; side++)
		if (j->sides[side] == FILLET_NONE && *fillet_string(f, j->side_ids[side])) return true;
	return false;
}

// Returns the mass and the motion of a body, by its first collider, or NULL if it does not move by forces.
static inline const fillet_dynamics* fillet_mass(const fillet_file* f, uint32_t i) {
	const fillet_collider* c = &f->colliders[i];
	if (c->body != FILLET_DYNAMIC || c->role == FILLET_TRIGGER || c->dynamics == FILLET_NONE) return NULL;
	const fillet_dynamics* d = &f->dynamics[c->dynamics];
	return d->mass > 1e-8f && d->inertia > 1e-12f ? d : NULL;
}

// Returns the pose of a collider at a time. since is an earlier time, after which it may have jumped.
static inline fillet_pose fillet_pose_at(const fillet_file* f, uint32_t i, double time, double since) {
	const fillet_collider* c = &f->colliders[i];
	fillet_pose pose = { c->position.x, c->position.y, c->angle, false };
	const uint32_t index = fillet_extra_of(f, i).path;
	const fillet_path still = { { 0, 0 }, 0, 0 };
	const fillet_path* path = c->body != FILLET_KINEMATIC || index == FILLET_NONE ? &still : &f->paths[index];
	if (path->keys.count > 0) {
		const fillet_key *first = f->keys + path->keys.first, *last = first + path->keys.count - 1;
		const fillet_key *a = first, *b = last;
		const double period = last->seconds, apart = hypot(last->x - first->x, last->y - first->y);
		const bool repeats = path->loop != 2 && period > 0;
		const double t = repeats ? fmod(time, period) : fmin(time, period);
		while (b - a > 1) { // narrow down to the keys before and after
			const fillet_key* middle = a + (b - a) / 2;
			if (middle->seconds <= t) a = middle;
			else b = middle;
		}
		const double part = b->seconds > a->seconds ? (t - a->seconds) / (b->seconds - a->seconds) : 1;
		pose.x = a->x + (b->x - a->x) * part;
		pose.y = a->y + (b->y - a->y) * part;
		pose.radians = a->angle + (b->angle - a->angle) * part;
		pose.jumps = repeats && floor(time / period) != floor(since / period) && apart > 0.02 * fillet_metre(f);
	}
	pose.radians = (pose.radians + path->turn * time) * FILLET_RADIANS;
	return pose;
}

// Writes an error and returns false.
static inline bool fillet_fail(char* error, size_t size, const char* format, ...) {
	va_list list;
	va_start(list, format);
	if (size > 0) vsnprintf(error, size, format, list);
	va_end(list);
	return false;
}

// Checks a record. Each of its words has a letter: n is a number up to 1e12, s a string, a letter of CFMBDXPVTRWKJ an
// index of that array, the same in lower case or FILLET_NONE. With + behind it, it begins a range. used sums up ranges.
static inline bool fillet_check(const fillet_header* h, const void* record, const char* words, uint64_t* used) {
	static const char upper[] = "CFMBDXPVTRWKJ", lower[] = "cfmbdxpvtrwkj";
	const uint32_t* word = (const uint32_t*)record;
	for (; *words; words++, word++) {
		const char *required = strchr(upper, *words), *optional = strchr(lower, *words);
		if (*words == 'n' && (*word & 0x7fffffffu) > 0x5368d4a5u) return false; // 1e12, also if it is not finite
		if (*words == 's' && *word >= h->counts[FILLET_STRINGS]) return false;
		if (optional && *word != FILLET_NONE && *word >= h->counts[optional - lower]) return false;
		if (!required) continue;
		const uint32_t length = h->counts[required - upper];
		if (words[1] == '+' ? (uint64_t)word[0] + word[1] > length : *word >= length) return false;
		if (words[1] == '+') *used += word[1];
	}
	return *used <= h->size; // the ranges of a damaged file can overlap
}

// Reports whether a point is more than 20 km away.
static inline bool fillet_is_far(const fillet_file* f, float x, float y) {
	return fmax(fabs(x), fabs(y)) > 2e4 * fillet_metre(f);
}

// Returns what is wrong with a collider, or NULL. Engines have a limit of the vertices of a polygon.
static inline const char* fillet_damage(const fillet_file* f, uint32_t i, uint32_t vertices, uint64_t* used) {
	const fillet_collider* c = &f->colliders[i];
	const fillet_material* m = &f->materials[c->material];
	const bool is_line = c->flags & FILLET_LINE;
	const uint32_t body = fillet_extra_of(f, i).body, least = is_line || (c->flags & FILLET_ONE_SIDED) ? 2 : 1;
	if (c->kind > 5 || c->role > FILLET_ONE_WAY || c->body > FILLET_DYNAMIC) return "unknown kind";
	if (fmin(m->friction, m->restitution) < 0 || fmax(m->friction, m->restitution) > 1000) return "damaged material";
	if (body > i || fillet_extra_of(f, body).body != body) return "damaged body";
	bool is_far = fillet_is_far(f, c->position.x, c->position.y);
	for (uint32_t k = c->pieces.first; k < c->pieces.first + c->pieces.count; k++) {
		const fillet_piece* p = &f->pieces[k];
		const bool is_odd = !is_line && least == 2 && p->vertices.count > 2; // one-sided pieces are edges
		if ((*used += p->vertices.count) > f->level->size || p->radius < 0 || p->vertices.count < least || is_odd)
			return "a piece is damaged";
		if (!is_line && p->vertices.count > vertices) return "a polygon is too complex: export it with --polygons 8";
		is_far = is_far || fillet_is_far(f, p->radius, 0);
		for (uint32_t n = p->vertices.first; n < p->vertices.first + p->vertices.count; n++)
			is_far = is_far || fillet_is_far(f, f->vertices[n].x, f->vertices[n].y);
	}
	return is_far ? "it is more than 20 km large or away" : NULL;
}

// Sets the arrays of a file whose header has been checked, and checks its records.
static inline bool fillet_read(fillet_file* f, const char* const* words, uint32_t vertices, char* error, size_t size) {
	const fillet_header* h = f->level;
	const char *at = (const char*)(h + 1), *arrays[FILLET_STRINGS], *problem;
	uint64_t used = 0; // by ranges
	for (int k = 0; k < FILLET_STRINGS; k++) {
		const size_t step = 4 * strlen(words[k]);
		arrays[k] = at;
		for (uint32_t i = 0; i < h->counts[k]; i++, at += step)
			if (!fillet_check(h, at, words[k], &used)) return fillet_fail(error, size, "Record %u is damaged", i);
	}
	f->categories = (const uint32_t*)arrays[FILLET_CATEGORIES];
	f->filters = (const fillet_filter*)arrays[FILLET_FILTERS];
	f->materials = (const fillet_material*)arrays[FILLET_MATERIALS];
	f->colliders = (const fillet_collider*)arrays[FILLET_COLLIDERS];
	f->dynamics = (const fillet_dynamics*)arrays[FILLET_DYNAMICS];
	f->extras = (const fillet_extra*)arrays[FILLET_EXTRAS];
	f->pieces = (const fillet_piece*)arrays[FILLET_PIECES];
	f->vertices = (const fillet_vec*)arrays[FILLET_VERTICES];
	f->tags = (const uint32_t*)arrays[FILLET_TAGS];
	f->properties = (const fillet_property*)arrays[FILLET_PROPERTIES];
	f->paths = (const fillet_path*)arrays[FILLET_PATHS];
	f->keys = (const fillet_key*)arrays[FILLET_KEYS];
	f->joints = (const fillet_joint*)arrays[FILLET_JOINTS];
	f->strings = at, used = 0;
	f->collider_count = h->counts[FILLET_COLLIDERS];
	f->joint_count = h->counts[FILLET_JOINTS];
	for (const fillet_key* k = f->keys; k < f->keys + h->counts[FILLET_KEYS]; k++)
		if (fillet_is_far(f, k->x, k->y)) return fillet_fail(error, size, "A path is more than 20 km long");
	for (const fillet_collider* c = f->colliders; c < f->colliders + f->collider_count; c++)
		if ((problem = fillet_damage(f, (uint32_t)(c - f->colliders), vertices, &used)))
			return fillet_fail(error, size, "%s (%s): %s", at + c->id, at + c->name, problem);
	for (const fillet_joint* j = f->joints; j < f->joints + f->joint_count; j++)
		if (j->kind > FILLET_SPRING || j->lower > j->upper || fmin(fmin(j->torque, j->length), fmin(j->frequency,
			j->damping)) < 0 || fillet_is_far(f, j->local[0].x, j->local[0].y) ||
			fillet_is_far(f, j->local[1].x, j->local[1].y))
			return fillet_fail(error, size, "The joint %s (%s) is damaged", at + j->id, at + j->name);
	return true;
}

static inline void fillet_close(fillet_file* f) {
	free(f->memory);
	memset(f, 0, sizeof *f);
}

// Reads a file and copies it; fillet_close frees the copy. Returns false with an error if the file is damaged, or has
// more categories or vertices of a polygon than an engine can have.
static inline bool fillet_open(const void* bytes, size_t size, uint32_t categories, uint32_t vertices, fillet_file* f,
	char* error, size_t length) {
	static const char* const words[FILLET_STRINGS] = { "s", ".....", "nnn", "ssnnnP+.sFMdx", "nnnnnnnnn", "BsssnnT+R+w",
		"V+n", "nn", "s", "s...", "K+n.", "nnnn", "ss..ssbbnnnnnnnnnnnnnnn" };
	fillet_header h;
	memset(f, 0, sizeof *f);
	if (size >= sizeof h) memcpy(&h, bytes, sizeof h);
	if (size == 0) return fillet_fail(error, length, "The file is missing or empty");
	if (size < sizeof h || h.magic != 0x4c4f4346u)
		return fillet_fail(error, length, "This is no .fcol file: export the level with -o NAME.fcol");
	if (h.version != 1) return fillet_fail(error, length, "The file has version %u: update fillet_fcol.h", h.version);
	uint64_t strings = sizeof h, used = 0;
	for (int k = 0; k < FILLET_STRINGS; k++) strings += (uint64_t)h.counts[k] * 4 * strlen(words[k]);
	const uint64_t end = strings + h.counts[FILLET_STRINGS];
	const char* text = (const char*)bytes;
	if (end != size || h.size != size || end == strings || text[strings] != 0 || text[end - 1] != 0)
		return fillet_fail(error, length, "The file is truncated or damaged: %zu of %u bytes were read", size, h.size);
	if (h.counts[FILLET_CATEGORIES] > categories)
		return fillet_fail(error, length, "The level has %u categories; the engine has %u", h.counts[0], categories);
	if (h.friction_mix > FILLET_PRODUCT || h.restitution_mix > FILLET_PRODUCT || h.damping < 0 || h.spin_damping < 0 ||
		!(h.pixels_per_metre > 0) || !fillet_check(&h, &h, ".................s.nnnnnnnnn.nR+", &used))
		return fillet_fail(error, length, "The level's settings are damaged: export the file again");
	f->memory = malloc(size);
	if (!f->memory) return fillet_fail(error, length, "There is no memory for the level");
	memcpy(f->memory, bytes, size);
	f->level = (const fillet_header*)f->memory;
	return fillet_read(f, words, vertices, error, length) || (fillet_close(f), false);
}

#endif
