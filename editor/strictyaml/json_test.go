package strictyaml

import (
	"encoding/json"
	"strings"
	"testing"
)

// The parser accepts the same JSON as encoding/json, except for invalid Unicode, which encoding/json replaces silently,
// and for nesting deeper than in any collider file.
func FuzzReadJSON(f *testing.F) {
	for _, s := range []string{
		`{"a": [1, -0.5e+3, true, false, null, "x\n\u00e9\ud83d\ude00"]}`, `[]`, `{}`, `"`, `[1,]`, `{"a" 1}`, `01`,
		`-`, `1.`, `1e`,
		`tru`, `nul`, `"\x"`, `"\ud800"`, "\"\x01\"", `[[[[`, ` 1 `, `1 2`, "\t\r\n1",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := new(Reader).ReadJSON(data)
		valid := json.Valid(data)
		if err == nil && !valid {
			t.Fatalf("%q is accepted but is not JSON", data)
		}
		if err != nil && valid {
			for _, own := range []string{"UTF-8", "surrogate pair", "are nested more than"} {
				if strings.Contains(err.Error(), own) {
					return
				}
			}
			t.Fatalf("%q is JSON but is rejected: %v", data, err)
		}
		if err == nil && (n.Line < 1 || n.Column < 1) {
			t.Fatalf("the node of %q has no position", data)
		}
	})
}
