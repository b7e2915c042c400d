// cavern: written by Fillet for Box2D v3.1.
#include "cavern.h"

#include <stdlib.h>
#include <string.h>

// A convex part, or the points of a line, in metres in the level.
typedef struct cavern_piece
{
	int count;
	float radius;
	const b2Vec2* points;
} cavern_piece;

typedef struct
{
	const char *a, *b; // ids of colliders; NULL is the level
	b2Vec2 at_a, at_b;
	bool is_hinge, is_rope, is_limited, collides;
	float lower, upper, speed, torque, length, frequency, damping;
} cavern_joint;

static const b2Vec2 points_0_0[] = { { 0.125000f, 7.625000f }, { 1.875000f, 7.625000f }, { 1.875000f, 7.875000f }, { 0.125000f, 7.875000f },  };
static const cavern_piece pieces_0[] = {
	{ 4, 0.125000f, points_0_0 },
};
static const b2Vec2 points_1_0[] = { { 4.000000f, 2.000000f }, { 6.000000f, 2.000000f }, { 6.000000f, 2.500000f }, { 4.000000f, 2.500000f },  };
static const b2Vec2 points_1_1[] = { { 4.000000f, 2.500000f }, { 4.500000f, 2.500000f }, { 4.500000f, 3.500000f }, { 4.000000f, 3.500000f },  };
static const b2Vec2 points_1_2[] = { { 5.500000f, 2.500000f }, { 6.000000f, 2.500000f }, { 6.000000f, 3.500000f }, { 5.500000f, 3.500000f },  };
static const b2Vec2 points_1_3[] = { { 4.000000f, 3.500000f }, { 6.000000f, 3.500000f }, { 6.000000f, 4.000000f }, { 4.000000f, 4.000000f },  };
static const cavern_piece pieces_1[] = {
	{ 4, 0.000000f, points_1_0 },
	{ 4, 0.000000f, points_1_1 },
	{ 4, 0.000000f, points_1_2 },
	{ 4, 0.000000f, points_1_3 },
};
static const b2Vec2 points_2_0[] = { { 2.537981f, 5.766747f }, { 3.837019f, 6.516747f }, { 3.712019f, 6.733253f }, { 2.412981f, 5.983253f },  };
static const cavern_piece pieces_2[] = {
	{ 4, 0.062500f, points_2_0 },
};
static const b2Vec2 points_3_0[] = { { 0.937500f, 7.375000f },  };
static const cavern_piece pieces_3[] = {
	{ 1, 0.250000f, points_3_0 },
};
static const b2Vec2 points_4_0[] = { { 1.250000f, 7.500000f }, { 1.250000f, 6.875000f },  };
static const cavern_piece pieces_4[] = {
	{ 2, 0.156250f, points_4_0 },
};
static const b2Vec2 points_5_0[] = { { 9.375000f, 0.312500f }, { 10.375000f, 0.312500f },  };
static const b2Vec2 points_5_1[] = { { 10.375000f, 0.312500f }, { 10.375000f, 1.312500f },  };
static const cavern_piece pieces_5[] = {
	{ 2, 0.046875f, points_5_0 },
	{ 2, 0.046875f, points_5_1 },
};
static const b2Vec2 points_6_0[] = { { 12.500000f, 0.312500f }, { 13.500000f, 0.312500f }, { 13.500000f, 1.312500f },  };
static const cavern_piece pieces_6[] = { { sizeof points_6_0 / sizeof( b2Vec2 ), 0.0f, points_6_0 } };

const cavern_collider cavern_colliders[] = {
	{
		.id = "c1", .name = "floor", .type = b2_staticBody,
		.position = { 0.000000f, 7.500000f }, .angle = 0.000000f,
		.is_sensor = false, .is_line = false, .is_closed = false, .is_one_sided = false,
		.filter = { 1ull, 3ull, 0 },
		.friction = 0.600000f, .restitution = 0.000000f, .density = 1.000000f,
		.velocity = { 0.000000f, 0.000000f }, .force = { 0.000000f, 0.000000f }, .spin = 0.000000f,
		.mass = 0.986587f, .inertia = 0.340816348f, .centre = { 1.000000f, 7.750000f },
		.count = sizeof pieces_0 / sizeof( cavern_piece ), .pieces = pieces_0,
	},
	{
		.id = "c2", .name = "frame", .type = b2_staticBody,
		.position = { 4.000000f, 2.000000f }, .angle = 0.000000f,
		.is_sensor = false, .is_line = false, .is_closed = false, .is_one_sided = false,
		.filter = { 1ull, 3ull, 0 },
		.friction = 0.600000f, .restitution = 0.000000f, .density = 1.000000f,
		.velocity = { 0.000000f, 0.000000f }, .force = { 0.000000f, 0.000000f }, .spin = 0.000000f,
		.mass = 3.000000f, .inertia = 2.500000000f, .centre = { 5.000000f, 3.000000f },
		.count = sizeof pieces_1 / sizeof( cavern_piece ), .pieces = pieces_1,
	},
	{
		.id = "c3", .name = "bridge", .type = b2_staticBody,
		.position = { 3.125000f, 6.250000f }, .angle = 0.523599f,
		.is_sensor = false, .is_line = false, .is_closed = false, .is_one_sided = false,
		.is_one_way = true, .side = { 0.500000f, -0.866025f },
		.filter = { 1ull, 0ull, 0 },
		.friction = 0.250000f, .restitution = 0.500000f, .density = 3.000000f,
		.velocity = { 0.000000f, 0.000000f }, .force = { 0.000000f, 0.000000f }, .spin = 0.000000f,
		.mass = 1.818066f, .inertia = 0.416985772f, .centre = { 3.125000f, 6.250000f },
		.count = sizeof pieces_2 / sizeof( cavern_piece ), .pieces = pieces_2,
	},
	{
		.id = "c4", .name = "", .type = b2_dynamicBody,
		.position = { 0.937500f, 7.375000f }, .angle = 0.000000f,
		.is_sensor = false, .is_line = false, .is_closed = false, .is_one_sided = false,
		.filter = { 2ull, 3ull, -3 },
		.friction = 0.600000f, .restitution = 0.000000f, .density = 1.000000f,
		.velocity = { -0.390625f, 0.093750f }, .force = { 0.000000f, 2.000000f }, .spin = -1.570796f,
		.mass = 0.196350f, .inertia = 0.006135923f, .centre = { 0.937500f, 7.375000f },
		.count = sizeof pieces_3 / sizeof( cavern_piece ), .pieces = pieces_3,
	},
	{
		.id = "c5", .name = "door", .type = b2_staticBody,
		.position = { 1.250000f, 7.187500f }, .angle = -1.570796f,
		.is_sensor = true, .is_line = false, .is_closed = false, .is_one_sided = false,
		.filter = { 1ull, 3ull, 0 },
		.friction = 0.600000f, .restitution = 0.000000f, .density = 1.000000f,
		.velocity = { 0.000000f, 0.000000f }, .force = { 0.000000f, 0.000000f }, .spin = 0.000000f,
		.mass = 0.272012f, .inertia = 0.019552608f, .centre = { 1.250000f, 7.187500f },
		.count = sizeof pieces_4 / sizeof( cavern_piece ), .pieces = pieces_4,
	},
	{
		.id = "c6", .name = "rope", .type = b2_kinematicBody,
		.position = { 9.375000f, 0.312500f }, .angle = 0.000000f,
		.is_sensor = false, .is_line = false, .is_closed = false, .is_one_sided = false,
		.filter = { 1ull, 3ull, 0 },
		.friction = 0.600000f, .restitution = 0.000000f, .density = 1.000000f,
		.velocity = { 0.000000f, 0.000000f }, .force = { 0.000000f, 0.000000f }, .spin = 0.000000f,
		.mass = 0.193931f, .inertia = 0.043718890f, .centre = { 10.115582f, 0.571918f },
		.count = sizeof pieces_5 / sizeof( cavern_piece ), .pieces = pieces_5,
	},
	{
		.id = "c7", .name = "loop", .type = b2_staticBody,
		.position = { 12.500000f, 0.312500f }, .angle = 0.000000f,
		.is_sensor = false, .is_line = true, .is_closed = true, .is_one_sided = true,
		.filter = { 1ull, 3ull, 0 },
		.friction = 0.600000f, .restitution = 0.000000f, .density = 1.000000f,
		.velocity = { 0.000000f, 0.000000f }, .force = { 0.000000f, 0.000000f }, .spin = 0.000000f,
		.mass = 0.000000f, .inertia = 0.000000000f, .centre = { 13.146447f, 0.666053f },
		.count = sizeof pieces_6 / sizeof( cavern_piece ), .pieces = pieces_6,
	},
	{
		.id = "c8", .name = "spawn", .type = b2_staticBody,
		.position = { 0.625000f, 0.625000f }, .angle = 0.000000f,
		.is_sensor = false, .is_line = false, .is_closed = false, .is_one_sided = false,
		.filter = { 1ull, 3ull, 0 },
		.friction = 0.600000f, .restitution = 0.000000f, .density = 1.000000f,
		.velocity = { 0.000000f, 0.000000f }, .force = { 0.000000f, 0.000000f }, .spin = 0.000000f,
	},
	{ .id = NULL },
};

static const cavern_joint joints[] = {
	{ 0 },
};

enum { joint_count = sizeof joints / sizeof joints[0] - 1 };

int cavern_find( const char* id )
{
	for ( int i = 0; i < cavern_count; ++i )
	{
		if ( strcmp( cavern_colliders[i].id, id ) == 0 )
		{
			return i;
		}
	}
	return -1;
}

// Returns the first collider of a collider's body.
static int first_of( int i )
{
	const char* body = cavern_colliders[i].one_body;
	for ( int k = 0; body != NULL && k < i; ++k )
	{
		const char* other = cavern_colliders[k].one_body;
		if ( other != NULL && cavern_colliders[k].count > 0 && strcmp( body, other ) == 0 )
		{
			return k;
		}
	}
	return i;
}

// Adds a line without thickness. Chains are solid on one side, so that other lines get one for each side.
static void add_line( b2BodyId body, const b2ShapeDef* shape, const cavern_collider* c )
{
	const cavern_piece* line = c->pieces;
	b2Vec2* points = malloc( ( line->count + 3 ) * sizeof( b2Vec2 ) );
	int n = 1; // leave room for the point before the first
	for ( int i = 0; i < line->count; ++i )
	{
		b2Vec2 p = b2Body_GetLocalPoint( body, line->points[i] );
		if ( n == 1 || b2Distance( p, points[n - 1] ) > 0.01f )
		{
			points[n++] = p;
		}
	}
	bool is_closed = c->is_closed && n > 3;
	if ( is_closed && b2Distance( points[1], points[n - 1] ) <= 0.01f )
	{
		--n;
	}
	if ( n > 2 && c->is_sensor )
	{
		for ( int i = 1; i < n - !is_closed; ++i )
		{
			b2Segment segment = { points[i], points[i + 1 < n ? i + 1 : 1] };
			b2CreateSegmentShape( body, shape, &segment );
		}
	}
	else if ( n > 2 )
	{
		// The first and the last edge of an open chain do not collide.
		if ( is_closed )
		{
			points[0] = points[n - 1];
			points[n] = points[1];
			points[n + 1] = points[2];
			n += 2;
		}
		else
		{
			points[0] = b2Sub( b2MulSV( 2.0f, points[1] ), points[2] );
			points[n] = b2Sub( b2MulSV( 2.0f, points[n - 1] ), points[n - 2] );
			n += 1;
		}
		b2ChainDef def = b2DefaultChainDef();
		def.userData = shape->userData;
		def.points = points;
		def.count = n;
		def.materials = &shape->material;
		def.materialCount = 1;
		def.filter = shape->filter;
		def.enableSensorEvents = true;
		b2CreateChain( body, &def );
		if ( !c->is_one_sided )
		{
			for ( int i = 0; i < n / 2; ++i )
			{
				b2Vec2 p = points[i];
				points[i] = points[n - 1 - i];
				points[n - 1 - i] = p;
			}
			b2CreateChain( body, &def );
		}
	}
	free( points );
}

// Adds a convex piece, or returns false if it is too small.
static bool add_piece( b2BodyId body, const b2ShapeDef* shape, const cavern_piece* piece )
{
	b2Vec2 points[B2_MAX_POLYGON_VERTICES];
	for ( int i = 0; i < piece->count; ++i )
	{
		points[i] = b2Body_GetLocalPoint( body, piece->points[i] );
	}
	if ( piece->count < 3 && piece->radius == 0.0f )
	{
		return false;
	}
	if ( piece->count == 1 || ( piece->count == 2 && b2Distance( points[0], points[1] ) < 0.01f ) )
	{
		b2Circle circle = { points[0], piece->radius };
		b2CreateCircleShape( body, shape, &circle );
		return true;
	}
	if ( piece->count == 2 )
	{
		b2Capsule capsule = { points[0], points[1], piece->radius };
		b2CreateCapsuleShape( body, shape, &capsule );
		return true;
	}
	b2Hull hull = b2ComputeHull( points, piece->count );
	if ( hull.count == 0 )
	{
		return false;
	}
	b2Polygon polygon = b2MakePolygon( &hull, piece->radius );
	b2CreatePolygonShape( body, shape, &polygon );
	return true;
}

static void add_joint( b2WorldId world, const b2BodyId* bodies, b2BodyId ground, const cavern_joint* j )
{
	b2BodyId a = j->a == NULL ? ground : bodies[cavern_find( j->a )];
	b2BodyId b = j->b == NULL ? ground : bodies[cavern_find( j->b )];
	if ( B2_IS_NULL( a ) || B2_IS_NULL( b ) || B2_ID_EQUALS( a, b ) )
	{
		return; // it is attached to a marker, or both ends are on one body
	}
	if ( j->is_hinge )
	{
		b2RevoluteJointDef def = b2DefaultRevoluteJointDef();
		def.bodyIdA = a;
		def.bodyIdB = b;
		def.localAnchorA = b2Body_GetLocalPoint( a, j->at_a );
		def.localAnchorB = b2Body_GetLocalPoint( b, j->at_b );
		def.referenceAngle = b2RelativeAngle( b2Body_GetRotation( b ), b2Body_GetRotation( a ) );
		def.enableLimit = j->is_limited;
		def.lowerAngle = j->lower;
		def.upperAngle = j->upper;
		def.enableMotor = j->torque > 0.0f;
		def.maxMotorTorque = j->torque;
		def.motorSpeed = j->speed;
		def.collideConnected = j->collides;
		b2CreateRevoluteJoint( world, &def );
		return;
	}
	b2DistanceJointDef def = b2DefaultDistanceJointDef();
	def.bodyIdA = a;
	def.bodyIdB = b;
	def.localAnchorA = b2Body_GetLocalPoint( a, j->at_a );
	def.localAnchorB = b2Body_GetLocalPoint( b, j->at_b );
	def.length = j->length > 0.01f ? j->length : 0.01f;
	def.enableSpring = j->frequency > 0.0f || j->is_rope;
	def.hertz = j->frequency;
	def.dampingRatio = j->damping;
	def.enableLimit = j->is_rope;
	def.maxLength = def.length;
	def.collideConnected = j->collides;
	b2CreateDistanceJoint( world, &def );
}

int cavern_create( b2WorldId world, b2BodyId* bodies )
{
	int rejected = 0;
	bool has_one_way = false;
	for ( int i = 0; i < cavern_count; ++i )
	{
		const cavern_collider* c = &cavern_colliders[i];
		if ( c->count == 0 )
		{
			bodies[i] = b2_nullBodyId;
			continue;
		}
		int first = first_of( i );
		if ( first == i )
		{
			b2BodyDef def = b2DefaultBodyDef();
			def.type = c->type;
			def.position = c->position;
			def.rotation = b2MakeRot( c->angle );
			def.userData = (void*)c;
			bodies[i] = b2CreateBody( world, &def );
		}
		bodies[i] = bodies[first];
		b2ShapeDef shape = b2DefaultShapeDef();
		shape.userData = (void*)c;
		shape.density = c->density;
		shape.material.friction = c->friction;
		shape.material.restitution = c->restitution;
		shape.filter = c->filter;
		shape.isSensor = c->is_sensor;
		shape.enableSensorEvents = true;
		shape.enablePreSolveEvents = c->is_one_way;
		has_one_way = has_one_way || c->is_one_way;
		if ( c->is_line )
		{
			add_line( bodies[i], &shape, c );
			continue;
		}
		for ( int k = 0; k < c->count; ++k )
		{
			rejected += !add_piece( bodies[i], &shape, &c->pieces[k] );
		}
	}
	for ( int i = cavern_count - 1; i >= 0; --i ) // the first collider of a body has priority
	{
		const cavern_collider* c = &cavern_colliders[i];
		if ( c->count == 0 || c->type != b2_dynamicBody )
		{
			continue;
		}
		b2MassData mass = { c->mass, b2Body_GetLocalPoint( bodies[i], c->centre ), c->inertia };
		b2Body_SetMassData( bodies[i], mass );
		if ( c->velocity.x != 0.0f || c->velocity.y != 0.0f || c->spin != 0.0f )
		{
			b2Body_SetLinearVelocity( bodies[i], c->velocity );
			b2Body_SetAngularVelocity( bodies[i], c->spin );
		}
	}
	if ( joint_count > 0 )
	{
		b2BodyDef def = b2DefaultBodyDef();
		b2BodyId ground = b2CreateBody( world, &def );
		for ( int i = 0; i < joint_count; ++i )
		{
			add_joint( world, bodies, ground, &joints[i] );
		}
	}
	if ( has_one_way )
	{
		b2World_SetPreSolveCallback( world, cavern_pre_solve, NULL );
	}
	return rejected;
}

void cavern_push( const b2BodyId* bodies )
{
	for ( int i = 0; i < cavern_count; ++i )
	{
		const cavern_collider* c = &cavern_colliders[i];
		if ( c->count > 0 && ( c->force.x != 0.0f || c->force.y != 0.0f ) )
		{
			b2Body_ApplyForceToCenter( bodies[i], c->force, true );
		}
	}
}

// Reports whether the shape belongs to a one-way collider whose open side the contact is on. The normal points away
// from the shape.
static bool passes( b2ShapeId shape, b2ShapeId other, b2Vec2 normal )
{
	const cavern_collider* c = b2Shape_GetUserData( shape );
	if ( c < cavern_colliders || c >= cavern_colliders + cavern_count || !c->is_one_way )
	{
		return false; // or a shape of the game's own
	}
	b2BodyId body = b2Shape_GetBody( shape ), visitor = b2Shape_GetBody( other );
	const cavern_collider* first = b2Body_GetUserData( body );
	b2Rot turn = b2InvMulRot( b2MakeRot( first->angle ), b2Body_GetRotation( body ) );
	b2Vec2 side = b2RotateVector( turn, c->side );
	b2Vec2 velocity = b2Sub( b2Body_GetLinearVelocity( visitor ), b2Body_GetLinearVelocity( body ) );
	return b2Dot( normal, side ) < 0.5f || b2Dot( velocity, side ) > 0.01f;
}

bool cavern_pre_solve( b2ShapeId a, b2ShapeId b, b2Manifold* manifold, void* context )
{
	(void)context;
	return !passes( a, b, manifold->normal ) && !passes( b, a, b2Neg( manifold->normal ) );
}
--- cavern.h
// cavern: written by Fillet for Box2D v3.1.
//
//     b2WorldDef def = b2DefaultWorldDef();
//     def.gravity = (b2Vec2){ 0.0f, 25.000f }; // y points down
//     b2WorldId world = b2CreateWorld( &def );
//     b2BodyId bodies[cavern_count];
//     cavern_create( world, bodies );
//
//     cavern_push( bodies ); // before each b2World_Step
//     b2World_Step( world, 1.0f / 60.0f, 4 );
#ifndef CAVERN_H
#define CAVERN_H

#include <box2d/box2d.h>

enum { cavern_count = 8 }; // number of colliders

// A collider of the level. The user data of its shapes points to it.
typedef struct cavern_collider
{
	const char *id, *name, *one_body; // colliders with the same one_body are one body; it is NULL for others
	b2BodyType type;
	b2Vec2 position; // of its frame, in metres
	float angle;     // of its frame, in radians
	bool is_sensor, is_line, is_closed, is_one_sided, is_one_way;
	b2Vec2 side; // the direction in which the solid side of a one-way collider faces
	b2Filter filter;
	float friction, restitution, density;
	b2Vec2 velocity, force;
	float spin;
	float mass, inertia; // of its body
	b2Vec2 centre;       // of mass, at the start
	int count; // of pieces; 0 for a marker
	const struct cavern_piece* pieces;
} cavern_collider;

extern const cavern_collider cavern_colliders[];

// Returns the index of the collider with an id, or -1.
int cavern_find( const char* id );

// Creates the level's bodies and joints, and sets the world's pre-solve callback if there are one-way colliders.
// bodies gets the body of each collider, or b2_nullBodyId for a marker. Returns the number of pieces that are too small
// for Box2D, which are left out.
int cavern_create( b2WorldId world, b2BodyId* bodies );

// Applies the level's constant forces. Call it before each step.
void cavern_push( const b2BodyId* bodies );

// Disables contacts with the open sides of one-way colliders. A game with its own pre-solve callback calls it there.
bool cavern_pre_solve( b2ShapeId a, b2ShapeId b, b2Manifold* manifold, void* context );

#endif
