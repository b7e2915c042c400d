// The part of Unity's API that the loader uses. It records what it is given and simulates nothing.
using System;
using System.Collections.Generic;

namespace UnityEngine
{
    public sealed class SerializeField : Attribute { }
    public sealed class HideInInspector : Attribute { }
    public sealed class TooltipAttribute : Attribute { public TooltipAttribute(string text) { } }

    public struct Vector2
    {
        public float x, y;
        public Vector2(float x, float y) { this.x = x; this.y = y; }
        public static Vector2 operator -(Vector2 a, Vector2 b) { return new Vector2(a.x - b.x, a.y - b.y); }
        public float magnitude { get { return (float)Math.Sqrt(x * x + y * y); } }
    }

    public struct Vector3
    {
        public float x, y, z;
        public static implicit operator Vector3(Vector2 v) { return new Vector3 { x = v.x, y = v.y }; }
        public static implicit operator Vector2(Vector3 v) { return new Vector2(v.x, v.y); }
    }

    public struct Quaternion // about z only
    {
        internal float degrees;
        public static Quaternion Euler(float x, float y, float z) { return new Quaternion { degrees = z }; }
    }

    public class Object
    {
        public string name = "";
        public static void Destroy(Object o) { o.Gone(); }
        public static void DestroyImmediate(Object o) { o.Gone(); }
        internal virtual void Gone() { }
    }

    public sealed class TextAsset : Object { public string text = ""; }

    public static class Application { public static bool isPlaying = true; }
    public static class Time { public static float fixedDeltaTime = 0.02f; }

    public sealed class GameObject : Object
    {
        public static readonly List<GameObject> All = new List<GameObject>();
        public int layer;
        public bool isActive = true;
        public readonly Transform transform;
        public readonly List<Component> components = new List<Component>();

        public GameObject(string name)
        {
            this.name = name;
            transform = new Transform { gameObject = this };
            All.Add(this);
        }

        public T AddComponent<T>() where T : Component, new()
        {
            var component = new T { gameObject = this };
            components.Add(component);
            return component;
        }

        public void SetActive(bool active) { isActive = active; }

        public T[] GetComponentsInChildren<T>() where T : Component
        {
            var found = new List<T>();
            foreach (Component c in components) if (c is T) found.Add((T)c);
            foreach (Transform child in transform.children)
                found.AddRange(child.gameObject.GetComponentsInChildren<T>());
            return found.ToArray();
        }

        public T GetComponentInParent<T>() where T : Component
        {
            foreach (Component c in components) if (c is T) return (T)c;
            return transform.parent == null ? null : transform.parent.gameObject.GetComponentInParent<T>();
        }

        internal override void Gone()
        {
            All.Remove(this);
            if (transform.parent != null) transform.parent.children.Remove(transform);
            foreach (Transform child in transform.children.ToArray()) child.gameObject.Gone();
        }
    }

    public class Component : Object
    {
        public GameObject gameObject;
        public Transform transform { get { return gameObject.transform; } }
        internal override void Gone() { gameObject.components.Remove(this); }
    }

    public sealed class Transform : Component
    {
        public Transform parent;
        public readonly List<Transform> children = new List<Transform>();
        public Vector3 localPosition;
        public Quaternion localRotation;

        public void SetParent(Transform to, bool keepsPlace)
        {
            if (keepsPlace) throw new NotSupportedException();
            parent = to;
            to.children.Add(this);
        }

        public Vector3 eulerAngles
        {
            get { return new Vector3 { z = localRotation.degrees + (parent == null ? 0 : parent.eulerAngles.z) }; }
        }

        public Vector3 TransformDirection(Vector3 v)
        {
            double a = eulerAngles.z * Math.PI / 180;
            double sin = Math.Sin(a), cos = Math.Cos(a);
            return new Vector2((float)(v.x * cos - v.y * sin), (float)(v.x * sin + v.y * cos));
        }

        public Vector3 TransformPoint(Vector3 v)
        {
            double a = localRotation.degrees * Math.PI / 180;
            double sin = Math.Sin(a), cos = Math.Cos(a);
            Vector3 at = new Vector2((float)(localPosition.x + v.x * cos - v.y * sin),
                (float)(localPosition.y + v.x * sin + v.y * cos));
            return parent == null ? at : parent.TransformPoint(at);
        }
    }

    public class Behaviour : Component { public bool enabled = true; }
    public class MonoBehaviour : Behaviour { }

    public enum RigidbodyType2D { Dynamic, Kinematic, Static }
    public enum CapsuleDirection2D { Vertical, Horizontal }
    public enum PhysicsMaterialCombine2D { Average, Mean, Multiply, Minimum, Maximum }
    public enum SimulationMode2D { FixedUpdate, Update, Script }

    public static class Physics2D
    {
        public static Vector2 gravity = new Vector2(0, -9.81f);
        public static SimulationMode2D simulationMode;
        public static int ignored;
        public static void IgnoreCollision(Collider2D a, Collider2D b, bool ignore) { ignored++; }
    }

    public struct LayerMask
    {
        public static readonly List<string> Names = new List<string>();
        public int value;
        public static int NameToLayer(string name)
        {
            int i = Names.IndexOf(name);
            return i < 0 ? -1 : i + 6; // the first that a project can name
        }
        public static implicit operator LayerMask(int value) { return new LayerMask { value = value }; }
    }

    public sealed class Rigidbody2D : Component
    {
        public RigidbodyType2D bodyType;
        public bool useAutoMass = true;
        public float mass = 1, inertia, linearDamping, angularDamping, angularVelocity, rotation;
        public Vector2 centerOfMass, linearVelocity, position, force;
        public void MovePosition(Vector2 to) { position = to; }
        public void MoveRotation(float degrees) { rotation = degrees; }
        public void AddForce(Vector2 by) { force = by; }
    }

    public sealed class PhysicsMaterial2D : Object
    {
        public float friction, bounciness;
        public PhysicsMaterialCombine2D frictionCombine, bounceCombine;
        public PhysicsMaterial2D(string name) { this.name = name; }
    }

    public class Collider2D : Behaviour
    {
        public bool isTrigger, usedByEffector;
        public PhysicsMaterial2D sharedMaterial;
        public LayerMask includeLayers, excludeLayers;
    }

    public sealed class CircleCollider2D : Collider2D
    {
        public Vector2 offset;
        public float radius;
    }

    public sealed class CapsuleCollider2D : Collider2D
    {
        public Vector2 size;
        public CapsuleDirection2D direction;
    }

    public sealed class EdgeCollider2D : Collider2D
    {
        public Vector2[] points;
        public bool useAdjacentStartPoint, useAdjacentEndPoint;
        public Vector2 adjacentStartPoint, adjacentEndPoint;
    }

    public sealed class PolygonCollider2D : Collider2D
    {
        public readonly List<Vector2[]> paths = new List<Vector2[]> { new Vector2[5] };
        public int pathCount
        {
            get { return paths.Count; }
            set
            {
                while (paths.Count > value) paths.RemoveAt(paths.Count - 1);
                while (paths.Count < value) paths.Add(new Vector2[0]);
            }
        }
        public void SetPath(int index, Vector2[] points) { paths[index] = points; }
    }

    public sealed class PlatformEffector2D : Behaviour
    {
        public bool useOneWay, useOneWayGrouping, useSideFriction, useSideBounce, useColliderMask = true;
        public float surfaceArc = 180, rotationalOffset;
    }

    public class Joint2D : Behaviour
    {
        public Rigidbody2D connectedBody;
        public bool enableCollision;
    }

    public class AnchoredJoint2D : Joint2D
    {
        public Vector2 anchor, connectedAnchor;
        public bool autoConfigureConnectedAnchor = true;
    }

    public struct JointAngleLimits2D
    {
        public float min { get; set; }
        public float max { get; set; }
    }

    public struct JointMotor2D
    {
        public float motorSpeed { get; set; }
        public float maxMotorTorque { get; set; }
    }

    public sealed class HingeJoint2D : AnchoredJoint2D
    {
        public bool useLimits, useMotor;
        public JointAngleLimits2D limits;
        public JointMotor2D motor;
    }

    public sealed class SpringJoint2D : AnchoredJoint2D
    {
        public bool autoConfigureDistance = true;
        public float distance, frequency, dampingRatio;
    }

    public sealed class DistanceJoint2D : AnchoredJoint2D
    {
        public bool autoConfigureDistance = true, maxDistanceOnly;
        public float distance;
    }
}

namespace UnityEditor.AssetImporters
{
    public sealed class ScriptedImporterAttribute : Attribute
    {
        public ScriptedImporterAttribute(int version, string[] extensions, string[] overrides) { }
    }

    public sealed class AssetImportContext
    {
        public string assetPath;
        public readonly List<string> errors = new List<string>(), warnings = new List<string>();
        public readonly List<UnityEngine.Object> assets = new List<UnityEngine.Object>();
        public UnityEngine.Object main;
        public void LogImportError(string message) { errors.Add(message); }
        public void LogImportWarning(string message) { warnings.Add(message); }
        public void AddObjectToAsset(string id, UnityEngine.Object asset) { assets.Add(asset); }
        public void SetMainObject(UnityEngine.Object asset) { main = asset; }
    }

    public abstract class ScriptedImporter { public abstract void OnImportAsset(AssetImportContext context); }
}
