package assets_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/assets"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/importers"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"
)

func compiled(t testing.TB, text []byte) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("x.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("x.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asJSON converts YAML to JSON. Numeric keys become strings.
func asJSON(t testing.TB, text []byte) []byte {
	t.Helper()
	var v any
	if err := yaml.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(textKeys(v))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func textKeys(v any) any {
	switch v := v.(type) {
	case map[any]any:
		out := map[string]any{}
		for k, x := range v {
			data, _ := json.Marshal(k)
			out[strings.Trim(string(data), `"`)] = textKeys(x)
		}
		return out
	case map[string]any:
		for k, x := range v {
			v[k] = textKeys(x)
		}
	case []any:
		for i, x := range v {
			v[i] = textKeys(x)
		}
	}
	return v
}

func validate(s *jsonschema.Schema, data []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

// files returns all files with the given suffix that ship with Fillet or were written by earlier releases.
func files(t testing.TB, suffix string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for name, in := range map[string]fs.FS{
		"samples": assets.Samples(), "starter": assets.Starter(),
		"frozen": os.DirFS(filepath.Join("..", "editor", "level", "testdata", "frozen")),
	} {
		err := fs.WalkDir(in, ".", func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, suffix) {
				return err
			}
			data, err := fs.ReadFile(in, path)
			out[name+"/"+path] = data
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(out) == 0 {
		t.Fatalf("no file matches *%s", suffix)
	}
	return out
}

// kinds lists each kind of file with its schema and reader.
var kinds = []struct {
	suffix string
	text   []byte
	read   func([]byte) error
}{
	{".level.yaml", level.Schema(), func(data []byte) error { _, err := level.Parse(data, "x"); return err }},
	{"fillet.project.yaml", project.Schema, func(data []byte) error {
		_, err := project.Parse(data, "x")
		return err
	}},
	{".tiles.yaml", importers.TilesSchema(), func(data []byte) error {
		_, _, err := importers.ParseTiles(data, "x")
		return err
	}},
}

// Every file that ships with Fillet, or that an earlier release wrote, satisfies its schema.
func TestFilesAreValid(t *testing.T) {
	for _, k := range kinds {
		s := compiled(t, k.text)
		for name, data := range files(t, k.suffix) {
			if err := validate(s, asJSON(t, data)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// The schema rejects every unknown key and wrong type that the reader rejects. The reader takes any unquoted scalar as
// text, so both accept a number where text is expected.
func TestSchemaRejectsWhatTheReaderRejects(t *testing.T) {
	for _, k := range kinds {
		s := compiled(t, k.text)
		all := files(t, k.suffix)
		var names []string
		for name, data := range all {
			if len(data) < 20_000 {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		cases, rejected := 0, 0
		t.Run(k.suffix, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				cases++
				name := rapid.SampledFrom(names).Draw(r, "file")
				var v any
				if err := json.Unmarshal(asJSON(t, all[name]), &v); err != nil {
					r.Fatal(err)
				}
				v = damage(r, v)
				data, err := json.Marshal(v)
				if err != nil {
					r.Fatal(err)
				}
				text, err := yaml.Marshal(v)
				if err != nil {
					r.Fatal(err)
				}
				err = k.read(text)
				if err == nil || !strings.Contains(err.Error(), "unknown key") &&
					!strings.Contains(err.Error(), "expected ") {
					return
				}
				rejected++
				if validate(s, data) == nil {
					r.Fatalf("%s: the reader reports %v, but the schema accepts it\n%s", name, err, data)
				}
			})
		})
		if cases >= 200 && rejected == 0 { // fewer cases may all be accepted by chance
			t.Errorf("no damaged *%s was rejected", k.suffix)
		}
	}
}

// damage returns a value with an unknown key, or a part of the wrong type, at a random place. It may change v.
func damage(r *rapid.T, v any) any {
	wrong := rapid.SampledFrom([]any{nil, true, "word", 1.5, []any{}, map[string]any{}, []any{map[string]any{}}})
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		if len(keys) == 0 || rapid.IntRange(0, 5).Draw(r, "here") == 0 {
			v["nokey"] = 1.0
			return v
		}
		k := rapid.SampledFrom(keys).Draw(r, "key")
		v[k] = damage(r, v[k])
		return v
	case []any:
		if len(v) > 0 && rapid.IntRange(0, 5).Draw(r, "here") > 0 {
			i := rapid.IntRange(0, len(v)-1).Draw(r, "item")
			v[i] = damage(r, v[i])
			return v
		}
	}
	return wrong.Draw(r, "wrong")
}
