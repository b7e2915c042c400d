// Package link lets a running game follow the level that is open in the editor, or that fillet serve offers.
//
//	game, err := link.Follow(ctx, address, link.Options{Name: "My game"}) // address: from Play > Link running game
//	world, err := game.File.World()
//	// in each frame:
//	if change, err := game.Poll(); change != nil {
//		err = game.File.Apply(change, world)
//	}
//	game.Report(link.State{Player: &player})
//
// docs/LINK.md describes the protocol. The loader, package colliders, does not link network code.
package link

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"fillet/export/colliders"
)

// Options says what a game follows, and the form of the records. The zero value is the only open level, in the form
// that the editor offers.
type Options struct {
	Level string // the level's path, if several are open
	Name  string // the game's name in the editor

	Units      colliders.Units // metres instead of pixels
	Y          colliders.Axis  // up instead of down
	Polygons   int             // the most vertices of a polygon; 0 is the default
	KeepRadius bool            // polygons keep their radius

	// Lost is called on another goroutine whenever the connection is lost. The link then connects again.
	Lost func(err error)
}

// Link is a connection to a level that is being edited.
type Link struct {
	// File is the level, as it was when the link began. The game applies changes to it.
	File *colliders.File
	// Changes receives what has changed since the last value that was received. It is closed when the link ends.
	Changes <-chan *colliders.Change

	address *url.URL // with the query, without an endpoint
	options Options
	http    *http.Client

	mu      sync.Mutex
	err     error
	pending *State        // not yet reported
	ready   chan struct{} // holds a value if there is a pending state
}

// ErrClosed reports that the level was closed in the editor.
var ErrClosed = errors.New("the level is no longer offered")

const (
	silence     = 15 * time.Second // after which a connection counts as lost
	connectTime = 5 * time.Second
	firstPause  = 250 * time.Millisecond // before connecting again
	lastPause   = 2 * time.Second
)

// Follow connects to a level, and returns once it has arrived. The link ends with the context. Follow fails if there is
// nobody at the address or the editor refuses; the error has the editor's reason. Later, a lost connection is made
// again.
func Follow(ctx context.Context, address string, o Options) (*Link, error) {
	at, err := url.Parse(address)
	if err != nil || at.Scheme != "http" || at.Host == "" {
		return nil, fmt.Errorf("%q is no address of a link: copy it from Play > Link running game, or from the output "+
			"of fillet serve", address)
	}
	l := &Link{
		address: withQuery(at, o), options: o, ready: make(chan struct{}, 1),
		http: &http.Client{Transport: &http.Transport{ResponseHeaderTimeout: connectTime}}, // without a proxy
	}
	s, err := l.connect(ctx)
	if err != nil {
		return nil, err
	}
	e, err := s.next()
	if err == nil && e.file == nil {
		err = errors.New("the editor did not send the level first")
	}
	if err != nil {
		s.close()
		return nil, fmt.Errorf("following %s: %w", address, err)
	}
	l.File = e.file
	known := *e.file // applying a change makes new lists
	changes, arrived := make(chan *colliders.Change), make(chan *colliders.Change)
	l.Changes = changes
	sending, stop := context.WithCancel(ctx)
	go func() {
		defer l.http.CloseIdleConnections()
		defer stop()
		l.receive(ctx, s, &known, arrived)
	}()
	go merge(ctx, arrived, changes)
	go l.send(sending)
	return l, nil
}

// withQuery returns an address with the options in its query.
func withQuery(at *url.URL, o Options) *url.URL {
	q := at.Query()
	set := func(key, value string, isSet bool) {
		if isSet {
			q.Set(key, value)
		}
	}
	set("level", o.Level, o.Level != "")
	set("name", o.Name, o.Name != "")
	set("client", rand.Text(), true)
	set("units", string(o.Units), o.Units != "")
	set("y", string(o.Y), o.Y != "")
	set("polygons", strconv.Itoa(o.Polygons), o.Polygons != 0)
	set("keep-radius", "true", o.KeepRadius)
	out := *at
	out.RawQuery = q.Encode()
	return &out
}

// Poll returns what has changed since the last call, or nil if nothing has. It never waits. When the link has ended, it
// returns the reason.
func (l *Link) Poll() (*colliders.Change, error) {
	select {
	case c, ok := <-l.Changes:
		if !ok {
			return nil, l.Err()
		}
		return c, nil
	default:
		return nil, nil
	}
}

// Err returns why the link has ended, or nil.
func (l *Link) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// receive reads events, and connects again when the connection is lost, until the link ends.
func (l *Link) receive(ctx context.Context, s *stream, f *colliders.File, out chan<- *colliders.Change) {
	defer close(out)
	for {
		change, err := s.change(f)
		if err == nil && !change.IsEmpty() {
			select {
			case out <- change:
			case <-ctx.Done():
				err = ctx.Err()
			}
		}
		if err == nil {
			continue
		}
		s.close()
		if ctx.Err() == nil && !isFinal(err) {
			if l.options.Lost != nil {
				l.options.Lost(err)
			}
			if s, err = l.reconnect(ctx); err == nil {
				continue
			}
		}
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		l.mu.Lock()
		l.err = err
		l.mu.Unlock()
		return
	}
}

// reconnect connects until it succeeds or the editor refuses.
func (l *Link) reconnect(ctx context.Context) (*stream, error) {
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		s, err := l.connect(ctx)
		if err == nil || isFinal(err) || ctx.Err() != nil {
			return s, err
		}
	}
}

// merge passes changes on. While the game takes none, it merges them.
func merge(ctx context.Context, in <-chan *colliders.Change, out chan<- *colliders.Change) {
	defer close(out)
	var pending *colliders.Change
	for {
		var to chan<- *colliders.Change
		if pending != nil {
			to = out
		}
		select {
		case to <- pending:
			pending = nil
		case c, ok := <-in:
			if !ok {
				if pending != nil {
					select {
					case out <- pending:
					case <-ctx.Done():
					}
				}
				return
			}
			if pending != nil {
				c = pending.Then(c)
			}
			pending = c
		}
	}
}
