// The input of all peers' programs: pairs and scenes as numbers in a text, which
// the comparison's driver writes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_VERTS = 8, ROUNDS = 9, REPEAT = 20, BUILDS = 3 };

// SceneTime holds seconds: to build and pair everything, per move, per round of moves.
typedef struct { double total, move, percent; long found; } SceneTime;

// QueryTime holds the seconds per ray, disc cast and point, below 0 if the library has none, and the numbers of hits.
typedef struct { double ray, cast, point; long rays, casts, points; } QueryTime;

typedef struct { double x, y; } Point;
typedef struct { int n; double radius; Point v[MAX_VERTS]; } Shape;
typedef struct { double x, y, c, s; } Pose;
typedef struct { char kind[16]; Shape a, b; Pose xa, xb; } InputPair;
typedef struct { int i; Pose to; } Move;
typedef struct { int n; Move *move; } Round;
typedef struct { Point from, to; } Query;
typedef struct {
	int n, moves1, rounds, queries;
	Shape *shape;
	Pose *pose;
	Move *move1;
	Round *round;
	Query *query;
	double disc; // the radius of the disc that is cast
} Scene;
typedef struct { int pairs; InputPair *pair; int scenes; Scene *scene; } Input;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double number(FILE *f)
{
	double x;
	if (fscanf(f, "%lf", &x) != 1) {
		fprintf(stderr, "the input ends too soon\n");
		exit(1);
	}
	return x;
}

static void *room(int n, size_t size) { return calloc((size_t)(n > 0 ? n : 1), size); }

static Shape readShape(FILE *f)
{
	Shape s;
	memset(&s, 0, sizeof s);
	s.n = (int)number(f);
	s.radius = number(f);
	if (s.n < 1 || s.n > MAX_VERTS) {
		fprintf(stderr, "a shape of %d vertices\n", s.n);
		exit(1);
	}
	for (int i = 0; i < s.n; i++) s.v[i].x = number(f), s.v[i].y = number(f);
	return s;
}

static Pose readPose(FILE *f)
{
	Pose p;
	p.x = number(f), p.y = number(f), p.c = number(f), p.s = number(f);
	return p;
}

static Move *readMoves(FILE *f, int *n)
{
	*n = (int)number(f);
	Move *m = (Move *)room(*n, sizeof *m);
	for (int i = 0; i < *n; i++) m[i].i = (int)number(f), m[i].to = readPose(f);
	return m;
}

static Input readInput(FILE *f)
{
	Input in;
	in.pairs = (int)number(f);
	in.pair = (InputPair *)room(in.pairs, sizeof *in.pair);
	for (int i = 0; i < in.pairs; i++) {
		InputPair *p = &in.pair[i];
		if (fscanf(f, "%15s", p->kind) != 1) exit(1);
		p->a = readShape(f), p->xa = readPose(f), p->b = readShape(f), p->xb = readPose(f);
	}
	in.scenes = (int)number(f);
	in.scene = (Scene *)room(in.scenes, sizeof *in.scene);
	for (int i = 0; i < in.scenes; i++) {
		Scene *s = &in.scene[i];
		s->n = (int)number(f);
		s->shape = (Shape *)room(s->n, sizeof *s->shape);
		s->pose = (Pose *)room(s->n, sizeof *s->pose);
		for (int k = 0; k < s->n; k++) s->shape[k] = readShape(f), s->pose[k] = readPose(f);
		s->move1 = readMoves(f, &s->moves1);
		s->rounds = (int)number(f);
		s->round = (Round *)room(s->rounds, sizeof *s->round);
		for (int k = 0; k < s->rounds; k++) s->round[k].move = readMoves(f, &s->round[k].n);
		s->queries = (int)number(f), s->disc = number(f);
		s->query = (Query *)room(s->queries, sizeof *s->query);
		for (int k = 0; k < s->queries; k++) {
			Query *q = &s->query[k];
			q->from.x = number(f), q->from.y = number(f), q->to.x = number(f), q->to.y = number(f);
		}
	}
	return in;
}

// bestScene prints the smallest of several times.
static void bestScene(const Scene *s, SceneTime (*scene)(const Scene *))
{
	SceneTime best = scene(s);
	for (int i = 1; i < BUILDS; i++) {
		SceneTime t = scene(s);
		if (t.total < best.total) best.total = t.total;
		if (t.move < best.move) best.move = t.move;
		if (t.percent < best.percent) best.percent = t.percent;
	}
	printf("%g %g %g %ld\n", best.total * 1e3, best.move * 1e6, best.percent * 1e3, best.found);
}

static void printQueries(QueryTime t)
{
	printf("%g %g %g %ld %ld %ld\n", t.ray * 1e6, t.cast * 1e6, t.point * 1e6, t.rays, t.casts, t.points);
}

// serve reads the file named on the command line and answers commands until the
// input ends.
static int serve(int argc, char **argv, void (*pairs)(const Input *, const char *), SceneTime (*scene)(const Scene *), SceneTime (*space)(const Scene *), QueryTime (*queries)(const Scene *))
{
	FILE *f = argc == 2 ? fopen(argv[1], "r") : NULL;
	if (!f) {
		fprintf(stderr, "usage: %s INPUT\n", argv[0]);
		return 1;
	}
	Input in = readInput(f);
	fclose(f);
	char command[32], what[32];
	while (scanf("%31s %31s", command, what) == 2) {
		if (!strcmp(command, "pairs")) pairs(&in, what);
		else
			for (int i = 0; i < in.scenes; i++)
				if (in.scene[i].n != atoi(what)) continue;
				else if (!strcmp(command, "queries")) printQueries(queries(&in.scene[i]));
				else bestScene(&in.scene[i], strcmp(command, "space") ? scene : space);
		fflush(stdout);
	}
	return 0;
}
