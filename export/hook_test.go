package export

import (
	"io"

	"fillet/export/colliders"
)

// WriteFile writes a file in a native format.
func WriteFile(w io.Writer, f *colliders.File, e Exporter) error {
	return write(f, w, e.(native).syntax, len(f.Colliders), func(write func(*colliders.Collider) error) error {
		for i := range f.Colliders {
			if err := write(&f.Colliders[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// LossKinds lists the kinds.
func LossKinds() []LossKind { return lossKinds }
