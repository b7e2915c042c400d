package check

import (
	"context"
	"math"

	"fillet/editor/contacts"
	"fillet/editor/level"
)

// Plan is a change that mends findings, for somebody to look at before it is made.
type Plan struct {
	Diff   level.Diff // of the records of the snapshot
	Mended []Finding  // each with its fix, in the order in which they are made
	Left   int        // overlaps for which there is no room
}

// PlanFixes works out the fixes of a rule's findings, or for "" of all that are safe, round after round as [Repair] does. Overlaps
// that have no fix are separated, as [contacts.Separate] does. What the level ignores stays as it is. The error is the context's.
func PlanFixes(ctx context.Context, snap level.Snapshot, rule string, o Options) (*Plan, error) {
	doc, err := documentOf(snap)
	if err != nil {
		return nil, err
	}
	p := &Plan{}
	const rounds = 20 // as Repair
	for range rounds {
		all, err := find(ctx, doc.Snapshot(), o, math.MaxInt)
		if err != nil {
			return nil, err
		}
		var of []Finding
		for _, f := range all.List {
			if rule == "" || f.Rule == rule {
				of = append(of, f)
			}
		}
		d, made := FixesTogether(doc, of, func(f *Fix) bool { return rule != "" || f.Safe })
		if len(made) == 0 || doc.Apply(d) != nil {
			break
		}
		p.Diff, p.Mended = p.Diff.Then(d), append(p.Mended, made...)
	}
	if rule == RuleOverlap {
		return p, p.separate(ctx, doc)
	}
	return p, nil
}

// separate moves apart what overlaps still.
func (p *Plan) separate(ctx context.Context, doc *level.Document) error {
	out, err := contacts.Separate(ctx, doc.Snapshot(), contacts.Separating{Hidden: true})
	if err != nil {
		return err
	}
	p.Left = len(out.Left)
	d := out.Diff(doc)
	if d.IsEmpty() {
		return nil
	}
	for i, m := range out.Moves {
		c := d.Colliders[i].After
		f := finding(RuleOverlap, m.To, level.DrawnBounds(c), []level.ID{m.ID}, "it overlaps others")
		f.Fix = &Fix{Title: "Move by " + number(m.To.Dist(m.From)) + " px", Diff: level.Diff{Colliders: d.Colliders[i : i+1 : i+1]}}
		p.Mended = append(p.Mended, f)
	}
	p.Diff = p.Diff.Then(d)
	return nil
}

// documentOf is another document with the records of a snapshot.
func documentOf(snap level.Snapshot) (*level.Document, error) {
	doc, err := level.NewDocument(snap.Settings)
	if err != nil {
		return nil, err
	}
	var d level.Diff
	for _, l := range snap.Layers {
		d.Layers = append(d.Layers, level.Added(l.Layer))
		for _, c := range l.Colliders {
			d.Colliders = append(d.Colliders, level.Added(c.Collider))
		}
	}
	return doc, doc.Apply(d)
}
