/* cavern: written by Fillet. 8 colliders, pixels, y down.

   A piece of one vertex is a circle, one of two a capsule, or a segment if its radius is 0. For one of more vertices,
   Box2D v3 takes the vertices in metres:

       b2Hull hull = b2ComputeHull( points, count ); // its count is 0 if the piece is smaller than a few centimetres
       b2Polygon polygon = b2MakeOffsetRoundedPolygon( &hull, position, rotation, radius );
*/
#ifndef CAVERN_H
#define CAVERN_H

typedef struct { float radius; int count; const float (*points)[2]; } cavern_piece;
typedef struct { const char *id; unsigned long long category, mask; int trigger, count; const cavern_piece *pieces; } cavern_collider;

static const float cavern_c1_0[4][2] = { {4.0000f, 244.0000f}, {60.0000f, 244.0000f}, {60.0000f, 252.0000f}, {4.0000f, 252.0000f} };
static const cavern_piece cavern_c1[1] = {
  { 4.0000f, 4, cavern_c1_0 },
};

static const float cavern_c2_0[4][2] = { {128.0000f, 64.0000f}, {192.0000f, 64.0000f}, {192.0000f, 80.0000f}, {128.0000f, 80.0000f} };
static const float cavern_c2_1[4][2] = { {128.0000f, 80.0000f}, {144.0000f, 80.0000f}, {144.0000f, 112.0000f}, {128.0000f, 112.0000f} };
static const float cavern_c2_2[4][2] = { {176.0000f, 80.0000f}, {192.0000f, 80.0000f}, {192.0000f, 112.0000f}, {176.0000f, 112.0000f} };
static const float cavern_c2_3[4][2] = { {128.0000f, 112.0000f}, {192.0000f, 112.0000f}, {192.0000f, 128.0000f}, {128.0000f, 128.0000f} };
static const cavern_piece cavern_c2[4] = {
  { 0.0000f, 4, cavern_c2_0 },
  { 0.0000f, 4, cavern_c2_1 },
  { 0.0000f, 4, cavern_c2_2 },
  { 0.0000f, 4, cavern_c2_3 },
};

static const float cavern_c3_0[4][2] = { {81.2154f, 184.5359f}, {122.7846f, 208.5359f}, {118.7846f, 215.4641f}, {77.2154f, 191.4641f} };
static const cavern_piece cavern_c3[1] = {
  { 2.0000f, 4, cavern_c3_0 },
};

static const float cavern_c4_0[1][2] = { {30.0000f, 236.0000f} };
static const cavern_piece cavern_c4[1] = {
  { 8.0000f, 1, cavern_c4_0 },
};

static const float cavern_c5_0[2][2] = { {40.0000f, 240.0000f}, {40.0000f, 220.0000f} };
static const cavern_piece cavern_c5[1] = {
  { 5.0000f, 2, cavern_c5_0 },
};

static const float cavern_c6_0[2][2] = { {300.0000f, 10.0000f}, {332.0000f, 10.0000f} };
static const float cavern_c6_1[2][2] = { {332.0000f, 10.0000f}, {332.0000f, 42.0000f} };
static const cavern_piece cavern_c6[2] = {
  { 1.5000f, 2, cavern_c6_0 },
  { 1.5000f, 2, cavern_c6_1 },
};

static const float cavern_c7_0[2][2] = { {400.0000f, 10.0000f}, {432.0000f, 10.0000f} };
static const float cavern_c7_1[2][2] = { {432.0000f, 10.0000f}, {432.0000f, 42.0000f} };
static const float cavern_c7_2[2][2] = { {432.0000f, 42.0000f}, {400.0000f, 10.0000f} };
static const cavern_piece cavern_c7[3] = {
  { 0.0000f, 2, cavern_c7_0 },
  { 0.0000f, 2, cavern_c7_1 },
  { 0.0000f, 2, cavern_c7_2 },
};

static const cavern_collider cavern_colliders[] = {
  { "c1", 1ull, 3ull, 0, 1, cavern_c1 },
  { "c2", 1ull, 3ull, 0, 4, cavern_c2 },
  { "c3", 1ull, 0ull, 0, 1, cavern_c3 },
  { "c4", 2ull, 3ull, 0, 1, cavern_c4 },
  { "c5", 1ull, 3ull, 1, 1, cavern_c5 },
  { "c6", 1ull, 3ull, 0, 2, cavern_c6 },
  { "c7", 1ull, 3ull, 0, 3, cavern_c7 },
};

#endif
