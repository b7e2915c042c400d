package exportcheck

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"
)

// message is a parsed message in the text form of protocol buffers: its fields' values, each a string, a number, a name
// or a message.
type message map[string][]any

func (m message) number(t *testing.T, field string) float64 {
	t.Helper()
	if len(m[field]) == 0 {
		return 0
	}
	x, ok := m[field][0].(float64)
	if !ok {
		t.Errorf("%s is %v", field, m[field][0])
	}
	return x
}

func (m message) text(field string) string {
	if len(m[field]) == 0 {
		return ""
	}
	return fmt.Sprint(m[field][0])
}

func (m message) message(field string) message {
	if len(m[field]) == 0 {
		return nil
	}
	out, _ := m[field][0].(message)
	return out
}

var messageToken = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[{}]|-?[0-9][0-9.eE+-]*|\w+:?|\S`)

// parseMessage parses a message whose fields are all in the schema, which maps the names of fields to the names of
// their messages, or to "" for values.
func parseMessage(t *testing.T, name, text string, schema map[string]map[string]string, kind string) message {
	t.Helper()
	tokens := messageToken.FindAllString(text, -1)
	var block func(kind string, isOuter bool) message
	block = func(kind string, isOuter bool) message {
		out := message{}
		for len(tokens) > 0 {
			token := tokens[0]
			tokens = tokens[1:]
			if token == "}" {
				if isOuter {
					t.Fatalf("%s: a brace too many", name)
				}
				return out
			}
			field, isValue := strings.CutSuffix(token, ":")
			of, known := schema[kind][field]
			if !known || isValue != (of == "") || len(tokens) == 0 {
				t.Fatalf("%s: %s has no field %q", name, kind, token)
			}
			token = tokens[0]
			tokens = tokens[1:]
			switch {
			case of != "":
				if token != "{" {
					t.Fatalf("%s: %s is %q", name, field, token)
				}
				out[field] = append(out[field], block(of, false))
			case token[0] == '"':
				all := ""
				for {
					part, err := strconv.Unquote(token)
					if err != nil {
						t.Fatalf("%s: %s: %v", name, token, err)
					}
					if all += part; len(tokens) == 0 || tokens[0][0] != '"' {
						break
					}
					token, tokens = tokens[0], tokens[1:]
				}
				out[field] = append(out[field], all)
			default:
				if x, err := strconv.ParseFloat(token, 64); err == nil {
					out[field] = append(out[field], x)
				} else {
					out[field] = append(out[field], token)
				}
			}
		}
		if !isOuter {
			t.Fatalf("%s: a brace is missing", name)
		}
		return out
	}
	return block(kind, true)
}

// defoldSchema has the fields of Defold's messages that the script can write, from physics_ddf.proto and
// gameobject_ddf.proto.
var defoldSchema = map[string]map[string]string{
	"CollectionDesc":       {"name": "", "scale_along_z": "", "embedded_instances": "EmbeddedInstanceDesc"},
	"EmbeddedInstanceDesc": {"id": "", "data": "", "position": "Point3", "rotation": "Quat"},
	"PrototypeDesc":        {"components": "ComponentDesc"},
	"ComponentDesc":        {"id": "", "component": ""},
	"Point3":               {"x": "", "y": "", "z": ""},
	"Quat":                 {"x": "", "y": "", "z": "", "w": ""},
	"CollisionObjectDesc": {
		"collision_shape": "", "type": "", "mass": "", "friction": "", "restitution": "", "group": "", "mask": "",
		"embedded_collision_shape": "CollisionShape", "linear_damping": "", "angular_damping": "",
	},
	"CollisionShape": {"shapes": "Shape", "data": ""},
	"Shape":          {"shape_type": "", "position": "Point3", "rotation": "Quat", "index": "", "count": ""},
	"ConvexShape":    {"shape_type": "", "data": ""},
}

// inDefoldEditor runs the command of the editor script on files of a project, in LÖVE's Lua, and returns what it
// prints. It skips the test if LÖVE is missing.
func inDefoldEditor(t *testing.T, project string, names ...string) (string, error) {
	t.Helper()
	if _, err := exec.LookPath("love"); err != nil {
		t.Skip("LÖVE is missing: ", err)
	}
	game := t.TempDir()
	for from, to := range map[string]string{
		"../../assets/loaders/defold/fillet": "fillet", loveLoader: "love_fillet", "love/defold": ".",
	} {
		if err := os.CopyFS(filepath.Join(game, to), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	conf, err := os.ReadFile(filepath.Join("love", "conf.lua"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(game, "conf.lua"), conf, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("love", append([]string{game}, names...)...)
	cmd.Dir = project
	cmd.Env = append(os.Environ(), "SDL_VIDEODRIVER=dummy", "XDG_DATA_HOME="+t.TempDir())
	var problems bytes.Buffer
	cmd.Stderr = &problems
	text, err := cmd.Output()
	if err != nil && len(text) == 0 {
		t.Fatalf("LÖVE: %v\n%.4000s", err, problems.String())
	}
	return string(text), err
}

// defoldMade reads a file that the script has written.
func defoldMade(t *testing.T, project, path, kind string) message {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(project, path))
	if err != nil {
		t.Fatal(err)
	}
	return parseMessage(t, path, string(data), defoldSchema, kind)
}

// The files for Defold have the form of its schema and the level's shapes, masses, materials and places, in every form
// of the collider file. Defold itself does not load them here.
func TestDefoldEditorScript(t *testing.T) {
	docs := map[string]*level.Document{"ground": ground(t), "machinery": machinery(t)}
	files, err := filepath.Glob(filepath.Join("..", "..", "assets", "samples", "*.level.yaml"))
	if err != nil || len(files) < 7 {
		t.Fatalf("the samples are %v, %v", files, err)
	}
	for _, f := range files {
		if docs[strings.TrimSuffix(filepath.Base(f), ".level.yaml")], err = level.Open(f); err != nil {
			t.Fatal(err)
		}
	}
	for _, form := range []export.Form{{}, {Metres: true, YUp: true}} {
		project := t.TempDir()
		var names []string
		for name, doc := range docs {
			for _, folder := range []string{"levels", "levels/" + name + "_collision"} {
				if err := os.MkdirAll(filepath.Join(project, folder), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			path := "levels/" + name + ".colliders.json"
			if err := os.WriteFile(filepath.Join(project, path), formed(t, doc, form), 0o600); err != nil {
				t.Fatal(err)
			}
			names = append(names, "/"+path)
		}
		printed, err := inDefoldEditor(t, project, names...)
		if err != nil {
			t.Fatalf("%v: %s", err, printed)
		}
		objects := 0
		for name, doc := range docs {
			file, err := colliders.Load(bytes.NewReader(formed(t, doc, export.Form{})))
			if err != nil {
				t.Fatal(err)
			}
			objects += holdsDefoldLevel(t, project, name, file, printed)
		}
		t.Logf("%d collision objects of %d levels", objects, len(docs))
	}
}

// holdsDefoldLevel checks a collection and returns its number of collision objects.
func holdsDefoldLevel(t *testing.T, project, name string, file *colliders.File, printed string) (objects int) {
	t.Helper()
	collection := defoldMade(t, project, fmt.Sprintf("levels/%s_collision/%s.collection", name, name), "CollectionDesc")
	instances := collection["embedded_instances"]
	if len(instances) != len(file.Colliders) || collection.text("name") != file.Level.Name {
		t.Fatalf("%s has %d game objects, want %d", name, len(instances), len(file.Colliders))
	}
	frames := map[string]*colliders.Collider{}
	for i := range file.Colliders {
		c, made := &file.Colliders[i], instances[i].(message)
		frame := c
		if c.OneBody != "" {
			if frames[c.OneBody] == nil {
				frames[c.OneBody] = c
			}
			frame = frames[c.OneBody]
		}
		at := made.message("position")
		want := collision.Vec{X: frame.Position.X, Y: file.Level.Origin.Y + file.Level.Size.Y - frame.Position.Y}
		got := collision.Vec{X: at.number(t, "x"), Y: at.number(t, "y")}
		if off := got.Dist(want); off > 1e-3 {
			t.Errorf("%s: %s is off by %v", name, c.ID, off)
		}
		q := made.message("rotation")
		turn := 2*math.Atan2(q.number(t, "z"), q.number(t, "w")) + frame.Angle*math.Pi/180
		if off := math.Abs(math.Remainder(turn, 2*math.Pi)); off > 1e-4 {
			t.Errorf("%s: %s is turned by %v", name, c.ID, off)
		}
		area, count := 0.0, 0
		parts := parseMessage(t, c.ID, made.text("data"), defoldSchema, "PrototypeDesc")
		for _, part := range parts["components"] {
			object := defoldMade(t, project, part.(message).text("component"), "CollisionObjectDesc")
			objects++
			kind := strings.ToUpper(c.Body.String())
			if c.Role == colliders.Trigger {
				kind = "TRIGGER"
			}
			if object.text("type") != "COLLISION_OBJECT_TYPE_"+kind {
				t.Errorf("%s: %s is a %s", name, c.ID, object.text("type"))
			}
			for field, want := range map[string]float64{"friction": c.Friction, "restitution": c.Restitution} {
				if got := object.number(t, field); math.Abs(got-want) > 1e-6 {
					t.Errorf("%s: %s has a %s of %v", name, c.ID, field, got)
				}
			}
			mass := object.number(t, "mass")
			if (mass > 0) != (kind == "DYNAMIC") || c.Mass > 0 && c.OneBody == "" && math.Abs(mass-c.Mass) > 1e-6 {
				t.Errorf("%s: %s has a mass of %v, want %v", name, c.ID, mass, c.Mass)
			}
			var masks []string
			for _, m := range object["mask"] {
				masks = append(masks, m.(string))
			}
			for bit, category := range file.Categories {
				if slices.Contains(masks, category) != (c.Mask>>bit&1 == 1) {
					t.Errorf("%s: %s has the mask %v", name, c.ID, masks)
				}
				if object.text("group") == category && c.Category>>bit&1 == 0 {
					t.Errorf("%s: %s has the group %s", name, c.ID, category)
				}
			}
			if path := object.text("collision_shape"); path != "" {
				area += defoldHull(t, project, path)
				count++
			}
			shape := object.message("embedded_collision_shape")
			for k, s := range shape["shapes"] {
				s := s.(message)
				if s.text("shape_type") != "TYPE_SPHERE" || int(s.number(t, "index")) != k {
					t.Errorf("%s: %s has the shape %v", name, c.ID, s)
				}
				r := shape["data"][k].(float64)
				area += math.Pi * r * r
				count++
			}
		}
		isLost := strings.Contains(printed, fmt.Sprintf("%s.colliders.json: %s (%s): ", name, c.ID, c.Name))
		sum := 0.0
		for _, p := range c.Polygons {
			sum += polygonArea(p)
		}
		hasEdges := func(p colliders.Piece) bool { return len(p.Vertices) > 1 }
		if len(c.Pieces) > 0 && !slices.ContainsFunc(c.Pieces, hasEdges) {
			sum = c.Area
		}
		if math.Abs(area-sum) > 1e-3*sum && !isLost {
			t.Errorf("%s: %s has an area of %v in %d shapes, want %v", name, c.ID, area, count, sum)
		}
		if c.Role == colliders.OneWay && !isLost {
			t.Errorf("%s: the side of %s is lost silently", name, c.ID)
		}
	}
	return objects
}

// defoldHull returns the area of a convex shape, which must be counter-clockwise with y up.
func defoldHull(t *testing.T, project, path string) float64 {
	t.Helper()
	shape := defoldMade(t, project, path, "ConvexShape")
	data := shape["data"]
	if shape.text("shape_type") != "TYPE_HULL" || len(data) < 9 || len(data) > 24 || len(data)%3 != 0 {
		t.Fatalf("%s is %v", path, shape)
	}
	var points []collision.Vec
	for i := 0; i < len(data); i += 3 {
		points = append(points, collision.Vec{X: data[i].(float64), Y: data[i+1].(float64)})
	}
	area := polygonArea(points)
	if area <= 0 {
		t.Errorf("%s turns clockwise", path)
	}
	return area
}

// polygonArea returns the area of a polygon, positive if it turns +x toward +y.
func polygonArea(points []collision.Vec) (area float64) {
	for i, p := range points {
		area += p.Cross(points[(i+1)%len(points)]) / 2
	}
	return area
}

// Files that the script cannot read are errors that say what to do, and nothing is written.
func TestDefoldEditorScriptErrors(t *testing.T) {
	doc, err := level.Open(filepath.Join("testdata", "loader.level.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	good := string(formed(t, doc, export.Form{}))
	project := t.TempDir()
	for _, tt := range []struct{ from, to, want string }{
		{`"version": 2`, `"version": 1`, "it is version 1"},
		{`"version": 2`, `"version": 3`, "it is version 3"},
		{`"fillet-colliders"`, `"tiled"`, "fillet export"},
		{`"y": "down"`, `"y": "down", "frame": "level"`, "--frame level"},
		{`"id": "c2"`, `"id": "c1"`, "c1 (ledge): its id is not unique"},
		{`"ghost", "coin"`, `"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"`, "16"},
	} {
		text := strings.Replace(good, tt.from, tt.to, 1)
		if text == good {
			t.Fatalf("the file has no %s", tt.from)
		}
		if err := os.WriteFile(filepath.Join(project, "bad.colliders.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		printed, err := inDefoldEditor(t, project, "/bad.colliders.json")
		if err == nil || !strings.Contains(printed, tt.want) {
			t.Errorf("%s: the script prints %q", tt.to, printed)
		}
	}
	entries, err := os.ReadDir(project)
	if err != nil || len(entries) != 1 {
		t.Errorf("the project has %d files, %v", len(entries), err)
	}
}
