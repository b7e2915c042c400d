package export

import (
	"context"
	"io"

	"fillet/editor/level"
)

// native is the lossless format, in one of its two syntaxes.
type native struct {
	name, title, extension string
	write                  func(*File, io.Writer) error
}

// JSON is the native format as JSON.
func JSON() Exporter {
	return native{"json", "Fillet colliders as JSON, with convex pieces", ".colliders.json", (*File).WriteJSON}
}

// YAML is the native format as YAML.
func YAML() Exporter {
	return native{"yaml", "Fillet colliders as YAML, with convex pieces", ".colliders.yaml", (*File).WriteYAML}
}

func (n native) Name() string      { return n.name }
func (n native) Title() string     { return n.title }
func (n native) Extension() string { return n.extension }

// Export writes the level. It loses nothing that a game could be told.
func (n native) Export(ctx context.Context, snap level.Snapshot, _ Options, w io.Writer) (*Report, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := n.write(NewFile(snap), w); err != nil {
		return nil, err
	}
	return &Report{}, nil
}
