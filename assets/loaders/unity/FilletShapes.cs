// Makes the colliders and joints of FilletLevel.cs, and checks what Unity can take.
// MIT License, see LICENSE.
using System;
using System.Collections.Generic;
using UnityEngine;

namespace Fillet
{
    static class FilletShapes
    {
        const float SolidArc = 120; // one-way colliders are solid within 60 degrees of their side

        public static Vector2 ToUnity(Vec v) { return new Vector2((float)v.X, (float)v.Y); }
        public static float Degrees(double radians) { return (float)(radians * 180 / Math.PI); }

        // Returns what Unity cannot do. Throws if it cannot take the level at all.
        public static List<string> Check(FilletFile file)
        {
            var losses = new List<string>(file.Losses);
            foreach (FilletCollider c in file.Colliders)
            {
                if (c.IsMarker) continue;
                if (Layer(LayerName(file, file.BodyOf(c).Category)) < 0) throw MissingLayers(file, c);
                if (c.IsOneSided) losses.Add(c.Label + ": the chain is solid on both sides");
                if (c.Group > 0) losses.Add(c.Label + ": its positive group is ignored, its categories decide");
                if (!IsSimple(c) && c.Outline.Length == 0) losses.Add(c.Label + ": it is too thin and has no shape");
            }
            foreach (FilletJoint j in file.Joints)
                if (!j.IsHinge && j.PullsOnly && j.Frequency > 0) losses.Add(j.Label + ": the rope does not stretch");
            return losses;
        }

        // Adds a game object.
        public static GameObject Child(Transform parent, string name, Vec at, double angle)
        {
            var go = new GameObject(name);
            go.transform.SetParent(parent, false);
            go.transform.localPosition = ToUnity(at);
            go.transform.localRotation = Quaternion.Euler(0, 0, Degrees(angle));
            return go;
        }

        // Adds the shapes of a collider below its body.
        public static GameObject AddShapes(FilletFile file, FilletBody body, FilletCollider c, Transform parent,
            PhysicsMaterial2D material)
        {
            // The object of a one-way collider is turned, so that its up is the solid side.
            Vec facing = c.OneWay.Turned(-body.First.Angle);
            double turn = c.IsOneWay ? Math.Atan2(-facing.X, facing.Y) : 0;
            GameObject part = Child(parent, c.Label, new Vec(), turn);
            Converter<Vec, Vector2> local = v => ToUnity(v.Turned(-turn));
            if (c.IsLine) AddLine(part, Array.ConvertAll(body.Line(c), local));
            else if (IsSimple(c))
                foreach (FilletPiece p in c.Pieces)
                    AddPiece(part, Array.ConvertAll(p.Vertices, v => body.Local(v).Turned(-turn)), p.Radius);
            else AddOutline(part, c, Array.ConvertAll(c.Outline, loop => Array.ConvertAll(loop, local)));
            if (c.IsOneWay) AddEffector(part);
            foreach (Collider2D shape in part.GetComponentsInChildren<Collider2D>())
            {
                shape.isTrigger = c.IsTrigger;
                shape.sharedMaterial = material;
                shape.usedByEffector = c.IsOneWay;
            }
            SetFilter(file, body, part);
            return part;
        }

        // Sets the layer of a collider, and the layers that it meets.
        public static void SetFilter(FilletFile file, FilletBody body, GameObject part)
        {
            int include, exclude;
            Masks(file, body.Mask, out include, out exclude);
            part.layer = Layer(LayerName(file, body.Category));
            foreach (Collider2D shape in part.GetComponentsInChildren<Collider2D>())
            {
                shape.gameObject.layer = part.layer;
                shape.includeLayers = include;
                shape.excludeLayers = exclude;
            }
        }

        // Reports whether circles, capsules and edges are the whole collider. An effector needs its shapes on its own
        // object, so one-way capsules use outlines.
        static bool IsSimple(FilletCollider c)
        {
            return c.IsLine || Array.TrueForAll(c.Pieces, p => p.Vertices.Length == 1 ||
                p.Vertices.Length == 2 && (p.Radius == 0 || !c.IsOneWay));
        }

        static void AddPiece(GameObject part, Vec[] at, double radius)
        {
            if (at.Length == 1)
            {
                var circle = part.AddComponent<CircleCollider2D>();
                circle.offset = ToUnity(at[0]);
                circle.radius = (float)radius;
            }
            else if (radius == 0) AddLine(part, Array.ConvertAll(at, ToUnity));
            else
            {
                Vec along = at[1] - at[0];
                Vec middle = (at[0] + at[1]) * 0.5;
                GameObject child = Child(part.transform, "capsule", middle, Math.Atan2(-along.X, along.Y));
                var capsule = child.AddComponent<CapsuleCollider2D>();
                capsule.direction = CapsuleDirection2D.Vertical;
                capsule.size = new Vector2((float)(2 * radius), (float)(along.Length + 2 * radius));
            }
        }

        // Adds a line. One that ends where it begins has its neighbours there, so that nothing catches on the seam.
        static void AddLine(GameObject part, Vector2[] points)
        {
            var edge = part.AddComponent<EdgeCollider2D>();
            edge.points = points;
            int last = points.Length - 1;
            if (last < 3 || (points[0] - points[last]).magnitude > 1e-4f) return;
            edge.useAdjacentStartPoint = edge.useAdjacentEndPoint = true;
            edge.adjacentStartPoint = points[last - 1];
            edge.adjacentEndPoint = points[1];
        }

        // Adds polygons. The loops of a thick chain overlap, so each is a collider.
        static void AddOutline(GameObject part, FilletCollider c, Vector2[][] loops)
        {
            PolygonCollider2D polygon = null;
            foreach (Vector2[] loop in loops)
            {
                if (polygon == null || c.IsChain)
                {
                    polygon = part.AddComponent<PolygonCollider2D>();
                    polygon.pathCount = 0;
                }
                polygon.pathCount++;
                polygon.SetPath(polygon.pathCount - 1, loop);
            }
        }

        static void AddEffector(GameObject part)
        {
            var effector = part.AddComponent<PlatformEffector2D>();
            effector.useOneWay = true;
            effector.useOneWayGrouping = true;
            effector.surfaceArc = SolidArc;
            effector.rotationalOffset = 0;
            effector.useSideFriction = effector.useSideBounce = true;
            effector.useColliderMask = false;
        }

        public static HingeJoint2D Hinge(FilletJoint j, Rigidbody2D on, bool isTurned)
        {
            var hinge = on.gameObject.AddComponent<HingeJoint2D>();
            double lower = isTurned ? -j.Upper : j.Lower, upper = isTurned ? -j.Lower : j.Upper;
            if (j.HasLimits) hinge.limits = new JointAngleLimits2D { min = Degrees(lower), max = Degrees(upper) };
            float speed = Degrees(isTurned ? -j.Speed : j.Speed);
            if (j.Torque > 0)
                hinge.motor = new JointMotor2D { motorSpeed = speed, maxMotorTorque = (float)j.Torque };
            hinge.useLimits = j.HasLimits;
            hinge.useMotor = j.Torque > 0;
            return hinge;
        }

        // Adds a spring, or a rope or rod if it does not swing.
        public static AnchoredJoint2D Spring(FilletJoint j, Rigidbody2D on)
        {
            if (j.Frequency > 0 && !j.PullsOnly)
            {
                var spring = on.gameObject.AddComponent<SpringJoint2D>();
                spring.autoConfigureDistance = false;
                spring.distance = (float)j.Length;
                spring.frequency = (float)j.Frequency;
                spring.dampingRatio = (float)j.Damping;
                return spring;
            }
            var rope = on.gameObject.AddComponent<DistanceJoint2D>();
            rope.autoConfigureDistance = false;
            rope.distance = (float)j.Length;
            rope.maxDistanceOnly = j.PullsOnly;
            return rope;
        }

        public static PhysicsMaterialCombine2D CombineOf(string mix)
        {
            switch (mix)
            {
                case "average": return PhysicsMaterialCombine2D.Average;
                case "minimum": return PhysicsMaterialCombine2D.Minimum;
                case "maximum": return PhysicsMaterialCombine2D.Maximum;
                case "product": return PhysicsMaterialCombine2D.Multiply;
                default: return PhysicsMaterialCombine2D.Mean;
            }
        }

        // Lets colliders of the same negative group pass each other.
        public static void IgnoreGroups(FilletFile file, Dictionary<string, GameObject> parts)
        {
            var groups = new Dictionary<int, List<Collider2D>>();
            foreach (FilletCollider c in file.Colliders)
            {
                int group = file.BodyOf(c).Group;
                if (group >= 0 || c.IsMarker) continue;
                if (!groups.ContainsKey(group)) groups[group] = new List<Collider2D>();
                var shapes = parts[c.Id].GetComponentsInChildren<Collider2D>();
                foreach (Collider2D a in shapes)
                    foreach (Collider2D b in groups[group]) Physics2D.IgnoreCollision(a, b, true);
                groups[group].AddRange(shapes);
            }
        }

        // Returns the name of the layer of colliders with some categories, as in "default" or "ball+player".
        static string LayerName(FilletFile file, ulong category)
        {
            var names = new List<string>();
            for (int i = 0; i < file.Categories.Count; i++)
                if ((category >> i & 1) != 0) names.Add(file.Categories[i]);
            return string.Join("+", names);
        }

        static FilletException MissingLayers(FilletFile file, FilletCollider first)
        {
            var missing = new List<string>();
            foreach (ulong category in file.CategorySets)
                if (Layer(LayerName(file, category)) < 0) missing.Add(LayerName(file, category));
            return new FilletException(first.Label + ": the project has no layer for its categories. Add these under " +
                "Project Settings > Tags and Layers: " + string.Join(", ", missing));
        }

        // Returns the number of a layer, or -1. Fillet's category default is Unity's layer Default.
        static int Layer(string name) { return name == "default" ? 0 : LayerMask.NameToLayer(name); }

        // Returns the layers of the level that a mask meets, and those that it does not meet. Unity lets two
        // colliders meet if both include the other's layer.
        static void Masks(FilletFile file, ulong mask, out int include, out int exclude)
        {
            var categories = new HashSet<ulong>(file.CategorySets);
            for (int i = 0; i < file.Categories.Count; i++) categories.Add(1UL << i);
            include = exclude = 0;
            foreach (ulong category in categories)
            {
                int layer = Layer(LayerName(file, category));
                if (layer < 0) continue;
                if ((mask & category) != 0) include |= 1 << layer;
                else exclude |= 1 << layer;
            }
        }
    }
}
