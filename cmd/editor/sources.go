package main

import (
	"path/filepath"

	"fillet/editor/level"
)

// relateSources makes the files that colliders were imported from relative to the folder of the output, so that all can
// move together and no file depends on where it was written. In an imported document they are the path of the input
// itself, in a level that was read they are relative to the input's folder. A name that no relative path leads to stays
// as it is, and so do all when either side is a standard stream, which has no folder.
func relateSources(doc *level.Document, in, out string) error {
	if in == "-" || out == "-" {
		return nil
	}
	moved := map[string]string{}
	var diff level.Diff
	for c := range doc.Colliders() {
		if c.Source == nil || c.Source.File == "" {
			continue
		}
		to, ok := moved[c.Source.File]
		if !ok {
			to = related(c.Source.File, in, out)
			moved[c.Source.File] = to
		}
		if to == c.Source.File {
			continue
		}
		after, source := *c, *c.Source
		source.File = to
		after.Source = &source
		diff.Colliders = append(diff.Colliders, level.Changed(c, &after))
	}
	return doc.Apply(diff)
}

func related(file, in, out string) string {
	from := filepath.FromSlash(file)
	if file != filepath.ToSlash(in) && !filepath.IsAbs(from) {
		from = filepath.Join(filepath.Dir(in), from)
	}
	from, err := filepath.Abs(from)
	if err != nil {
		return file
	}
	base, err := filepath.Abs(filepath.Dir(out))
	if err != nil {
		return file
	}
	to, err := filepath.Rel(base, from)
	if err != nil {
		return file
	}
	return filepath.ToSlash(to)
}
