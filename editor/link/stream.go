package link

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"fillet/editor/quote"
	"fillet/export"
)

const (
	beatTime  = 5 * time.Second // between signs of life
	writeSize = 64 << 10        // bytes that a client must accept within writeTime
)

// client is a game that follows a level.
type client struct {
	query  query
	level  *Level
	feed   *feed
	signal func() // reports a new state; never waits

	mu     sync.Mutex
	events meter
}

func (c *client) info() ClientInfo {
	now := time.Now()
	c.mu.Lock()
	out := ClientInfo{Name: quote.Printable(c.query.name), Level: c.level.Path(), Events: c.events.rate(now)}
	c.mu.Unlock()
	c.level.mu.Lock()
	defer c.level.mu.Unlock()
	if r := c.level.reports[c.query.game()]; r != nil {
		out.Reports = r.received.rate(now)
		if out.Name == "" {
			out.Name = quote.Printable(r.name)
		}
	}
	return out
}

// meter counts what happens in a second, up to maxRate.
type meter struct{ times []time.Time }

const maxRate = 200

func (m *meter) add(now time.Time) {
	m.rate(now) // forgets what is older
	m.times = append(m.times[max(0, len(m.times)-maxRate+1):], now)
}

func (m *meter) rate(now time.Time) int {
	m.times = slices.DeleteFunc(m.times, func(t time.Time) bool { return now.Sub(t) >= time.Second })
	return len(m.times)
}

// events streams the states of a level until the client or the level is gone.
func (s *Server) events(w http.ResponseWriter, r *http.Request) error {
	q, err := s.parse(r)
	if err != nil {
		return err
	}
	l, err := s.find(q.level)
	if err != nil {
		return err
	}
	ready := make(chan struct{}, 1)
	c := &client{query: q, level: l, signal: func() {
		select {
		case ready <- struct{}{}:
		default: // it has not looked yet
		}
	}}
	if err := s.enter(c); err != nil {
		return err
	}
	defer s.changed()
	defer s.exit(c)
	l.join(c)
	defer l.leave(c)
	s.changed()

	w.Header().Set("Content-Type", "text/event-stream")
	to := &stream{w: w, control: http.NewResponseController(w)}
	if err := to.write([]byte(": fillet\n\n")); err != nil { // the headers
		return err
	}
	beat := time.NewTicker(beatTime)
	defer beat.Stop()
	var sent *export.State
	for {
		var err error
		select {
		case <-ready:
			sent, err = c.update(to, sent)
		case <-beat.C:
			err = to.write([]byte(":\n\n"))
		case <-l.done:
			return to.end(l.closeReason())
		case <-r.Context().Done():
			return r.Context().Err()
		}
		if err != nil {
			return err
		}
	}
}

// update sends what has changed since the state that was sent last.
func (c *client) update(to *stream, sent *export.State) (*export.State, error) {
	next := c.feed.newest.Load()
	if next == nil {
		c.level.mu.Lock()
		failed := c.feed.failed
		c.level.mu.Unlock()
		if failed != "" {
			if err := to.end(failed); err != nil {
				return nil, err
			}
			return nil, errEnded
		}
		return nil, nil
	}
	var data []byte
	kind := "change"
	if sent == nil {
		kind, data = "level", next.AppendFile(nil)
	} else if data = next.AppendChange(nil, sent); len(data) == 0 {
		return next, nil
	}
	c.mu.Lock()
	c.events.add(time.Now())
	c.mu.Unlock()
	return next, to.event(kind, data)
}

// enter adds a client to the list.
func (s *Server) enter(c *client) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.clients) >= maxClients {
		return failed(http.StatusServiceUnavailable, "%d games are connected already; close one of them.", maxClients)
	}
	s.clients = append(s.clients, c)
	return nil
}

func (s *Server) exit(c *client) {
	s.mu.Lock()
	s.clients = slices.DeleteFunc(slices.Clone(s.clients), func(o *client) bool { return o == c })
	s.mu.Unlock()
}

func (l *Level) closeReason() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.reason
}

// stream writes events, each within its deadline.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// errEnded ends a stream that has sent its last event.
var errEnded = errors.New("the stream has ended")

func (s *stream) event(kind string, data []byte) error {
	head := "event: " + kind + "\ndata: "
	return s.write(append(append([]byte(head), data...), "\n\n"...))
}

// end sends the last event.
func (s *stream) end(reason string) error {
	data, err := json.Marshal(map[string]string{"reason": reason})
	if err != nil {
		return err
	}
	return s.event("closed", data)
}

func (s *stream) write(data []byte) error {
	for part := range slices.Chunk(data, writeSize) {
		if err := s.control.SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
			return err
		}
		if _, err := s.w.Write(part); err != nil {
			return err
		}
		if err := s.control.Flush(); err != nil {
			return err
		}
	}
	return nil
}
