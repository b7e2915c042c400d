// Builds a level of Fillet in Aether.Physics2D 2.2 or later (MonoGame, KNI, or without a framework).
// MIT License, see LICENSE.
//
// Copy this folder and ../csharp into the game:
//
//     FilletLevel level = FilletLevel.Load(File.ReadAllText(path), path, world);
//     Body door = level.Bodies[level.Find("door")];
//     level.Step(dt); // before each world.Step(dt)
//     bool isIce = ((FilletCollider)fixture.Tag).Tags.Contains("ice");
using System;
using System.Collections.Generic;
using Microsoft.Xna.Framework;
using nkast.Aether.Physics2D;
using nkast.Aether.Physics2D.Collision.Shapes;
using nkast.Aether.Physics2D.Common;
using nkast.Aether.Physics2D.Dynamics;
using nkast.Aether.Physics2D.Dynamics.Joints;

namespace Fillet
{
    public sealed class FilletLevel
    {
        internal const float Slop = 0.005f; // Aether takes nothing smaller

        public FilletFile File { get; private set; }
        public Dictionary<string, FilletCollider> Colliders { get { return File.ById; } }
        public readonly Dictionary<string, Body> Bodies = new Dictionary<string, Body>();
        public readonly Dictionary<string, Joint> Joints = new Dictionary<string, Joint>();
        public readonly List<string> Losses = new List<string>();

        readonly World world;
        readonly bool keepGravity;
        readonly Body ground = new Body(); // the level's side of joints
        readonly List<FilletBody> driven = new List<FilletBody>();
        readonly FilletContacts contacts;
        double time;

        // Loads the text of a file into a world, whose unit becomes the metre. The name is for messages.
        public static FilletLevel Load(string text, string name, World world, bool yUp = false,
            bool keepGravity = false)
        {
            FilletFile file = FilletFile.Read(text, name, yUp);
            return new FilletLevel(file, Check(file), world, yUp, keepGravity);
        }

        FilletLevel(FilletFile file, List<string> losses, World world, bool yUp, bool keepGravity)
        {
            this.world = world;
            this.keepGravity = keepGravity;
            world.Add(ground);
            contacts = new FilletContacts(this, yUp);
            world.ContactManager.PreSolve += contacts.PreSolve;
            Fill(file, losses);
        }

        // Returns the id of the first collider with a name, or null.
        public string Find(string name)
        {
            FilletCollider found = File.Colliders.Find(c => c.Name == name);
            return found == null ? null : found.Id;
        }

        // Returns the ids of the colliders with a tag.
        public List<string> Tagged(string tag)
        {
            return File.Colliders.FindAll(c => c.Tags.Contains(tag)).ConvertAll(c => c.Id);
        }

        // Moves kinematic bodies along their paths and applies constant forces. Call it before each step of the world.
        public void Step(float dt)
        {
            time += dt;
            foreach (FilletBody b in driven)
            {
                Body body = Bodies[b.First.Id];
                if (b.Kind == "dynamic") body.ApplyForce(To(b.Force));
                else if (dt > 0) Drive(body, b.First, dt);
            }
        }

        // Applies a change that the running editor sent. Bodies that it does not touch stay where they are.
        public void Apply(string change)
        {
            var touched = new HashSet<string>();
            FilletFile next = File.Changed(change, touched);
            List<string> losses = Check(next);
            foreach (FilletJoint j in File.Joints)
                if (IsTouched(j, touched) || !next.Joints.Exists(n => n.Record == j.Record)) Remove(j);
            foreach (FilletBody b in File.Bodies) if (touched.Contains(b.Key)) Remove(b);
            Fill(next, losses);
        }

        // Removes everything that the level made.
        public void Destroy()
        {
            world.ContactManager.PreSolve -= contacts.PreSolve;
            foreach (FilletJoint j in File.Joints) Remove(j);
            foreach (FilletBody b in File.Bodies) Remove(b);
            world.Remove(ground);
            driven.Clear();
        }

        // Returns what Aether cannot do. Throws if it cannot take the level at all.
        static List<string> Check(FilletFile file)
        {
            var losses = new List<string>(file.Losses);
            foreach (FilletCollider c in file.Colliders)
            {
                if (c.Category > uint.MaxValue)
                    throw new FilletException(c.Label + ": Aether has 32 categories, and it is in one beyond them");
                if (Array.Exists(c.Polygons, p => p.Length > Settings.MaxPolygonVertices))
                    throw new FilletException(c.Label + ": a polygon has too many vertices for Aether. Export with " +
                        "--polygons " + Settings.MaxPolygonVertices);
                if (c.Group != (short)c.Group) losses.Add(c.Label + ": its group is ignored: groups have 16 bits");
                if (IsRounded(c)) continue;
                if (c.Polygons.Length == 0 || Array.Exists(c.Polygons, p => p.Length > 2 && IsThin(p)))
                    losses.Add(c.Label + ": a part that is thinner than 0.005 m is left out");
            }
            foreach (FilletJoint j in file.Joints)
                if (!j.IsHinge && j.PullsOnly && j.Frequency > 0) losses.Add(j.Label + ": the rope does not stretch");
            return losses;
        }

        // Adds the bodies and joints of a file that are not there yet.
        void Fill(FilletFile file, List<string> losses)
        {
            File = file;
            Losses.Clear();
            Losses.AddRange(losses);
            if (!keepGravity) world.Gravity = To(file.Gravity);
            driven.Clear();
            foreach (FilletBody b in file.Bodies)
            {
                if (b.IsMarker) continue;
                if (!Bodies.ContainsKey(b.First.Id)) Add(b);
                Bodies[b.First.Id].LinearDamping = (float)file.Damping;
                Bodies[b.First.Id].AngularDamping = (float)file.SpinDamping;
                if (b.IsDriven) driven.Add(b);
            }
            foreach (FilletJoint j in file.Joints) if (!Joints.ContainsKey(j.Id)) Add(j);
        }

        void Add(FilletBody b)
        {
            double angle;
            var body = new Body { Position = To(b.First.PoseAt(time, out angle)), Rotation = (float)angle, Tag = b };
            body.BodyType = b.Kind == "dynamic" ? BodyType.Dynamic :
                b.Kind == "kinematic" ? BodyType.Kinematic : BodyType.Static;
            foreach (FilletCollider c in b.Parts)
            {
                Bodies[c.Id] = body;
                foreach (Shape shape in ShapesOf(b, c))
                {
                    Fixture fixture = body.CreateFixture(shape);
                    fixture.Tag = c;
                    fixture.IsSensor = c.IsTrigger;
                    fixture.Friction = (float)c.Friction;
                    fixture.Restitution = (float)c.Restitution;
                    fixture.CollisionCategories = (Category)(int)(uint)b.Category;
                    fixture.CollidesWith = (Category)(int)(uint)(b.Mask & uint.MaxValue);
                    if (b.Group == (short)b.Group) fixture.CollisionGroup = (short)b.Group;
                }
            }
            world.Add(body);
            if (b.First.Mass > 0)
            {
                body.Mass = (float)b.First.Mass;
                body.LocalCenter = To(b.First.Center);
                double arm = b.First.Center.Length; // Aether's inertia is about the origin
                body.Inertia = (float)(b.First.Inertia + b.First.Mass * arm * arm);
            }
            body.LinearVelocity = To(b.Velocity);
            body.AngularVelocity = (float)b.Spin;
        }

        void Add(FilletJoint j)
        {
            Body a = j.A == null ? ground : Bodies[j.A.Id], b = j.B == null ? ground : Bodies[j.B.Id];
            Vector2 atA = To(j.AnchorA), atB = To(j.AnchorB);
            Joint joint;
            if (j.IsHinge)
                joint = new RevoluteJoint(a, b, atA, atB)
                {
                    LowerLimit = (float)j.Lower, UpperLimit = (float)j.Upper, LimitEnabled = j.HasLimits,
                    MotorSpeed = (float)j.Speed, MaxMotorTorque = (float)j.Torque, MotorEnabled = j.Torque > 0,
                };
            else if (j.PullsOnly) joint = new RopeJoint(a, b, atA, atB) { MaxLength = (float)j.Length };
            else
                joint = new DistanceJoint(a, b, atA, atB)
                {
                    Length = Math.Max((float)j.Length, Slop), Frequency = (float)j.Frequency,
                    DampingRatio = (float)j.Damping,
                };
            joint.CollideConnected = j.Collide;
            joint.Tag = j;
            world.Add(joint);
            Joints[j.Id] = joint;
        }

        void Remove(FilletJoint j)
        {
            world.Remove(Joints[j.Id]);
            Joints.Remove(j.Id);
        }

        void Remove(FilletBody b)
        {
            if (b.IsMarker) return;
            world.Remove(Bodies[b.First.Id]);
            foreach (FilletCollider c in b.Parts) Bodies.Remove(c.Id);
        }

        static bool IsTouched(FilletJoint j, HashSet<string> touched)
        {
            return j.A != null && touched.Contains(j.A.BodyKey) || j.B != null && touched.Contains(j.B.BodyKey);
        }

        // Gives a kinematic body the velocity that takes it to its place in a step, or moves it if its path jumps.
        void Drive(Body body, FilletCollider c, float dt)
        {
            double angle;
            Vector2 to = To(c.PoseAt(time, out angle));
            var turn = (float)Math.IEEERemainder(angle - body.Rotation, 2 * Math.PI);
            Vector2 way = to - body.Position;
            bool jumps = way.Length() > Settings.MaxTranslation;
            if (jumps) body.SetTransform(to, body.Rotation + turn);
            body.LinearVelocity = jumps ? new Vector2() : way * (1 / dt);
            body.AngularVelocity = jumps ? 0 : turn / dt;
            body.Awake = true;
        }

        // Reports whether circles, capsules and lines are the whole collider.
        static bool IsRounded(FilletCollider c) { return Array.TrueForAll(c.Pieces, p => p.Vertices.Length < 3); }

        static List<Shape> ShapesOf(FilletBody b, FilletCollider c)
        {
            var shapes = new List<Shape>();
            if (c.IsLine) AddLine(shapes, b.Line(c));
            else if (IsRounded(c))
                foreach (FilletPiece p in c.Pieces) AddPart(shapes, Array.ConvertAll(p.Vertices, b.Local), p.Radius);
            else
                for (int i = 0; i < c.Polygons.Length; i++)
                    AddPart(shapes, c.Polygons[i], c.Radii == null ? 0 : c.Radii[i]);
            return shapes;
        }

        static void AddLine(List<Shape> shapes, Vec[] line)
        {
            var points = new Vertices();
            foreach (Vec v in line)
                if (points.Count == 0 || (To(v) - points[points.Count - 1]).Length() > Slop) points.Add(To(v));
            bool isClosed = points.Count > 3 && (line[0] - line[line.Length - 1]).Length <= Slop;
            if (isClosed) points.RemoveAt(points.Count - 1);
            if (points.Count == 2) shapes.Add(new EdgeShape(points[0], points[1]));
            else if (points.Count > 2) shapes.Add(new ChainShape(points, isClosed));
        }

        // Adds a convex part with a radius as its core, a circle at each vertex and a box along each edge.
        static void AddPart(List<Shape> shapes, Vec[] at, double radius)
        {
            if (at.Length == 2 && radius == 0) AddLine(shapes, at);
            if (at.Length > 2 && !IsThin(at)) AddPolygon(shapes, at);
            for (int i = 0; i < at.Length && radius > 0; i++)
            {
                shapes.Add(new CircleShape((float)radius, 0) { Position = To(at[i]) });
                Vec next = at[(i + 1) % at.Length], along = next - at[i];
                if (along.Length <= Slop || radius <= Slop) continue;
                Vec outward = new Vec(along.Y, -along.X) * (radius / along.Length);
                AddPolygon(shapes, at[i], at[i] + outward, next + outward, next);
            }
        }

        static void AddPolygon(List<Shape> shapes, params Vec[] at)
        {
            shapes.Add(new PolygonShape(new Vertices(Array.ConvertAll(at, To)), 0));
        }

        // Reports whether all vertices are close to one of the edges.
        static bool IsThin(Vec[] at)
        {
            for (int i = 0; i < at.Length; i++)
            {
                Vec along = at[(i + 1) % at.Length] - at[i];
                double width = 0;
                foreach (Vec v in at)
                    width = Math.Max(width, Math.Abs(along.X * (v - at[i]).Y - along.Y * (v - at[i]).X) / along.Length);
                if (!(width > Slop)) return true;
            }
            return false;
        }

        internal static Vector2 To(Vec v) { return new Vector2((float)v.X, (float)v.Y); }
    }
}
