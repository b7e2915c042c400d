package main

import (
	"encoding/json"
	"testing"
)

// Reading edited stamps never panics, and names that are not valid text come back unchanged.
func FuzzStamps(f *testing.F) {
	f.Add([]byte(`{"fillet_build": 3, "levels": {"a": {"key": "k", "inputs": [{"file": "a", "sum": "s"}]}, "b": null}}`), "a/b")
	f.Add([]byte(`{}`), "\xff\"")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		for _, s := range parseStamps(data) {
			if _, err := json.Marshal(s); err != nil {
				t.Error(err)
			}
		}
		if got := pathOfStamp(Name(name)); got != name {
			t.Errorf("%q is stored as %q, and read as %q", name, Name(name), got)
		}
	})
}
