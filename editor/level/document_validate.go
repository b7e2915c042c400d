package level

import (
	"fmt"
)

// Validate returns the first error in the whole document. A document that was only changed through Apply is always
// valid; tests call it to make sure.
func (d *Document) Validate() error {
	if err := checkSettings(d.settings); err != nil {
		return err
	}
	n := 0
	for _, l := range d.layerOrder {
		if d.layers[l.ID] != l {
			return fmt.Errorf("layer %v is stored under another id", l.ID)
		}
		if err := l.Check(); err != nil {
			return err
		}
		for _, c := range d.InLayer(l.ID) {
			n++
			if d.colliders.get(c.ID).record != c || c.Layer != l.ID {
				return fmt.Errorf("collider %v is listed in layer %v by mistake", c.ID, l.ID)
			}
			if err := c.Validate(d.settings); err != nil {
				return err
			}
			if _, err := c.Shape.Bake(); err != nil {
				return &ColliderError{ID: c.ID, Label: c.Label(), Err: err}
			}
		}
	}
	if err := d.validateGroups(); err != nil {
		return err
	}
	if err := d.validateInstances(); err != nil {
		return err
	}
	if n != d.colliders.len || len(d.layerOrder) != len(d.layers) {
		return fmt.Errorf("%d of %d colliders and %d of %d layers are in the drawing order", n, d.colliders.len,
			len(d.layerOrder), len(d.layers))
	}
	return nil
}
