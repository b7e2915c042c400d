package export

import (
	"context"
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
