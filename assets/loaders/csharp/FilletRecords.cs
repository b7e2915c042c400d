// The records of FilletFile.cs, in metres and radians.
// MIT License, see LICENSE.
using System;
using System.Collections.Generic;

namespace Fillet
{
    using Map = Dictionary<string, object>;

    public struct FilletPiece { public Vec[] Vertices; public double Radius; }

    public struct FilletKey { public double Time, Angle; public Vec Position; }

    // A collider of the file. Record has all its keys as they stand there.
    public sealed class FilletCollider
    {
        public Map Record, Properties;
        public string Id, Name, Layer, OneBody, Role, Body;
        public List<string> Tags;
        public ulong Category, Mask;
        public int Group;
        public double Friction, Restitution, Density, Mass, Inertia, Spin, Angle, Turn;
        public Vec Position, Velocity, Force, Center, OneWay;
        public bool IsTrigger, IsOneWay, IsChain, IsLine, IsOneSided, Once;
        public FilletPiece[] Pieces; // in level space; none for a marker
        public Vec[][] Outline, Polygons; // in the body's frame, counter-clockwise if y is up
        public double[] Radii; // of the polygons, or null
        public FilletKey[] Keys; // of the path

        public string Label { get { return Name == "" ? Id : Id + " (" + Name + ")"; } }
        public bool IsMarker { get { return Pieces.Length == 0; } }
        public bool IsMoving { get { return Keys.Length > 0 || Turn != 0; } }
        internal string BodyKey { get { return OneBody == "" ? Id : "one_body " + OneBody; } }

        // Returns the pose of a kinematic collider's frame some seconds after the start.
        public Vec PoseAt(double seconds, out double angle)
        {
            angle = Angle + Turn * seconds;
            if (Keys.Length == 0) return Position;
            double period = Keys[Keys.Length - 1].Time;
            double t = Once ? Math.Min(seconds, period) : period > 0 ? seconds % period : 0;
            int low = 0, high = Keys.Length - 1; // of the keys around t
            while (high - low > 1)
            {
                int middle = (low + high) / 2;
                if (Keys[middle].Time <= t) low = middle;
                else high = middle;
            }
            FilletKey a = Keys[low], b = Keys[high];
            double part = b.Time > a.Time ? Math.Min(Math.Max((t - a.Time) / (b.Time - a.Time), 0), 1) : 1;
            angle = a.Angle + (b.Angle - a.Angle) * part + Turn * seconds;
            return a.Position + (b.Position - a.Position) * part;
        }
    }

    // A rigid body: one collider, or the solid parts of a body of several.
    public sealed class FilletBody
    {
        public readonly List<FilletCollider> Parts = new List<FilletCollider>();
        public ulong Category, Mask; // of all parts
        public int Group;
        public double Spin;
        public Vec Velocity, Force;

        public FilletCollider First { get { return Parts[0]; } } // has the body's frame
        public string Key { get { return First.BodyKey; } }
        public bool IsMarker { get { return First.IsMarker; } }

        // Triggers have no mass, so dynamic ones are kinematic.
        public string Kind { get { return First.Body == "dynamic" && First.IsTrigger ? "kinematic" : First.Body; } }

        // Reports whether a force pushes the body, or it moves along a path.
        public bool IsDriven
        {
            get { return Kind == "dynamic" && Force.Length > 0 || Kind == "kinematic" && First.IsMoving; }
        }

        // Returns a point of level space in the body's frame.
        public Vec Local(Vec at) { return (at - First.Position).Turned(-First.Angle); }

        // Returns the vertices of a line; a closed one ends with its first vertex.
        public Vec[] Line(FilletCollider c)
        {
            var line = new List<Vec> { Local(c.Pieces[0].Vertices[0]) };
            foreach (FilletPiece p in c.Pieces) line.Add(Local(p.Vertices[p.Vertices.Length - 1]));
            return line.ToArray();
        }

        internal void Add(FilletCollider c)
        {
            Parts.Add(c);
            Category |= c.Category;
            Mask |= c.Mask;
            if (Group == 0) Group = c.Group;
            if (Velocity.Length == 0 && Spin == 0)
            {
                Velocity = c.Velocity;
                Spin = c.Spin;
            }
            Force += c.Force;
        }
    }

    // A joint. A side without a collider is the level, and its anchor is in level space.
    public sealed class FilletJoint
    {
        public Map Record;
        public string Id, Name;
        public FilletCollider A, B;
        public Vec AnchorA, AnchorB; // in the frames of the bodies
        public bool IsHinge, Collide, HasLimits, PullsOnly;
        public double Lower, Upper, Speed, Torque, Length, Frequency, Damping;
        public string Label { get { return Name == "" ? Id : Id + " (" + Name + ")"; } }
    }
}
