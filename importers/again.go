package importers

import (
	"fmt"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// OptionsOf returns the options with which an import was made, so that it can be repeated.
func OptionsOf(m *level.Import) (Options, error) {
	opts := Options{Levels: m.Levels, Mode: Mode(m.Mode), Again: true}
	var err error
	if _, err = ParseMode(m.Mode); err == nil {
		opts.Defaults, err = defaultsOf(m.Defaults, FirstDefaults)
	}
	if err != nil {
		return opts, fmt.Errorf("the import of %s: %w", quote.ShortPath(m.File), err)
	}
	if m.Mapping == "" {
		return opts, nil
	}
	opts.Mapping, err = ReadMapping(strings.NewReader(m.Mapping), "the mapping for "+m.File)
	return opts, err
}

// Digest returns the [level.Import] digest of a file and of the other files that it read, as they are now. It reads
// other files only where an import of the file would.
func (r *Registry) Digest(path string, reads []string) (string, error) {
	src, _, closer, err := r.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = closer.Close() }() // nothing was written
	for _, name := range reads {
		if _, err := src.ReadNeighbour(name); err != nil {
			return "", &Error{File: path, Err: err}
		}
	}
	return src.Digest(), nil
}
