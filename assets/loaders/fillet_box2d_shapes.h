// fillet_box2d_shapes.h is the part of fillet_box2d.h that makes shapes and lets bodies pass one-way colliders. Only
// fillet_box2d.h includes it. MIT License, see LICENSE.
#ifndef FILLET_BOX2D_SHAPES_H
#define FILLET_BOX2D_SHAPES_H

static b2Vec2 fillet_b2_vec(const fillet_b2_level* l, fillet_vec v) {
	const b2Vec2 metres = { v.x * l->scale, v.y * l->scale };
	return metres;
}

static b2Rot fillet_b2_rot(double radians) {
	const b2Rot rotation = { (float)cos(radians), (float)sin(radians) };
	return rotation;
}

// Mixes for the world's callbacks.
static float fillet_b2_geometric(float a, int i, float b, int j) {
	(void)i, (void)j;
	return (float)fillet_mix(FILLET_GEOMETRIC, a, b);
}
static float fillet_b2_average(float a, int i, float b, int j) {
	(void)i, (void)j;
	return (float)fillet_mix(FILLET_AVERAGE, a, b);
}
static float fillet_b2_minimum(float a, int i, float b, int j) {
	(void)i, (void)j;
	return (float)fillet_mix(FILLET_MINIMUM, a, b);
}
static float fillet_b2_maximum(float a, int i, float b, int j) {
	(void)i, (void)j;
	return (float)fillet_mix(FILLET_MAXIMUM, a, b);
}
static float fillet_b2_product(float a, int i, float b, int j) {
	(void)i, (void)j;
	return (float)fillet_mix(FILLET_PRODUCT, a, b);
}

// Reports whether a one-way shape held another one in the step before.
static bool fillet_b2_holds(const fillet_b2_level* l, b2ShapeId ledge, b2ShapeId other) {
	for (int k = 0; k < l->held_count; k += 2)
		if (B2_ID_EQUALS(l->held[k], ledge) && B2_ID_EQUALS(l->held[k + 1], other)) return true;
	return false;
}

// Reports whether a shape lets another one through: a one-way or one-sided one does unless it held it before, or the
// other one comes from its solid side. The manifold's normal times sign points away from the shape.
static bool fillet_b2_passes(const fillet_b2_level* l, b2ShapeId shape, b2ShapeId other, const b2Manifold* m,
	float sign) {
	const fillet_collider *c = (const fillet_collider*)b2Shape_GetUserData(shape), *list = l->file.colliders;
	if (c < list || c >= list + l->file.collider_count || (c->role != FILLET_ONE_WAY && !(c->flags & FILLET_ONE_SIDED)))
		return false; // or a shape of the game's own
	const b2BodyId body = b2Shape_GetBody(shape);
	const b2Rot turn = b2Body_GetRotation(body);
	const b2Vec2 normal = b2MulSV(sign, m->normal);
	if (c->role != FILLET_ONE_WAY) {
		if (b2Shape_GetType(shape) != b2_capsuleShape) return false;
		const b2Capsule edge = b2Shape_GetCapsule(shape);
		if (b2Cross(normal, b2RotateVector(turn, b2Sub(edge.center2, edge.center1))) < 0) return true;
	}
	const double start = ((const fillet_collider*)b2Body_GetUserData(body))->angle * FILLET_RADIANS;
	const fillet_vec way = fillet_extra_of(&l->file, (uint32_t)(c - list)).one_way;
	const b2Vec2 at_start = { way.x, way.y }, side = b2RotateVector(b2InvMulRot(fillet_b2_rot(start), turn), at_start);
	if (m->pointCount == 0 || (c->role == FILLET_ONE_WAY && b2Dot(normal, side) < 0.5f)) return true;
	if (fillet_b2_holds(l, shape, other)) return false;
	float depth = -m->points[0].separation;
	if (m->pointCount > 1) depth = b2MaxFloat(depth, -m->points[1].separation);
	const b2Vec2 at = m->points[0].point, v = b2Body_GetWorldPointVelocity(b2Shape_GetBody(other), at);
	const float closing = -b2Dot(normal, b2Sub(v, b2Body_GetWorldPointVelocity(body, at)));
	return depth > 0.01f + b2MaxFloat(closing, 0) * l->dt;
}

bool fillet_b2_pre_solve(b2ShapeId a, b2ShapeId b, b2Manifold* manifold, void* level) {
	const fillet_b2_level* l = (const fillet_b2_level*)level;
	return !fillet_b2_passes(l, a, b, manifold, 1) && !fillet_b2_passes(l, b, a, manifold, -1);
}

// Notes which shapes the one-way shapes hold.
static void fillet_b2_note_held(fillet_b2_level* l) {
	l->held_count = 0;
	for (int k = 0; k < l->ledge_count; k++) {
		const int capacity = b2Shape_GetContactCapacity(l->ledges[k]);
		b2ContactData* contacts = (b2ContactData*)malloc(sizeof *contacts * (size_t)(capacity + 1));
		const size_t room = sizeof *l->held * (size_t)(l->held_count + 2 * capacity + 2);
		b2ShapeId* held = (b2ShapeId*)realloc(l->held, room);
		if (held) l->held = held;
		const int count = held && contacts ? b2Shape_GetContactData(l->ledges[k], contacts, capacity) : 0;
		for (int n = 0; n < count; n++) {
			const bool is_a = B2_ID_EQUALS(contacts[n].shapeIdA, l->ledges[k]);
			l->held[l->held_count++] = l->ledges[k];
			l->held[l->held_count++] = is_a ? contacts[n].shapeIdB : contacts[n].shapeIdA;
		}
		free(contacts);
	}
}

// Notes a shape that lets others pass from one side.
static void fillet_b2_note_ledge(fillet_b2_level* l, uint32_t i, b2ShapeId shape) {
	const fillet_collider* c = &l->file.colliders[i];
	if (c->role != FILLET_ONE_WAY && !(c->flags & FILLET_ONE_SIDED)) return;
	b2ShapeId* ledges = (b2ShapeId*)realloc(l->ledges, sizeof *ledges * (size_t)(l->ledge_count + 1));
	if (!ledges) return;
	l->ledges = ledges;
	l->ledges[l->ledge_count++] = shape;
}

// Adds a line. A chain is solid on one side, so most lines get one for each side. Triggers and one-way lines get
// segments.
static void fillet_b2_line(fillet_b2_level* l, uint32_t i, const b2ShapeDef* shape, const fillet_piece* piece) {
	const fillet_collider* c = &l->file.colliders[i];
	b2Vec2* points = (b2Vec2*)malloc(sizeof *points * ((size_t)piece->vertices.count + 4));
	int n = 1; // leaves room for the ghost vertex before the first
	for (uint32_t k = 0; points && k < piece->vertices.count; k++) {
		const b2Vec2 p = fillet_b2_vec(l, l->file.vertices[piece->vertices.first + k]);
		if (n == 1 || b2Distance(p, points[n - 1]) > FILLET_B2_LEAST) points[n++] = p;
	}
	bool closed = (c->flags & FILLET_CLOSED) && n > 3;
	if (closed && b2Distance(points[1], points[n - 1]) <= FILLET_B2_LEAST) n--;
	if (n > 2) {
		const int end = closed ? n + 1 : n; // of the points after the ghost vertex; a closed line ends at its first
		points[0] = closed ? points[n - 1] : b2Sub(b2MulSV(2, points[1]), points[2]);
		if (closed) points[n] = points[1];
		points[end] = closed ? points[2] : b2Sub(b2MulSV(2, points[n - 1]), points[n - 2]);
		if (c->role != FILLET_SOLID) {
			for (int k = 1; k + 1 < end; k++) {
				const b2Segment segment = { points[k], points[k + 1] };
				fillet_b2_note_ledge(l, i, b2CreateSegmentShape(l->bodies[i], shape, &segment));
			}
		} else {
			b2ChainDef def = b2DefaultChainDef();
			def.userData = shape->userData;
			def.points = points;
			def.count = end + 1;
			def.materials = &shape->material;
			def.materialCount = 1;
			def.filter = shape->filter;
			def.enableSensorEvents = true;
			b2CreateChain(l->bodies[i], &def);
			for (int k = 0; k < (end + 1) / 2; k++) {
				const b2Vec2 p = points[k];
				points[k] = points[end - k];
				points[end - k] = p;
			}
			if (!(c->flags & FILLET_ONE_SIDED)) b2CreateChain(l->bodies[i], &def);
		}
	}
	free(points);
}

// Returns the hull of a piece in metres. It is empty for less than three vertices and if the piece is too small.
static b2Hull fillet_b2_hull(const fillet_file* f, const fillet_piece* piece) {
	b2Vec2 points[B2_MAX_POLYGON_VERTICES];
	for (uint32_t k = 0; k < piece->vertices.count && k < B2_MAX_POLYGON_VERTICES; k++) {
		const fillet_vec v = f->vertices[piece->vertices.first + k];
		points[k].x = v.x / (float)fillet_metre(f), points[k].y = v.y / (float)fillet_metre(f);
	}
	return b2ComputeHull(points, (int)piece->vertices.count);
}

// Adds the shapes of a collider to its body.
static void fillet_b2_shapes(fillet_b2_level* l, uint32_t i) {
	const fillet_collider* c = &l->file.colliders[i];
	const fillet_filter* filter = &l->file.filters[c->filter];
	b2ShapeDef def = b2DefaultShapeDef();
	def.userData = (void*)(uintptr_t)c;
	def.material.friction = l->file.materials[c->material].friction;
	def.material.restitution = l->file.materials[c->material].restitution;
	def.material.rollingResistance = l->file.level->rolling_resistance;
	def.filter.categoryBits = filter->category[0] | (uint64_t)filter->category[1] << 32;
	def.filter.maskBits = filter->mask[0] | (uint64_t)filter->mask[1] << 32;
	def.filter.groupIndex = filter->group;
	def.isSensor = c->role == FILLET_TRIGGER;
	def.enableSensorEvents = true;
	def.enablePreSolveEvents = c->role == FILLET_ONE_WAY || (c->flags & FILLET_ONE_SIDED);
	def.density = 0; // the body gets its mass from the file
	def.updateBodyMass = false;
	for (uint32_t k = 0; k < c->pieces.count; k++) {
		const fillet_piece* piece = &l->file.pieces[c->pieces.first + k];
		const fillet_vec* v = &l->file.vertices[piece->vertices.first];
		const float radius = piece->radius * l->scale;
		const b2Hull hull = fillet_b2_hull(&l->file, piece);
		if (c->flags & FILLET_LINE) {
			fillet_b2_line(l, i, &def, piece);
		} else if (piece->vertices.count == 1) {
			const b2Circle circle = { fillet_b2_vec(l, v[0]), radius };
			fillet_b2_note_ledge(l, i, b2CreateCircleShape(l->bodies[i], &def, &circle));
		} else if (piece->vertices.count == 2) {
			const b2Capsule capsule = { fillet_b2_vec(l, v[0]), fillet_b2_vec(l, v[1]), radius };
			fillet_b2_note_ledge(l, i, b2CreateCapsuleShape(l->bodies[i], &def, &capsule));
		} else if (hull.count > 0) {
			const b2Polygon polygon = b2MakePolygon(&hull, radius);
			fillet_b2_note_ledge(l, i, b2CreatePolygonShape(l->bodies[i], &def, &polygon));
		}
	}
}

#endif
