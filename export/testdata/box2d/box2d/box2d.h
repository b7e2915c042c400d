// Declarations of the parts of Box2D v3.1 that the template box2d.c.tmpl and the loader fillet_box2d.h use, for tests
// without Box2D.
#ifndef BOX2D_H
#define BOX2D_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define B2_MAX_POLYGON_VERTICES 8
#define B2_IS_NULL( id ) ( ( id ).index == 0 )
#define B2_IS_NON_NULL( id ) ( ( id ).index != 0 )
#define B2_ID_EQUALS( a, b ) ( ( a ).index == ( b ).index )

typedef struct { int index; } b2WorldId;
typedef struct { int index; } b2BodyId;
typedef struct { int index; } b2ShapeId;
typedef struct { int index; } b2ChainId;
typedef struct { int index; } b2JointId;
static const b2BodyId b2_nullBodyId = { 0 };

typedef struct { float x, y; } b2Vec2;
typedef struct { float c, s; } b2Rot;
typedef struct { uint64_t categoryBits, maskBits; int groupIndex; } b2Filter;
typedef enum { b2_staticBody, b2_kinematicBody, b2_dynamicBody } b2BodyType;
typedef struct { float friction, restitution, rollingResistance; } b2SurfaceMaterial;
typedef struct
{
	b2BodyType type;
	b2Vec2 position;
	b2Rot rotation;
	float linearDamping, angularDamping;
	void* userData;
} b2BodyDef;
typedef struct
{
	void* userData;
	b2SurfaceMaterial material;
	float density;
	b2Filter filter;
	bool isSensor, enableSensorEvents, enablePreSolveEvents, updateBodyMass;
} b2ShapeDef;
typedef enum { b2_circleShape, b2_capsuleShape, b2_segmentShape, b2_polygonShape, b2_chainSegmentShape } b2ShapeType;
typedef struct
{
	void* userData;
	const b2Vec2* points;
	int count;
	const b2SurfaceMaterial* materials;
	int materialCount;
	b2Filter filter;
	bool isLoop, enableSensorEvents;
} b2ChainDef;
typedef struct { float mass; b2Vec2 center; float rotationalInertia; } b2MassData;
typedef struct { b2Vec2 center; float radius; } b2Circle;
typedef struct { b2Vec2 center1, center2; float radius; } b2Capsule;
typedef struct { b2Vec2 point1, point2; } b2Segment;
typedef struct { b2Vec2 points[B2_MAX_POLYGON_VERTICES]; int count; } b2Hull;
typedef struct { float radius; int count; } b2Polygon;
typedef struct { b2Vec2 point; float separation; } b2ManifoldPoint;
typedef struct { b2Vec2 normal; b2ManifoldPoint points[2]; int pointCount; } b2Manifold;
typedef struct { b2ShapeId shapeIdA, shapeIdB; b2Manifold manifold; } b2ContactData;
typedef struct
{
	b2BodyId bodyIdA, bodyIdB;
	b2Vec2 localAnchorA, localAnchorB;
	float referenceAngle, lowerAngle, upperAngle, maxMotorTorque, motorSpeed;
	bool enableLimit, enableMotor, collideConnected;
	void* userData;
} b2RevoluteJointDef;
typedef struct
{
	b2BodyId bodyIdA, bodyIdB;
	b2Vec2 localAnchorA, localAnchorB;
	float length, hertz, dampingRatio, maxLength;
	bool enableSpring, enableLimit, collideConnected;
	void* userData;
} b2DistanceJointDef;
typedef float b2FrictionCallback( float a, int materialA, float b, int materialB );
typedef float b2RestitutionCallback( float a, int materialA, float b, int materialB );
typedef bool b2PreSolveFcn( b2ShapeId a, b2ShapeId b, b2Manifold* manifold, void* context );

b2Vec2 b2Sub( b2Vec2 a, b2Vec2 b );
b2Vec2 b2MulSV( float s, b2Vec2 v );
b2Vec2 b2Neg( b2Vec2 v );
float b2Dot( b2Vec2 a, b2Vec2 b );
float b2Cross( b2Vec2 a, b2Vec2 b );
float b2Length( b2Vec2 v );
float b2MaxFloat( float a, float b );
float b2Distance( b2Vec2 a, b2Vec2 b );
b2Rot b2MakeRot( float radians );
b2Rot b2InvMulRot( b2Rot q, b2Rot r );
b2Vec2 b2RotateVector( b2Rot q, b2Vec2 v );
float b2RelativeAngle( b2Rot b, b2Rot a );

b2BodyDef b2DefaultBodyDef( void );
b2ShapeDef b2DefaultShapeDef( void );
b2ChainDef b2DefaultChainDef( void );
b2RevoluteJointDef b2DefaultRevoluteJointDef( void );
b2DistanceJointDef b2DefaultDistanceJointDef( void );

void b2World_SetGravity( b2WorldId world, b2Vec2 gravity );
void b2World_SetFrictionCallback( b2WorldId world, b2FrictionCallback* callback );
void b2World_SetRestitutionCallback( b2WorldId world, b2RestitutionCallback* callback );
void b2World_SetPreSolveCallback( b2WorldId world, b2PreSolveFcn* callback, void* context );
b2BodyId b2CreateBody( b2WorldId world, const b2BodyDef* def );
void b2DestroyBody( b2BodyId body );
b2BodyType b2Body_GetType( b2BodyId body );
b2Vec2 b2Body_GetPosition( b2BodyId body );
void b2Body_SetTransform( b2BodyId body, b2Vec2 position, b2Rot rotation );
float b2Body_GetAngularVelocity( b2BodyId body );
b2Vec2 b2Body_GetWorldPointVelocity( b2BodyId body, b2Vec2 p );
b2Vec2 b2Body_GetLocalPoint( b2BodyId body, b2Vec2 p );
b2Vec2 b2Body_GetLinearVelocity( b2BodyId body );
b2Rot b2Body_GetRotation( b2BodyId body );
void* b2Body_GetUserData( b2BodyId body );
void b2Body_SetLinearVelocity( b2BodyId body, b2Vec2 v );
void b2Body_SetAngularVelocity( b2BodyId body, float w );
void b2Body_SetMassData( b2BodyId body, b2MassData data );
void b2Body_ApplyMassFromShapes( b2BodyId body );
void b2Body_ApplyForceToCenter( b2BodyId body, b2Vec2 force, bool wake );
b2ShapeId b2CreateCircleShape( b2BodyId body, const b2ShapeDef* def, const b2Circle* circle );
b2ShapeId b2CreateCapsuleShape( b2BodyId body, const b2ShapeDef* def, const b2Capsule* capsule );
b2ShapeId b2CreateSegmentShape( b2BodyId body, const b2ShapeDef* def, const b2Segment* segment );
b2ShapeId b2CreatePolygonShape( b2BodyId body, const b2ShapeDef* def, const b2Polygon* polygon );
b2ChainId b2CreateChain( b2BodyId body, const b2ChainDef* def );
b2BodyId b2Shape_GetBody( b2ShapeId shape );
void* b2Shape_GetUserData( b2ShapeId shape );
b2ShapeType b2Shape_GetType( b2ShapeId shape );
b2Capsule b2Shape_GetCapsule( b2ShapeId shape );
int b2Shape_GetContactCapacity( b2ShapeId shape );
int b2Shape_GetContactData( b2ShapeId shape, b2ContactData* data, int capacity );
b2Hull b2ComputeHull( const b2Vec2* points, int count );
b2Polygon b2MakePolygon( const b2Hull* hull, float radius );
b2JointId b2CreateRevoluteJoint( b2WorldId world, const b2RevoluteJointDef* def );
b2JointId b2CreateDistanceJoint( b2WorldId world, const b2DistanceJointDef* def );
float b2DistanceJoint_GetLength( b2JointId joint );
float b2DistanceJoint_GetCurrentLength( b2JointId joint );
void b2DistanceJoint_SetSpringHertz( b2JointId joint, float hertz );

#ifdef __cplusplus
}
#endif

#endif
