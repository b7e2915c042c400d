package link

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"fillet/export/colliders"
)

// State is a report of a game, in the form of its records. The editor draws it over the level.
type State struct {
	Bodies   map[string]Pose // by the id of any collider of the body
	Player   *colliders.Vec
	Contacts []Contact
}

// Pose is the pose of the frame of a body: the own frame of its first collider.
type Pose struct {
	Position colliders.Vec
	Angle    float64 // degrees
}

// Contact is a contact of two colliders at a point.
type Contact struct {
	A, B string // ids
	At   colliders.Vec
}

const (
	reportGap  = time.Second / 20 // least time between reports
	reportTime = time.Second      // for a report to arrive
)

// MarshalJSON writes [x, y, degrees].
func (p Pose) MarshalJSON() ([]byte, error) {
	return json.Marshal([3]float64{p.Position.X, p.Position.Y, p.Angle})
}

// MarshalJSON writes [a, b, x, y].
func (c Contact) MarshalJSON() ([]byte, error) {
	return json.Marshal([4]any{c.A, c.B, c.At.X, c.At.Y})
}

// MarshalJSON writes the body of a request.
func (s State) MarshalJSON() ([]byte, error) {
	body := struct {
		Bodies   map[string]Pose `json:"bodies,omitempty"`
		Player   *[2]float64     `json:"player,omitempty"`
		Contacts []Contact       `json:"contacts,omitempty"`
	}{Bodies: s.Bodies, Contacts: s.Contacts}
	if s.Player != nil {
		body.Player = &[2]float64{s.Player.X, s.Player.Y}
	}
	return json.Marshal(body)
}

// Report sends a state to the editor. It never waits: the newest state is sent at most 20 times a second. The map and
// the list must not change afterwards.
func (l *Link) Report(s State) {
	if s.Player != nil {
		at := *s.Player
		s.Player = &at
	}
	l.mu.Lock()
	l.pending = &s
	l.mu.Unlock()
	select {
	case l.ready <- struct{}{}:
	default: // send has not looked yet
	}
}

// send sends reports until the link ends. Reports that do not arrive are lost: receive notices a lost connection.
func (l *Link) send(ctx context.Context) {
	for {
		select {
		case <-l.ready:
		case <-ctx.Done():
			return
		}
		l.mu.Lock()
		s := l.pending
		l.mu.Unlock()
		l.post(ctx, s)
		select {
		case <-time.After(reportGap):
		case <-ctx.Done():
			return
		}
	}
}

func (l *Link) post(ctx context.Context, s *State) {
	data, err := json.Marshal(s)
	if err != nil {
		return // a number is not finite
	}
	ctx, end := context.WithTimeout(ctx, reportTime)
	defer end()
	if r, err := l.request(ctx, http.MethodPost, "state", bytes.NewReader(data)); err == nil {
		_, _ = io.Copy(io.Discard, r.Body) // so that the connection is used again
		_ = r.Body.Close()
	}
}
