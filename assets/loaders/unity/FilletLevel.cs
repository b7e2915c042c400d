// Builds a level of Fillet in Unity 6.3 or later: bodies, colliders, joints and moving platforms.
// MIT License, see LICENSE.
//
// Copy this folder and ../csharp into Assets. A file that is named cavern.colliders.json then is a prefab: drag it into
// a scene. A script can also load it:
//
//     FilletLevel level = FilletLevel.Load(System.IO.File.ReadAllText(path), path);
//     Rigidbody2D door = level.Bodies[level.Find("door")];
//     void OnCollisionEnter2D(Collision2D hit) { bool isIce = level.RecordOf(hit.collider).Tags.Contains("ice"); }
using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;
using static Fillet.FilletShapes;
using Object = UnityEngine.Object;

namespace Fillet
{
    public sealed class FilletLevel : MonoBehaviour
    {
        [Tooltip("Leaves the gravity of the project as it is.")] public bool keepGravity;
        [SerializeField, HideInInspector] string text, fileName;
        // What was built, in the order of the file's colliders and joints, for levels that are saved in a scene.
        [SerializeField, HideInInspector] List<GameObject> savedParts = new List<GameObject>();
        [SerializeField, HideInInspector] List<Joint2D> savedJoints = new List<Joint2D>();
        [SerializeField, HideInInspector] List<PhysicsMaterial2D> materials = new List<PhysicsMaterial2D>();

        public FilletFile File { get; private set; }
        public Dictionary<string, FilletCollider> Colliders { get { return File.ById; } }
        public readonly Dictionary<string, Rigidbody2D> Bodies = new Dictionary<string, Rigidbody2D>();
        public readonly Dictionary<string, Joint2D> Joints = new Dictionary<string, Joint2D>();
        public readonly List<string> Losses = new List<string>();
        public IList<PhysicsMaterial2D> Materials { get { return materials; } }

        readonly Dictionary<string, GameObject> parts = new Dictionary<string, GameObject>();
        readonly Dictionary<GameObject, FilletCollider> records = new Dictionary<GameObject, FilletCollider>();
        readonly List<FilletBody> driven = new List<FilletBody>(); // bodies that Step moves
        double time;

        // Loads the text of a file into the running game. The name is for messages.
        public static FilletLevel Load(string text, string name, bool keepGravity = false)
        {
            FilletLevel level = Build(text, name);
            level.keepGravity = keepGravity;
            level.Begin(level.File.Bodies);
            return level;
        }

        // Builds a level without starting it, for scenes and prefabs.
        public static FilletLevel Build(string text, string name)
        {
            FilletFile file = FilletFile.Read(text, name, true);
            List<string> losses = Check(file);
            var level = new GameObject(name).AddComponent<FilletLevel>();
            level.text = text;
            level.fileName = name;
            level.File = file;
            level.Losses.AddRange(losses);
            foreach (FilletBody body in file.Bodies) level.AddBody(body);
            foreach (FilletJoint joint in file.Joints) level.AddJoint(joint);
            level.Save();
            return level;
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

        // Returns the record of a collider that a contact reports, or null if it is not of this level.
        public FilletCollider RecordOf(Collider2D collider)
        {
            FilletCollider record;
            Transform at = collider.transform;
            return records.TryGetValue(at.gameObject, out record) ||
                at.parent != null && records.TryGetValue(at.parent.gameObject, out record) ? record : null;
        }

        // Moves kinematic bodies along their paths and applies constant forces. Unity calls it before each step, unless
        // a script simulates the physics.
        public void Step(float dt)
        {
            time += dt;
            foreach (FilletBody body in driven)
            {
                Rigidbody2D rb = Of(body);
                if (body.Kind == "dynamic")
                {
                    rb.AddForce(transform.TransformDirection(ToUnity(body.Force)));
                    continue;
                }
                double angle;
                Vec at = body.First.PoseAt(time, out angle);
                rb.MovePosition(ToWorld(at));
                rb.MoveRotation(transform.eulerAngles.z + Degrees(angle));
            }
        }

        // Applies a change that the running editor sent. Bodies that it does not touch stay where they are.
        public void Apply(string change)
        {
            var touched = new HashSet<string>();
            FilletFile old = File, next = old.Changed(change, touched);
            List<string> losses = Check(next);
            foreach (FilletJoint j in old.Joints)
                if (IsTouched(j, touched) || !next.Joints.Exists(n => n.Record == j.Record)) RemoveJoint(j.Id);
            foreach (FilletBody body in old.Bodies)
                if (touched.Contains(body.Key)) RemoveBody(body);
            File = next;
            Losses.Clear();
            Losses.AddRange(losses);
            var added = new List<FilletBody>(next.Bodies).FindAll(b => touched.Contains(b.Key));
            foreach (FilletBody body in added) AddBody(body);
            foreach (FilletBody body in next.Bodies) Damp(body);
            if (!next.CategorySets.SetEquals(old.CategorySets) || !next.Categories.SequenceEqual(old.Categories))
                foreach (FilletCollider c in next.Colliders)
                    if (!c.IsMarker) SetFilter(next, next.BodyOf(c), parts[c.Id]);
            foreach (FilletJoint j in next.Joints) if (!Joints.ContainsKey(j.Id)) AddJoint(j);
            foreach (PhysicsMaterial2D material in materials) Combine(material);
            Begin(added);
            Save();
        }

        // Removes everything that the level made.
        public void Destroy() { Remove(gameObject); }

        void FixedUpdate()
        {
            if (Physics2D.simulationMode == SimulationMode2D.FixedUpdate) Step(Time.fixedDeltaTime);
        }

        // Starts a level that a scene or a prefab holds.
        void Awake()
        {
            if (string.IsNullOrEmpty(text)) return; // Load has only just added the component
            File = FilletFile.Read(text, fileName, true);
            Losses.AddRange(Check(File));
            for (int i = 0; i < File.Colliders.Count; i++)
            {
                if (savedParts[i] == null) continue;
                FilletCollider c = File.Colliders[i];
                parts[c.Id] = savedParts[i];
                records[savedParts[i]] = c;
                Bodies[c.Id] = savedParts[i].GetComponentInParent<Rigidbody2D>();
            }
            for (int i = 0; i < File.Joints.Count; i++) Joints[File.Joints[i].Id] = savedJoints[i];
            Begin(File.Bodies);
        }

        void Save()
        {
            savedParts = File.Colliders.ConvertAll(c => parts.ContainsKey(c.Id) ? parts[c.Id] : null);
            savedJoints = File.Joints.ConvertAll(j => Joints[j.Id]);
        }

        // Sets what Unity does not save: gravity, mass, motion, and pairs that ignore each other.
        void Begin(IEnumerable<FilletBody> added)
        {
            if (!keepGravity) Physics2D.gravity = ToUnity(File.Gravity);
            foreach (FilletBody body in added)
            {
                if (body.Kind != "dynamic" || body.IsMarker) continue;
                Rigidbody2D rb = Of(body);
                if (body.First.Mass > 0)
                {
                    rb.mass = (float)body.First.Mass;
                    rb.centerOfMass = ToUnity(body.First.Center);
                    double arm = body.First.Center.Length; // Unity's inertia is about the origin, as Box2D's
                    rb.inertia = (float)(body.First.Inertia + body.First.Mass * arm * arm);
                }
                rb.linearVelocity = transform.TransformDirection(ToUnity(body.Velocity));
                rb.angularVelocity = Degrees(body.Spin);
            }
            IgnoreGroups(File, parts);
            driven.Clear();
            driven.AddRange(new List<FilletBody>(File.Bodies).FindAll(b => b.IsDriven && !b.IsMarker));
        }

        void AddBody(FilletBody body)
        {
            if (body.IsMarker) return;
            FilletCollider first = body.First;
            double angle;
            Vec at = first.PoseAt(time, out angle);
            GameObject go = Child(transform, first.Name == "" ? first.Id : first.Name, at, angle);
            var rb = go.AddComponent<Rigidbody2D>();
            rb.bodyType = body.Kind == "dynamic" ? RigidbodyType2D.Dynamic :
                body.Kind == "kinematic" ? RigidbodyType2D.Kinematic : RigidbodyType2D.Static;
            rb.useAutoMass = false;
            foreach (FilletCollider c in body.Parts)
            {
                Bodies[c.Id] = rb;
                parts[c.Id] = AddShapes(File, body, c, go.transform, MaterialOf(c));
                records[parts[c.Id]] = c;
            }
            Damp(body);
        }

        Rigidbody2D Of(FilletBody body) { return Bodies[body.First.Id]; }

        static bool IsTouched(FilletJoint j, HashSet<string> touched)
        {
            return j.A != null && touched.Contains(j.A.BodyKey) || j.B != null && touched.Contains(j.B.BodyKey);
        }

        Vector2 ToWorld(Vec v) { return transform.TransformPoint(ToUnity(v)); }

        void Damp(FilletBody body)
        {
            if (body.IsMarker) return;
            Of(body).linearDamping = (float)File.Damping;
            Of(body).angularDamping = (float)File.SpinDamping;
        }

        void AddJoint(FilletJoint j)
        {
            // The joint is on A, whose angle Unity subtracts from B's, or on B if A is the level.
            bool isTurned = j.A == null;
            Rigidbody2D on = Of(File.BodyOf(isTurned ? j.B : j.A));
            Rigidbody2D to = isTurned || j.B == null ? null : Of(File.BodyOf(j.B));
            AnchoredJoint2D joint = j.IsHinge ? Hinge(j, on, isTurned) : Spring(j, on);
            joint.autoConfigureConnectedAnchor = false;
            joint.connectedBody = to;
            joint.anchor = ToUnity(isTurned ? j.AnchorB : j.AnchorA);
            Vec other = isTurned ? j.AnchorA : j.AnchorB;
            joint.connectedAnchor = to == null ? ToWorld(other) : ToUnity(other);
            joint.enableCollision = j.Collide;
            Joints[j.Id] = joint;
        }

        void RemoveJoint(string id)
        {
            Joints[id].enabled = false; // Unity removes it at the end of the frame
            Remove(Joints[id]);
            Joints.Remove(id);
        }

        void RemoveBody(FilletBody body)
        {
            if (body.IsMarker) return;
            Of(body).gameObject.SetActive(false);
            Remove(Of(body).gameObject);
            foreach (FilletCollider c in body.Parts)
            {
                Bodies.Remove(c.Id);
                records.Remove(parts[c.Id]);
                parts.Remove(c.Id);
            }
        }

        static void Remove(Object o)
        {
            if (Application.isPlaying) Object.Destroy(o);
            else Object.DestroyImmediate(o);
        }

        // Returns the material of a collider. Equal ones are shared.
        PhysicsMaterial2D MaterialOf(FilletCollider c)
        {
            string name = "friction " + c.Friction + ", restitution " + c.Restitution;
            PhysicsMaterial2D material = materials.Find(m => m.name == name);
            if (material != null) return material;
            material = new PhysicsMaterial2D(name);
            material.friction = (float)c.Friction;
            material.bounciness = (float)c.Restitution;
            Combine(material);
            materials.Add(material);
            return material;
        }

        void Combine(PhysicsMaterial2D material)
        {
            material.frictionCombine = CombineOf(File.FrictionMix);
            material.bounceCombine = CombineOf(File.RestitutionMix);
        }
    }
}
