// Reads Fillet's collider files (version 2) for the loaders for Unity and Aether. Needs FilletReader.cs and
// FilletRecords.cs.
// MIT License, see LICENSE.
//
//     FilletFile file = FilletFile.Read(text, "cavern.colliders.json", yUp: true);
//     foreach (FilletCollider c in file.Colliders) Console.WriteLine(c.Id + " " + c.Name);
//
// Lengths are in metres and angles in radians, with y up or down as asked for, whatever the form of the file.
using System;
using System.Collections.Generic;

namespace Fillet
{
    using Map = Dictionary<string, object>;

    public sealed class FilletFile : FilletReader
    {
        public readonly string FileName;
        public readonly Map Level;
        public readonly List<string> Categories = new List<string>();
        public readonly HashSet<ulong> CategorySets = new HashSet<ulong>(); // of the bodies
        public readonly List<FilletCollider> Colliders = new List<FilletCollider>();
        public readonly Dictionary<string, FilletCollider> ById = new Dictionary<string, FilletCollider>();
        public readonly List<FilletJoint> Joints = new List<FilletJoint>(); // those that have an effect
        public readonly List<string> Losses = new List<string>(); // what no engine does
        public Vec Gravity;
        public double Damping, SpinDamping;
        public string FrictionMix, RestitutionMix;

        readonly Dictionary<string, FilletBody> bodies = new Dictionary<string, FilletBody>();
        readonly Map root;
        readonly bool yUp, isUp; // as asked for, and in the file

        // Reads the text of a file. The name is for messages.
        public static FilletFile Read(string text, string name, bool yUp)
        {
            return new FilletFile(FilletJson.Parse(text, name), name, yUp, null);
        }

        FilletFile(object parsed, string name, bool yUp, FilletFile before)
        {
            FileName = where = name;
            this.yUp = yUp;
            root = parsed as Map;
            if (root == null || !Equals(Get(root, "format", ""), "fillet-colliders"))
                throw new FilletException(name + " is no collider file: export the level with fillet export -f json");
            double version = Number(root, "version", 0);
            if (version == 1) throw new FilletException(name + " is version 1: export it again without --version 1");
            if (version != 2)
                throw new FilletException(name + " is version " + version + ": this loader reads version 2");
            Level = Need<Map>(root, "level");
            if (Text(Level, "frame") == "level")
                throw new FilletException(name + " has shapes in level space: export it without --frame level");
            if (Text(Level, "units") != "m") metre = 1 / Number(Level, "pixels_per_metre", 32);
            if (!(metre > 0) || double.IsInfinity(metre)) throw Broken("pixels_per_metre must be more than 0");
            isUp = Text(Level, "y") == "up";
            isFlipped = isUp != yUp;
            Gravity = Point(Level, "gravity");
            Damping = Number(Level, "damping", 0);
            SpinDamping = Number(Level, "spin_damping", 0);
            if (Number(Level, "rolling_resistance", 0) > 0)
                Losses.Add("no rolling resistance: round bodies roll farther");
            FrictionMix = Text(Level, "friction_mix", "geometric");
            RestitutionMix = Text(Level, "restitution_mix", "maximum");
            foreach (object category in Need<List<object>>(root, "categories")) Categories.Add(category as string);
            foreach (object record in Need<List<object>>(root, "colliders")) AddCollider(record as Map, before);
            foreach (FilletCollider c in Colliders)
            {
                bool hasPath = Get(c.Record, "path", new Map()).ContainsKey("points");
                if (hasPath && c.Keys.Length == 0) Losses.Add(c.Label + ": its path has no keys: it stands still");
            }
            foreach (FilletBody body in Bodies) if (!body.IsMarker) CategorySets.Add(body.Category);
            foreach (object record in List(root, "joints")) AddJoint(record as Map);
        }

        // Returns the file after a change by the running editor, and adds the keys of the bodies that it touches.
        public FilletFile Changed(string change, HashSet<string> touched)
        {
            where = "change";
            Map map = FilletJson.Parse(change, where) as Map;
            if (map == null) throw Broken("is no object");
            var next = new Map(root);
            foreach (string key in new[] { "level", "categories" }) if (map.ContainsKey(key)) next[key] = map[key];
            var ids = new HashSet<string>();
            next["colliders"] = Edited(List(root, "colliders"), map, ids);
            next["joints"] = Edited(List(root, "joints"), Get(map, "joints", new Map()), new HashSet<string>());
            var file = new FilletFile(next, FileName, yUp, map.ContainsKey("level") ? null : this);
            foreach (string id in ids)
            {
                FilletCollider c;
                if (ById.TryGetValue(id, out c)) touched.Add(c.BodyKey);
                if (file.ById.TryGetValue(id, out c)) touched.Add(c.BodyKey);
            }
            return file;
        }

        public IEnumerable<FilletBody> Bodies { get { return bodies.Values; } }
        public FilletBody BodyOf(FilletCollider c) { return bodies[c.BodyKey]; }

        // Returns what a mix makes of the frictions or restitutions of two colliders.
        public static double Mix(string mix, double a, double b)
        {
            switch (mix)
            {
                case "average": return (a + b) / 2;
                case "minimum": return Math.Min(a, b);
                case "maximum": return Math.Max(a, b);
                case "product": return a * b;
                default: return Math.Sqrt(a * b);
            }
        }

        void AddCollider(Map r, FilletFile before)
        {
            where = FileName;
            if (r == null) throw Broken("a collider is no object");
            var c = new FilletCollider { Record = r, Id = Need<string>(r, "id"), Name = Text(r, "name") };
            where = c.Label;
            FilletCollider same;
            if (before != null && before.ById.TryGetValue(c.Id, out same) && same.Record == r) c = same;
            else ReadCollider(c, r);
            if (ById.ContainsKey(c.Id)) throw Broken("a second collider has this id");
            ById[c.Id] = c;
            Colliders.Add(c);
            if (!bodies.ContainsKey(c.BodyKey)) bodies[c.BodyKey] = new FilletBody();
            BodyOf(c).Add(c);
        }

        void ReadCollider(FilletCollider c, Map r)
        {
            c.Layer = Text(r, "layer");
            c.OneBody = Text(r, "one_body");
            c.Role = Text(r, "role", "solid");
            c.Body = Text(r, "body", "static");
            if (Array.IndexOf(new[] { "static", "kinematic", "dynamic" }, c.Body) < 0)
                throw Broken("there are no " + c.Body + " bodies");
            c.IsTrigger = c.Role == "trigger";
            c.IsOneWay = c.Role == "one-way";
            c.Tags = List(r, "tags").ConvertAll(tag => tag as string);
            c.Properties = Get(r, "properties", new Map());
            c.Category = Bits(r, "category");
            c.Mask = Bits(r, "mask");
            c.Group = (int)Number(r, "group", 0);
            c.Friction = Number(r, "friction", 0.6);
            c.Restitution = Number(r, "restitution", 0);
            c.Density = Number(r, "density", 1);
            c.Mass = Number(r, "mass", 0);
            c.Inertia = Number(r, "inertia", 0);
            c.Center = Point(r, "center");
            c.Position = Point(r, "position");
            c.Angle = Angle(Number(r, "angle", 0));
            c.Velocity = Point(r, "velocity");
            c.Spin = Angle(Number(r, "spin", 0));
            c.Force = Point(r, "force") * (1 / metre); // newtons in every form
            c.OneWay = Point(r, "one_way") * (1 / metre);
            if (c.IsOneWay && !(c.OneWay.Length > 0)) throw Broken("one_way has no direction");
            Map shape = Get(r, "shape", new Map());
            c.IsChain = Text(shape, "kind") == "chain";
            c.IsLine = c.IsChain && Number(shape, "radius", 0) == 0 && List(r, "pieces").Count > 0;
            c.IsOneSided = Get(shape, "one_sided", false);
            c.Pieces = List(r, "pieces").ConvertAll(piece => Piece(piece, c.IsLine)).ToArray();
            c.Outline = Loops(r, "outline");
            c.Polygons = Loops(r, "polygons");
            if (r.ContainsKey("radii"))
                c.Radii = List(r, "radii").ConvertAll(radius => Number(radius, "radii") * metre).ToArray();
            if (c.Radii != null && c.Radii.Length != c.Polygons.Length) throw Broken("each polygon needs a radius");
            Map path = Get(r, "path", new Map());
            c.Once = Text(path, "loop") == "once";
            c.Turn = Angle(Number(path, "turn", 0));
            c.Keys = List(path, "keys").ConvertAll(Key).ToArray();
        }

        void AddJoint(Map r)
        {
            where = FileName;
            if (r == null) throw Broken("a joint is no object");
            var j = new FilletJoint { Record = r, Id = Need<string>(r, "id"), Name = Text(r, "name") };
            where = "joint " + j.Label;
            j.IsHinge = Text(r, "kind") == "hinge";
            string lost = SideOf(r, "a", out j.A, out j.AnchorA) ?? SideOf(r, "b", out j.B, out j.AnchorB);
            j.Collide = Get(r, "collide", false);
            j.PullsOnly = Get(r, "pulls_only", false);
            if (j.HasLimits = r.ContainsKey("limits"))
            {
                List<double> limits = Numbers(r["limits"], 2, "limits");
                double lower = Angle(limits[0]), upper = Angle(limits[1]);
                j.Lower = Math.Min(lower, upper);
                j.Upper = Math.Max(lower, upper);
            }
            j.Speed = Angle(Number(r, "speed", 0));
            j.Torque = Number(r, "torque", 0);
            j.Length = Number(r, "length", 0) * metre;
            j.Frequency = Number(r, "frequency", 0);
            j.Damping = Number(r, "damping", 0);
            bool isDynamic = IsDynamic(j.A) || IsDynamic(j.B);
            if (lost == null && !isDynamic) lost = "none of its bodies is dynamic";
            bool isOne = j.A != null && j.B != null && j.A.BodyKey == j.B.BodyKey;
            if (lost == null && isOne) lost = "both of its sides are on one body";
            if (lost == null) Joints.Add(j);
            else Losses.Add(j.Label + ": the joint has no effect: " + lost);
        }

        bool IsDynamic(FilletCollider c) { return c != null && BodyOf(c).Kind == "dynamic"; }

        // Reads a side of a joint. Triggers and markers hold a joint at a point of the level.
        string SideOf(Map r, string side, out FilletCollider c, out Vec anchor)
        {
            c = null;
            anchor = Point(r, "at_" + side);
            string id = Text(r, side);
            if (id == "") return null;
            if (!ById.TryGetValue(id, out c)) return "the collider " + id + " is missing";
            if (c.IsTrigger || c.IsMarker) c = null;
            else anchor = r.ContainsKey("local_" + side) ? Point(r, "local_" + side) : BodyOf(c).Local(anchor);
            return null;
        }

        // Reads a piece. Lines keep the direction in which they were drawn, which a file with y up reverses.
        FilletPiece Piece(object value, bool isLine)
        {
            Map r = value as Map;
            if (r == null) throw Broken("a piece is no object");
            var p = new FilletPiece { Vertices = Loop(Get<object>(r, "vertices", null), "vertices") };
            if (isLine && isUp != isFlipped) Array.Reverse(p.Vertices);
            p.Radius = Number(r, "radius", 0) * metre;
            return p;
        }

        FilletKey Key(object value)
        {
            List<double> n = Numbers(value, 4, "keys");
            var at = new Vec(n[1] * metre, isFlipped ? -n[2] * metre : n[2] * metre);
            return new FilletKey { Time = n[0], Position = at, Angle = Angle(n[3]) };
        }
    }
}
