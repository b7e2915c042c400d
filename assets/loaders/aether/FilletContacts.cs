// Mixes the materials of contacts and lets bodies pass one-way colliders, for FilletLevel.cs.
// MIT License, see LICENSE.
using System.Collections.Generic;
using Microsoft.Xna.Framework;
using nkast.Aether.Physics2D.Collision;
using nkast.Aether.Physics2D.Collision.Shapes;
using nkast.Aether.Physics2D.Common;
using nkast.Aether.Physics2D.Dynamics;
using nkast.Aether.Physics2D.Dynamics.Contacts;

namespace Fillet
{
    sealed class FilletContacts
    {
        const float SolidSide = 0.5f; // one-way colliders are solid within 60 degrees of their side

        readonly FilletLevel level;
        readonly bool yUp;
        readonly HashSet<Contact> passing = new HashSet<Contact>(); // contacts that came from an open side

        public FilletContacts(FilletLevel level, bool yUp)
        {
            this.level = level;
            this.yUp = yUp;
        }

        // Mixes materials as the level does, and disables contacts with open sides.
        public void PreSolve(Contact contact, ref Manifold old)
        {
            var a = contact.FixtureA.Tag as FilletCollider;
            var b = contact.FixtureB.Tag as FilletCollider;
            if (a != null && b != null)
            {
                contact.Friction = (float)FilletFile.Mix(level.File.FrictionMix, a.Friction, b.Friction);
                contact.Restitution = (float)FilletFile.Mix(level.File.RestitutionMix, a.Restitution, b.Restitution);
            }
            Vector2 sideA, sideB;
            bool isOpenA = SideOf(contact.FixtureA, contact.ChildIndexA, out sideA);
            bool isOpenB = SideOf(contact.FixtureB, contact.ChildIndexB, out sideB);
            if (!isOpenA && !isOpenB) return;
            if (old.PointCount == 0) passing.Remove(contact);
            if (contact.Manifold.PointCount == 0) return;
            if (old.PointCount == 0)
            {
                Vector2 normal;
                FixedArray2<Vector2> points;
                contact.GetWorldManifold(out normal, out points);
                Vector2 speed = contact.FixtureB.Body.LinearVelocity - contact.FixtureA.Body.LinearVelocity;
                if (isOpenA && Passes(sideA, normal, speed) || isOpenB && Passes(sideB, -normal, -speed) ||
                    IsPassing(contact)) passing.Add(contact);
            }
            if (passing.Contains(contact)) contact.Enabled = false;
        }

        // Reports whether a body comes from an open side. The normal points to it, and the speed is its own.
        static bool Passes(Vector2 side, Vector2 normal, Vector2 speed)
        {
            return Dot(normal, side) < SolidSide || Dot(speed, side) > 0.01f;
        }

        // Reports whether another contact of the same bodies passes.
        bool IsPassing(Contact contact)
        {
            foreach (Contact c in passing)
                if (c.FixtureA != null && c.FixtureA.Body == contact.FixtureA.Body &&
                    c.FixtureB.Body == contact.FixtureB.Body) return true;
            return false;
        }

        // Returns the direction in which the solid side of a one-way collider or of an edge of a one-sided line faces.
        bool SideOf(Fixture fixture, int edge, out Vector2 side)
        {
            side = new Vector2();
            var c = fixture.Tag as FilletCollider;
            FilletCollider known;
            bool isOurs = c != null && level.File.ById.TryGetValue(c.Id, out known) && known == c;
            if (!isOurs || !c.IsOneWay && !c.IsOneSided) return false;
            Vector2 local = FilletLevel.To(c.OneWay.Turned(-level.File.BodyOf(c).First.Angle));
            if (!c.IsOneWay && !LeftOf(fixture.Shape, edge, out local)) return false;
            side = fixture.Body.GetWorldVector(local);
            return true;
        }

        // Returns the direction to the left of an edge, as seen on the screen.
        bool LeftOf(Shape shape, int edge, out Vector2 left)
        {
            var chain = shape as ChainShape;
            var single = shape as EdgeShape;
            left = new Vector2();
            if (chain == null && single == null) return false;
            Vector2 along = chain == null ? single.Vertex2 - single.Vertex1 :
                chain.Vertices[edge + 1] - chain.Vertices[edge];
            left = (yUp ? new Vector2(-along.Y, along.X) : new Vector2(along.Y, -along.X)) * (1 / along.Length());
            return true;
        }

        static float Dot(Vector2 a, Vector2 b) { return a.X * b.X + a.Y * b.Y; }
    }
}
