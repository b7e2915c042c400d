package prefab

import (
	"path/filepath"

	"fillet/editor/level"
)

// File is the absolute path of the file that the level names as a prefab; empty where the level is in no file.
func (e *expander) File(name string) string {
	if e.err != nil {
		return ""
	}
	return filepath.Join(e.library.root.Dir(), e.dir, filepath.FromSlash(name))
}

// Name is how the level names a prefab's file.
func (e *expander) Name(file string) (string, error) {
	if e.err != nil {
		return "", e.err
	}
	return PathOf(filepath.Join(e.library.root.Dir(), e.dir, "x"), file)
}

// Another is an expander for another document in the place of the level.
func (e *expander) Another() level.Expander {
	out := *e
	fresh := newExpander(e.library)
	out.made, out.unused, out.total, out.needs, out.names = fresh.made, fresh.unused, 0, nil, nil
	return &out
}
