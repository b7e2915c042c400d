package export

import (
	"context"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"

	"fillet/collision"
	"fillet/export/colliders"
)

// Templates can compare a role, body type, kind or rounding with its name.
func TestTemplatesCompare(t *testing.T) {
	t.Parallel()
	data := map[string]any{
		"role": colliders.Trigger, "other": colliders.Solid, "kind": colliders.Circle, "none": colliders.Rounding(""),
		"s":       "trigger",
		"missing": (*collision.Vec)(nil),
	}
	for expression, want := range map[string]string{
		`eq .role "trigger"`:         "true",
		`eq "trigger" .role`:         "true",
		`eq .role .s`:                "true",
		`eq .role .other`:            "false",
		`ne .role .other`:            "true",
		`eq .role "solid" "one-way"`: "false",
		`eq .kind "box" "circle"`:    "true",
		`eq .none ""`:                "true",
		`eq .missing nil`:            "true",
		`eq .role 3`:                 "error: incompatible types",
		`eq .role`:                   "error: missing argument",
	} {
		parsed, err := template.New("").Funcs(templateFuncs(context.Background(), nil, nil)).Parse("{{" + expression + "}}")
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		err = parsed.Execute(&out, data)
		if wrong, isError := strings.CutPrefix(want, "error: "); isError {
			if err == nil || !strings.Contains(err.Error(), wrong) {
				t.Errorf("%s: %q, %v; want the error %q", expression, out.String(), err, wrong)
			}
			continue
		}
		if err != nil || out.String() != want {
			t.Errorf("%s: %q, %v; want %s", expression, out.String(), err, want)
		}
	}
}

// The documentation of templates lists every function, and every field of the data.
func TestTemplatesAreDocumented(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../docs/TEMPLATES.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	_, table, _ := strings.Cut(page, "## The functions")
	table, _, _ = strings.Cut(table, "###")
	listed := map[string]bool{}
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 4 {
			continue
		}
		for _, call := range regexp.MustCompile("`([a-z0-9]+)[^`]*`").FindAllStringSubmatch(cells[1], -1) {
			listed[call[1]] = true
		}
	}
	builtins := []string{aliveFunc, "print", "printf", "println", "html", "js", "urlquery"}
	for name := range templateFuncs(context.Background(), nil, nil) {
		if !listed[name] && !slices.Contains(builtins, name) {
			t.Errorf("the function %s is not documented", name)
		}
		delete(listed, name)
	}
	if len(listed) > 0 {
		t.Errorf("there are no functions %v", listed)
	}
	for _, of := range []reflect.Type{
		reflect.TypeFor[TemplateData](), reflect.TypeFor[colliders.File](), reflect.TypeFor[colliders.Level](),
		reflect.TypeFor[colliders.Collider](), reflect.TypeFor[colliders.Shape](), reflect.TypeFor[colliders.Curve](),
		reflect.TypeFor[colliders.Joint](), reflect.TypeFor[colliders.Path](), reflect.TypeFor[colliders.PathArc](),
		reflect.TypeFor[colliders.Piece](), reflect.TypeFor[colliders.Source](), reflect.TypeFor[TemplateMass](),
		reflect.TypeFor[Box2DBody](), reflect.TypeFor[Box2DShape](),
	} {
		for i := range of.NumField() {
			field := of.Field(i)
			isListed := regexp.MustCompile(`\.` + field.Name + `\b`).MatchString(page)
			if field.IsExported() && !field.Anonymous && field.Name != "Ignored" && field.Name != "IsCompact" &&
				!isListed {
				t.Errorf("the field %s of %s is not documented", field.Name, of.Name())
			}
		}
	}
}
