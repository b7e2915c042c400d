package export

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/quote"
)

// Registry holds the formats that a program can write.
type Registry struct{ exporters []Exporter }

// NewRegistry returns a registry of the given formats, which it lists in this order. If two have the same name, the
// first is used.
func NewRegistry(exporters ...Exporter) *Registry { return &Registry{slices.Clone(exporters)} }

// Formats returns all formats, in the order in which Fillet lists them.
func Formats() []Exporter {
	return []Exporter{
		YAML(), JSON(), FCOL(), CP(), Resolv(), Go(), Tiled(), TiledWorld(), Godot(), Matter(), Rube(), SVG(),
	}
}

// All returns the formats.
func (r *Registry) All() []Exporter { return slices.Clone(r.exporters) }

// Names returns the formats' names.
func (r *Registry) Names() []string {
	names := make([]string, len(r.exporters))
	for i, e := range r.exporters {
		names[i] = e.Name()
	}
	return names
}

// Get returns the named format.
func (r *Registry) Get(name string) (Exporter, error) {
	for _, e := range r.exporters {
		if strings.EqualFold(e.Name(), name) {
			return e, nil
		}
	}
	return nil, fmt.Errorf("unknown export format %q; the formats are %s", quote.Excerpt(name),
		strings.Join(r.Names(), ", "))
}

// extensions returns the file name extensions of a format: the current one and, if different, the one of earlier
// releases.
func extensions(e Exporter) []string {
	if f, ok := e.(*format); ok && f.before != "" {
		return []string{f.extension, f.before}
	}
	return []string{e.Extension()}
}

// ForFile returns the format with the longest extension, current or earlier, that matches a file's name.
func (r *Registry) ForFile(path string) (Exporter, bool) {
	var best Exporter
	length := 0
	base := strings.ToLower(filepath.Base(path))
	for _, e := range r.exporters {
		for _, end := range extensions(e) {
			if strings.HasSuffix(base, end) && len(end) > length {
				best, length = e, len(end)
			}
		}
	}
	return best, best != nil
}
