// The reference pairs and scenes on Box2D 2.4.1, for the comparison in
// docs/PERFORMANCE.md. The commands and answers are the same as in
// chipmunk.c.
//
// Pairs get their relative transform. Box2D 2.4 has no capsules: pairs with one
// are left out, and a scene's capsules become thin rectangles with a radius. The
// scene uses the library's own dynamic tree, without margins, and its own
// narrow phase, without bodies and a solver.
#include <box2d/box2d.h>
#include <vector>
#include "input.h"

struct Placed {
	const b2Shape *shape;
	b2Transform xf;
	b2AABB box;
	int32 proxy;
};

static b2Transform placed(const Pose &p)
{
	b2Transform xf;
	xf.p.Set((float)p.x, (float)p.y);
	xf.q.c = (float)p.c, xf.q.s = (float)p.s;
	return xf;
}

static const b2Shape *make(const Shape &s)
{
	if (s.n == 1) {
		b2CircleShape *c = new b2CircleShape;
		c->m_p.Set((float)s.v[0].x, (float)s.v[0].y);
		c->m_radius = (float)s.radius;
		return c;
	}
	b2PolygonShape *p = new b2PolygonShape;
	if (s.n == 2) {
		b2Vec2 a((float)s.v[0].x, (float)s.v[0].y), b((float)s.v[1].x, (float)s.v[1].y);
		b2Vec2 d = b - a;
		p->SetAsBox(d.Length() / 2, 0.0005f, 0.5f * (a + b), atan2f(d.y, d.x));
	} else {
		b2Vec2 v[MAX_VERTS];
		for (int i = 0; i < s.n; i++) v[i].Set((float)s.v[i].x, (float)s.v[i].y);
		p->Set(v, s.n);
	}
	p->m_radius = (float)s.radius;
	return p;
}

static bool collide(const b2Shape *a, const b2Transform &xa, const b2Shape *b, const b2Transform &xb)
{
	b2Manifold m;
	bool roundA = a->m_type == b2Shape::e_circle, roundB = b->m_type == b2Shape::e_circle;
	if (roundA && roundB) b2CollideCircles(&m, (const b2CircleShape *)a, xa, (const b2CircleShape *)b, xb);
	else if (roundA) b2CollidePolygonAndCircle(&m, (const b2PolygonShape *)b, xb, (const b2CircleShape *)a, xa);
	else if (roundB) b2CollidePolygonAndCircle(&m, (const b2PolygonShape *)a, xa, (const b2CircleShape *)b, xb);
	else b2CollidePolygons(&m, (const b2PolygonShape *)a, xa, (const b2PolygonShape *)b, xb);
	return m.pointCount > 0;
}

struct Relative {
	const b2Shape *a, *b;
	b2Transform xb;
};

static void pairs(const Input *in, const char *kind)
{
	std::vector<Relative> list;
	for (int i = 0; i < in->pairs; i++) {
		const InputPair &p = in->pair[i];
		if ((strcmp(kind, "mixed") && strcmp(kind, p.kind)) || p.a.n == 2 || p.b.n == 2) continue;
		list.push_back({make(p.a), make(p.b), b2MulT(placed(p.xa), placed(p.xb))});
	}
	b2Transform identity;
	identity.SetIdentity();
	long hits = 0;
	double least = 1e300;
	for (int round = 0; round < ROUNDS && !list.empty(); round++) {
		double start = now();
		hits = 0;
		for (int k = 0; k < REPEAT; k++)
			for (const Relative &r : list) hits += collide(r.a, identity, r.b, r.xb);
		double t = now() - start;
		if (t < least) least = t;
	}
	if (list.empty()) printf("- 0\n");
	else printf("%g %ld\n", least * 1e9 / REPEAT / (double)list.size(), hits / REPEAT);
}

struct Search {
	b2DynamicTree *tree;
	std::vector<Placed> *all;
	int self;
	bool later; // only bodies after self
	long touching;

	bool QueryCallback(int32 proxy)
	{
		int other = (int)(intptr_t)tree->GetUserData(proxy);
		if (later ? other <= self : other == self) return true;
		const Placed &a = (*all)[self], &b = (*all)[other];
		if (b2TestOverlap(a.box, b.box)) touching += collide(a.shape, a.xf, b.shape, b.xf);
		return true;
	}
};

static void moveTo(std::vector<Placed> &all, b2DynamicTree &tree, const Move &m)
{
	Placed &p = all[m.i];
	p.xf = placed(m.to);
	p.shape->ComputeAABB(&p.box, p.xf, 0);
	tree.MoveProxy(p.proxy, p.box, b2Vec2(0, 0));
}

static SceneTime scene(const Scene *s)
{
	std::vector<const b2Shape *> shapes;
	for (int i = 0; i < s->n; i++) shapes.push_back(make(s->shape[i]));
	std::vector<Placed> all;
	double start = now();
	b2DynamicTree *tree = new b2DynamicTree;
	all.reserve((size_t)s->n);
	for (int i = 0; i < s->n; i++) {
		Placed p;
		p.shape = shapes[(size_t)i];
		p.xf = placed(s->pose[i]);
		p.shape->ComputeAABB(&p.box, p.xf, 0);
		p.proxy = tree->CreateProxy(p.box, (void *)(intptr_t)i);
		all.push_back(p);
	}
	Search q = {tree, &all, 0, true, 0};
	for (q.self = 0; q.self < s->n; q.self++) tree->Query(&q, all[q.self].box);
	double total = now() - start;
	long found = q.touching;

	q.later = false;
	start = now();
	for (int i = 0; i < s->moves1; i++) {
		moveTo(all, *tree, s->move1[i]);
		q.self = s->move1[i].i;
		tree->Query(&q, all[q.self].box);
	}
	double move = (now() - start) / s->moves1;

	start = now();
	for (int r = 0; r < s->rounds; r++) {
		for (int i = 0; i < s->round[r].n; i++) moveTo(all, *tree, s->round[r].move[i]);
		for (int i = 0; i < s->round[r].n; i++) {
			q.self = s->round[r].move[i].i;
			tree->Query(&q, all[q.self].box);
		}
	}
	double percent = (now() - start) / s->rounds;
	for (Placed &p : all) {
		if (p.shape->m_type == b2Shape::e_circle) delete (const b2CircleShape *)p.shape;
		else delete (const b2PolygonShape *)p.shape;
	}
	delete tree;
	return {total, move, percent, found};
}

struct FirstHit {
	b2DynamicTree *tree;
	std::vector<Placed> *all;
	bool met;

	float RayCastCallback(const b2RayCastInput &input, int32 proxy)
	{
		const Placed &p = (*all)[(size_t)(intptr_t)tree->GetUserData(proxy)];
		b2RayCastOutput out;
		if (p.shape->TestPoint(p.xf, input.p1)) { // it starts inside: nothing is nearer
			met = true;
			return 0;
		}
		if (!p.shape->RayCast(&out, input, p.xf, 0)) return input.maxFraction;
		met = true;
		return out.fraction;
	}
};

struct Inside {
	b2DynamicTree *tree;
	std::vector<Placed> *all;
	b2Vec2 at;
	bool met;

	bool QueryCallback(int32 proxy)
	{
		const Placed &p = (*all)[(size_t)(intptr_t)tree->GetUserData(proxy)];
		if (p.shape->TestPoint(p.xf, at)) met = true;
		return true;
	}
};

// queries asks the library's own tree, and then its shapes. The library cannot cast a disc through a tree, and its rays
// ignore the radius of polygons.
static QueryTime queries(const Scene *s)
{
	std::vector<Placed> all;
	b2DynamicTree *tree = new b2DynamicTree;
	for (int i = 0; i < s->n; i++) {
		Placed p;
		p.shape = make(s->shape[i]);
		p.xf = placed(s->pose[i]);
		p.shape->ComputeAABB(&p.box, p.xf, 0);
		p.proxy = tree->CreateProxy(p.box, (void *)(intptr_t)i);
		all.push_back(p);
	}
	QueryTime t = {0, -1, 0, 0, 0, 0};
	double start = now();
	for (int i = 0; i < s->queries; i++) {
		const Query &q = s->query[i];
		b2RayCastInput in = {b2Vec2((float)q.from.x, (float)q.from.y), b2Vec2((float)q.to.x, (float)q.to.y), 1};
		FirstHit first = {tree, &all, false};
		tree->RayCast(&first, in);
		t.rays += first.met;
	}
	t.ray = (now() - start) / s->queries;
	start = now();
	for (int i = 0; i < s->queries; i++) {
		b2Vec2 at((float)s->query[i].from.x, (float)s->query[i].from.y);
		Inside inside = {tree, &all, at, false};
		b2AABB box = {at, at};
		tree->Query(&inside, box);
		t.points += inside.met;
	}
	t.point = (now() - start) / s->queries;
	for (Placed &p : all) {
		if (p.shape->m_type == b2Shape::e_circle) delete (const b2CircleShape *)p.shape;
		else delete (const b2PolygonShape *)p.shape;
	}
	delete tree;
	return t;
}

int main(int argc, char **argv) { return serve(argc, argv, pairs, scene, NULL, queries); }
