// Reads JSON strictly, and values of Fillet's collider files with clear errors. FilletFile.cs needs this file.
// MIT License, see LICENSE.
//
// Objects are Dictionary<string, object>, lists List<object>, numbers double, and whole numbers that a double does not
// hold exactly ulong.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Fillet
{
    using Map = Dictionary<string, object>;

    public sealed class FilletException : Exception
    {
        public FilletException(string message) : base(message) { }
    }

    public struct Vec
    {
        public double X, Y;

        public Vec(double x, double y)
        {
            X = x;
            Y = y;
        }

        public static Vec operator +(Vec a, Vec b) { return new Vec(a.X + b.X, a.Y + b.Y); }
        public static Vec operator -(Vec a, Vec b) { return new Vec(a.X - b.X, a.Y - b.Y); }
        public static Vec operator *(Vec a, double k) { return new Vec(a.X * k, a.Y * k); }
        public double Length { get { return Math.Sqrt(X * X + Y * Y); } }

        // Turns the vector by an angle.
        public Vec Turned(double angle)
        {
            double sin = Math.Sin(angle), cos = Math.Cos(angle);
            return new Vec(X * cos - Y * sin, X * sin + Y * cos);
        }
    }

    public sealed class FilletJson
    {
        const int MaxDepth = 64;
        readonly string text, name;
        int at, depth;

        // Parses a text. The name is for messages.
        public static object Parse(string text, string name)
        {
            var json = new FilletJson(text, name);
            object value = json.Value();
            if (json.Peek() != '\0') throw json.Broken("something follows the end");
            return value;
        }

        FilletJson(string text, string name)
        {
            this.text = text;
            this.name = name;
        }

        FilletException Broken(string what)
        {
            int line = 1;
            for (int i = 0; i < at && i < text.Length; i++) if (text[i] == '\n') line++;
            return new FilletException(name + " is no valid JSON: line " + line + ": " + what);
        }

        // Skips white space and returns the next character, or 0 at the end.
        char Peek()
        {
            while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
            return at < text.Length ? text[at] : '\0';
        }

        void Expect(char c)
        {
            if (Peek() != c) throw Broken("expected " + c);
            at++;
        }

        object Value()
        {
            char c = Peek();
            if (c == '"') return String();
            if (c == '{' || c == '[')
            {
                if (++depth > MaxDepth) throw Broken("values are nested too deeply");
                object value = c == '{' ? (object)Object() : List();
                depth--;
                return value;
            }
            int from = at;
            while (at < text.Length && (char.IsLetterOrDigit(text[at]) || "+-.".IndexOf(text[at]) >= 0)) at++;
            return Word(text.Substring(from, at - from));
        }

        object Word(string word)
        {
            if (word == "true" || word == "false") return word == "true";
            if (word == "null") return null;
            ulong whole;
            double number;
            CultureInfo culture = CultureInfo.InvariantCulture;
            if (word.Length > 15 && ulong.TryParse(word, NumberStyles.None, culture, out whole)) return whole;
            const NumberStyles style = NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint |
                NumberStyles.AllowExponent;
            if (!double.TryParse(word, style, culture, out number) || double.IsInfinity(number) ||
                double.IsNaN(number)) throw Broken("expected a value");
            return number;
        }

        Map Object()
        {
            var map = new Map();
            Expect('{');
            for (char next = Peek(); next != '}'; next = Peek())
            {
                if (map.Count > 0) Expect(',');
                if (Peek() != '"') throw Broken("expected a key");
                string key = String();
                Expect(':');
                if (map.ContainsKey(key)) throw Broken("a second " + key);
                map[key] = Value();
            }
            at++;
            return map;
        }

        List<object> List()
        {
            var list = new List<object>();
            Expect('[');
            for (char next = Peek(); next != ']'; next = Peek())
            {
                if (list.Count > 0) Expect(',');
                list.Add(Value());
            }
            at++;
            return list;
        }

        string String()
        {
            var s = new StringBuilder();
            for (at++; at < text.Length && text[at] != '"'; at++)
            {
                if (text[at] < ' ') break;
                s.Append(text[at] == '\\' ? Escaped() : text[at]);
            }
            if (at >= text.Length || text[at] != '"') throw Broken("a string does not end");
            at++;
            return s.ToString();
        }

        char Escaped()
        {
            char c = ++at < text.Length ? text[at] : '\0';
            int k = "\"\\/bfnrt".IndexOf(c);
            if (k >= 0) return "\"\\/\b\f\n\r\t"[k];
            ushort code;
            if (c != 'u' || at + 4 >= text.Length || !ushort.TryParse(text.Substring(at + 1, 4),
                NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out code)) throw Broken("a wrong escape");
            at += 4;
            return (char)code;
        }
    }

    // Reads values of records in the units of the loaders.
    public abstract class FilletReader
    {
        protected string where; // names the record being read in errors
        protected double metre = 1; // length of the file's unit
        protected bool isFlipped; // whether y points the other way in the file

        protected FilletException Broken(string what) { return new FilletException(where + ": " + what); }

        // Returns the value of a key, or the given one if the key is missing or null.
        protected T Get<T>(Map r, string key, T missing)
        {
            object value;
            if (!r.TryGetValue(key, out value) || value == null) return missing;
            if (!(value is T)) throw Broken(key + " has a value of the wrong kind");
            return (T)value;
        }

        protected T Need<T>(Map r, string key) where T : class
        {
            T value = Get<T>(r, key, null);
            if (value == null) throw Broken(key + " is missing");
            return value;
        }

        protected string Text(Map r, string key, string missing = "") { return Get(r, key, missing); }

        protected List<object> List(Map r, string key) { return Get(r, key, new List<object>()); }

        // Converts a number. The key is for messages, as in the functions below.
        protected double Number(object value, string key)
        {
            if (value is ulong) return (ulong)value;
            if (!(value is double)) throw Broken(key + " needs a number");
            return (double)value;
        }

        protected double Number(Map r, string key, double missing)
        {
            object value;
            return r.TryGetValue(key, out value) && value != null ? Number(value, key) : missing;
        }

        protected ulong Bits(Map r, string key)
        {
            object value;
            r.TryGetValue(key, out value);
            if (value is ulong) return (ulong)value;
            double number = Number(value, key);
            if (!(number >= 0) || number != Math.Floor(number)) throw Broken(key + " is no set of bits");
            return (ulong)number;
        }

        protected List<double> Numbers(object value, int count, string key)
        {
            var list = value as List<object>;
            if (list == null || list.Count != count) throw Broken(key + " needs " + count + " numbers");
            return list.ConvertAll(item => Number(item, key));
        }

        // Converts a point, a velocity or an acceleration.
        protected Vec Point(object value, string key)
        {
            List<double> n = Numbers(value, 2, key);
            return new Vec(n[0] * metre, isFlipped ? -n[1] * metre : n[1] * metre);
        }

        protected Vec Point(Map r, string key)
        {
            object value;
            return r.TryGetValue(key, out value) && value != null ? Point(value, key) : new Vec();
        }

        // Converts an angle or a spin.
        protected double Angle(double degrees) { return degrees * (isFlipped ? -Math.PI : Math.PI) / 180; }

        // Converts outlines, which keep turning +x toward +y.
        protected Vec[][] Loops(Map r, string key)
        {
            return List(r, key).ConvertAll(loop => Loop(loop, key)).ToArray();
        }

        protected Vec[] Loop(object value, string key)
        {
            var list = value as List<object>;
            if (list == null || list.Count == 0) throw Broken(key + " needs a list of points");
            Vec[] points = list.ConvertAll(point => Point(point, key)).ToArray();
            if (isFlipped) Array.Reverse(points);
            return points;
        }

        // Returns a list of records with the additions, changes and removals of a change, whose ids it adds to ids.
        protected List<object> Edited(List<object> records, Map change, HashSet<string> ids)
        {
            var changed = new Map();
            var removed = new HashSet<string>();
            foreach (string key in new[] { "added", "changed" })
                foreach (object r in List(change, key))
                {
                    if (!(r is Map)) throw Broken(key + " needs records");
                    changed[Need<string>((Map)r, "id")] = r;
                }
            foreach (object id in List(change, "removed")) removed.Add(id as string);
            ids.UnionWith(changed.Keys);
            ids.UnionWith(removed);
            var next = new List<object>();
            foreach (object r in records)
            {
                string id = Text((Map)r, "id");
                object now;
                if (!changed.TryGetValue(id, out now)) now = removed.Contains(id) ? null : r;
                changed.Remove(id);
                if (now != null) next.Add(now);
            }
            next.AddRange(changed.Values);
            return next;
        }
    }
}
