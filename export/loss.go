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

// The kinds; lossKinds describes them.
const (
	LossArcs     LossKind = "arcs"
	LossSplit    LossKind = "split"
	LossOneWay   LossKind = "one-way"
	LossFilter   LossKind = "filter"
	LossBody     LossKind = "body"
	LossMass     LossKind = "mass"
	LossMotion   LossKind = "motion"
	LossJoints   LossKind = "joints"
	LossLoose    LossKind = "loose"
	LossMaterial LossKind = "material"
	LossWorld    LossKind = "world"
	LossShape    LossKind = "shape"
	LossContacts LossKind = "contacts"
	LossTags     LossKind = "tags"
	LossLevel    LossKind = "level"
	LossTree     LossKind = "tree"
	LossValues   LossKind = "values"
)

// lossKinds lists the kinds with their severities and descriptions, for docs/EXPORT.md.
var lossKinds = []struct {
	kind     LossKind
	severity Severity
	what     string
}{
	{LossArcs, SeverityNote, "arcs and curves were replaced with vertices on them, within the tolerance"},
	{LossSplit, SeverityNote, "one shape became several that cover the same area"},
	{LossOneWay, SeverityLoss, "a shape that is solid from one side became solid from all sides"},
	{LossFilter, SeverityLoss, "categories, masks or groups: different pairs may collide"},
	{LossBody, SeverityLoss, "the kind of body: kinematic became static, dynamic became kinematic"},
	{LossMass, SeverityLoss, "the mass differs"},
	{
		LossMotion, SeverityLoss,
		"a dynamic collider's initial velocity and spin or its force; a kinematic collider's path",
	},
	{LossJoints, SeverityLoss, "hinges, springs and ropes"},
	{
		LossLoose, SeverityNote,
		"joints that have no effect in the level either: a collider is missing, both are one body, or neither moves " +
			"by forces",
	},
	{LossMaterial, SeverityLoss, "friction, restitution or density"},
	{LossWorld, SeverityNote, "what belongs to a game's world: its gravity, and the engine's own friction"},
	{LossShape, SeverityLoss, "a part of the shape is left out"},
	{LossContacts, SeverityLoss, "the shape is there, but misses some contacts"},
	{LossTags, SeverityLoss, "a tag, or the difference between two tags"},
	{LossLevel, SeverityNote, "properties of imported levels; the native formats and Tiled keep them"},
	{
		LossTree, SeverityNote,
		"a broad-phase tree that a preset of an earlier release asks for; it is no longer written",
	},
	{LossValues, SeverityLoss, "numbers and texts that the compact binary form cannot hold"},
}

// indexOfKind returns the index of a kind in lossKinds, or -1.
func indexOfKind(k LossKind) int {
	for i := range lossKinds {
		if lossKinds[i].kind == k {
			return i
		}
	}
	return -1
}

// Severity returns the severity of every loss of the kind. Unlisted kinds affect gameplay.
func (k LossKind) Severity() Severity {
	if i := indexOfKind(k); i >= 0 {
		return lossKinds[i].severity
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
