package export

import (
	"fmt"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Severity grades the effect of a loss on a game.
type Severity string

// The severities.
const (
	SeverityNote Severity = "note" // the game plays the same: shapes differ by less than the tolerance
	SeverityLoss Severity = "loss" // something that affects gameplay is missing
)

// LossKind is a kind of data that a format could not represent. It determines the severity.
type LossKind string

// The kinds.
const (
	LossArcs     LossKind = "arcs"     // arcs became vertices, within the tolerance
	LossSplit    LossKind = "split"    // one shape became several that cover the same area
	LossOneWay   LossKind = "one-way"  // one-way and one-sided colliders became solid from all sides
	LossFilter   LossKind = "filter"   // categories, masks or groups: other pairs may collide
	LossBody     LossKind = "body"     // the body moves differently: for example, kinematic became static
	LossMass     LossKind = "mass"     // the mass differs
	LossMotion   LossKind = "motion"   // initial velocity, spin, force, or path
	LossJoints   LossKind = "joints"   // hinges and springs
	LossLoose    LossKind = "loose"    // joints that have no effect in the level either
	LossMaterial LossKind = "material" // friction, restitution or density
	LossWorld    LossKind = "world"    // what belongs to a game's world: its gravity, and the engine's own friction
	LossShape    LossKind = "shape"    // a part of the shape
	LossContacts LossKind = "contacts" // the shape exists, but some contacts are missing
	LossTags     LossKind = "tags"     // a tag, or the distinction between two tags
	LossLevel    LossKind = "level"    // properties of the imported levels
	LossTree     LossKind = "tree"     // the broad-phase tree that a preset of an earlier release requests
)

var lossKinds = []LossKind{
	LossArcs, LossSplit, LossOneWay, LossFilter, LossBody, LossMass, LossMotion, LossJoints, LossMaterial, LossShape,
	LossContacts, LossTags, LossLevel, LossTree, LossLoose, LossWorld,
}

// Severity returns the severity of every loss of the kind. Unlisted kinds affect gameplay.
func (k LossKind) Severity() Severity {
	switch k {
	case LossArcs, LossSplit, LossLevel, LossTree, LossLoose, LossWorld:
		return SeverityNote
	}
	return SeverityLoss
}

// Loss describes something that the format could not represent, for one or several colliders.
type Loss struct {
	Kind      LossKind
	Collider  level.ID   // 0 unless the loss concerns exactly one
	Label     string     // the collider's display name
	Colliders []level.ID // all colliders concerned, in level order; empty if the loss concerns the level
	Texts     []string   // their ids in messages, if any is a part of an instance
	Message   string     // what is lost, without naming the collider
}

// Severity returns the severity of the loss's kind.
func (l Loss) Severity() Severity { return l.Kind.Severity() }

// text returns the id of one of the colliders for messages.
func (l Loss) text(i int) string {
	if i < len(l.Texts) {
		return l.Texts[i]
	}
	return l.Colliders[i].String()
}

// String describes the loss, naming only the first few colliders.
func (l Loss) String() string {
	const limit = 5
	switch {
	case len(l.Colliders) > 1:
		ids := make([]string, 0, limit+1)
		for i := range min(len(l.Colliders), limit) {
			ids = append(ids, l.text(i))
		}
		if len(l.Colliders) > limit {
			ids = append(ids, "…")
		}
		return fmt.Sprintf("%d colliders (%s): %s", len(l.Colliders), strings.Join(ids, ", "), l.Message)
	case l.Collider == 0:
		return l.Message
	}
	name := l.Collider.String()
	if len(l.Texts) == 1 {
		name = l.Texts[0]
	}
	if l.Label == "" || l.Label == name {
		return fmt.Sprintf("collider %s: %s", name, l.Message)
	}
	return fmt.Sprintf("collider %s (%s): %s", name, quote.Printable(l.Label), l.Message)
}

// Count returns the number of losses of a severity.
func (r *Report) Count(s Severity) int {
	n := 0
	for _, l := range r.Losses {
		if l.Severity() == s {
			n++
		}
	}
	return n
}

// LossRecord is a loss of one collider, in the form in which commands list it in JSON.
type LossRecord struct {
	Severity Severity `json:"severity"`
	Kind     LossKind `json:"kind"`
	Collider *string  `json:"collider"` // its id; null if the loss concerns the level
	Message  string   `json:"message"`
	Target   *string  `json:"target"` // the file written; null for a loss on import
	Source   string   `json:"source"` // the file read
}

// Records returns the loss in the form in which commands list it: a record per collider, or one record if it concerns
// the level.
func (l Loss) Records(src, out string) []LossRecord {
	r := LossRecord{Severity: l.Severity(), Kind: l.Kind, Message: l.Message, Target: &out, Source: src}
	if len(l.Colliders) == 0 {
		return []LossRecord{r}
	}
	var list []LossRecord
	for i := range l.Colliders {
		s := l.text(i)
		r.Collider = &s
		list = append(list, r)
	}
	return list
}
