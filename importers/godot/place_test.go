package godot

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/editor/level"
	"fillet/importers"

	"github.com/google/go-cmp/cmp"
)

// placed lists a scene's colliders as "name x,y", with the angle if it is not 0 and the size of boxes.
func placed(t *testing.T, data string) ([]string, *importers.Result) {
	t.Helper()
	res, err := imported(data, fstest.MapFS{"project.godot": {Data: []byte(
		"[display]\n\nwindow/size/viewport_width=800\nwindow/size/viewport_height=400\n")}})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for c := range res.Document.Colliders() {
		s := fmt.Sprintf("%s %.4g,%.4g", c.Name, c.Position.X+0, c.Position.Y+0)
		if c.Angle != 0 {
			s += fmt.Sprintf(" turned %.4g", float64(c.Angle))
		}
		if c.Shape.Kind == level.Box && c.Shape.Size != (level.Vec{X: 20, Y: 20}) {
			s += fmt.Sprintf(" %gx%g", c.Shape.Size.X, c.Shape.Size.Y)
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return out, res
}

// nodes writes nodes given as "Name Class Parent; key = value; ...", one per line. A body gets a box.
func nodes(lines ...string) string {
	out := head + "[sub_resource type=\"RectangleShape2D\" id=\"box\"]\n" +
		"[sub_resource type=\"Curve2D\" id=\"line\"]\n_data = {\n\"points\": PackedVector2Array(0, 0, 0, 0, 150, " +
		"120, 0, 0, 0, 0, 350, 120)\n}\n" +
		"[sub_resource type=\"Curve2D\" id=\"corner\"]\n_data = {\n\"points\": PackedVector2Array(0, 0, 0, 0, 0, 0, " +
		"0, 0, 0, 0, 100, 0, 0, 0, 0, 0, 100, 300)\n}\n" +
		"[sub_resource type=\"Curve2D\" id=\"arc\"]\n_data = {\n\"points\": PackedVector2Array(0, 0, 0, 55.2285, " +
		"100, 0, 55.2285, 0, 0, 0, 0, 100)\n}\n" +
		"[sub_resource type=\"Curve2D\" id=\"coarse\"]\nbake_interval = 20.0\n_data = {\n\"points\": " +
		"PackedVector2Array(0, 0, 50, -80, 0, 0, -40, 10, 0, 30, 100, 50, 0, 0, 0, 60, 200, 100)\n}\n"
	for _, line := range lines {
		parts := strings.Split(line, "; ")
		words := strings.Fields(parts[0])
		out += fmt.Sprintf("[node name=%q type=%q", words[0], words[1])
		if len(words) > 2 {
			out += fmt.Sprintf(" parent=%q", words[2])
		}
		out += "]\n" + strings.Join(parts[1:], "\n") + "\n"
		if bodyTypes[words[1]] != 0 {
			path := words[0]
			if len(words) > 2 && words[2] != "." {
				path = words[2] + "/" + path
			}
			out += fmt.Sprintf("[node name=\"S\" type=\"CollisionShape2D\" parent=%q]\nshape = SubResource(\"box\")\n",
				path)
		}
	}
	return out
}

// Nodes may move themselves or other nodes when the scene starts; colliders are at the resulting positions.
func TestPlaceAtStart(t *testing.T) {
	t.Parallel()
	follow := func(curve, properties string) string {
		return nodes("W Node2D", `P Path2D .; curve = SubResource("`+curve+`")`, "F PathFollow2D P; "+properties,
			"B StaticBody2D P/F")
	}
	remote := func(properties string) string {
		return nodes("W Node2D", "T StaticBody2D .; position = Vector2(1, 2)",
			"A Node2D .; position = Vector2(100, 0); rotation = 1.5707964",
			`R RemoteTransform2D A; position = Vector2(10, 0); remote_path = NodePath("../../T"); `+properties)
	}
	control := func(properties string, more ...string) string {
		return nodes(append([]string{"W Control; " + properties}, more...)...)
	}
	for _, tt := range []struct{ name, data, want, issue string }{
		{"along a line", follow("line", "progress = 50.0"), "B 200,120", ""},
		{"a saved ratio", follow("line", "progress = 50.0; progress_ratio = 0.5"), "B 200,120", ""},
		{
			"saved elsewhere", follow("line", "position = Vector2(7, 7); progress = 50.0; scale = Vector2(2, 2)"),
			"B 200,120 40x40", "",
		},
		{"beyond the end", follow("corner", "progress = 450.0"), "B 100,300 turned 90", ""},
		{"before the begin", follow("line", "progress = -50.0; h_offset = 3.0; v_offset = 4.0"), "B 153,124", ""},
		{"all around", follow("line", "progress = 200.0"), "B 350,120", ""},
		{"beyond the end without a loop", follow("line", "progress = 250.0; loop = false"), "B 350,120", ""},
		{"beside it", follow("line", "progress = 50.0; h_offset = 3.0; v_offset = 4.0"), "B 203,124", ""},
		{
			"around the corner", follow("corner", "progress = 150.0; h_offset = 3.0; v_offset = 4.0"), "B 96,53 turned 90",
			"",
		},
		{"around the corner unturned", follow("corner",
			"progress = 150.0; rotates = false; h_offset = 3.0; v_offset = 4.0"), "B 103,54", ""},
		{"along an arc", follow("arc", "progress = 50.0"), "B 87.78,47.95 turned 118.7", ""},
		{"just behind the corner", follow("corner", "progress = 101.0"), "B 100.3,0.7318 turned 26.71", ""},
		{"along coarse steps", follow("coarse", "progress = 50.0"), "B 38.53,-20.91 turned 33.41", ""},
		{
			"straight between them", follow("coarse", "progress = 101.0; cubic_interp = false"),
			"B 66.52,22.04 turned 60.52", "",
		},
		{"at an end without a handle", follow("coarse", "progress = 300.0"), "B 200,100 turned 11.31", ""},
		{
			"along too many steps", strings.NewReplacer("= 20.0", "= 0.0", "(0, 0, 50, ", "("+
				strings.Repeat("0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, ", maxBaked>>(bakeDepth+1))+"0, 0, 50, ").
				Replace(follow("coarse", "position = Vector2(5, 6)")),
			"B 5,6", fmt.Sprintf("more than %d baked points", maxBaked),
		},
		{"in a path without a curve", nodes("W Node2D", "P Path2D .", "F PathFollow2D P; position = Vector2(5, 6)",
			"B StaticBody2D P/F"), "B 5,6", ""},
		{"in a curve that is none", follow("box", "position = Vector2(5, 6)"), "B 5,6", ""},
		{
			"in a curve that is not there", follow("none", "position = Vector2(5, 6)"), "B 5,6",
			"as its path cannot be read",
		},
		{"in no path", nodes("W Node2D", "F PathFollow2D .; position = Vector2(5, 6); progress = 9.0",
			"B StaticBody2D F"), "B 5,6", ""},
		{"remote", remote(""), "T 100,10 turned 90", ""},
		{"remote in its own frame", remote("use_global_coordinates = false"), "T 10,0", ""},
		{"remote place", remote("update_rotation = false"), "T 100,10", ""},
		{"remote turn", remote("update_position = false"), "T 1,2 turned 90", ""},
		{"remote of itself", nodes("W Node2D", "T StaticBody2D .; position = Vector2(1, 2)",
			`R RemoteTransform2D T; position = Vector2(10, 0); remote_path = NodePath("..")`), "T 11,2", ""},
		{
			"parallax", nodes("W Node2D", "P Parallax2D .; scroll_offset = Vector2(30, 4)", "B StaticBody2D P"), "B 30,4",
			"with the camera",
		},
		{"a parallax layer", nodes("W ParallaxBackground", "P ParallaxLayer .; motion_offset = Vector2(30, 4)",
			"B StaticBody2D P"), "B 30,4", "with the camera"},
		{"parallax without a body", nodes("W Node2D", "P Parallax2D .", "B StaticBody2D ."), "B 0,0", ""},
		{"in degrees", nodes("W Node2D", "B StaticBody2D .; rotation_degrees = 45.0"), "B 0,0 turned 45", ""},
		{
			"in degrees, after radians", nodes("W Node2D", "B StaticBody2D .; rotation = 1.0; rotation_degrees = 45.0"),
			"B 0,0 turned 45", "",
		},
		{
			"in radians, after degrees", nodes("W Node2D", "B StaticBody2D .; rotation_degrees = 45.0; rotation = 1.0"),
			"B 0,0 turned 57.3", "",
		},
		{"a control in degrees", control("rotation_degrees = 30.0", "B StaticBody2D ."), "B 0,0 turned 30", ""},
		{"a control", control("offset_left = 8.0; offset_top = 9.0", "B StaticBody2D ."), "B 8,9", ""},
		{"anchors in the window", control("anchor_left = 0.5; anchor_top = 1.0; offset_left = 8.0; offset_top = -9.0",
			"B StaticBody2D ."), "B 408,391", "which is 800 by 400"},
		{"anchors in a control", control("offset_right = 100.0; offset_bottom = 60.0",
			"C Control .; anchor_left = 0.5; anchor_top = 0.5", "B StaticBody2D C"), "B 50,30", ""},
		{"anchors in a node", nodes("W Node2D; position = Vector2(3, 4)",
			"C Control .; anchor_left = 0.5; offset_left = 2.0", "B StaticBody2D C"), "B 5,4", ""},
		{
			"a control turned about its pivot",
			control("offset_right = 100.0; offset_bottom = 60.0; rotation = 1.5707964; pivot_offset = Vector2(50, 30)",
				"B StaticBody2D ."), "B 80,-20 turned 90", "",
		},
		{
			"a control scaled about a part of it",
			control("offset_right = 100.0; offset_bottom = 60.0; scale = Vector2(2, 2); pivot_offset_ratio = "+
				"Vector2(0.5, 0.5)", "B StaticBody2D ."), "B -50,-30 40x40", "",
		},
		{
			"a control grown to its left",
			control("offset_left = 50.0; offset_right = 50.0; custom_minimum_size = Vector2(40, 0); "+
				"grow_horizontal = 0", "B StaticBody2D ."), "B 10,0", "",
		},
		{
			"a top-level control is anchored to the window", nodes("W Node2D",
				"P Control .; offset_left = 100.0; offset_right = 300.0",
				"C Control P; top_level = true; anchor_left = 0.5; anchor_right = 0.5", "B StaticBody2D P/C"),
			"B 400,0", "its position depends on the window's size",
		},
		{"a control in a container", nodes("W HBoxContainer", "C Control .; layout_mode = 2", "N Node2D C",
			"B StaticBody2D C/N"), "B 0,0", "a HBoxContainer arranges it"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, res := placed(t, tt.data)
			if s := strings.Join(got, "; "); s != tt.want {
				t.Errorf("the colliders are at %s, want %s", s, tt.want)
			}
			if tt.issue == "" && len(res.Issues) > 0 || tt.issue != "" && !hasIssue(res, importers.Warning, tt.issue) {
				t.Errorf("issues %v, want %q", res.Issues, tt.issue)
			}
		})
	}
}

// A viewport has its own physics space. The level shows the scene's space, or the space of the first viewport with
// bodies.
func TestViewports(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, data, want, loss string }{
		{"beside the scene", nodes("W Node2D", "C SubViewportContainer .; offset_left = 300.0", "V SubViewport C",
			"A StaticBody2D C/V", "B StaticBody2D .; position = Vector2(5, 6)"), "B 5,6", "C/V: a viewport (SubViewport)"},
		{"a popup", nodes("W Node2D", "P PopupPanel .", "A Area2D P", "B StaticBody2D ."), "B 0,0", "P: a viewport (PopupPanel)"},
		{
			"a dialog of a tile layer", nodes("W Node2D", "D AcceptDialog .", "T TileMapLayer D", "B Area2D ."), "B 0,0",
			"D: a viewport (AcceptDialog)",
		},
		{"around everything", nodes("W Control", "C SubViewportContainer .; offset_left = 300.0", "V SubViewport C",
			"A StaticBody2D C/V", "M Marker2D ."), "A 0,0; M 0,0", ""},
		{"two of them", nodes("W Control", "U SubViewport .", "V SubViewport .", "A StaticBody2D V", "X Window V",
			"B StaticBody2D V/X", "Y SubViewport .", "C StaticBody2D Y"), "A 0,0", "V/X: a viewport (Window)"},
		{"the root", nodes("W Window", "A StaticBody2D .; position = Vector2(5, 6)"), "A 5,6", ""},
		{"without bodies", nodes("W Node2D; position = Vector2(9, 9)", "V SubViewport .", "M Marker2D V",
			"A StaticBody2D ."), "A 9,9; M 0,0", ""},
		{"no viewport", nodes("W Node2D; position = Vector2(9, 9)", "N NavigationAgent2D .", "A StaticBody2D N"), "A 0,0", ""},
	} {
		got, res := placed(t, tt.data)
		if s := strings.Join(got, "; "); s != tt.want {
			t.Errorf("%s: colliders = %s, want %s", tt.name, s, tt.want)
		}
		if tt.loss == "" && len(res.Issues) > 0 || tt.loss != "" && !hasIssue(res, importers.Loss, tt.loss) {
			t.Errorf("%s: issues %v, want the loss %q", tt.name, res.Issues, tt.loss)
		}
	}
}

// animatedScene returns a scene with a body A and a player P of the animation go.
func animatedScene(animation, player string, more ...string) string {
	head, rest, _ := strings.Cut(nodes(append([]string{
		"W Node2D", "A AnimatableBody2D .; position = Vector2(5, 6)", "P AnimationPlayer .; " + player,
	}, more...)...), "[sub_resource")
	return head + "[sub_resource type=\"Animation\" id=\"a\"]\nlength = 4.0\n" + animation +
		"\n[sub_resource type=\"AnimationLibrary\" id=\"l\"]\n_data = {\n&\"go\": " +
		"SubResource(\"a\")\n}\n[sub_resource" + rest
}

// track returns a value track of an animation.
func track(path, times, values, more string) string {
	return "tracks/0/type = \"value\"\ntracks/0/path = NodePath(\"" + path +
		"\")\ntracks/0/keys = {\n\"times\": PackedFloat32Array(" +
		times + "),\n\"values\": [" + values + "]\n" + more
}

// plays holds the properties of a player that starts automatically, and ride is a track.
const plays = `libraries = {"": SubResource("l")}; autoplay = "go"`

var ride = track("A:position", "0, 2", "Vector2(10, 20), Vector2(90, 20)", "}")

// Autoplay animations put nodes where they begin, and a warning names the properties that they change later.
func TestAnimationAtStart(t *testing.T) {
	t.Parallel()
	const moves = `go" starts; later changes were not imported (position)`
	for _, tt := range []struct{ name, data, want, issue string }{
		{"where it begins", animatedScene(ride, plays), "A 10,20", moves},
		{
			"the other notation", animatedScene(ride, `libraries/ = SubResource("l"); autoplay = &"go"`), "A 10,20",
			moves,
		},
		{"in a library", animatedScene(ride, `libraries/x = SubResource("l"); autoplay = &"x/go"`), "A 10,20", moves},
		{"no autoplay", animatedScene(ride, `libraries = {"": SubResource("l")}`), "A 5,6", ""},
		{"not active", animatedScene(ride, "active = false; "+plays), "A 5,6", ""},
		{"another name", animatedScene(ride, `libraries = {"": SubResource("l")}; autoplay = "come"`), "A 5,6", ""},
		{"no library", animatedScene(ride, `autoplay = "go"`), "A 5,6", ""},
		{"a track that is off", animatedScene(ride+"\ntracks/0/enabled = false", plays), "A 5,6", ""},
		{"from another root", animatedScene(track(".:position", "0", "Vector2(10, 20)", "}"),
			plays+`; root_node = NodePath("../A")`), "A 10,20", ""},
		{"a part", animatedScene(track("A:position:x", "0", "10.0", "}"), plays), "A 10,6", ""},
		{"a part of the scale", animatedScene(track("A:scale:y", "0", "2.0", "}"), plays), "A 5,6 20x40", ""},
		{"a turn", animatedScene(track("A:rotation", "0", "1.5707964", "}"), plays), "A 5,6 turned 90", ""},
		{
			"later, from there on", animatedScene(track("A:position", "1", "Vector2(10, 20)", ",\"update\": 1\n}"), plays),
			"A 5,6", "",
		},
		{"later", animatedScene(track("A:position", "1", "Vector2(10, 20)", "}"), plays), "A 10,20", ""},
		{
			"later, in a loop", animatedScene("loop_mode = 1\n"+track("A:position", "1, 3",
				"Vector2(10, 20), Vector2(90, 20)", "}"), plays),
			"A 50,20", moves,
		},
		{
			"later, in a loop that does not wrap",
			animatedScene("loop_mode = 1\ntracks/0/loop_wrap = false\n"+track("A:position", "1, 3",
				"Vector2(10, 20), Vector2(90, 20)", "}"), plays),
			"A 10,20", moves,
		},
		{
			"bezier", animatedScene("tracks/0/type = \"bezier\"\ntracks/0/path = "+
				"NodePath(\"A:position:y\")\ntracks/0/keys = {\n\"points\": "+
				"PackedFloat32Array(7, 0, 0, 0, 0, 9, 0, 0, 0, 0),\n\"times\": PackedFloat32Array(0, 1)\n}", plays),
			"A 5,7", moves,
		},
		{
			"along a path", animatedScene(track("L/F:progress_ratio", "0, 2", "0.5, 1.0", "}"), plays,
				`L Path2D .; curve = SubResource("line")`, "F PathFollow2D L; progress = 50.0", "B StaticBody2D L/F"),
			"A 5,6; B 250,120", "(progress_ratio)",
		},
		{
			"along a path, beyond its end", animatedScene(track("L/F:progress", "0", "250.0", "}"), plays,
				`L Path2D .; curve = SubResource("line")`, "F PathFollow2D L", "B StaticBody2D L/F"),
			"A 5,6; B 200,120", "",
		},
		{
			"along a path, before its begin", animatedScene(track("L/F:progress", "0", "-50.0", "}"), plays,
				`L Path2D .; curve = SubResource("line")`, "F PathFollow2D L", "B StaticBody2D L/F"),
			"A 5,6; B 300,120", "",
		},
		{"a shape that it disables", animatedScene(track("A/S:disabled", "0", "true", "}"), plays), "", ""},
		{
			"a shape that it disables later", animatedScene(track("A/S:disabled", "0, 1", "false, true", "}"), plays),
			"A 5,6", "(disabled)",
		},
		{
			"a node that is not there", animatedScene(track("B:position", "0", "Vector2(10, 20)", "}"), plays), "A 5,6",
			"",
		},
		{
			"of keys that are none", animatedScene(track("A:position", "0", "Vector2(10, 20), 7", "}"), plays), "A 5,6",
			moves,
		},
		{"to no place", animatedScene(track("A:position", "0", "Vector2(inf, 20)", "}"), plays), "A 5,6", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, res := placed(t, tt.data)
			if s := strings.Join(got, "; "); s != tt.want {
				t.Errorf("the colliders are at %s, want %s", s, tt.want)
			}
			if hasIssue(res, importers.Warning, "") != (tt.issue != "") ||
				tt.issue != "" && !hasIssue(res, importers.Warning, tt.issue) {
				t.Errorf("issues %v, want %q", res.Issues, tt.issue)
			}
		})
	}
}

// Bodies that are disabled when the scene starts are absent.
func TestDisabledAtStart(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, data, want, note string }{
		{"the body", nodes("W Node2D", "A StaticBody2D .; process_mode = 4"), "", "it is disabled by its process mode"},
		{
			"a node above", nodes("W Node2D", "R Node2D .; process_mode = 4", "A StaticBody2D R", "B Area2D R"), "",
			"by the process mode of R",
		},
		{"a node above, and not the body", nodes("W Node2D", "R Node2D .; process_mode = 4",
			"A StaticBody2D R; process_mode = 3", "B Node2D R/A", "C StaticBody2D R/A/B"), "A 0,0; C 0,0", ""},
		{"kept active", nodes("W Node2D; process_mode = 4", "A RigidBody2D .; disable_mode = 2"), "A 0,0", ""},
		{"made static", nodes("W Node2D; process_mode = 4",
			"A RigidBody2D .; disable_mode = 1; linear_velocity = Vector2(1, 0); mass = 7.0"), "A 0,0", ""},
		{
			"an area that is made static", nodes("W Node2D; process_mode = 4", "A Area2D .; disable_mode = 1"), "A 0,0",
			"",
		},
		{"another mode", nodes("W Node2D; process_mode = 1", "A StaticBody2D ."), "A 0,0", ""},
		{
			"an area for nobody", nodes("W Node2D", "A Area2D .; monitoring = false; monitorable = false"), "",
			"neither monitors nor is monitorable",
		},
		{"an area that others find", nodes("W Node2D", "A Area2D .; monitoring = false"), "A 0,0", ""},
		{
			"a joint of it", nodes("W Node2D", "A RigidBody2D .; process_mode = 4", "B RigidBody2D .",
				`J PinJoint2D .; node_a = NodePath("../A"); node_b = NodePath("../B")`),
			"B 0,0", "the joint was left out: the body A is disabled",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, res := placed(t, tt.data)
			if s := strings.Join(got, "; "); s != tt.want {
				t.Errorf("colliders = %s, want %s", s, tt.want)
			}
			if tt.note != "" && !hasIssue(res, importers.Note, tt.note) || hasIssue(res, importers.Loss, "") {
				t.Errorf("issues %v, want the note %q", res.Issues, tt.note)
			}
			for c := range res.Document.Colliders() {
				if isStatic := strings.Contains(tt.data, "disable_mode = 1"); isStatic &&
					(c.Body != level.Static || c.Motion != nil) {
					t.Errorf("%s is %v with %v, want a static body at rest", c.Name, c.Body, c.Motion)
				}
			}
		})
	}
}

// A frozen body does not fall when the scene starts: it is static or kinematic.
func TestFrozenAtStart(t *testing.T) {
	t.Parallel()
	for says, want := range map[string]level.BodyType{
		"": level.Dynamic, "; freeze = false": level.Dynamic, "; freeze_mode = 1": level.Dynamic,
		"; freeze = true": level.Static, "; freeze = true; freeze_mode = 0": level.Static,
		"; freeze = true; freeze_mode = 1; linear_velocity = Vector2(1, 0)": level.Kinematic,
	} {
		_, res := placed(t, nodes("W Node2D", "A RigidBody2D ."+says))
		for c := range res.Document.Colliders() {
			if c.Body != want || c.Body != level.Dynamic && c.Motion != nil {
				t.Errorf("a body%s is %v with %v, want %v at rest", says, c.Body, c.Motion, want)
			}
		}
	}
}

// Global values count as local values, because Godot sets them before the node is in the tree. The last of several
// names counts.
func TestGlobalValues(t *testing.T) {
	t.Parallel()
	got, res := placed(t, nodes("W Node2D; position = Vector2(100, 0)",
		"A StaticBody2D .; global_position = Vector2(5, 6); global_rotation = 1.5708",
		"B StaticBody2D .; position = Vector2(9, 9); global_position = Vector2(1, 2); global_scale = Vector2(2, 2)",
		"C StaticBody2D .; global_rotation_degrees = 90.0; rotation = 0.0; global_position = Vector2(9, 9); "+
			"position = Vector2(3, 4)",
		"D StaticBody2D .; global_transform = Transform2D(1, 0, 0, 1, 7, 8)",
		"E StaticBody2D .; transform = Transform2D(0, 1, -1, 0, 7, 8); position = Vector2(1, 2)",
		"F StaticBody2D .; position = Vector2(1, 2); rotation = 1.0; transform = Transform2D(0, 1, -1, 0, 7, 8)",
		"G StaticBody2D .; transform = Transform2D(0, 2, -2, 0, 7, 8); rotation = 0.0; skew = 0.0",
		"H StaticBody2D .; transform = Transform2D(0, 2, -2, 0, 7, 8); global_scale = Vector2(1, 1)"))
	want := []string{
		"A 105,6 turned 90", "B 101,2 40x40", "C 103,4", "D 107,8", "E 101,2 turned 90", "F 107,8 turned 90",
		"G 107,8 40x40", "H 107,8 turned 90",
	}
	if d := cmp.Diff(want, got); d != "" || len(res.Issues) > 0 {
		t.Errorf("issues %v (-want +got):\n%s", res.Issues, d)
	}
	for c := range res.Document.Colliders() {
		if len(c.Properties) > 0 {
			t.Errorf("%s has the properties %v", c.Name, c.Properties)
		}
	}
}

// Properties that a scene sets on an instance override the instanced scene's own, wherever they are in its file.
func TestOverriddenTransform(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ base, override, want string }{
		{"rotation_degrees = 90.0", "rotation = 0.0", "0 0 0"},
		{"rotation = 1.0", "rotation_degrees = 90.0", "0 0 90"},
		{"transform = Transform2D(0, 1, -1, 0, 3, 4)", "position = Vector2(5, 6)", "5 6 90"},
		{"position = Vector2(5, 6)", "transform = Transform2D(0, 1, -1, 0, 3, 4)", "3 4 90"},
		{"global_position = Vector2(5, 6)", "position = Vector2(1, 2)", "1 2 0"},
	} {
		res, err := imported(head+"[ext_resource type=\"PackedScene\" path=\"res://base.tscn\" id=\"1\"]\n"+
			"[node name=\"R\" instance=ExtResource(\"1\")]\n"+tt.override+"\n", fstest.MapFS{
			"project.godot": {},
			"base.tscn":     {Data: []byte(strings.Repeat("\n", 9) + nodes("W Node2D; "+tt.base, "B StaticBody2D ."))},
		})
		if err != nil {
			t.Fatal(err)
		}
		for c := range res.Document.Colliders() {
			if got := fmt.Sprint(c.Position.X, c.Position.Y, float64(c.Angle)); got != tt.want {
				t.Errorf("%s overridden by %s: the collider is at %s, want %s", tt.base, tt.override, got, tt.want)
			}
		}
		if res.Document.Len() != 1 {
			t.Errorf("%d colliders, issues %v", res.Document.Len(), res.Issues)
		}
	}
}

// Settings that playtests do not support are reported, unless they have their default values.
func TestSettingsWithoutAKey(t *testing.T) {
	t.Parallel()
	got, res := placed(t, nodes("W Node2D", "A RigidBody2D .; lock_rotation = true; gravity_scale = 0.0; sleeping = true",
		"B RigidBody2D .; lock_rotation = false; gravity_scale = 1.0; linear_damp = 0.0; can_sleep = false",
		"C StaticBody2D .; constant_linear_velocity = Vector2(0, 9)", "D Area2D .; gravity_space_override = 3",
		"E StaticBody2D .; constant_linear_velocity = Vector2(0, 0)"))
	const want = "a playtest does not have these settings of bodies and areas, which were kept as properties: " +
		"constant_linear_velocity, gravity_scale, gravity_space_override, lock_rotation, sleeping"
	if len(got) != 5 || len(res.Issues) != 1 || res.Issues[0].Message != want ||
		res.Issues[0].Severity != importers.Warning {
		t.Errorf("%d colliders, issues %v, want %q", len(got), res.Issues, want)
	}
}

// A shape without extent because of its scale is a note, like other shapes without extent.
func TestScaleOfZero(t *testing.T) {
	t.Parallel()
	got, res := placed(t, nodes("W Node2D", "A StaticBody2D .; scale = Vector2(0, 1)", "N Node2D .; scale = Vector2(2, 0)",
		"B StaticBody2D N", "C StaticBody2D ."))
	if len(got) != 1 || got[0] != "C 0,0" || len(res.Issues) != 2 || !hasIssue(res, importers.Note, "its scale is 0") ||
		res.Issues[0].Severity != importers.Note || res.Issues[1].Severity != importers.Note {
		t.Errorf("colliders %v, issues %v", got, res.Issues)
	}
}

// Bones keep their saved positions, whatever their rest poses. A warning says where Godot moves them.
func TestBones(t *testing.T) {
	t.Parallel()
	const rest = "; rest = Transform2D(1, 0, 0, 1, 500, 0)"
	for _, tt := range []struct{ skeleton, body, want string }{
		{"", "P StaticBody2D S/B", ""},
		{"; modification_stack = SubResource(\"off\")", "P StaticBody2D S/B", ""},
		{"; modification_stack = SubResource(\"on\")", "P StaticBody2D S/B", "its modification stack moves"},
		{"", "P PhysicalBone2D S/B", ""},
		{"", "P PhysicalBone2D S/B; simulate_physics = true", "onto its bone"},
		{"", "P PhysicalBone2D S/B; follow_bone_when_simulating = true", "onto its bone"},
	} {
		got, res := placed(t, strings.Replace(nodes("W Node2D", "S Skeleton2D .; position = Vector2(10, 0)"+tt.skeleton,
			"B Bone2D S; position = Vector2(20, 0)"+rest, tt.body), "[node", "[sub_resource "+
			"type=\"SkeletonModificationStack2D\" id=\"on\"]\nenabled = true\n[sub_resource "+
			"type=\"SkeletonModificationStack2D\" id=\"off\"]\n[node", 1))
		if issues := fmt.Sprint(res.Issues); !slices.Equal(got, []string{"P 30,0"}) ||
			tt.want == "" && len(res.Issues) > 0 || !strings.Contains(issues, tt.want) {
			t.Errorf("%s%s: %v, issues %s, want %q", tt.skeleton, tt.body, got, issues, tt.want)
		}
	}
}

// A physical bone is static when the scene starts. Until it simulates, it is only on the layers that the file gives.
func TestPhysicalBoneAtStart(t *testing.T) {
	t.Parallel()
	for says, want := range map[string]string{
		"": "[no layer]", "; freeze = true; mass = 3.0": "[no layer]", "; simulate_physics = true": "[]",
		"; collision_layer = 1": "[]", "; simulate_physics = true; collision_layer = 0": "[no layer]",
	} {
		_, res := placed(t, nodes("W Node2D", "A PhysicalBone2D ."+says))
		for c := range res.Document.Colliders() {
			if got := fmt.Sprint(c.Categories); c.Body != level.Static || got != want {
				t.Errorf("a bone%s is %v on %s, want static on %s", says, c.Body, got, want)
			}
		}
		if res.Document.Len() != 1 {
			t.Errorf("a bone%s gives %d colliders: %v", says, res.Document.Len(), res.Issues)
		}
	}
}

// A capsule's radius and height limit each other like Godot's setters, in the order of the file.
func TestCapsuleSetters(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		properties   string
		radius, half float64
	}{
		{"radius = 20.0\n", 20, 0},
		{"radius = 15.0\nheight = 20.0\n", 10, 0},
		{"height = 20.0\nradius = 15.0\n", 15, 0},
		{"height = 50.0\nradius = 15.0\n", 15, 10},
		{"height = 5.0\n", 2.5, 0},
		{"radius = 4.0\n", 4, 11},
		{"mid_height = 50.0\nradius = 10.0\n", 10, 25},
		{"radius = 20.0\nmid_height = 5.0\n", 20, 2.5},
		{"mid_height = 5.0\nradius = 20.0\n", 20, 0},
		{"radius = 4.0\nmid_height = -3.0\n", 4, 11},
	} {
		res, err := imported(bodyOf("StaticBody2D", "", "CapsuleShape2D", tt.properties), nil)
		if err != nil {
			t.Fatal(err)
		}
		for c := range res.Document.Colliders() {
			half := 0.0
			if c.Shape.Kind == level.Capsule {
				half = c.Shape.Points[1].Y
			}
			if c.Shape.Radius != tt.radius || half != tt.half {
				t.Errorf("%q gives radius %g and half axis %g, want %g and %g", tt.properties, c.Shape.Radius, half,
					tt.radius, tt.half)
			}
		}
		if res.Document.Len() != 1 {
			t.Errorf("%q gives %d colliders: %v", tt.properties, res.Document.Len(), res.Issues)
		}
	}
}

// A rectangle may have the extents of Godot 3, which are half its size.
func TestRectangleSetters(t *testing.T) {
	t.Parallel()
	for properties, want := range map[string]level.Vec{
		"": {X: 20, Y: 20}, "extents = Vector2(15, 5)\n": {X: 30, Y: 10}, "extents = Vector2(-3, 4)\n": {X: 20, Y: 20},
		"size = Vector2(10, 30)\nextents = Vector2(3, 4)\n":  {X: 6, Y: 8},
		"extents = Vector2(3, 4)\nsize = Vector2(10, 30)\n":  {X: 10, Y: 30},
		"extents = Vector2(3, 4)\nsize = Vector2(-10, 30)\n": {X: 6, Y: 8},
		"size = Vector2(10, 30)\nextents = 7\n":              {X: 10, Y: 30},
	} {
		res, err := imported(bodyOf("StaticBody2D", "", "RectangleShape2D", properties), nil)
		if err != nil {
			t.Fatal(err)
		}
		for c := range res.Document.Colliders() {
			if c.Shape.Size != want {
				t.Errorf("%q gives the size %v, want %v", properties, c.Shape.Size, want)
			}
		}
		if res.Document.Len() != 1 {
			t.Errorf("%q gives %d colliders: %v", properties, res.Document.Len(), res.Issues)
		}
	}
}

// A world boundary is solid on the far side of its mapped normal.
func TestBoundarySides(t *testing.T) {
	t.Parallel()
	for properties, want := range map[string]level.Vec{
		"":                       {Y: -1},
		"scale = Vector2(-1, 1)": {Y: -1},
		"scale = Vector2(1, -1)": {Y: 1},
		"scale = Vector2(-2, 2)": {Y: -1},
		"rotation = 1.5707963267948966\nscale = Vector2(1, -1)": {X: -1},
		"rotation = 1.5707963267948966":                         {X: 1},
	} {
		res, err := imported(bodyOf("StaticBody2D", properties+"\n", "WorldBoundaryShape2D", ""), nil)
		if err != nil || res.Document.Len() != 1 {
			t.Fatalf("%q: %v, %v", properties, res, err)
		}
		for c := range res.Document.Colliders() {
			along := c.Transform().Q.Apply(c.Shape.Points[1].Sub(c.Shape.Points[0])).Unit()
			if normal := (level.Vec{X: along.Y, Y: -along.X}); normal.Dist(want) > 1e-9 {
				t.Errorf("%q faces %v, want %v", properties, normal, want)
			}
		}
	}
}

// A layer records where its node is, so that a re-import can tell a moved layer from moved shapes.
func TestLayersKnowTheirPlace(t *testing.T) {
	t.Parallel()
	_, res := placed(t, nodes("R Node2D", "A Node2D .; position = Vector2(30, 40)",
		"B StaticBody2D A; position = Vector2(5, 5)", "C StaticBody2D ."))
	for _, l := range res.Document.Settings().Imports[0].Places[0].Layers {
		if want := map[string]level.Vec{"A": {X: 30, Y: 40}, "R": {}}[l.Layer]; l.Offset != want {
			t.Errorf("layer %s is at %v, want %v", l.Layer, l.Offset, want)
		}
	}
}

// A scene that overrides nodes of another scene finds them by their unique_ids after they were renamed or moved.
func TestRenamedNodes(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"project.godot": {},
		"base.tscn": {Data: []byte(head + "[sub_resource type=\"RectangleShape2D\" id=\"r\"]\n" +
			"[node name=\"Base\" type=\"Node2D\" unique_id=100]\n" +
			"[node name=\"New\" type=\"StaticBody2D\" parent=\".\" unique_id=200]\nposition = Vector2(50, 50)\n" +
			"[node name=\"S\" type=\"CollisionShape2D\" parent=\"New\" unique_id=300]\nshape = SubResource(\"r\")\n")},
		"twice.tscn": {Data: []byte(head + "[ext_resource type=\"PackedScene\" path=\"res://base.tscn\" id=\"1\"]\n" +
			"[node name=\"Twice\" type=\"Node2D\" unique_id=9]\n" +
			"[node name=\"A\" parent=\".\" unique_id=10 instance=ExtResource(\"1\")]\n" +
			"[node name=\"B\" parent=\".\" unique_id=11 instance=ExtResource(\"1\")]\n")},
	}
	const (
		inherit = "[node name=\"R\" unique_id=100 instance=ExtResource(\"1\")]\n"
		place   = "[node name=\"R\" type=\"Node2D\" unique_id=1]\n" +
			"[node name=\"I\" parent=\".\" unique_id=2 instance=ExtResource(\"1\")]\nposition = Vector2(100, 0)\n"
	)
	for _, tt := range []struct{ name, of, nodes, want string }{
		{"inherited", "base", inherit + "[node name=\"Old\" parent=\".\" unique_id=200]\nposition = Vector2(7, 7)\n", "[7 7]"},
		{"instanced", "base", place + "[node name=\"Old\" parent=\"I\" parent_id_path=PackedInt32Array(2, 100) " +
			"unique_id=200]\nposition = Vector2(70, 70)\n", "[170 70]"},
		{"below a renamed node", "base", place + "[node name=\"S\" parent=\"I/Old\" " +
			"parent_id_path=PackedInt32Array(2, 200) unique_id=300]\nposition = Vector2(5, 5)\n", "[155 55]"},
		{"below an overridden node", "base", inherit + "[node name=\"Old\" parent=\".\" unique_id=200]\n" +
			"[node name=\"Older\" parent=\"Old\" unique_id=300]\nposition = Vector2(1, 2)\n", "[51 52]"},
		{"one of two instances", "twice", inherit + "[node name=\"Old\" parent=\"Gone\" " +
			"parent_id_path=PackedInt32Array(11) unique_id=200]\nposition = Vector2(70, 70)\n", "[50 50] [70 70]"},
		{
			"two scenes deep", "twice", place + "[node name=\"S\" parent=\"I/Gone/Old\" " +
				"parent_id_path=PackedInt32Array(2, 10, 200) unique_id=300]\nposition = Vector2(5, 5)\n",
			"[155 55] [150 50]",
		},
	} {
		res, err := imported(head+"[ext_resource type=\"PackedScene\" path=\"res://"+tt.of+".tscn\" id=\"1\"]\n"+tt.nodes,
			files)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for c := range res.Document.Colliders() {
			got = append(got, fmt.Sprint([]float64{c.Position.X, c.Position.Y}))
		}
		if s := strings.Join(got, " "); s != tt.want || len(res.Issues) > 0 {
			t.Errorf("%s: the colliders are at %s, want %s; issues %v", tt.name, s, tt.want, res.Issues)
		}
	}
}
