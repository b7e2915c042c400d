// Plays one scene on Chipmunk 7, for the table in docs/PLAYTEST.md. Input and output are the same as in box2d.cpp.
//
// The library multiplies the frictions and the restitutions of two surfaces. Each surface gets the square root of its
// value, so that two equal surfaces have the value of the scene.
#include <chipmunk/chipmunk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct { cpBody *body; double x, y, angle, mx, my, time, turn; } Mover;

static void at(const Mover *m, double t, double *x, double *y, double *a)
{
	double part = m->time > 0 ? (1 - cos(2 * CP_PI * fmod(t / m->time, 1))) / 2 : 0;
	*x = m->x + m->mx * part, *y = m->y + m->my * part, *a = m->angle + m->turn * t;
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int less(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

int main(void)
{
	double gravity = 0;
	static double took[100000];
	int steps = 0, n = 0, k = 0, count = 0;
	char word[32];
	static cpBody *dynamic[4096], *all[8192];
	static Mover movers[64];
	if (scanf("%31s %lf %31s %d", word, &gravity, word, &steps) != 4 || steps > 100000) return 1;
	cpSpace *space = cpSpaceNew();
	cpSpaceSetGravity(space, cpv(0, gravity));
	cpSpaceSetSleepTimeThreshold(space, 0.5);
	while (scanf("%31s", word) == 1 && !strcmp(word, "body")) {
		char type[16], kind[16];
		double fr, re, de, x, y, a, vx, vy, w, mx, my, mt, turn, s, r = 0;
		if (scanf("%15s %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %15s", type, &fr, &re, &de, &x, &y, &a, &vx, &vy, &w, &mx, &my, &mt, &turn, kind) != 15) return 1;
		if (scanf("%lf", &s) != 1 || (strcmp(kind, "circle") && scanf("%lf", &r) != 1)) return 1;
		double mass = 1, moment = 1;
		if (!strcmp(kind, "circle")) mass = de * cpAreaForCircle(0, s), moment = cpMomentForCircle(mass, 0, s, cpvzero);
		if (!strcmp(kind, "box")) mass = de * s * r, moment = cpMomentForBox(mass, s, r);
		if (!strcmp(kind, "capsule")) mass = de * (4 * s * r + CP_PI * r * r), moment = cpMomentForSegment(mass, cpv(-s, 0), cpv(s, 0), r);
		cpBody *body = type[0] == 'd' ? cpBodyNew(mass, moment) : type[0] == 'k' ? cpBodyNewKinematic() : cpBodyNewStatic();
		cpBodySetPosition(body, cpv(x, y));
		cpBodySetAngle(body, a);
		if (type[0] == 'd') {
			cpBodySetVelocity(body, cpv(vx, vy));
			cpBodySetAngularVelocity(body, w);
		}
		if (type[0] != 's') cpSpaceAddBody(space, body);
		cpShape *shape = !strcmp(kind, "circle") ? cpCircleShapeNew(body, s, cpvzero)
			: !strcmp(kind, "box") ? cpBoxShapeNew(body, s, r, 0) : cpSegmentShapeNew(body, cpv(-s, 0), cpv(s, 0), r);
		cpShapeSetFriction(shape, sqrt(fr));
		cpShapeSetElasticity(shape, sqrt(re));
		cpSpaceAddShape(space, shape);
		all[count++] = body;
		if (type[0] == 'd') dynamic[n++] = body;
		if (type[0] == 'k') movers[k++] = (Mover){body, x, y, a, mx, my, mt, turn};
	}
	for (; !strcmp(word, "joint"); word[0] = 0, (void)!scanf("%31s", word)) {
		char kind[16];
		int ia, ib;
		double ax, ay, bx, by, length, hertz, damping;
		if (scanf("%15s %d %d %lf %lf %lf %lf %lf %lf %lf", kind, &ia, &ib, &ax, &ay, &bx, &by, &length, &hertz, &damping) != 10) return 1;
		if (ia >= count || ib < 0 || ib >= count) return 1;
		cpBody *a = ia < 0 ? cpSpaceGetStaticBody(space) : all[ia], *b = all[ib];
		cpVect la = cpv(ax, ay), lb = cpv(bx, by);
		cpConstraint *c;
		if (!strcmp(kind, "hinge")) {
			c = cpPivotJointNew2(a, b, la, lb);
		} else if (!strcmp(kind, "rope")) {
			c = cpSlideJointNew(a, b, la, lb, 0, length);
		} else { // between a body and the level
			double m = cpBodyGetMass(b), omega = 2 * CP_PI * hertz;
			c = cpDampedSpringNew(a, b, la, lb, length, m * omega * omega, 2 * m * damping * omega);
		}
		cpConstraintSetCollideBodies(c, cpFalse);
		cpSpaceAddConstraint(space, c);
	}
	for (int i = 0; i < steps; i++) {
		for (int j = 0; j < k; j++) {
			double x0, y0, a0, x1, y1, a1;
			at(&movers[j], i / 60.0, &x0, &y0, &a0), at(&movers[j], (i + 1) / 60.0, &x1, &y1, &a1);
			cpBodySetPosition(movers[j].body, cpv(x0, y0));
			cpBodySetAngle(movers[j].body, a0);
			cpBodySetVelocity(movers[j].body, cpv((x1 - x0) * 60, (y1 - y0) * 60));
			cpBodySetAngularVelocity(movers[j].body, (a1 - a0) * 60);
		}
		double start = now();
		cpSpaceStep(space, 1.0 / 60);
		took[i] = now() - start;
		for (int j = 0; j < n; j++) {
			cpVect p = cpBodyGetPosition(dynamic[j]), v = cpBodyGetVelocity(dynamic[j]);
			printf("%.9g %.9g %.9g %.9g %.9g %.9g ", p.x, p.y, cpBodyGetAngle(dynamic[j]), v.x, v.y, cpBodyGetAngularVelocity(dynamic[j]));
		}
		printf("\n");
	}
	qsort(took, (size_t)steps, sizeof took[0], less);
	printf("time %g\n", took[steps / 2]);
	return 0;
}
