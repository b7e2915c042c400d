// The reference pairs and scenes on Box2D v3, for the comparison in
// docs/PERFORMANCE.md. The commands and answers are the same as in
// chipmunk.c.
//
// Pairs get their relative transform. Moves, rays and points use the library's own
// dynamic tree without margins, and its own narrow phase, without bodies or a
// solver; casts of a disc use its world.
#include <box2d/box2d.h>
#include <math.h>
#include <stdbool.h>
#include "input.h"

typedef struct { int n; b2Circle circle; b2Capsule capsule; b2Polygon polygon; } Kind;
typedef struct { Kind kind; b2Transform xf; b2AABB box; int proxy; } Placed;

static b2Vec2 vec(Point p) { return (b2Vec2){(float)p.x, (float)p.y}; }

static b2Transform placed(const Pose *p)
{
	return (b2Transform){{(float)p->x, (float)p->y}, {(float)p->c, (float)p->s}};
}

static Kind make(const Shape *s)
{
	Kind k = {s->n, {{0, 0}, 0}, {{0, 0}, {0, 0}, 0}, {0}};
	b2Vec2 v[MAX_VERTS];
	for (int i = 0; i < s->n; i++) v[i] = vec(s->v[i]);
	if (s->n == 1) k.circle = (b2Circle){v[0], (float)s->radius};
	else if (s->n == 2) k.capsule = (b2Capsule){v[0], v[1], (float)s->radius};
	else {
		b2Hull hull = b2ComputeHull(v, s->n);
		k.polygon = b2MakePolygon(&hull, (float)s->radius);
	}
	return k;
}

static b2AABB boxOf(const Kind *k, b2Transform xf)
{
	if (k->n == 1) return b2ComputeCircleAABB(&k->circle, xf);
	if (k->n == 2) return b2ComputeCapsuleAABB(&k->capsule, xf);
	return b2ComputePolygonAABB(&k->polygon, xf);
}

// collide expects b's transform in a's frame.
static bool collide(const Kind *a, const Kind *b, b2Transform xf)
{
	if (a->n < b->n) {
		const Kind *c = a;
		a = b, b = c;
		xf = b2InvMulTransforms(xf, b2Transform_identity);
	}
	if (a->n == 1) return b2CollideCircles(&a->circle, &b->circle, xf).pointCount > 0;
	if (a->n == 2 && b->n == 1) return b2CollideCapsuleAndCircle(&a->capsule, &b->circle, xf).pointCount > 0;
	if (a->n == 2) return b2CollideCapsules(&a->capsule, &b->capsule, xf).pointCount > 0;
	if (b->n == 1) return b2CollidePolygonAndCircle(&a->polygon, &b->circle, xf).pointCount > 0;
	if (b->n == 2) return b2CollidePolygonAndCapsule(&a->polygon, &b->capsule, xf).pointCount > 0;
	return b2CollidePolygons(&a->polygon, &b->polygon, xf).pointCount > 0;
}

typedef struct { Kind a, b; b2Transform xf; } Relative;

static void pairs(const Input *in, const char *kind)
{
	Relative *list = malloc(sizeof *list * (size_t)(in->pairs + 1));
	int n = 0;
	for (int i = 0; i < in->pairs; i++) {
		const InputPair *p = &in->pair[i];
		if (!strcmp(kind, "mixed") || !strcmp(kind, p->kind))
			list[n++] = (Relative){make(&p->a), make(&p->b), b2InvMulTransforms(placed(&p->xa), placed(&p->xb))};
	}
	long hits = 0;
	double least = 1e300;
	for (int round = 0; round < ROUNDS; round++) {
		double start = now();
		hits = 0;
		for (int k = 0; k < REPEAT; k++)
			for (int i = 0; i < n; i++) hits += collide(&list[i].a, &list[i].b, list[i].xf);
		double t = now() - start;
		if (t < least) least = t;
	}
	if (n == 0) printf("- 0\n");
	else printf("%g %ld\n", least * 1e9 / REPEAT / n, hits / REPEAT);
	free(list);
}

typedef struct { Placed *all; int self; bool later; long touching; } Search;

static bool meet(int proxy, uint64_t item, void *context)
{
	(void)proxy;
	Search *q = context;
	int other = (int)item;
	if (q->later ? other <= q->self : other == q->self) return true;
	const Placed *a = &q->all[q->self], *b = &q->all[other];
	if (b2AABB_Overlaps(a->box, b->box)) q->touching += collide(&a->kind, &b->kind, b2InvMulTransforms(a->xf, b->xf));
	return true;
}

static void moveTo(Placed *all, b2DynamicTree *tree, const Move *m)
{
	Placed *p = &all[m->i];
	p->xf = placed(&m->to);
	p->box = boxOf(&p->kind, p->xf);
	b2DynamicTree_MoveProxy(tree, p->proxy, p->box);
}

static Placed *fill(const Scene *s, b2DynamicTree *tree)
{
	Placed *all = malloc(sizeof *all * (size_t)s->n);
	for (int i = 0; i < s->n; i++) all[i].kind = make(&s->shape[i]);
	*tree = b2DynamicTree_Create(16);
	for (int i = 0; i < s->n; i++) {
		Placed *p = &all[i];
		p->xf = placed(&s->pose[i]);
		p->box = boxOf(&p->kind, p->xf);
		p->proxy = b2DynamicTree_CreateProxy(tree, p->box, 1, (uint64_t)i);
	}
	return all;
}

static SceneTime scene(const Scene *s)
{
	b2DynamicTree tree;
	double start = now();
	Placed *all = fill(s, &tree);
	Search q = {all, 0, true, 0};
	for (q.self = 0; q.self < s->n; q.self++) b2DynamicTree_Query(&tree, all[q.self].box, 1, meet, &q);
	double total = now() - start;
	long found = q.touching;

	q.later = false;
	start = now();
	for (int i = 0; i < s->moves1; i++) {
		moveTo(all, &tree, &s->move1[i]);
		q.self = s->move1[i].i;
		b2DynamicTree_Query(&tree, all[q.self].box, 1, meet, &q);
	}
	double move = (now() - start) / s->moves1;

	start = now();
	for (int r = 0; r < s->rounds; r++) {
		for (int i = 0; i < s->round[r].n; i++) moveTo(all, &tree, &s->round[r].move[i]);
		for (int i = 0; i < s->round[r].n; i++) {
			q.self = s->round[r].move[i].i;
			b2DynamicTree_Query(&tree, all[q.self].box, 1, meet, &q);
		}
	}
	double percent = (now() - start) / s->rounds;
	b2DynamicTree_Destroy(&tree);
	free(all);
	return (SceneTime){total, move, percent, found};
}

typedef struct { Placed *all; bool met; b2Vec2 at; } Asked;

static float follow(const b2RayCastInput *in, int proxy, uint64_t item, void *context)
{
	(void)proxy;
	Asked *a = context;
	const Placed *p = &a->all[item];
	b2RayCastInput local = {b2InvTransformPoint(p->xf, in->origin), b2InvRotateVector(p->xf.q, in->translation), in->maxFraction};
	b2CastOutput out;
	if (p->kind.n == 1) out = b2RayCastCircle(&p->kind.circle, &local);
	else if (p->kind.n == 2) out = b2RayCastCapsule(&p->kind.capsule, &local);
	else out = b2RayCastPolygon(&p->kind.polygon, &local);
	if (!out.hit) return in->maxFraction;
	a->met = true;
	return out.fraction;
}

static bool inside(int proxy, uint64_t item, void *context)
{
	(void)proxy;
	Asked *a = context;
	const Placed *p = &a->all[item];
	b2Vec2 at = b2InvTransformPoint(p->xf, a->at);
	if (p->kind.n == 1) a->met |= b2PointInCircle(&p->kind.circle, at);
	else if (p->kind.n == 2) a->met |= b2PointInCapsule(&p->kind.capsule, at);
	else a->met |= b2PointInPolygon(&p->kind.polygon, at);
	return true;
}

static float nearest(b2ShapeId shape, b2Pos point, b2Vec2 normal, float fraction, void *context)
{
	(void)shape, (void)point, (void)normal;
	*(bool *)context = true;
	return fraction;
}

static QueryTime queries(const Scene *s)
{
	QueryTime t = {0, 0, 0, 0, 0, 0};
	b2DynamicTree tree;
	Placed *all = fill(s, &tree);
	double start = now();
	for (int i = 0; i < s->queries; i++) {
		b2Vec2 from = vec(s->query[i].from);
		b2RayCastInput in = {from, b2Sub(vec(s->query[i].to), from), 1};
		Asked a = {all, false, from};
		b2DynamicTree_RayCast(&tree, &in, 1, follow, &a);
		t.rays += a.met;
	}
	t.ray = (now() - start) / s->queries;
	start = now();
	for (int i = 0; i < s->queries; i++) {
		Asked a = {all, false, vec(s->query[i].from)};
		b2DynamicTree_Query(&tree, (b2AABB){a.at, a.at}, 1, inside, &a);
		t.points += a.met;
	}
	t.point = (now() - start) / s->queries;
	b2DynamicTree_Destroy(&tree);

	b2WorldDef def = b2DefaultWorldDef();
	b2WorldId world = b2CreateWorld(&def);
	for (int i = 0; i < s->n; i++) {
		b2BodyDef body = b2DefaultBodyDef();
		body.position = b2ToPos(all[i].xf.p), body.rotation = all[i].xf.q;
		b2BodyId id = b2CreateBody(world, &body);
		b2ShapeDef shape = b2DefaultShapeDef();
		const Kind *k = &all[i].kind;
		if (k->n == 1) b2CreateCircleShape(id, &shape, &k->circle);
		else if (k->n == 2) b2CreateCapsuleShape(id, &shape, &k->capsule);
		else b2CreatePolygonShape(id, &shape, &k->polygon);
	}
	start = now();
	for (int i = 0; i < s->queries; i++) {
		b2Vec2 from = vec(s->query[i].from), zero = {0, 0};
		b2ShapeProxy disc = b2MakeProxy(&zero, 1, (float)s->disc);
		bool met = false;
		b2World_CastShape(world, b2ToPos(from), &disc, b2Sub(vec(s->query[i].to), from), b2DefaultQueryFilter(), nearest, &met);
		t.casts += met;
	}
	t.cast = (now() - start) / s->queries;
	b2DestroyWorld(world);
	free(all);
	return t;
}

int main(int argc, char **argv) { return serve(argc, argv, pairs, scene, NULL, queries); }
