package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// goLevels maps level names to their names in Go. Unchanged, the go tool would skip, reject or misread them as names of
// files, packages or variables.
var goLevels = map[string]string{
	"tower_windows": "TowerWindows", "level_test": "LevelTest", "x_linux_arm64": "XLinuxArm64", "x_js": "XJs",
	"_hidden": "LevelHidden",
	"type":    "Type", "func_test_windows": "FuncTestWindows", "1": "Level1", "1-1": "Level1_1", "11": "Level11",
	"collider": "ColliderLevel",
	"level":    "LevelLevel", "documentation": "Documentation", "main": "Main", "init": "Init", "a b": "AB",
	"höhle": "Höhle", "洞窟": "Level洞窟", "string": "String",
	"-dash": "LevelDash", "windows": "Windows", "test": "Test",
}

// Stubs of the libraries that generated Go code uses, except package collision.
const (
	stubCP = `package cp

type Vector struct{ X, Y float64 }

func (v Vector) Add(o Vector) Vector    { return v }
func (v Vector) Rotate(o Vector) Vector { return v }
func (v Vector) Dot(o Vector) float64   { return 0 }
func ForAngle(a float64) Vector         { return Vector{} }

type (
	CollisionType    uintptr
	CollisionHandler struct{ PreSolveFunc func(arb *Arbiter, space *Space, data any) bool }
	Arbiter          struct{}
	ShapeFilter      struct{}
	Transform        struct{}
	Body             struct{}
	Space            struct{ StaticBody *Body }
	Shape            struct{ UserData any }
	BodyVelocityFunc func(body *Body, gravity Vector, damping, dt float64)
	Constraint       struct{ Class, UserData any }
	PinJoint         struct{ Dist float64 }
	DampedSpring     struct {
		RestLength, Damping float64
		SpringForceFunc     DampedSpringForceFunc
	}
	DampedSpringForceFunc func(spring *DampedSpring, dist float64) float64
)

func (*Body) SetVelocity(x, y float64)                                   {}
func (*Body) SetAngularVelocity(w float64)                               {}
func (*Body) SetVelocityUpdateFunc(f BodyVelocityFunc)                   {}
func (*Space) AddConstraint(c *Constraint) *Constraint                   { return c }
func (*Constraint) SetCollideBodies(b bool)                              {}
func (*Constraint) SetMaxForce(f float64)                                {}
func BodyUpdateVelocity(b *Body, gravity Vector, damping, dt float64)    {}
func DefaultSpringForce(s *DampedSpring, dist float64) float64           { return 0 }
func NewPivotJoint2(a, b *Body, p, q Vector) *Constraint                 { return &Constraint{} }
func NewRotaryLimitJoint(a, b *Body, min, max float64) *Constraint       { return &Constraint{} }
func NewSimpleMotor(a, b *Body, rate float64) *Constraint                { return &Constraint{} }
func NewSlideJoint(a, b *Body, p, q Vector, min, max float64) *Constraint { return &Constraint{} }
func NewPinJoint(a, b *Body, p, q Vector) *Constraint                    { return &Constraint{} }
func NewDampedSpring(a, b *Body, p, q Vector, rest, k, c float64) *Constraint {
	return &Constraint{}
}

func (*Arbiter) Shapes() (*Shape, *Shape)                                     { return nil, nil }
func (*Arbiter) Normal() Vector                                               { return Vector{} }
func (*Arbiter) Ignore() bool                                                 { return false }
func (*Space) NewWildcardCollisionHandler(c CollisionType) *CollisionHandler  { return &CollisionHandler{} }
func (*Space) AddBody(b *Body) *Body                                          { return b }
func (*Space) AddShape(s *Shape) *Shape                                       { return s }
func (*Body) SetAngle(a float64)                                              {}
func (*Body) SetPosition(v Vector)                                            {}
func (*Body) Rotation() Vector                                                { return Vector{} }
func (*Shape) Body() *Body                                                    { return nil }
func (*Shape) SetSensor(b bool)                                               {}
func (*Shape) SetFilter(f ShapeFilter)                                        {}
func (*Shape) SetFriction(f float64)                                          {}
func (*Shape) SetElasticity(f float64)                                        {}
func (*Shape) SetCollisionType(c CollisionType)                               {}
func NewBody(m, i float64) *Body                                              { return &Body{} }
func NewKinematicBody() *Body                                                 { return &Body{} }
func NewShapeFilter(group, category, mask uint) ShapeFilter                   { return ShapeFilter{} }
func NewCircle(b *Body, r float64, at Vector) *Shape                          { return &Shape{} }
func NewSegment(b *Body, p, q Vector, r float64) *Shape                       { return &Shape{} }
func NewPolyShape(b *Body, n int, vs []Vector, t Transform, r float64) *Shape { return &Shape{} }
func NewTransformIdentity() Transform                                         { return Transform{} }
`
	stubResolv = `package resolv

type (
	Tags   uint64
	Shape  struct{ tags Tags }
	IShape interface {
		Tags() *Tags
		SetData(any)
	}
)

func (s *Shape) Tags() *Tags                                { return &s.tags }
func (*Shape) SetData(any)                                  {}
func (*Tags) Set(Tags)                                      {}
func NewTag(name string) Tags                               { return 0 }
func NewCircle(x, y, r float64) *Shape                      { return &Shape{} }
func NewConvexPolygon(x, y float64, points []float64) *Shape { return &Shape{} }
`
)

// goModule creates a module with folders for generated Go code, and with the packages that the code imports.
func goModule(t *testing.T) *sandbox {
	t.Helper()
	root, _ := repository(t)
	version := regexp.MustCompile(`(?m)^go [0-9.]+$`).FindString(readFile(t, filepath.Join(root, "go.mod"))) + "\n"
	w := newSandbox(t, map[string]string{
		"go.mod": "module my.game\n\n" + version + `
require (
	fillet v0.0.0
	github.com/jakecoffman/cp/v2 v2.2.0
	github.com/solarlune/resolv v0.8.1
)

replace (
	fillet => ./of/fillet
	github.com/jakecoffman/cp/v2 => ./of/cp
	github.com/solarlune/resolv => ./of/resolv
)
`,
		"of/fillet/go.mod": "module fillet\n\n" + version,
		"of/cp/go.mod":     "module github.com/jakecoffman/cp/v2\n\n" + version, "of/cp/cp.go": stubCP,
		"of/resolv/go.mod": "module github.com/solarlune/resolv\n\n" + version, "of/resolv/resolv.go": stubResolv,
	})
	for _, folder := range []string{"collision"} {
		list, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		if err != nil || len(list) == 0 {
			t.Fatal("no package", folder, err)
		}
		for _, path := range list {
			if !strings.HasSuffix(path, "_test.go") {
				w.write("of/fillet/"+folder+"/"+filepath.Base(path), readFile(t, path))
			}
		}
	}
	return w
}

// TestGoOfSeveralLevels converts levels to each Go target in one folder: levels with troublesome names, an empty one
// and the samples. The go tool skips none of the files on any system, and vets them with a game that uses each level.
func TestGoOfSeveralLevels(t *testing.T) {
	nightly(t)
	samples, err := filepath.Glob(filepath.Join("..", "..", "assets", "samples", "*.level.yaml"))
	if err != nil || len(samples) == 0 {
		t.Fatal("no samples", err)
	}
	w := goModule(t)
	names := map[string]string{"bare": "Bare"}
	w.write("levels/bare.level.yaml", "fillet: 1\nname: \"bare\\nlevel\"\nsize: [1, 1]\nlayers: []\n")
	for name, called := range goLevels {
		names[name] = called
		w.write("levels/"+name+".level.yaml", strings.Replace(tinyLevel, "NAME", `"`+name+`"`, 1))
	}
	for _, path := range samples {
		name := strings.TrimSuffix(filepath.Base(path), ".level.yaml")
		names[name] = strings.ToUpper(name[:1]) + name[1:]
		if name == "one-way" {
			names[name] = "OneWayLevel" // OneWay is taken
		}
		w.write("levels/"+filepath.Base(path), readFile(t, path))
	}
	var inputs []string
	for name := range names {
		inputs = append(inputs, filepath.Join("levels", name+".level.yaml"))
	}
	for format, use := range map[string]struct{ shared, imports, call string }{
		"cp":     {"fillet_levels_cp.go", `"github.com/jakecoffman/cp/v2"`, "l.Add(&cp.Space{})"},
		"resolv": {"fillet_levels_resolv.go", `"github.com/solarlune/resolv"`, "l.New(map[string]resolv.Tags{})"},
		"go": {
			"fillet_levels.go", `"fillet/collision"`,
			"list, _ := l.Colliders()\n\t\tvar _ *collision.World = NAME.NewWorld(list)",
		},
	} {
		t.Run(format, func(t *testing.T) {
			pkg := "levels"
			args := []string{"convert", "-f", format, "-o", format, "-j", "4", "--"}
			if format == "cp" {
				pkg = "ground"
				args = slices.Insert(args, 1, "--package", pkg)
			}
			w.t = t
			w.run(".", append(args, inputs...), exitOK, exitLoss)
			entries, err := os.ReadDir(w.path(format))
			if err != nil {
				t.Fatal(err)
			}
			var written, called []string
			for _, e := range entries {
				written = append(written, e.Name())
			}
			if len(written) != len(names)+1 || !slices.Contains(written, use.shared) {
				t.Fatalf("%d levels were written to %q", len(names), written)
			}
			env := []string{"GOFLAGS=-mod=mod", "GOPROXY=off"}
			for _, system := range []string{"linux/amd64", "windows/arm64", "js/wasm"} {
				goos, goarch, _ := strings.Cut(system, "/")
				got := strings.Split(strings.TrimSpace(in(t, w.path(format),
					append(env, "GOOS="+goos, "GOARCH="+goarch), "go", "list", "-f", `{{join .GoFiles "\n"}}`, ".")),
					"\n")
				slices.Sort(got)
				if !slices.Equal(got, written) {
					t.Errorf("on %s the go tool lists %q, want %q", system, got, written)
				}
			}
			for _, name := range names {
				called = append(called, pkg+"."+name)
			}
			w.write("use"+format+"/main.go", "package main\n\nimport (\n\t"+use.imports+"\n\t\"my.game/"+format+
				"\"\n)\n\nfunc main() {\n\tfor _, l := range []*"+pkg+".Level{"+strings.Join(called, ", ")+
				"} {\n\t\t"+strings.ReplaceAll(use.call, "NAME", pkg)+"\n\t\tprintln(l.Name)\n\t}\n}\n")
			in(t, w.top, env, "go", "vet", "./"+format, "./use"+format)
		})
	}
}

// The file of a level that is exported on its own is accepted by the go tool, whatever the level's name.
func TestGoOfOneLevel(t *testing.T) {
	nightly(t)
	w := goModule(t)
	env := []string{"GOFLAGS=-mod=mod", "GOPROXY=off"}
	for _, name := range []string{
		"documentation", "init", "main", "type", "1", "_hidden", "level_test",
		"tower_windows",
	} {
		w.write(name+".level.yaml", strings.Replace(tinyLevel, "NAME", `"`+name+`"`, 1))
		for _, format := range []struct{ name, end string }{
			{"cp", "_cp_collision.go"},
			{"resolv", "_resolv_collision.go"},
			{"go", "_collision.go"},
		} {
			file := "p" + name + format.name + "/x" + name + format.end
			w.write(filepath.Dir(file)+"/x", "")
			w.run(".", []string{"export", name + ".level.yaml", "-o", file}, exitOK)
			if strings.Contains(name, "_") {
				continue // covered by the other names
			}
			w.write("use"+name+format.name+"/main.go", "package main\n\nimport p \"my.game/p"+name+format.name+
				"\"\n\nfunc main() { println(p.Name) }\n")
		}
	}
	in(t, w.top, env, "go", "vet", "./...")
}

// A Go file keeps the name that the user gives it, with a warning if the go tool skips it.
func TestGoFileNameWarnings(t *testing.T) {
	w := newSandbox(t, map[string]string{"a.level.yaml": tinyLevel, "own.go.tmpl": "package own\n"})
	for name, warns := range map[string]bool{
		"foo_windows.go": true, "foo_windows.cp.go": true, "foo_test.go": true, "_foo.go": true,
		"foo_linux_arm64.go": true, "-foo.go": true,
		"foo.go": false, "windows.go": false, "foo_windows_collision.go": false, "foo.cp.go": false,
	} {
		for _, kind := range [][]string{{"-f", "cp"}, {"--template", "own.go.tmpl"}} {
			_, stderr := w.run(".", append([]string{"export", "a.level.yaml", "-o", "./" + name}, kind...), exitOK)
			if got := strings.Contains(stderr, "warning: ./"+name+": the go tool"); got != warns {
				t.Errorf("%s %v: %q", name, kind, stderr)
			}
		}
	}
	if _, stderr := w.run(".", []string{"export", "a.level.yaml", "-f", "json", "-o", "foo_windows.json"},
		exitOK); stderr != "" {
		t.Error(stderr)
	}
}

func TestPackagesAreChecked(t *testing.T) {
	w := newSandbox(t, map[string]string{
		"a.level.yaml": tinyLevel, "a-b.level.yaml": tinyLevel,
		"a_b.level.yaml": tinyLevel,
	})
	for _, call := range []struct{ args, want string }{
		{"export a.level.yaml -f json -o a.json --package p", "the format json has no packages"},
		{"convert a.level.yaml -f level -o out --package p", "a level file has no packages"},
		{"export a.level.yaml -f cp -o a.go --package type", `"type" cannot be the name of a Go package`},
		{"export a.level.yaml -f cp -o a.go --package documentation", "the go tool reserves it"},
		{"convert a.level.yaml -f cp -o out --package a/b", `"a/b" cannot be`},
		{
			"convert a-b.level.yaml a_b.level.yaml -f go -o out",
			"a-b.level.yaml and a_b.level.yaml would both be AB in Go",
		},
	} {
		if _, stderr := w.run(".", strings.Fields(call.args), exitUsage); !strings.Contains(stderr, call.want) {
			t.Errorf("%s: %s", call.args, stderr)
		}
		for _, name := range []string{"a.json", "a.go", "out"} {
			if _, err := os.Lstat(w.path(name)); err == nil {
				t.Errorf("%s wrote %s", call.args, name)
			}
		}
	}
	w.run(".", []string{"export", "a.level.yaml", "-f", "cp", "-o", "-", "--package", "p"}, exitUnreadable)
	if _, stderr := w.run(".", []string{
		"export", "a.level.yaml", "-f", "cp", "-o", "fillet_levels_cp.go", "--package",
		"p",
	}, exitUnreadable); !strings.Contains(stderr,
		"fillet_levels_cp.go is the name of an additional file of the export") {
		t.Error(stderr)
	}
}
