// Writes values as JSON.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

sealed class Map : Dictionary<string, object> { }

static class Json
{
    public static void Write(Map map) { Console.WriteLine(Of(map)); }

    public static string Of(object value)
    {
        if (value == null) return "null";
        if (value is bool) return (bool)value ? "true" : "false";
        if (value is string) return Quoted((string)value);
        var map = value as Map;
        var list = value as IEnumerable;
        var parts = new List<string>();
        if (map != null)
        {
            foreach (var member in map) parts.Add(Quoted(member.Key) + ":" + Of(member.Value));
            return "{" + string.Join(",", parts) + "}";
        }
        if (value is float) return ((float)value).ToString("R", CultureInfo.InvariantCulture);
        if (list == null) return Convert.ToString(value, CultureInfo.InvariantCulture);
        foreach (object item in list) parts.Add(Of(item));
        return "[" + string.Join(",", parts) + "]";
    }

    static string Quoted(string text)
    {
        var s = new StringBuilder("\"");
        foreach (char c in text)
            s.Append(c < ' ' || c == '"' || c == '\\' ? "\\u" + ((int)c).ToString("x4") : c.ToString());
        return s.Append('"').ToString();
    }
}
