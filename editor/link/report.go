package link

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"slices"
	"time"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// reportLife is how long a report is shown if no further one arrives.
const reportLife = time.Second

// Report is the last report of a game, in level space.
type Report struct {
	Game     string // its name
	Rate     int    // reports in the last second
	Bodies   []Pose
	Player   *level.Vec
	Contacts []Contact
}

// Pose is the pose of the frame of a body.
type Pose struct {
	ID       string // of one of its colliders
	Position level.Vec
	Angle    level.Degrees
}

// Contact is a contact that a game has found.
type Contact struct {
	A, B string // the ids of colliders
	At   level.Vec
}

// report is a report as received.
type report struct {
	name     string
	form     form
	received meter
	end      *time.Timer // forgets it
	state
}

// state is the body of a request.
type state struct {
	Name     string             `json:"name"`
	Bodies   map[string]numbers `json:"bodies"`
	Player   numbers            `json:"player"`
	Contacts []contact          `json:"contacts"`
}

// numbers is a list of finite numbers.
type numbers []float64

// contact is a list of two ids and a point: [a, b, x, y].
type contact struct {
	a, b string
	x, y float64
}

func (c *contact) UnmarshalJSON(data []byte) error {
	var list []any
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	var ok [4]bool
	if len(list) == len(ok) {
		c.a, ok[0] = list[0].(string)
		c.b, ok[1] = list[1].(string)
		c.x, ok[2] = list[2].(float64)
		c.y, ok[3] = list[3].(float64)
	}
	if ok != [4]bool{true, true, true, true} {
		return errors.New("each of contacts must be [id, id, x, y]")
	}
	return nil
}

// state takes the report of a game.
func (s *Server) state(w http.ResponseWriter, r *http.Request) error {
	q, err := s.parse(r)
	if err != nil {
		return err
	}
	l, err := s.find(q.level)
	if err != nil {
		return err
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(requestTime)) // not in tests without a connection
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxReport))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return failed(http.StatusRequestEntityTooLarge, "The report is larger than 1 MB. Report fewer bodies.")
	case err != nil:
		return failed(http.StatusBadRequest, "The report did not arrive in whole: %v.", err)
	}
	_ = control.SetReadDeadline(time.Time{})
	now, err := readState(data)
	switch {
	case err != nil:
		return failed(http.StatusBadRequest, "The report cannot be read: %v.", err)
	case len(now.Bodies)+len(now.Contacts) > maxShown:
		return failed(http.StatusRequestEntityTooLarge,
			"The report has more than %d bodies and contacts, too many to draw. Report fewer.", maxShown)
	}
	if err := l.accept(q, now); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	s.changed()
	return nil
}

func readState(data []byte) (*state, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var s state
	if err := d.Decode(&s); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("it has text after the object")
	}
	for id, pose := range s.Bodies {
		if len(pose) != 3 {
			return nil, fmt.Errorf("bodies.%s must be [x, y, degrees]", quote.Excerpt(id))
		}
	}
	if s.Player != nil && len(s.Player) != 2 {
		return nil, errors.New("player must be [x, y]")
	}
	if len(s.Name) > maxWord {
		return nil, fmt.Errorf("name must be at most %d bytes", maxWord)
	}
	return &s, nil
}

// accept keeps a report until the next one, or for a second.
func (l *Level) accept(q query, now *state) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget()
	q.name = cmp.Or(now.Name, q.name)
	old := l.reports[q.game()]
	switch {
	case l.reason != "":
		return failed(http.StatusNotFound, "%s", l.reason)
	case old == nil && len(l.reports) >= maxClients:
		return failed(http.StatusServiceUnavailable, "%d games report already; close one of them.", maxClients)
	case old == nil:
		old = &report{end: time.AfterFunc(reportLife, l.expire)}
		l.reports[q.game()] = old
	}
	at := time.Now()
	old.received.add(at)
	old.name, old.form, old.state = q.name, q.form, *now
	old.end.Reset(reportLife)
	return nil
}

// expire forgets old reports, and tells the window.
func (l *Level) expire() {
	l.mu.Lock()
	ended := l.forget()
	l.mu.Unlock()
	if ended {
		l.server.changed()
	}
}

// forget drops reports that are too old, and reports whether there were any. The level must be locked.
func (l *Level) forget() bool {
	had := len(l.reports)
	now := time.Now()
	maps.DeleteFunc(l.reports, func(_ string, r *report) bool { return r.received.rate(now) == 0 })
	return len(l.reports) < had
}

// Reports returns the last report of each game, in the order of their names. metre is the level's number of pixels per
// metre.
func (l *Level) Reports(metre float64) []Report {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget()
	now := time.Now()
	var out []Report
	for _, key := range slices.Sorted(maps.Keys(l.reports)) {
		r := l.reports[key]
		to := Report{Game: quote.Printable(r.name), Rate: r.received.rate(now)}
		for _, id := range slices.Sorted(maps.Keys(r.Bodies)) {
			b := r.Bodies[id]
			if at, ok := r.form.point(b[0], b[1], metre); ok {
				to.Bodies = append(to.Bodies, Pose{id, at, r.form.degrees(b[2])})
			}
		}
		if r.Player != nil {
			if at, ok := r.form.point(r.Player[0], r.Player[1], metre); ok {
				to.Player = &at
			}
		}
		for _, c := range r.Contacts {
			if at, ok := r.form.point(c.x, c.y, metre); ok {
				to.Contacts = append(to.Contacts, Contact{c.a, c.b, at})
			}
		}
		out = append(out, to)
	}
	slices.SortStableFunc(out, func(a, b Report) int { return cmp.Compare(a.Game, b.Game) })
	return out
}

// point converts a point to level space. It returns false for a point that a level cannot have.
func (f form) point(x, y, metre float64) (level.Vec, bool) {
	v := level.Vec{X: x, Y: y}
	if f.Metres {
		v = v.Mul(metre)
	}
	if f.YUp {
		v.Y = -v.Y
	}
	return v, math.Abs(v.X) <= level.MaxCoordinate && math.Abs(v.Y) <= level.MaxCoordinate
}

func (f form) degrees(angle float64) level.Degrees {
	if f.YUp {
		angle = -angle
	}
	return level.Degrees(angle).Normalized()
}
