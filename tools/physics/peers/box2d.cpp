// Plays one scene on Box2D 2.4, for the table in docs/PLAYTEST.md. Reads the scene from standard input, as
// editor/play/physics_test.go writes it, and prints one line per step: x y angle vx vy spin of each dynamic body. The
// last line is "time" and the microseconds of the median step.
//
// 32 pixels are a metre, which suits the library's tolerances. Bodies that start fast are bullets.
#include <box2d/box2d.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

static const double scale = 32, pi = 3.14159265358979323846;

struct Mover {
	b2Body *body;
	double x, y, angle, mx, my, time, turn;
	void at(double t, double &px, double &py, double &a) const
	{
		double part = time > 0 ? (1 - cos(2 * pi * fmod(t / time, 1))) / 2 : 0;
		px = x + mx * part, py = y + my * part, a = angle + turn * t;
	}
};

int main()
{
	double gravity = 0;
	int steps = 0;
	char word[32];
	std::vector<b2Body *> dynamic;
	std::vector<Mover> movers;
	if (scanf("%31s %lf %31s %d", word, &gravity, word, &steps) != 4) return 1;
	b2World world(b2Vec2(0, (float)(gravity / scale)));
	std::vector<b2Body *> all;
	while (scanf("%31s", word) == 1 && !strcmp(word, "body")) {
		char type[16], kind[16];
		double fr, re, de, x, y, a, vx, vy, w, mx, my, mt, turn;
		if (scanf("%15s %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %15s", type, &fr, &re, &de, &x, &y, &a, &vx, &vy, &w, &mx, &my, &mt, &turn, kind) != 15) return 1;
		b2BodyDef def;
		def.type = type[0] == 'd' ? b2_dynamicBody : type[0] == 'k' ? b2_kinematicBody : b2_staticBody;
		def.position.Set((float)(x / scale), (float)(y / scale));
		def.angle = (float)a;
		def.linearVelocity.Set((float)(vx / scale), (float)(vy / scale));
		def.angularVelocity = (float)w;
		def.bullet = type[0] == 'd' && (hypot(vx, vy) > 300 || fabs(w) > 5);
		b2Body *body = world.CreateBody(&def);
		b2FixtureDef f;
		f.friction = (float)fr, f.restitution = (float)re, f.density = (float)de;
		if (!strcmp(kind, "circle")) {
			double r;
			if (scanf("%lf", &r) != 1) return 1;
			b2CircleShape s;
			s.m_radius = (float)(r / scale);
			f.shape = &s, body->CreateFixture(&f);
		} else if (!strcmp(kind, "capsule")) { // along x: half the distance between the end centres, and the radius
			double h, r;
			if (scanf("%lf %lf", &h, &r) != 2) return 1;
			for (int end = -1; end <= 1; end += 2) {
				b2CircleShape s;
				s.m_radius = (float)(r / scale), s.m_p.Set((float)(end * h / scale), 0);
				f.shape = &s, body->CreateFixture(&f);
			}
			b2PolygonShape p;
			p.SetAsBox((float)(h / scale), (float)(r / scale));
			f.shape = &p, body->CreateFixture(&f);
		} else if (!strcmp(kind, "box")) {
			double bw, bh;
			if (scanf("%lf %lf", &bw, &bh) != 2) return 1;
			b2PolygonShape p;
			p.SetAsBox((float)(bw / 2 / scale), (float)(bh / 2 / scale));
			f.shape = &p, body->CreateFixture(&f);
		} else {
			return 1;
		}
		all.push_back(body);
		if (type[0] == 'd') dynamic.push_back(body);
		if (type[0] == 'k') movers.push_back({body, x, y, a, mx, my, mt, turn});
	}
	b2BodyDef origin;
	b2Body *level = world.CreateBody(&origin);
	for (; !strcmp(word, "joint"); word[0] = 0, (void)!scanf("%31s", word)) {
		char kind[16];
		int ia, ib;
		double ax, ay, bx, by, length, hertz, damping;
		if (scanf("%15s %d %d %lf %lf %lf %lf %lf %lf %lf", kind, &ia, &ib, &ax, &ay, &bx, &by, &length, &hertz, &damping) != 10) return 1;
		b2Body *a = ia < 0 ? level : all.at((size_t)ia), *b = all.at((size_t)ib);
		b2Vec2 la((float)(ax / scale), (float)(ay / scale)), lb((float)(bx / scale), (float)(by / scale));
		if (!strcmp(kind, "hinge")) {
			b2RevoluteJointDef def;
			def.bodyA = a, def.bodyB = b, def.localAnchorA = la, def.localAnchorB = lb;
			def.referenceAngle = b->GetAngle() - a->GetAngle();
			world.CreateJoint(&def);
			continue;
		}
		b2DistanceJointDef def;
		def.bodyA = a, def.bodyB = b, def.localAnchorA = la, def.localAnchorB = lb;
		def.length = (float)(length / scale);
		if (!strcmp(kind, "rope"))
			def.minLength = 0, def.maxLength = def.length;
		else
			def.minLength = 0, def.maxLength = b2_maxFloat, b2LinearStiffness(def.stiffness, def.damping, (float)hertz, (float)damping, a, b);
		world.CreateJoint(&def);
	}
	std::vector<double> took;
	for (int i = 0; i < steps; i++) {
		for (const Mover &m : movers) {
			double x0, y0, a0, x1, y1, a1;
			m.at(i / 60.0, x0, y0, a0), m.at((i + 1) / 60.0, x1, y1, a1);
			m.body->SetTransform(b2Vec2((float)(x0 / scale), (float)(y0 / scale)), (float)a0);
			m.body->SetLinearVelocity(b2Vec2((float)((x1 - x0) * 60 / scale), (float)((y1 - y0) * 60 / scale)));
			m.body->SetAngularVelocity((float)((a1 - a0) * 60));
		}
		auto start = std::chrono::steady_clock::now();
		world.Step(1.0f / 60, 8, 3);
		took.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
		for (b2Body *b : dynamic) {
			b2Vec2 p = b->GetPosition(), v = b->GetLinearVelocity();
			printf("%.9g %.9g %.9g %.9g %.9g %.9g ", p.x * scale, p.y * scale, b->GetAngle(), v.x * scale, v.y * scale, b->GetAngularVelocity());
		}
		printf("\n");
	}
	std::sort(took.begin(), took.end());
	printf("time %g\n", took.empty() ? 0 : took[took.size() / 2]);
}
