package export

import (
	"context"
	"strings"
	"testing"
	"text/template"

	"fillet/editor/level"
)

// What text/template's own eq says of values of one kind, ours says too; and a word equals what it stands for.
func TestTemplatesCompare(t *testing.T) {
	data := map[string]any{
		"role": level.Trigger, "other": level.Solid, "kind": level.Circle, "none": level.Rounding(0), "i": 3, "u": uint64(3), "minus": -1,
		"f": 1.5, "s": "trigger", "yes": true, "list": []int{1}, "at": level.Vec{X: 1}, "same": level.Vec{X: 1}, "missing": (*level.Vec)(nil),
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
		`eq .i .u`:                   "true",
		`eq .minus .u`:               "false",
		`eq .u .i`:                   "true",
		`ne .f 1.5`:                  "false",
		`eq .yes true`:               "true",
		`eq .at .same`:               "true",
		`eq .missing .at`:            "false",
		`eq .at .missing`:            "false",
		`eq .i "3"`:                  "error: cannot be compared",
		`eq .list .list`:             "error: cannot be compared",
		`eq .role`:                   "error: missing argument",
	} {
		parsed, err := template.New("").Funcs(templateFuncs(context.Background(), nil)).Parse("{{" + expression + "}}")
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
