// Runs commands on the loader for Aether and prints a line of JSON for each dump and contact:
//
//     main.exe up load FILE step N dump apply FILE contact A B NX NY VX VY OLD NEW destroy dump
//
// up loads with y up. A step moves kinematic bodies by their velocity. contact lets B touch A with a normal from A to B
// and a velocity of B, with a number of points before and now. An error prints {"error": ...}.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using Fillet;
using Microsoft.Xna.Framework;
using nkast.Aether.Physics2D.Collision;
using nkast.Aether.Physics2D.Collision.Shapes;
using nkast.Aether.Physics2D.Dynamics;
using nkast.Aether.Physics2D.Dynamics.Contacts;
using nkast.Aether.Physics2D.Dynamics.Joints;

static class Program
{
    static readonly World world = new World();
    static readonly Dictionary<string, Contact> contacts = new Dictionary<string, Contact>();
    static FilletLevel level;

    static void Main(string[] args)
    {
        bool yUp = false;
        for (int i = 0; i < args.Length; i++)
        {
            try
            {
                switch (args[i])
                {
                    case "up": yUp = true; break;
                    case "load": level = FilletLevel.Load(File.ReadAllText(args[++i]), Path.GetFileName(args[i]), world, yUp); break;
                    case "step": for (int n = int.Parse(args[++i]); n > 0; n--) Step(1 / 60f); break;
                    case "apply": level.Apply(File.ReadAllText(args[++i])); break;
                    case "find": Json.Write(new Map { { "find", level.Find(args[++i]) } }); break;
                    case "tagged": Json.Write(new Map { { "tagged", level.Tagged(args[++i]) } }); break;
                    case "contact": Touch(args, i + 1); i += 8; break;
                    case "destroy": level.Destroy(); break;
                    case "dump": Json.Write(Dump()); break;
                    default: throw new Exception("no command " + args[i]);
                }
            }
            catch (FilletException problem)
            {
                Json.Write(new Map { { "error", problem.Message } });
            }
        }
    }

    static void Step(float dt)
    {
        level.Step(dt);
        foreach (Body b in world.Bodies)
        {
            if (b.BodyType != BodyType.Kinematic) continue;
            b.Position += b.LinearVelocity * dt;
            b.Rotation += b.AngularVelocity * dt;
        }
    }

    static void Touch(string[] args, int at)
    {
        Contact contact;
        string key = args[at] + " " + args[at + 1];
        if (!contacts.TryGetValue(key, out contact))
            contacts[key] = contact = new Contact { FixtureA = FixtureOf(args[at]), FixtureB = FixtureOf(args[at + 1]) };
        Func<int, float> number = i => float.Parse(args[at + i], CultureInfo.InvariantCulture);
        contact.Normal = new Vector2(number(2), number(3));
        contact.FixtureB.Body.LinearVelocity = new Vector2(number(4), number(5));
        contact.Manifold.PointCount = (int)number(7);
        contact.Enabled = true;
        var old = new Manifold { PointCount = (int)number(6) };
        world.ContactManager.PreSolve(contact, ref old);
        Json.Write(new Map { { "enabled", contact.Enabled }, { "friction", contact.Friction },
            { "restitution", contact.Restitution } });
    }

    static Fixture FixtureOf(string id) { return level.Bodies[id].Fixtures[0]; }

    static Map Dump()
    {
        var bodies = new Map();
        var joints = new Map();
        var shapes = new List<object>();
        foreach (var b in level == null ? new Dictionary<string, Body>() : level.Bodies) bodies[b.Key] = Of(b.Value);
        foreach (var j in level == null ? new Dictionary<string, Joint>() : level.Joints) joints[j.Key] = Of(j.Value);
        foreach (Body b in world.Bodies) foreach (Fixture f in b.Fixtures) shapes.Add(Of(f));
        return new Map { { "bodies", bodies }, { "joints", joints }, { "shapes", shapes },
            { "losses", level == null ? new List<string>() : level.Losses }, { "gravity", Pair(world.Gravity) },
            { "objects", world.Bodies.Count + world.Joints.Count }, { "listens", world.ContactManager.PreSolve != null } };
    }

    static Map Of(Body b)
    {
        return new Map { { "type", b.BodyType.ToString() }, { "at", Pair(b.Position) }, { "angle", b.Rotation },
            { "mass", b.Mass }, { "inertia", b.Inertia }, { "center", Pair(b.LocalCenter) },
            { "velocity", Pair(b.LinearVelocity) }, { "spin", b.AngularVelocity }, { "damping", b.LinearDamping },
            { "spinDamping", b.AngularDamping }, { "force", Pair(b.Force) } };
    }

    static Map Of(Joint j)
    {
        var map = new Map { { "type", j.GetType().Name }, { "on", IdOf(j.BodyA) }, { "to", IdOf(j.BodyB) },
            { "anchor", Pair(j.AnchorA) }, { "other", Pair(j.AnchorB) }, { "collide", j.CollideConnected } };
        var hinge = j as RevoluteJoint;
        var spring = j as DistanceJoint;
        if (hinge != null && hinge.LimitEnabled) map["limits"] = Pair(new Vector2(hinge.LowerLimit, hinge.UpperLimit));
        if (hinge != null && hinge.MotorEnabled)
            map["motor"] = Pair(new Vector2(hinge.MotorSpeed, hinge.MaxMotorTorque));
        if (spring != null)
        {
            map["length"] = spring.Length;
            map["frequency"] = spring.Frequency;
            map["damping"] = spring.DampingRatio;
        }
        if (j is RopeJoint) map["length"] = ((RopeJoint)j).MaxLength;
        return map;
    }

    // Prints a shape with its points in the world.
    static Map Of(Fixture f)
    {
        var circle = f.Shape as CircleShape;
        var polygon = f.Shape as PolygonShape;
        var edge = f.Shape as EdgeShape;
        var chain = f.Shape as ChainShape;
        IEnumerable<Vector2> points = circle != null ? new[] { circle.Position } : polygon != null ? polygon.Vertices :
            edge != null ? new[] { edge.Vertex1, edge.Vertex2 } : (IEnumerable<Vector2>)chain.Vertices;
        var list = new List<object>();
        foreach (Vector2 v in points) list.Add(Pair(f.Body.Position + f.Body.GetWorldVector(v)));
        return new Map { { "of", ((FilletCollider)f.Tag).Id }, { "type", f.Shape.GetType().Name },
            { "radius", f.Shape.Radius }, { "points", list }, { "loop", chain != null && chain.IsLoop },
            { "trigger", f.IsSensor }, { "friction", f.Friction }, { "restitution", f.Restitution },
            { "category", (uint)(int)f.CollisionCategories }, { "mask", (uint)(int)f.CollidesWith },
            { "group", f.CollisionGroup } };
    }

    static string IdOf(Body body)
    {
        foreach (var b in level.Bodies) if (b.Value == body) return b.Key;
        return "";
    }

    static List<object> Pair(Vector2 v) { return new List<object> { v.X, v.Y }; }
}
