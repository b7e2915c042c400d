package export

import (
	"io"

	"fillet/editor/level"
	"fillet/export/colliders"
)

// FCOL returns the native format in its compact binary form, for games.
func FCOL() Exporter {
	return native{"fcol", "Fillet colliders in a compact binary form", ".fcol", binarySyntax}
}

// compactChanges lists what the compact form changes, with the kinds of loss.
var compactChanges = []struct {
	what colliders.CompactLoss
	kind LossKind
}{
	{colliders.LimitedNumber, LossValues},
	{colliders.ReplacedZero, LossValues},
	{colliders.LostPath, LossMotion},
	{colliders.LostShape, LossShape},
}

// writeCompact writes a file in the compact form, and adds what it changed to the report.
func (r *Report) writeCompact(
	f *colliders.File, w io.Writer, each func(write func(*colliders.Collider, level.ColliderSnapshot) error) error,
) error {
	out := colliders.NewCompactWriter(f)
	lost := map[colliders.CompactLoss]*Loss{}
	err := each(func(c *colliders.Collider, drawn level.ColliderSnapshot) error {
		for _, change := range out.Add(c) {
			if lost[change] == nil {
				lost[change] = &Loss{Collider: drawn.ID, Label: c.Name}
			}
			l := lost[change]
			l.Colliders, l.Texts = append(l.Colliders, drawn.ID), append(l.Texts, c.ID)
		}
		return nil
	})
	if err != nil {
		return err
	}
	ofLevel, err := out.Write(w, f.Joints)
	for _, change := range ofLevel {
		r.Losses = append(r.Losses, Loss{Kind: LossValues, Message: string(change)})
	}
	for _, change := range compactChanges {
		l := lost[change.what]
		if l == nil {
			continue
		}
		if l.Kind, l.Message = change.kind, string(change.what); len(l.Colliders) > 1 {
			l.Collider, l.Label = 0, ""
		}
		r.Losses = append(r.Losses, *l)
	}
	return err
}
