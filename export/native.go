package export

import (
	"context"
	"io"

	"fillet/editor/level"
	"fillet/export/colliders"
)

// native is the exporter of the lossless format in one of its two syntaxes.
type native struct {
	name, title, extension string
	syntax                 syntax
}

// JSON returns the native format as JSON.
func JSON() Exporter {
	return native{"json", "Fillet colliders as JSON, with convex pieces", ".colliders.json", jsonSyntax}
}

// YAML returns the native format as YAML.
func YAML() Exporter {
	return native{"yaml", "Fillet colliders as YAML, with convex pieces", ".colliders.yaml", yamlSyntax}
}

func (n native) Name() string      { return n.name }
func (n native) Title() string     { return n.title }
func (n native) Extension() string { return n.extension }

// Export writes the level without losing anything that matters to a game. Besides the snapshot, it holds one collider
// at a time in memory.
func (n native) Export(ctx context.Context, snap level.Snapshot, o Options, w io.Writer) (*Report, error) {
	f := newHead(snap)
	f.Joints = newJoints(snap)
	total := snap.Len()
	err := write(f, w, n.syntax, total, func(write func(*colliders.Collider) error) error {
		i := 0
		return eachCollider(ctx, snap, func(c *colliders.Collider) error {
			if o.Progress != nil && i%stride == 0 {
				o.Progress(i, total)
			}
			i++
			return write(c)
		})
	})
	if err != nil {
		return nil, err
	}
	return &Report{Losses: lostLoose(snap, f.Joints)}, nil
}
