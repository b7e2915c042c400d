package main

import (
	"encoding/json"
	"testing"
)

// Whoever edited the stamps, reading them panics nowhere, and names that are no text come back as they were.
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
			t.Errorf("%q is kept as %q, and read as %q", name, Name(name), got)
		}
	})
}
