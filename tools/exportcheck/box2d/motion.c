// Runs the level that the template for Box2D v3 wrote as motion.c for 3 s. Prints a line for each body and frame: its id,
// its centre of mass in pixels, and its angle since the start.
#include "motion.h"

#include <math.h>
#include <stdio.h>

int main( void )
{
	b2WorldDef def = b2DefaultWorldDef();
	def.gravity = (b2Vec2){ 0.0f, 800.0f / 32.0f };
	def.enableSleep = false;
	b2WorldId world = b2CreateWorld( &def );
	static b2BodyId bodies[motion_count];
	static float angles[motion_count];
	if ( motion_create( world, bodies ) != 0 )
	{
		return 1;
	}
	for ( int frame = 0; frame <= 180; ++frame )
	{
		for ( int i = 0; i < motion_count; ++i )
		{
			const motion_collider* c = &motion_colliders[i];
			if ( c->type != b2_dynamicBody )
			{
				continue;
			}
			b2Body_SetLinearDamping( bodies[i], 0.1f ); // as in the level
			b2Body_SetAngularDamping( bodies[i], 0.1f );
			b2Vec2 p = b2Body_GetWorldCenterOfMass( bodies[i] );
			float turn = b2Rot_GetAngle( b2InvMulRot( b2MakeRot( c->angle ), b2Body_GetRotation( bodies[i] ) ) );
			angles[i] += remainderf( turn - angles[i], 2.0f * B2_PI );
			printf( "%s %f %f %f\n", c->id, 32.0f * p.x, 32.0f * p.y, angles[i] );
		}
		motion_push( bodies );
		b2World_Step( world, 1.0f / 60.0f, 4 );
	}
	return 0;
}
