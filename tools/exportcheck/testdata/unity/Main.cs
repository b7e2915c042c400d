// Runs commands on the loader for Unity and prints a line of JSON for each dump:
//
//     main.exe layers a,b,c load FILE step N dump apply FILE dump destroy dump
//
// An error prints {"error": ...}, and the commands go on.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using Fillet;
using UnityEngine;

static class Program
{
    static FilletLevel level;

    static void Main(string[] args)
    {
        for (int i = 0; i < args.Length; i++)
        {
            try
            {
                switch (args[i])
                {
                    case "layers": LayerMask.Names.AddRange(args[++i].Split(',')); break;
                    case "load": level = FilletLevel.Load(File.ReadAllText(args[++i]), Path.GetFileName(args[i])); break;
                    case "import": Import(args[++i]); break;
                    case "instance": Instantiate(); break;
                    case "step": for (int n = int.Parse(args[++i]); n > 0; n--) level.Step(1 / 60f); break;
                    case "apply": level.Apply(File.ReadAllText(args[++i])); break;
                    case "find": Json.Write(new Map { { "find", level.Find(args[++i]) } }); break;
                    case "tagged": Json.Write(new Map { { "tagged", level.Tagged(args[++i]) } }); break;
                    case "destroy": level.Destroy(); break;
                    case "clear": GameObject.All.Clear(); level = null; break;
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

    static void Import(string path)
    {
        var context = new UnityEditor.AssetImporters.AssetImportContext { assetPath = path };
        Application.isPlaying = false;
        new FilletImporter().OnImportAsset(context);
        Application.isPlaying = true;
        var root = context.main as GameObject;
        level = root == null ? null : (FilletLevel)root.components[0];
        Json.Write(new Map { { "errors", context.errors }, { "warnings", context.warnings },
            { "assets", context.assets.ConvertAll(a => a.name) } });
    }

    // Starts the level as Unity starts a prefab: with what it saves, and nothing else.
    static void Instantiate()
    {
        var copy = level.gameObject.AddComponent<FilletLevel>();
        const System.Reflection.BindingFlags all = System.Reflection.BindingFlags.NonPublic |
            System.Reflection.BindingFlags.Instance;
        foreach (var field in typeof(FilletLevel).GetFields(all))
            if (field.IsDefined(typeof(SerializeField), false)) field.SetValue(copy, field.GetValue(level));
        foreach (Rigidbody2D rb in level.gameObject.GetComponentsInChildren<Rigidbody2D>())
        {
            rb.mass = 1; // what Unity does not save
            rb.inertia = 0;
            rb.centerOfMass = rb.linearVelocity = new Vector2();
            rb.angularVelocity = 0;
        }
        level.gameObject.components.Remove(level);
        level = copy;
        typeof(FilletLevel).GetMethod("Awake", all).Invoke(copy, null);
    }

    static Map Dump()
    {
        var bodies = new Map();
        var joints = new Map();
        var shapes = new List<object>();
        if (level != null && GameObject.All.Contains(level.gameObject))
        {
            foreach (var b in level.Bodies) bodies[b.Key] = Body(b.Value);
            foreach (var j in level.Joints) joints[j.Key] = Joint((AnchoredJoint2D)j.Value);
            foreach (Collider2D c in level.gameObject.GetComponentsInChildren<Collider2D>()) shapes.Add(Shape(c));
        }
        return new Map { { "bodies", bodies }, { "joints", joints }, { "shapes", shapes },
            { "losses", level == null ? new List<string>() : level.Losses }, { "objects", GameObject.All.Count },
            { "gravity", Pair(Physics2D.gravity) }, { "ignored", Physics2D.ignored } };
    }

    static Map Body(Rigidbody2D b)
    {
        Transform t = b.transform;
        return new Map { { "type", b.bodyType.ToString() }, { "at", Pair(t.TransformPoint(new Vector2())) },
            { "angle", t.eulerAngles.z }, { "mass", b.mass }, { "inertia", b.inertia },
            { "center", Pair(b.centerOfMass) }, { "velocity", Pair(b.linearVelocity) }, { "spin", b.angularVelocity },
            { "damping", b.linearDamping }, { "spinDamping", b.angularDamping }, { "moved", Pair(b.position) },
            { "turned", b.rotation }, { "force", Pair(b.force) } };
    }

    static Map Joint(AnchoredJoint2D j)
    {
        var map = new Map { { "type", j.GetType().Name }, { "on", IdOf(j.gameObject.GetComponentInParent<Rigidbody2D>()) },
            { "to", j.connectedBody == null ? "" : IdOf(j.connectedBody) }, { "anchor", Pair(j.anchor) },
            { "other", Pair(j.connectedAnchor) }, { "auto", j.autoConfigureConnectedAnchor },
            { "collide", j.enableCollision } };
        var hinge = j as HingeJoint2D;
        var spring = j as SpringJoint2D;
        var rope = j as DistanceJoint2D;
        if (hinge != null && hinge.useLimits)
            map["limits"] = Pair(new Vector2(hinge.limits.min, hinge.limits.max));
        if (hinge != null && hinge.useMotor)
            map["motor"] = Pair(new Vector2(hinge.motor.motorSpeed, hinge.motor.maxMotorTorque));
        if (spring != null)
        {
            map["length"] = spring.distance;
            map["frequency"] = spring.frequency;
            map["damping"] = spring.dampingRatio;
        }
        if (rope != null) map["length"] = rope.distance;
        if (rope != null) map["rope"] = rope.maxDistanceOnly;
        return map;
    }

    // Prints a shape with its points in the world.
    static Map Shape(Collider2D c)
    {
        Transform t = c.transform;
        FilletCollider record = level.RecordOf(c);
        var map = new Map { { "of", record.Id }, { "type", c.GetType().Name }, { "trigger", c.isTrigger },
            { "friction", c.sharedMaterial.friction }, { "bounciness", c.sharedMaterial.bounciness },
            { "mix", c.sharedMaterial.frictionCombine + " " + c.sharedMaterial.bounceCombine },
            { "layer", c.gameObject.layer }, { "include", c.includeLayers.value }, { "exclude", c.excludeLayers.value } };
        var points = new List<object>();
        var circle = c as CircleCollider2D;
        var capsule = c as CapsuleCollider2D;
        var edge = c as EdgeCollider2D;
        var polygon = c as PolygonCollider2D;
        if (circle != null)
        {
            points.Add(new List<object> { Pair(t.TransformPoint(circle.offset)) });
            map["radius"] = circle.radius;
        }
        if (capsule != null)
        {
            float half = (capsule.size.y - capsule.size.x) / 2;
            points.Add(new List<object> { Pair(t.TransformPoint(new Vector2(0, -half))),
                Pair(t.TransformPoint(new Vector2(0, half))) });
            map["radius"] = capsule.size.x / 2;
        }
        if (edge != null) points.Add(Points(t, edge.points));
        if (edge != null && edge.useAdjacentStartPoint && edge.useAdjacentEndPoint)
            map["ghosts"] = Points(t, new[] { edge.adjacentStartPoint, edge.adjacentEndPoint });
        if (polygon != null) foreach (Vector2[] path in polygon.paths) points.Add(Points(t, path));
        map["points"] = points;
        foreach (Component other in c.gameObject.components)
        {
            var effector = other as PlatformEffector2D;
            if (effector == null || !c.usedByEffector || !effector.useOneWay) continue;
            map["up"] = Pair(t.TransformDirection(new Vector2(0, 1)));
            map["arc"] = effector.surfaceArc;
        }
        return map;
    }

    static string IdOf(Rigidbody2D rb)
    {
        foreach (var b in level.Bodies) if (b.Value == rb) return b.Key;
        return "?";
    }

    static List<object> Points(Transform t, Vector2[] points)
    {
        return new List<object>(Array.ConvertAll(points, p => (object)Pair(t.TransformPoint(p))));
    }

    static List<object> Pair(Vector2 v) { return new List<object> { v.x, v.y }; }
}
