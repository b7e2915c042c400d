// The part of Aether's and MonoGame's API that the loader uses. It records what it is given and simulates nothing.
using System;
using System.Collections.Generic;
using Microsoft.Xna.Framework;

namespace Microsoft.Xna.Framework
{
    public struct Vector2
    {
        public float X, Y;
        public Vector2(float x, float y) { X = x; Y = y; }
        public float Length() { return (float)Math.Sqrt(X * X + Y * Y); }
        public static Vector2 operator +(Vector2 a, Vector2 b) { return new Vector2(a.X + b.X, a.Y + b.Y); }
        public static Vector2 operator -(Vector2 a, Vector2 b) { return new Vector2(a.X - b.X, a.Y - b.Y); }
        public static Vector2 operator -(Vector2 a) { return new Vector2(-a.X, -a.Y); }
        public static Vector2 operator *(Vector2 a, float k) { return new Vector2(a.X * k, a.Y * k); }
    }
}

namespace nkast.Aether.Physics2D
{
    public static class Settings
    {
        public static int MaxPolygonVertices = 8;
        public const float MaxTranslation = 2;
    }
}

namespace nkast.Aether.Physics2D.Common
{
    public class Vertices : List<Vector2>
    {
        public Vertices() { }
        public Vertices(IEnumerable<Vector2> vertices) : base(vertices) { }
    }

    public struct FixedArray2<T> { }
}

namespace nkast.Aether.Physics2D.Collision
{
    public struct Manifold { public int PointCount; }
}

namespace nkast.Aether.Physics2D.Collision.Shapes
{
    using Common;

    public abstract class Shape { public float Radius; }

    public class CircleShape : Shape
    {
        public CircleShape(float radius, float density) { Radius = radius; }
        public Vector2 Position { get; set; }
    }

    public class PolygonShape : Shape
    {
        public Vertices Vertices { get; set; }
        public PolygonShape(Vertices vertices, float density) { Vertices = vertices; }
    }

    public class EdgeShape : Shape
    {
        public Vector2 Vertex1 { get; set; }
        public Vector2 Vertex2 { get; set; }
        public EdgeShape(Vector2 start, Vector2 end) { Vertex1 = start; Vertex2 = end; }
    }

    public class ChainShape : Shape
    {
        public Vertices Vertices;
        public readonly bool IsLoop;

        public ChainShape(Vertices vertices, bool createLoop = false)
        {
            Vertices = vertices;
            IsLoop = createLoop;
            if (createLoop) vertices.Add(vertices[0]);
        }
    }
}

namespace nkast.Aether.Physics2D.Dynamics
{
    using Collision;
    using Collision.Shapes;
    using Contacts;
    using Joints;

    [Flags]
    public enum Category { None = 0, Cat1 = 1, All = int.MaxValue }

    public enum BodyType { Static, Kinematic, Dynamic }

    public class Fixture
    {
        public object Tag;
        public Shape Shape;
        public Body Body;
        public bool IsSensor { get; set; }
        public float Friction { get; set; }
        public float Restitution { get; set; }
        public Category CollisionCategories { get; set; }
        public Category CollidesWith { get; set; }
        public short CollisionGroup { get; set; }
    }

    public class Body
    {
        public object Tag;
        public World World;
        public readonly List<Fixture> Fixtures = new List<Fixture>();
        public Vector2 Force;
        public bool Jumped;
        public BodyType BodyType { get; set; }
        public Vector2 Position { get; set; }
        public float Rotation { get; set; }
        public float Mass { get; set; }
        public float Inertia { get; set; }
        public Vector2 LocalCenter { get; set; }
        public Vector2 LinearVelocity { get; set; }
        public float AngularVelocity { get; set; }
        public float LinearDamping { get; set; }
        public float AngularDamping { get; set; }
        public bool Awake { get; set; }

        public Fixture CreateFixture(Shape shape)
        {
            if (World != null) throw new InvalidOperationException("the body already is in the world");
            var fixture = new Fixture { Shape = shape, Body = this };
            Fixtures.Add(fixture);
            return fixture;
        }

        public void ApplyForce(Vector2 force) { Force = force; }

        public void SetTransform(Vector2 position, float rotation)
        {
            Position = position;
            Rotation = rotation;
            Jumped = true;
        }

        public Vector2 GetWorldVector(Vector2 v)
        {
            float sin = (float)Math.Sin(Rotation), cos = (float)Math.Cos(Rotation);
            return new Vector2(v.X * cos - v.Y * sin, v.X * sin + v.Y * cos);
        }
    }

    public delegate void PreSolveDelegate(Contact contact, ref Manifold oldManifold);

    public class ContactManager { public PreSolveDelegate PreSolve; }

    public class World
    {
        public readonly ContactManager ContactManager = new ContactManager();
        public readonly List<Body> Bodies = new List<Body>();
        public readonly List<Joint> Joints = new List<Joint>();
        public Vector2 Gravity { get; set; }
        public void Step(float dt) { }

        public void Add(Body body)
        {
            body.World = this;
            Bodies.Add(body);
        }

        public void Add(Joint joint) { Joints.Add(joint); }

        public void Remove(Body body)
        {
            if (!Bodies.Remove(body)) throw new ArgumentException("You are removing a body that is not in the simulation.");
            if (Joints.Exists(j => j.BodyA == body || j.BodyB == body)) throw new ArgumentException("it has joints");
        }

        public void Remove(Joint joint)
        {
            if (!Joints.Remove(joint)) throw new ArgumentException("You are removing a joint that is not in the simulation.");
        }
    }
}

namespace nkast.Aether.Physics2D.Dynamics.Contacts
{
    using Collision;
    using Common;

    public class Contact
    {
        public Fixture FixtureA, FixtureB;
        public int ChildIndexA, ChildIndexB;
        public Manifold Manifold;
        public Vector2 Normal;
        public bool Enabled { get; set; }
        public float Friction { get; set; }
        public float Restitution { get; set; }

        public void GetWorldManifold(out Vector2 normal, out FixedArray2<Vector2> points)
        {
            normal = Normal;
            points = new FixedArray2<Vector2>();
        }
    }
}

namespace nkast.Aether.Physics2D.Dynamics.Joints
{
    public abstract class Joint
    {
        public object Tag;
        public readonly Body BodyA, BodyB;
        public readonly Vector2 AnchorA, AnchorB;
        public bool CollideConnected { get; set; }

        protected Joint(Body a, Body b, Vector2 atA, Vector2 atB)
        {
            BodyA = a;
            BodyB = b;
            AnchorA = atA;
            AnchorB = atB;
        }
    }

    public class RevoluteJoint : Joint
    {
        public RevoluteJoint(Body a, Body b, Vector2 atA, Vector2 atB) : base(a, b, atA, atB) { }
        public bool LimitEnabled { get; set; }
        public float LowerLimit { get; set; }
        public float UpperLimit { get; set; }
        public bool MotorEnabled { get; set; }
        public float MotorSpeed { get; set; }
        public float MaxMotorTorque { get; set; }
    }

    public class DistanceJoint : Joint
    {
        public DistanceJoint(Body a, Body b, Vector2 atA, Vector2 atB) : base(a, b, atA, atB) { }
        public float Length { get; set; }
        public float Frequency { get; set; }
        public float DampingRatio { get; set; }
    }

    public class RopeJoint : Joint
    {
        public RopeJoint(Body a, Body b, Vector2 atA, Vector2 atB) : base(a, b, atA, atB) { }
        public float MaxLength { get; set; }
    }
}
