package editor

import (
	"slices"

	"fillet/editor/contacts"
	"fillet/editor/level"
)

// Change is a set of the kinds of changes that a session reports.
type Change uint16

// The kinds of changes.
const (
	DocumentChanged  Change = 1 << iota // colliders, layers or settings
	SelectionChanged                    // the selection
	ContactsChanged                     // the contacts
	OverlayChanged                      // a tool's overlay: handles, the shape under construction, hints
	HistoryChanged                      // undo and redo steps, or the unsaved state
	SettingsChanged                     // the level's settings, the active layer or the snapping
)

// Everything holds all changes, such as after opening another document.
const Everything = DocumentChanged | SelectionChanged | ContactsChanged | OverlayChanged |
	HistoryChanged | SettingsChanged

// Has reports whether c and o have a change in common.
func (c Change) Has(o Change) bool { return c&o != 0 }

// Session is an editing session on a document.
type Session struct {
	surroundings *Session // see SetSurroundings
	doc          *level.Document
	history      *level.History
	selection    *Selection
	live         *contacts.Live

	activeLayer level.LayerID  // may be a deleted layer; see ActiveLayer
	usual       *layerFallback // nil until computed
	snap        SnapSettings
	solid       bool // drags are solid

	gesture     *Gesture
	proposal    *Proposal // dropped when the document changes
	repeat      lastCopy  // repeated by Duplicate
	interaction Interaction

	subscribers []*func(Change)
	depth       int    // nesting depth of Batch calls
	pending     Change // changes that the subscribers do not know yet
	revival     *[]level.ID
	unsubscribe func()
}

// Interaction is an interaction of a tool with the document, such as a drag, which other changes can interrupt.
type Interaction interface {
	// StepBack reverts the last step of the current interaction, such as the last point of an outline, or all of a
	// drag. It returns false if there is none.
	StepBack() bool
	// Cancel ends the current interaction and reverts its changes.
	Cancel()
}

// NewSession returns a session on a document, with an empty history and no selection.
func NewSession(doc *level.Document) *Session {
	s := &Session{snap: DefaultSnapSettings(), selection: &Selection{}}
	s.open(doc)
	s.pending = 0
	return s
}

func (s *Session) open(doc *level.Document) {
	if s.unsubscribe != nil {
		s.unsubscribe()
	}
	s.doc = doc
	s.history = level.New(doc)
	*s.selection = Selection{session: s} // in place, so that existing pointers follow the new document
	s.live = contacts.NewLive(doc)
	s.live.Held = func(id level.ID) bool { return s.selection.IsInHand(id) }
	s.live.Passing = func(id level.ID) bool {
		return s.gesture != nil && s.selection.Has(id) && s.doc.Editable(s.doc.Collider(id))
	}
	s.activeLayer, s.usual, s.proposal, s.repeat = 0, nil, nil, lastCopy{}
	s.unsubscribe = doc.Subscribe(func(d level.Diff) { s.Batch(func() { s.follow(d) }) })
}

// Document returns the document. Change it only through commands, gestures or the history.
func (s *Session) Document() *level.Document { return s.doc }

// History returns the document's undo history.
func (s *Session) History() *level.History { return s.history }

// Selection returns the selection.
func (s *Session) Selection() *Selection { return s.selection }

// Live returns the live contacts.
func (s *Session) Live() *contacts.Live { return s.live }

// Replace opens another document with a new history, selection and collision world.
func (s *Session) Replace(doc *level.Document) {
	s.Batch(func() {
		s.stop()
		s.open(doc)
		s.pending |= Everything
	})
}

// Subscribe makes the session call notify with the changes once per action, until cancel is called.
func (s *Session) Subscribe(notify func(Change)) (cancel func()) {
	s.subscribers = append(s.subscribers, &notify)
	return func() {
		s.subscribers = slices.DeleteFunc(slices.Clone(s.subscribers), func(o *func(Change)) bool {
			return o == &notify
		})
	}
}

// Batch runs f as a single action: subscribers are notified once, at the end. Batches nest.
func (s *Session) Batch(f func()) {
	s.depth++
	defer func() {
		s.depth--
		s.flush()
	}()
	f()
}

// Touch reports a change that the session cannot detect, such as a new tool overlay.
func (s *Session) Touch(c Change) {
	s.pending |= c
	s.flush()
}

func (s *Session) flush() {
	for s.depth == 0 {
		if s.live.Refresh() {
			s.pending |= ContactsChanged
		}
		if s.pending == 0 {
			return
		}
		c := s.pending
		s.pending = 0
		for _, l := range s.subscribers {
			(*l)(c)
		}
	}
}

// follow handles a change to the document. It is the session's only subscription to the document.
func (s *Session) follow(d level.Diff) {
	s.pending |= DocumentChanged | HistoryChanged
	if d.Settings.After != nil {
		s.pending |= SettingsChanged
	}
	s.live.Apply(d)
	s.selection.apply(d)
	if changesLayers(d) {
		s.usual = nil
	}
	if s.proposal != nil {
		s.proposal = nil
		s.pending |= OverlayChanged
	}
	for _, c := range d.Colliders {
		if c.Before == nil && s.revival != nil {
			*s.revival = append(*s.revival, c.After.ID)
		}
	}
}

// SetInteraction sets the interaction that other changes to the document interrupt.
func (s *Session) SetInteraction(i Interaction) { s.interaction = i }

// Undo reverts the last step of the current interaction, or else an open gesture, or else the last step of the history,
// and selects the restored colliders. It returns the step's name, which is empty for an interaction.
func (s *Session) Undo() (label string, ok bool) {
	s.Batch(func() {
		if s.interaction != nil && s.interaction.StepBack() {
			label, ok = "", true
			return
		}
		if g := s.gesture; g != nil {
			label, ok = g.label, true
			g.Rollback()
			return
		}
		label, ok = s.travel(s.history.Undo)
	})
	return label, ok
}

// Redo ends the current interaction, then redoes the last undone step and returns its name.
func (s *Session) Redo() (label string, ok bool) {
	s.Batch(func() {
		s.stop()
		label, ok = s.travel(s.history.Redo)
	})
	return label, ok
}

// MergeSteps merges the last two steps if they have the same name, such as two successive nudges.
func (s *Session) MergeSteps() {
	if s.history.Merge() {
		s.Touch(HistoryChanged)
	}
}

func (s *Session) travel(step func() (string, bool)) (string, bool) {
	var revived []level.ID
	s.revival = &revived
	label, ok := step()
	s.revival = nil
	if len(revived) > 0 {
		s.selection.Set(revived...)
	}
	if ok {
		s.pending |= HistoryChanged
	}
	return label, ok
}

// stop interrupts the current interaction and rolls back an open gesture.
func (s *Session) stop() {
	if s.interaction != nil {
		s.interaction.Cancel()
	}
	s.Abandon()
}

// Shapes changes a set of colliders. Each of its commands is one undo step.
type Shapes struct {
	s   *Session
	ids []level.ID
}

// Shapes returns the commands for the colliders with these ids.
func (s *Session) Shapes(ids []level.ID) Shapes { return Shapes{s, ids} }

// Common reads the properties that a set of colliders has in common.
type Common struct {
	s   *Session
	ids []level.ID
}

// Common returns the common properties of the colliders with these ids.
func (s *Session) Common(ids []level.ID) Common { return Common{s, ids} }

// Layers changes the document's layers. Each of its commands is one undo step.
type Layers struct{ s *Session }

// Layers returns the commands for the document's layers.
func (s *Session) Layers() Layers { return Layers{s} }

// Gesture is a change in progress, such as a drag. Diffs take effect, including contacts, as soon as they are applied;
// Commit makes them one undo step, Rollback reverts them. After that, Apply and Reset return [level.ErrEnded].
type Gesture struct {
	session   *Session
	tx        *level.Tx
	label     string
	exclusive bool
}

// Begin opens a gesture that commands join. For example, a slider begins one when the user grabs it, runs its command
// on every move, and commits on release. Without a label, the first command names the step. Begin rolls back a gesture
// that is still open.
func (s *Session) Begin(label string) *Gesture { return s.begin(label, false) }

// BeginExclusive opens a gesture of a tool that relies on the records that it started with. A command during the
// gesture interrupts the tool first.
func (s *Session) BeginExclusive(label string) *Gesture { return s.begin(label, true) }

func (s *Session) begin(label string, exclusive bool) *Gesture {
	s.Abandon()
	g := &Gesture{session: s, tx: s.history.Begin(label), label: label, exclusive: exclusive}
	s.gesture = g
	return g
}

// Abandon rolls back any open gesture without notifying its tool.
func (s *Session) Abandon() { s.gesture.Rollback() }

// Repair rebuilds the contacts and the selection from the document after a program error that may have left them
// inconsistent.
func (s *Session) Repair() {
	s.Batch(func() {
		s.live.Rebuild()
		ids := s.selection.ids
		*s.selection = Selection{session: s}
		s.selection.Set(ids...)
		s.pending |= Everything
	})
}

// Open reports whether the gesture has been neither committed nor rolled back.
func (g *Gesture) Open() bool { return g != nil && g.session.gesture == g && g.tx.Open() }

// Apply applies a diff within the gesture, entirely or not at all.
func (g *Gesture) Apply(d level.Diff) error {
	if !g.Open() {
		return level.ErrEnded
	}
	return g.tx.Apply(g.session.doc.Completed(d))
}

// Reset reverts all applied diffs and leaves the gesture open.
func (g *Gesture) Reset() error {
	if !g.Open() {
		return level.ErrEnded
	}
	return g.tx.Reset()
}

// SetLabel changes the name of the undo step.
func (g *Gesture) SetLabel(label string) {
	g.label = label
	g.tx.SetLabel(label)
}

// Commit makes the applied diffs one undo step, or none if nothing changed.
func (g *Gesture) Commit() { g.end((*level.Tx).Commit) }

// Rollback reverts all applied diffs.
func (g *Gesture) Rollback() { g.end((*level.Tx).Rollback) }

// finish commits the gesture, or rolls it back if there is an error, and returns the error.
func (g *Gesture) finish(err error) error {
	if err != nil {
		g.Rollback()
	} else {
		g.Commit()
	}
	return err
}

func (g *Gesture) end(how func(*level.Tx)) {
	if g == nil || g.session.gesture != g {
		return
	}
	s := g.session
	s.Batch(func() {
		s.gesture = nil
		how(g.tx)
		for _, id := range s.selection.ids {
			s.live.Arrive(id)
		}
		s.pending |= HistoryChanged
	})
}

// Do applies a command's diff as one undo step, or within an open gesture that commands join.
func (s *Session) Do(label string, d level.Diff) error {
	if d.IsEmpty() {
		return nil
	}
	var err error
	s.Batch(func() {
		s.settle()
		if s.gesture.Open() {
			if s.gesture.label == "" {
				s.gesture.SetLabel(label)
			}
			err = s.gesture.Apply(d)
			return
		}
		err = s.history.Do(label, s.doc.Completed(d))
	})
	return err
}

// doThen works like [Session.Do] and, unless that fails, calls then as part of the same action.
func (s *Session) doThen(label string, d level.Diff, then func()) (err error) {
	s.Batch(func() {
		if err = s.Do(label, d); err == nil {
			then()
		}
	})
	return err
}

// settle ends a tool's exclusive gesture. Commands call it before they read records.
func (s *Session) settle() {
	if s.gesture != nil && s.gesture.exclusive {
		s.Batch(s.stop)
	}
}

// Jump ends anything in progress, then undoes or redoes until exactly the first n steps of the history are done. It
// notifies subscribers once, and reports whether anything changed.
func Jump(s *Session, n int) bool {
	moved := false
	s.Batch(func() {
		s.stop()
		n = min(max(n, 0), s.history.Len())
		for s.history.Done() != n {
			step := s.history.Redo
			if s.history.Done() > n {
				step = s.history.Undo
			}
			if _, ok := s.travel(step); !ok {
				return
			}
			moved = true
		}
	})
	return moved
}

// SetSurroundings gives the session access to the level around its own, in the frame of its own level; nil removes it.
// Drawn and dragged shapes snap to the surroundings and touch them, but the surroundings cannot be selected or edited,
// and are not saved.
func (s *Session) SetSurroundings(around *Session) { s.surroundings = around }

// Surroundings returns the session of the surrounding level, or nil.
func (s *Session) Surroundings() *Session { return s.surroundings }

// NewLevel returns an empty level with these settings and one layer.
func NewLevel(s *level.Settings) (*level.Document, error) {
	doc, err := level.NewDocument(s)
	if err != nil {
		return nil, err
	}
	l := &level.Layer{ID: doc.NewLayerID(), Name: "Layer 1", Order: 1}
	return doc, doc.Apply(level.Diff{Layers: []level.Change[level.Layer]{level.Added(l)}})
}
