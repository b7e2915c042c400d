package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/editor/merge"
	"fillet/editor/quote"

	"gopkg.in/yaml.v3"
)

// DifferenceText formats a difference for people: one line per record, followed by one line per changed key.
func DifferenceText(d *merge.Difference, old, after string) []byte {
	var b bytes.Buffer
	if d.IsEmpty() {
		return nil
	}
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", quote.Escaped(old), quote.Escaped(after))
	keys := func(list []merge.KeyChange) {
		for _, k := range list {
			fmt.Fprintf(&b, "    %s: %s -> %s\n", level.KeyText(k.Key), level.ValueText(k.Before),
				level.ValueText(k.After))
		}
	}
	if len(d.Settings) > 0 {
		b.WriteString("level\n")
		keys(d.Settings)
	}
	record := func(r *merge.RecordChange, kind string) {
		var words []string
		for _, c := range r.Changes {
			words = append(words, string(c))
		}
		sign := "~"
		switch {
		case r.Is(merge.Added):
			sign = "+"
		case r.Is(merge.Removed):
			sign = "-"
		}
		fmt.Fprintf(&b, "%s %s%s", sign, kind, r.ID)
		if r.Label != "" && r.Label != r.ID {
			fmt.Fprintf(&b, " %q", quote.Excerpt(r.Label))
		}
		fmt.Fprintf(&b, " %s", strings.Join(words, ", "))
		for c := r.After; c != nil && sign == "+"; c = nil {
			fmt.Fprintf(&b, ": a %s at [%g, %g]", c.Shape.Kind, c.Position.X, c.Position.Y)
		}
		b.WriteByte('\n')
		keys(r.Keys)
	}
	for i := range d.Layers {
		record(&d.Layers[i], "layer ")
	}
	for i := range d.Groups {
		record(&d.Groups[i], "group ")
	}
	for i := range d.Instances {
		record(&d.Instances[i], "instance ")
	}
	for i := range d.Colliders {
		record(&d.Colliders[i], "")
	}
	b.WriteString(summary(d) + "\n")
	return b.Bytes()
}

// summary counts the changes in one line.
func summary(d *merge.Difference) string {
	count := func(list []merge.RecordChange, what string) string {
		var parts []string
		for _, c := range merge.Changes() {
			n := 0
			for i := range list {
				if list[i].Is(c) {
					n++
				}
			}
			if n > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", n, c))
			}
		}
		if len(parts) == 0 {
			return ""
		}
		return what + ": " + strings.Join(parts, ", ")
	}
	parts := []string{
		count(d.Colliders, "shapes"), count(d.Layers, "layers"), count(d.Groups, "groups"),
		count(d.Instances, "instances"), "",
	}
	if n := len(d.Settings); n > 0 {
		parts[4] = fmt.Sprintf("level: %d changed", n)
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "; ")
}

// The JSON of a difference. Values are written as in the level file; null means that the key is absent.
type (
	diffFile struct {
		Format    string       `json:"format"`
		Version   int          `json:"version"`
		A         string       `json:"a"`
		B         string       `json:"b"`
		Same      bool         `json:"same"`
		Level     []diffKey    `json:"level"`
		Layers    []diffRecord `json:"layers"`
		Groups    []diffRecord `json:"groups"`
		Instances []diffRecord `json:"instances"`
		Colliders []diffRecord `json:"colliders"`
	}
	diffRecord struct {
		ID      string         `json:"id"`
		Name    string         `json:"name"`
		Changes []merge.Change `json:"changes"`
		Keys    []diffKey      `json:"keys"`
	}
	diffKey struct {
		Key    string `json:"key"`
		Before any    `json:"before"`
		After  any    `json:"after"`
	}
)

// DifferenceJSON encodes a difference for programs.
func DifferenceJSON(d *merge.Difference, old, after string) ([]byte, error) {
	keys := func(list []merge.KeyChange) []diffKey {
		out := []diffKey{}
		for _, k := range list {
			out = append(out, diffKey{k.Key, jsonValue(k.Before), jsonValue(k.After)})
		}
		return out
	}
	records := func(list []merge.RecordChange) []diffRecord {
		out := []diffRecord{}
		for _, r := range list {
			name := r.Label
			if name == r.ID {
				name = ""
			}
			out = append(out, diffRecord{r.ID, name, r.Changes, keys(r.Keys)})
		}
		return out
	}
	b, err := json.MarshalIndent(diffFile{
		Format: "fillet-diff", Version: 1, A: old, B: after, Same: d.IsEmpty(),
		Level: keys(d.Settings), Layers: records(d.Layers), Groups: records(d.Groups), Instances: records(d.Instances),
		Colliders: records(d.Colliders),
	}, "", "  ")
	return append(b, '\n'), err
}

// jsonValue converts a value of a level file to JSON.
func jsonValue(text string) any {
	if text == "" {
		return nil
	}
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		return text // a description in words
	}
	return v
}
