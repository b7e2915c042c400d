// The reference pairs and scenes on Chipmunk 7, for the comparison in
// docs/PERFORMANCE.md. It answers commands on standard input, one line each:
//
//	pairs CLASS    nanoseconds per pair, and how many of them touch
//	scene N        milliseconds, microseconds per move, milliseconds per round
//	space N        the same in a cpSpace
//	queries N      microseconds per ray, disc cast and point in a cpSpace, and how many hit something
//
// Shapes have their world data cached, as a space keeps them. The scene uses the
// library's own bounding-box tree and its own narrow phase, and keeps no pairs.
#include <chipmunk/chipmunk_private.h>
#include "input.h"

typedef struct { cpShape *a, *b; } Pair;

static cpShape *make(cpBody *body, const Shape *s)
{
	cpVect v[MAX_VERTS];
	for (int i = 0; i < s->n; i++) v[i] = cpv(s->v[i].x, s->v[i].y);
	if (s->n == 1) return cpCircleShapeNew(body, s->radius, v[0]);
	if (s->n == 2) return cpSegmentShapeNew(body, v[0], v[1], s->radius);
	return cpPolyShapeNewRaw(body, s->n, v, s->radius);
}

static cpTransform placed(const Pose *p)
{
	return cpTransformNewTranspose(p->c, -p->s, p->x, p->s, p->c, p->y);
}

static cpShape *place(const Shape *s, const Pose *p)
{
	cpShape *shape = make(cpBodyNewStatic(), s);
	cpShapeUpdate(shape, placed(p));
	return shape;
}

static int collide(cpShape *a, cpShape *b)
{
	struct cpContact contacts[CP_MAX_CONTACTS_PER_ARBITER];
	struct cpCollisionInfo info = cpCollide(a, b, 0, contacts);
	return info.count > 0;
}

static void pairs(const Input *in, const char *kind)
{
	int n = 0;
	Pair *list = malloc(sizeof(Pair) * (size_t)in->pairs);
	for (int i = 0; i < in->pairs; i++) {
		const InputPair *p = &in->pair[i];
		if (!strcmp(kind, "mixed") || !strcmp(kind, p->kind))
			list[n++] = (Pair){place(&p->a, &p->xa), place(&p->b, &p->xb)};
	}
	long hits = 0;
	double least = 1e300;
	for (int round = 0; round < ROUNDS; round++) {
		double start = now();
		hits = 0;
		for (int k = 0; k < REPEAT; k++)
			for (int i = 0; i < n; i++) hits += collide(list[i].a, list[i].b);
		double t = now() - start;
		if (t < least) least = t;
	}
	printf("%g %ld\n", least * 1e9 / REPEAT / n, hits / REPEAT);
	for (int i = 0; i < n; i++) {
		cpBodyFree(list[i].a->body), cpBodyFree(list[i].b->body);
		cpShapeFree(list[i].a), cpShapeFree(list[i].b);
	}
	free(list);
}

static cpBB bb(void *shape) { return ((cpShape *)shape)->bb; }

static long touching;

static cpCollisionID met(void *a, void *b, cpCollisionID id, void *data)
{
	(void)data;
	if (a != b && cpBBIntersects(((cpShape *)a)->bb, ((cpShape *)b)->bb)) touching += collide(a, b);
	return id;
}

static SceneTime scene(const Scene *s)
{
	cpBody *body = cpBodyNewStatic();
	cpShape **shapes = malloc(sizeof *shapes * (size_t)s->n);
	for (int i = 0; i < s->n; i++) shapes[i] = make(body, &s->shape[i]);
	double start = now();
	cpSpatialIndex *index = cpBBTreeNew(bb, NULL);
	for (int i = 0; i < s->n; i++) {
		cpShapeUpdate(shapes[i], placed(&s->pose[i]));
		shapes[i]->hashid = (cpHashValue)i;
		cpSpatialIndexInsert(index, shapes[i], (cpHashValue)i);
	}
	touching = 0;
	cpSpatialIndexReindexQuery(index, met, NULL);
	double total = now() - start;
	long found = touching;

	start = now();
	for (int i = 0; i < s->moves1; i++) {
		cpShape *m = shapes[s->move1[i].i];
		cpShapeUpdate(m, placed(&s->move1[i].to));
		cpSpatialIndexReindexObject(index, m, m->hashid);
		cpSpatialIndexQuery(index, m, m->bb, met, NULL);
	}
	double move = (now() - start) / s->moves1;

	start = now();
	for (int r = 0; r < s->rounds; r++) {
		for (int i = 0; i < s->round[r].n; i++) {
			cpShape *m = shapes[s->round[r].move[i].i];
			cpShapeUpdate(m, placed(&s->round[r].move[i].to));
			cpSpatialIndexReindexObject(index, m, m->hashid);
		}
		for (int i = 0; i < s->round[r].n; i++) {
			cpShape *m = shapes[s->round[r].move[i].i];
			cpSpatialIndexQuery(index, m, m->bb, met, NULL);
		}
	}
	double percent = (now() - start) / s->rounds;
	cpSpatialIndexFree(index);
	for (int i = 0; i < s->n; i++) cpShapeFree(shapes[i]);
	cpBodyFree(body);
	free(shapes);
	return (SceneTime){total, move, percent, found};
}

static void counted(cpShape *shape, cpContactPointSet *points, void *data)
{
	(void)shape, (void)points, (void)data;
	touching++;
}

static void placeBody(cpBody *body, const Pose *p)
{
	cpBodySetPosition(body, cpv(p->x, p->y));
	cpBodySetAngle(body, atan2(p->s, p->c));
}

// space works like scene in a cpSpace, which keeps the touching pairs as
// arbiters, without a solver.
static SceneTime space(const Scene *s)
{
	cpShape **shapes = malloc(sizeof *shapes * (size_t)s->n);
	for (int i = 0; i < s->n; i++) shapes[i] = make(cpBodyNew(1, 1), &s->shape[i]);
	double start = now();
	cpSpace *space = cpSpaceNew();
	for (int i = 0; i < s->n; i++) {
		placeBody(shapes[i]->body, &s->pose[i]);
		cpSpaceAddBody(space, shapes[i]->body);
		cpSpaceAddShape(space, shapes[i]);
	}
	cpSpacePushFreshContactBuffer(space);
	cpSpatialIndexReindexQuery(space->dynamicShapes, (cpSpatialIndexQueryFunc)cpSpaceCollideShapes, space);
	double total = now() - start;
	long found = space->arbiters->num;

	start = now();
	for (int i = 0; i < s->moves1; i++) {
		cpShape *m = shapes[s->move1[i].i];
		placeBody(m->body, &s->move1[i].to);
		cpSpaceReindexShapesForBody(space, m->body);
		cpSpaceShapeQuery(space, m, counted, NULL);
	}
	double move = (now() - start) / s->moves1;

	start = now();
	for (int r = 0; r < s->rounds; r++) {
		for (int i = 0; i < s->round[r].n; i++) {
			cpBody *b = shapes[s->round[r].move[i].i]->body;
			placeBody(b, &s->round[r].move[i].to);
			cpSpaceReindexShapesForBody(space, b);
		}
		for (int i = 0; i < s->round[r].n; i++) cpSpaceShapeQuery(space, shapes[s->round[r].move[i].i], counted, NULL);
	}
	double percent = (now() - start) / s->rounds;
	cpSpaceFree(space);
	for (int i = 0; i < s->n; i++) {
		cpBodyFree(shapes[i]->body);
		cpShapeFree(shapes[i]);
	}
	free(shapes);
	return (SceneTime){total, move, percent, found};
}

static void inside(cpShape *shape, cpVect point, cpFloat distance, cpVect gradient, void *data)
{
	(void)shape, (void)point, (void)gradient;
	*(int *)data |= distance <= 0;
}

// queries asks a cpSpace. A disc cast is a segment with a radius.
static QueryTime queries(const Scene *s)
{
	cpSpace *space = cpSpaceNew();
	cpShape **shapes = malloc(sizeof *shapes * (size_t)s->n);
	for (int i = 0; i < s->n; i++) {
		shapes[i] = make(cpBodyNewStatic(), &s->shape[i]);
		placeBody(shapes[i]->body, &s->pose[i]);
		cpSpaceAddBody(space, shapes[i]->body);
		cpSpaceAddShape(space, shapes[i]);
	}
	QueryTime t = {0, 0, 0, 0, 0, 0};
	cpSegmentQueryInfo info;
	for (int kind = 0; kind < 2; kind++) {
		long met = 0;
		double start = now();
		for (int i = 0; i < s->queries; i++) {
			const Query *q = &s->query[i];
			met += cpSpaceSegmentQueryFirst(space, cpv(q->from.x, q->from.y), cpv(q->to.x, q->to.y), kind ? s->disc : 0, CP_SHAPE_FILTER_ALL, &info) != NULL;
		}
		double took = (now() - start) / s->queries;
		if (kind) t.cast = took, t.casts = met;
		else t.ray = took, t.rays = met;
	}
	double start = now();
	for (int i = 0; i < s->queries; i++) {
		int met = 0;
		cpSpacePointQuery(space, cpv(s->query[i].from.x, s->query[i].from.y), 0, CP_SHAPE_FILTER_ALL, inside, &met);
		t.points += met;
	}
	t.point = (now() - start) / s->queries;
	cpSpaceFree(space);
	for (int i = 0; i < s->n; i++) {
		cpBodyFree(shapes[i]->body);
		cpShapeFree(shapes[i]);
	}
	free(shapes);
	return t;
}

int main(int argc, char **argv) { return serve(argc, argv, pairs, scene, space, queries); }
