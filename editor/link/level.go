package link

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fillet/editor/level"
	"fillet/export"
)

// frameTime is the least time between two states of a level.
const frameTime = time.Second / 60

// Offer describes a level that a server offers.
type Offer struct {
	Path string // names it for clients; no other level of the server may have it
	File string // its file; see export.Options.Level
	// Snapshot returns the current state, on the level's goroutine. Before the first state, an error ends the streams
	// of the clients; later, they keep the last state.
	Snapshot func() (level.Snapshot, error)
	Post     func(func()) // calls a function on the level's goroutine, soon or at once
}

// Level is a level that a server offers.
type Level struct {
	server *Server
	offer  Offer
	wake   chan struct{} // holds a value when a snapshot was taken
	done   chan struct{} // closed when the level is no longer offered

	mu       sync.Mutex
	feeds    map[form]*feed
	reports  map[string]*report // by query.game
	taken    *taken             // not yet encoded
	isBehind bool               // a snapshot must be taken
	isIdle   bool               // the worker can take a snapshot
	reason   string             // why it is no longer offered
}

// taken is a snapshot, or the reason why there is none.
type taken struct {
	at   time.Time
	snap level.Snapshot
	err  error
}

// feed makes the states in one form for the clients that follow it.
type feed struct {
	live    *export.Live // belongs to the worker
	newest  atomic.Pointer[export.State]
	clients []*client
	failed  string // why there is no state; guarded by the level
}

// Offer adds a level. If the server is closed, nobody can follow it.
func (s *Server) Offer(o Offer) *Level {
	l := &Level{
		server: s, offer: o, wake: make(chan struct{}, 1), done: make(chan struct{}), feeds: map[form]*feed{},
		reports: map[string]*report{},
	}
	s.mu.Lock()
	s.levels = append(s.levels, l)
	isClosed := s.closed
	s.mu.Unlock()
	if isClosed {
		l.Close("The link was turned off.")
		return l
	}
	s.config.Go(func() {
		defer l.Close("Encoding the level failed.") // has no effect on a closed level
		l.run()
	})
	return l
}

// Path returns the path that names the level for clients.
func (l *Level) Path() string {
	l.server.mu.Lock()
	defer l.server.mu.Unlock()
	return l.offer.Path
}

// File returns the level's file.
func (l *Level) File() string {
	l.server.mu.Lock()
	defer l.server.mu.Unlock()
	return l.offer.File
}

// Rename changes the path that names the level for new clients, and its file. It must be called on the level's
// goroutine.
func (l *Level) Rename(path, file string) {
	l.server.mu.Lock()
	l.offer.Path, l.offer.File = path, file
	l.server.mu.Unlock()
	l.Changed()
}

// Close ends the offer, and tells the clients why. Further calls have no effect.
func (l *Level) Close(reason string) {
	s := l.server
	s.mu.Lock()
	i := slices.Index(s.levels, l)
	if i >= 0 {
		s.levels = slices.Delete(slices.Clone(s.levels), i, i+1)
	}
	s.mu.Unlock()
	if i < 0 {
		return
	}
	l.mu.Lock()
	l.reason = reason
	clear(l.reports)
	l.mu.Unlock()
	close(l.done)
	s.changed()
}

// Changed tells the clients that the level has changed. It must be called on the level's goroutine, and never waits.
func (l *Level) Changed() {
	l.mu.Lock()
	l.isBehind = true
	l.mu.Unlock()
	l.take()
}

// isNeeded reports whether the worker waits for a snapshot. The level must be locked.
func (l *Level) isNeeded() bool { return l.isBehind && l.isIdle && len(l.feeds) > 0 }

// take takes a snapshot if one is needed, on the level's goroutine.
func (l *Level) take() {
	l.mu.Lock()
	if !l.isNeeded() {
		l.mu.Unlock()
		return
	}
	l.isBehind, l.isIdle = false, false
	l.mu.Unlock()
	at := time.Now()
	snap, err := l.offer.Snapshot()
	l.mu.Lock()
	l.taken = &taken{at, snap, err}
	l.mu.Unlock()
	l.wake <- struct{}{} // the worker waits
}

// run encodes snapshots until the level is closed, at most 60 a second. Half a frame of tolerance keeps a drag, whose
// events come once a frame, from waiting a whole frame each time.
func (l *Level) run() {
	var due time.Time // when the next snapshot may be taken
	for {
		l.mu.Lock()
		l.isIdle = true
		l.mu.Unlock()
		l.ask()
		select {
		case <-l.wake:
		case <-l.done:
			return
		}
		at := l.encode()
		if early := at.Add(-frameTime / 2); due.Before(early) {
			due = early
		}
		due = due.Add(frameTime)
		select {
		case <-time.After(time.Until(due)):
		case <-l.done:
			return
		}
	}
}

// ask requests a snapshot if one is needed.
func (l *Level) ask() {
	l.mu.Lock()
	isNeeded := l.isNeeded()
	l.mu.Unlock()
	if isNeeded {
		l.offer.Post(l.take)
	}
}

// encode makes the next state of each feed, and returns when its snapshot was taken.
func (l *Level) encode() time.Time {
	l.mu.Lock()
	t := l.taken
	l.taken = nil
	feeds := make([]*feed, 0, len(l.feeds))
	for _, f := range l.feeds {
		feeds = append(feeds, f)
	}
	l.mu.Unlock()
	file := l.File()
	for _, f := range feeds {
		f.live.SetLevel(file)
		err := t.err
		var state *export.State
		if err == nil {
			state, err = f.live.Update(t.snap)
		}
		l.mu.Lock()
		switch {
		case err == nil:
			f.newest.Store(state)
			f.failed = ""
		case f.newest.Load() == nil:
			f.failed = err.Error()
		}
		for _, c := range f.clients {
			c.signal()
		}
		l.mu.Unlock()
	}
	return t.at
}

// join adds a client, which gets a state soon.
func (l *Level) join(c *client) {
	file := l.File()
	l.mu.Lock()
	f := l.feeds[c.query.form]
	if f == nil {
		f = &feed{live: export.NewLive(export.Options{
			Form: c.query.form.Form, Tolerance: c.query.form.tolerance, Level: file,
		})}
		l.feeds[c.query.form] = f
	}
	c.feed = f
	f.clients = append(f.clients, c)
	l.isBehind = true
	l.mu.Unlock()
	l.ask()
}

// leave removes a client and what it reported.
func (l *Level) leave(c *client) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := c.feed
	i := slices.Index(f.clients, c)
	f.clients = slices.Delete(f.clients, i, i+1)
	if len(f.clients) == 0 {
		delete(l.feeds, c.query.form)
	}
	for _, f := range l.feeds {
		for _, o := range f.clients {
			if o.query.game() == c.query.game() {
				return
			}
		}
	}
	delete(l.reports, c.query.game())
}
