package export

import (
	"io"

	"fillet/collision"
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

// compactFile is a levelWriter of the compact form.
type compactFile struct {
	*colliders.CompactWriter
	w io.Writer
}

func (f *compactFile) add(c *colliders.Collider, _ collision.AABB) ([]colliders.CompactLoss, error) {
	return f.Add(c), nil
}

func (f *compactFile) finish(joints []colliders.Joint) ([]colliders.CompactLoss, []Attachment, error) {
	changes, err := f.Write(f.w, joints)
	return changes, nil, err
}

// changeLosses collects what the compact form changed.
type changeLosses map[colliders.CompactLoss]*Loss

// add adds the changes of a collider.
func (l changeLosses) add(of []colliders.CompactLoss, c *colliders.Collider, id level.ID) {
	for _, change := range of {
		if l[change] == nil {
			l[change] = &Loss{Collider: id, Label: c.Name}
		}
		to := l[change]
		if to.Colliders, to.Texts = append(to.Colliders, id), append(to.Texts, c.ID); len(to.Colliders) > 1 {
			to.Collider, to.Label = 0, ""
		}
	}
}

// list returns the losses, with the changes of the level.
func (l changeLosses) list(ofLevel []colliders.CompactLoss) []Loss {
	var out []Loss
	for _, change := range ofLevel {
		out = append(out, Loss{Kind: LossValues, Message: string(change)})
	}
	for _, change := range compactChanges {
		if loss := l[change.what]; loss != nil {
			loss.Kind, loss.Message = change.kind, string(change.what)
			out = append(out, *loss)
		}
	}
	return out
}
