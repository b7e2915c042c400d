package export

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/quote"
)

// Registry is the formats that a program can write.
type Registry struct{ exporters []Exporter }

// NewRegistry is a registry of these formats, in the order in which they are listed. Of two with one name, the first is
// found.
func NewRegistry(exporters ...Exporter) *Registry { return &Registry{slices.Clone(exporters)} }

// All lists the formats.
func (r *Registry) All() []Exporter { return slices.Clone(r.exporters) }

// Names lists the formats' names.
func (r *Registry) Names() []string {
	names := make([]string, len(r.exporters))
	for i, e := range r.exporters {
		names[i] = e.Name()
	}
	return names
}

// Get is the format of that name.
func (r *Registry) Get(name string) (Exporter, error) {
	for _, e := range r.exporters {
		if strings.EqualFold(e.Name(), name) {
			return e, nil
		}
	}
	return nil, fmt.Errorf("there is no export format %q; there are %s", quote.Excerpt(name), strings.Join(r.Names(), ", "))
}

// extensions are the ends of a format's file names: the usual one, and what it was in earlier releases.
func extensions(e Exporter) []string {
	if f, ok := e.(*format); ok && f.before != "" {
		return []string{f.extension, f.before}
	}
	return []string{e.Extension()}
}

// ForFile is the format whose usual extension a file's name ends in, or did in earlier releases: the longest one where
// several do.
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
