package editor

import (
	"slices"

	"fillet/editor/contacts"
	"fillet/editor/level"
)

// Change is a set of things that have changed.
type Change uint16

// What can change.
const (
	DocumentChanged  Change = 1 << iota // colliders, layers or settings
	SelectionChanged                    // what is selected
	ContactsChanged                     // what touches what
	OverlayChanged                      // what a tool shows: handles, the shape under construction, hints
	HistoryChanged                      // what can be undone and redone, and whether there is unsaved work
	SettingsChanged                     // the level's settings, the active layer or the snapping
)

// Everything is every change at once, as when another document is opened.
const Everything = DocumentChanged | SelectionChanged | ContactsChanged | OverlayChanged | HistoryChanged | SettingsChanged

// Has reports whether c and o have a change in common.
func (c Change) Has(o Change) bool { return c&o != 0 }

// Session is a document that is being edited.
type Session struct {
	beside    *Session // see Beside
	doc       *level.Document
	history   *level.History
	selection *Selection
	live      *contacts.Live

	activeLayer level.LayerID // may be of a layer that has gone; ActiveLayer looks
	snap        SnapSettings
	solid       bool // drags are solid

	gesture     *Gesture
	proposal    *Proposal // dropped when the document changes
	repeat      lastCopy  // that Duplicate repeats
	interaction Interaction

	subscribers []*listener
	depth       int    // of Batch
	pending     Change // what the subscribers are still to be told
	revival     *[]level.ID
	unsubscribe func()
}

type listener struct{ notify func(Change) }

// Interaction is what the session asks of the tools when something else wants to change the document.
type Interaction interface {
	// StepBack takes back the last step of what is under way, such as the last point of an outline, or all of a drag.
	// It reports false when nothing is under way.
	StepBack() bool
	// Interrupt drops what is under way.
	Interrupt()
}

// NewSession is a session on a document, with an empty history and nothing selected.
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
	*s.selection = Selection{session: s} // in its place: what holds it goes on with this document's
	s.live = contacts.NewLive(doc)
	s.live.Held = func(id level.ID) bool { return s.selection.IsInHand(id) }
	s.live.Passing = func(id level.ID) bool {
		return s.gesture != nil && s.selection.Has(id) && s.doc.Editable(s.doc.Collider(id))
	}
	s.activeLayer, s.proposal, s.repeat = 0, nil, lastCopy{}
	s.unsubscribe = doc.Subscribe(s.documentChanged)
}

// Document is the document being edited. Change it through commands, gestures or the history only.
func (s *Session) Document() *level.Document { return s.doc }

// History is the document's undo history.
func (s *Session) History() *level.History { return s.history }

// Selection is what is selected.
func (s *Session) Selection() *Selection { return s.selection }

// Live is what touches what.
func (s *Session) Live() *contacts.Live { return s.live }

// Replace opens another document: history, selection and collision world start afresh.
func (s *Session) Replace(doc *level.Document) {
	s.Batch(func() {
		s.interrupt()
		s.endGesture()
		s.open(doc)
		s.pending |= Everything
	})
}

// Subscribe has notify called with what has changed, once for each action, until the returned function is called.
func (s *Session) Subscribe(notify func(Change)) (cancel func()) {
	l := &listener{notify}
	s.subscribers = append(s.subscribers, l)
	return func() {
		s.subscribers = slices.DeleteFunc(slices.Clone(s.subscribers), func(o *listener) bool { return o == l })
	}
}

// Batch makes all that f does one action: subscribers hear of it once, at the end. Batches nest.
func (s *Session) Batch(f func()) {
	s.depth++
	defer func() {
		s.depth--
		s.flush()
	}()
	f()
}

// Touch tells the subscribers of a change that the session does not see by itself, such as a tool's overlays.
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
			l.notify(c)
		}
	}
}

// documentChanged is the one place that hears of the document's changes.
func (s *Session) documentChanged(d level.Diff) {
	s.Batch(func() { s.follow(d) })
}

func (s *Session) follow(d level.Diff) {
	s.pending |= DocumentChanged | HistoryChanged
	if d.Settings.After != nil {
		s.pending |= SettingsChanged
	}
	s.live.Apply(d)
	s.selection.apply(d)
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

// ActiveLayer is the layer that new colliders go to: the one set last, else the topmost that is neither hidden nor
// locked, else the topmost; 0 when the document has no layer.
func (s *Session) ActiveLayer() level.LayerID {
	if s.doc.Layer(s.activeLayer) != nil {
		return s.activeLayer
	}
	layers := s.doc.Layers()
	for i := len(layers) - 1; i >= 0; i-- {
		if l := layers[i]; !l.Hidden && !l.Locked {
			return l.ID
		}
	}
	if len(layers) > 0 {
		return layers[len(layers)-1].ID
	}
	return 0
}

// SetActiveLayer chooses the layer that new colliders go to.
func (s *Session) SetActiveLayer(id level.LayerID) {
	if s.doc.Layer(id) == nil || s.activeLayer == id {
		return
	}
	s.activeLayer = id
	s.Touch(SettingsChanged)
}

// SetInteraction names who is asked when something wants to change the document in the middle of a gesture.
func (s *Session) SetInteraction(i Interaction) { s.interaction = i }

// Undo takes back what is under way, else the last step, and names it. Colliders that come back are selected.
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

// Redo does the last undone step again, and names it. What is under way is dropped first.
func (s *Session) Redo() (label string, ok bool) {
	s.Batch(func() {
		s.interrupt()
		s.endGesture()
		label, ok = s.travel(s.history.Redo)
	})
	return label, ok
}

// MergeSteps makes one step of the last two of the same name, such as two nudges on one another's heels.
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

func (s *Session) interrupt() {
	if s.interaction != nil {
		s.interaction.Interrupt()
	}
}

// Shapes are some of the document's colliders, for what is done to all of them. Each of its commands is one undo step.
type Shapes struct {
	s   *Session
	ids []level.ID
}

// Shapes are the colliders with these ids.
func (s *Session) Shapes(ids []level.ID) Shapes { return Shapes{s, ids} }

// Common is what some of the document's colliders have in common.
type Common struct {
	s   *Session
	ids []level.ID
}

// Common is what the colliders with these ids have in common.
func (s *Session) Common(ids []level.ID) Common { return Common{s, ids} }

// Layers are the document's layers, for what is done to them. Each of its commands is one undo step.
type Layers struct{ s *Session }

// Layers are the document's layers.
func (s *Session) Layers() Layers { return Layers{s} }
