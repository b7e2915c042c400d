package check

import (
	"context"
	"math"

	"fillet/editor/contacts"
	"fillet/editor/level"
)

// Plan is a change that fixes findings, for review before it is applied.
type Plan struct {
	Diff  level.Diff      // a change to the snapshot's records
	Fixed []Finding       // each with its fix, in the order of the fixes
	Left  []contacts.Left // overlaps that cannot be separated
}

// PlanFixes plans the fixes for a rule's findings, or all safe fixes if rule is "", round by round as [Repair] does.
// For [RuleOverlap], it also separates the remaining overlaps with [contacts.Separate]. It skips ignored findings. The
// error is the context's.
func PlanFixes(ctx context.Context, snap level.Snapshot, rule string, o Options) (*Plan, error) {
	doc, err := documentOf(snap)
	if err != nil {
		return nil, err
	}
	p := &Plan{}
	const rounds = 20 // as in Repair
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
		d, made := fixesTogether(doc, of, func(f *Fix) bool { return rule != "" || f.Safe })
		if len(made) == 0 || doc.Apply(d) != nil {
			break
		}
		p.Diff, p.Fixed = p.Diff.Then(d), append(p.Fixed, made...)
	}
	if rule == RuleOverlap {
		out, err := separate(ctx, doc)
		if err != nil {
			return nil, err
		}
		p.Left, p.Fixed = out.left, append(p.Fixed, out.made...)
		p.Diff = p.Diff.Then(out.diff)
	}
	return p, nil
}

// separation holds the result of [contacts.Separate] for a document.
type separation struct {
	made []Finding // one per move, with the move as its fix
	diff level.Diff
	left []contacts.Left
}

// separate separates the overlaps in a document, with three exceptions. Copies are reported by another rule. Static
// solids on two layers or in different categories may never be active together. Platforms often overlap static solids
// or each other on purpose.
func separate(ctx context.Context, doc *level.Document) (*separation, error) {
	isCopy := func(a, b *level.Collider) bool {
		return a.Position == b.Position && a.Angle == b.Angle && a.Role == b.Role && a.Shape.Equal(b.Shape)
	}
	maybeIntended := func(a, b *level.Collider) bool {
		isStatic := a.Body == level.Static && b.Body == level.Static
		return a.Body != level.Dynamic && b.Body != level.Dynamic && (!isStatic || setOf(a) != setOf(b))
	}
	plan, err := contacts.Separate(ctx, doc.Snapshot(), contacts.Separating{
		Hidden: true,
		Among: func(a, b level.ID) bool {
			c, d := doc.Collider(a), doc.Collider(b)
			return !isCopy(c, d) && !maybeIntended(c, d)
		},
	})
	if err != nil {
		return nil, err
	}
	out := &separation{diff: plan.Diff(doc), left: plan.Left}
	for i, m := range plan.Moves {
		by := number(m.To.Dist(m.From))
		f := finding(RuleOverlap, m.To, level.DrawnBounds(out.diff.Colliders[i].After), []level.ID{m.ID},
			"moves by %s px to clear its overlaps", by)
		f.Fix = &Fix{Title: "Move by " + by + " px", Diff: level.Diff{Colliders: out.diff.Colliders[i : i+1 : i+1]}}
		out.made = append(out.made, f)
	}
	return out, doc.Apply(out.diff)
}

// documentOf returns a new document with the settings, groups, layers and colliders of a snapshot.
func documentOf(snap level.Snapshot) (*level.Document, error) {
	doc, err := level.NewDocument(snap.Settings)
	if err != nil {
		return nil, err
	}
	var d level.Diff
	for _, g := range snap.Groups {
		d.Groups = append(d.Groups, level.Added(g))
	}
	for _, l := range snap.Layers {
		d.Layers = append(d.Layers, level.Added(l.Layer))
		for _, c := range l.Colliders {
			d.Colliders = append(d.Colliders, level.Added(c.Collider))
		}
	}
	return doc, doc.Apply(d)
}
