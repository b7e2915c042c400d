package export

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Registry is the formats that a program can write.
type Registry struct{ exporters []Exporter }

// NewRegistry is a registry of these formats, in the order in which they are listed. The names have to differ.
func NewRegistry(exporters ...Exporter) (*Registry, error) {
	for i, e := range exporters {
		for _, o := range exporters[:i] {
			if o.Name() == e.Name() {
				return nil, fmt.Errorf("two export formats are named %q", e.Name())
			}
		}
	}
	return &Registry{exporters}, nil
}

// All lists the formats. The caller must not change the slice.
func (r *Registry) All() []Exporter { return r.exporters }

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
	return nil, fmt.Errorf("there is no export format %q; there are %s", name, strings.Join(r.Names(), ", "))
}

// ForFile is the format whose usual extension a file's name ends in: the longest one where several do.
func (r *Registry) ForFile(path string) (Exporter, bool) {
	var best Exporter
	base := strings.ToLower(filepath.Base(path))
	for _, e := range r.exporters {
		if strings.HasSuffix(base, e.Extension()) && (best == nil || len(e.Extension()) > len(best.Extension())) {
			best = e
		}
	}
	return best, best != nil
}
