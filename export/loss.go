package export

import (
	"fmt"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Severity says what a loss means for a game.
type Severity string

// The severities.
const (
	SeverityNote Severity = "note" // the game plays the same: the shapes are there, within the tolerance
	SeverityLoss Severity = "loss" // something is missing that changes how a game plays
)

// LossKind says what a format could not carry. It decides the severity.
type LossKind string

// The kinds.
const (
	LossArcs     LossKind = "arcs"     // arcs became vertices, within the tolerance
	LossSplit    LossKind = "split"    // one shape became several that cover the same
	LossOneWay   LossKind = "one-way"  // what is solid from one side only became solid from all
	LossFilter   LossKind = "filter"   // categories, masks or groups: other pairs may collide
	LossBody     LossKind = "body"     // it moves in another way: kinematic became static, dynamic kinematic
	LossMass     LossKind = "mass"     // it has another mass
	LossMotion   LossKind = "motion"   // the velocity, spin or force that sets it in motion
	LossJoints   LossKind = "joints"   // hinges and springs
	LossLoose    LossKind = "loose"    // joints that hold nothing in the level either
	LossMaterial LossKind = "material" // friction, restitution or density
	LossShape    LossKind = "shape"    // a part of the shape
	LossContacts LossKind = "contacts" // the shape is there, and not everything meets it
	LossTags     LossKind = "tags"     // a tag, or what tells two of them apart
	LossLevel    LossKind = "level"    // what an imported file says of its level
	LossTree     LossKind = "tree"     // the broad-phase tree that a preset of an earlier release asks for
)

// Severity is that of every loss of the kind. A kind that is not listed changes how a game plays.
func (k LossKind) Severity() Severity {
	switch k {
	case LossArcs, LossSplit, LossLevel, LossTree, LossLoose:
		return SeverityNote
	}
	return SeverityLoss
}

// Loss is one thing that the format could not carry, of one collider or of several alike.
type Loss struct {
	Kind      LossKind
	Collider  level.ID   // 0 when it is not about one
	Label     string     // what people call that one
	Colliders []level.ID // all that it is about, in the order of the level; none when it is about the level
	Texts     []string   // what messages name them by, where parts of instances are among them
	Message   string     // what is lost, without saying whose
}

// Severity is that of its kind.
func (l Loss) Severity() Severity { return l.Kind.Severity() }

// text is what messages name one of the colliders by.
func (l Loss) text(i int) string {
	if i < len(l.Texts) {
		return l.Texts[i]
	}
	return l.Colliders[i].String()
}

// String says whose loss it is, naming no more than a few, and what is lost.
func (l Loss) String() string {
	const most = 5
	switch {
	case len(l.Colliders) > 1:
		ids := make([]string, 0, most+1)
		for i := range min(len(l.Colliders), most) {
			ids = append(ids, l.text(i))
		}
		if len(l.Colliders) > most {
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

// Count counts the losses by their severity.
func (r *Report) Count(s Severity) int {
	n := 0
	for _, l := range r.Losses {
		if l.Severity() == s {
			n++
		}
	}
	return n
}

// LossRecord is one loss of one collider, as commands list it as JSON. What is empty is null.
type LossRecord struct {
	Severity Severity `json:"severity"`
	Kind     LossKind `json:"kind"`
	Collider *string  `json:"collider"` // its id; null for what is about the level
	Message  string   `json:"message"`
	Target   *string  `json:"target"` // the file that was written; null for what was lost on the way in
	Source   string   `json:"source"` // the file that was read
}

// Records is the loss as commands list it: a record for each collider, or one for what is about the level.
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
