package link

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"fillet/editor/quote"
	"fillet/export"
)

// Limits of what clients can do.
const (
	maxClients  = 32
	maxReport   = 1 << 20          // bytes of a report
	maxShown    = 5000             // bodies and contacts of a report
	maxHeader   = 16 << 10         // bytes of a request's header
	requestTime = 5 * time.Second  // for reading a request
	writeTime   = 10 * time.Second // for accepting a part of an event
	endTime     = time.Second      // for the last events when the server closes
)

// Config configures a server.
type Config struct {
	Address string         // the loopback address to listen on; port 0 is any free port
	Form    export.Options // the form of records for clients that ask for none: form and tolerance
	Changed func()         // called on any goroutine when clients or reports change; may be nil
	Go      func(func())   // starts background work; nil: a go statement
}

// Server offers levels to games on this machine. Its methods can be called on any goroutine.
type Server struct {
	config Config
	token  string
	host   string // the host and port that it listens on
	http   *http.Server
	ended  chan struct{} // closed once the server no longer listens

	mu      sync.Mutex
	levels  []*Level
	clients []*client
	closed  bool
}

// Listen starts a server without levels.
func Listen(c Config) (*Server, error) {
	host, port, err := net.SplitHostPort(c.Address)
	if err != nil || !isLoopback(host) {
		return nil, fmt.Errorf("cannot listen on %s: use a loopback address with a port, such as 127.0.0.1:0",
			quote.Excerpt(c.Address))
	}
	if host == "localhost" {
		host = "127.0.0.1"
	}
	on, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w; use another port, or 0 for any free one", c.Address, err)
	}
	if c.Go == nil {
		c.Go = func(f func()) { go f() }
	}
	s := &Server{config: c, token: rand.Text(), host: on.Addr().String(), ended: make(chan struct{})}
	s.http = &http.Server{
		Handler: s, ReadHeaderTimeout: requestTime, IdleTimeout: time.Minute, MaxHeaderBytes: maxHeader,
		ErrorLog: log.New(io.Discard, "", 0), // connections that break
	}
	c.Go(func() { _ = s.http.Serve(on) }) // it returns when the server closes
	return s, nil
}

// isLoopback reports whether a host name or address is this machine's own.
func isLoopback(host string) bool {
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Address returns the address that clients need. It contains the token.
func (s *Server) Address() string { return "http://" + s.host + "/" + s.token }

// Close ends the offers of all levels with a reason for their clients, and the server. It returns at once; Wait waits
// for the end.
func (s *Server) Close(reason string) {
	s.mu.Lock()
	levels, wasClosed := slices.Clone(s.levels), s.closed
	s.closed = true
	s.mu.Unlock()
	if wasClosed {
		return
	}
	for _, l := range levels {
		l.Close(reason)
	}
	s.config.Go(func() {
		defer close(s.ended)
		ctx, cancel := context.WithTimeout(context.Background(), endTime)
		defer cancel()
		if s.http.Shutdown(ctx) != nil {
			_ = s.http.Close() // clients that do not take their last event
		}
	})
}

// Wait waits until a closed server has told its clients and released its address.
func (s *Server) Wait() { <-s.ended }

// changed reports a change of clients or reports.
func (s *Server) changed() {
	if s.config.Changed != nil {
		s.config.Changed()
	}
}

// ClientInfo describes a client.
type ClientInfo struct {
	Name    string // as the game calls itself; may be empty
	Level   string // the path of the level that it follows
	Events  int    // sent to it in the last second
	Reports int    // received from it in the last second
}

// Clients lists the clients that follow levels, in the order of connecting.
func (s *Server) Clients() []ClientInfo {
	s.mu.Lock()
	clients := slices.Clone(s.clients)
	s.mu.Unlock()
	out := make([]ClientInfo, len(clients))
	for i, c := range clients {
		out[i] = c.info()
	}
	return out
}

// ServeHTTP answers a request of a client.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	remote, _, _ := net.SplitHostPort(r.RemoteAddr)
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	if !isLoopback(remote) || !isLoopback(host) {
		refuse(w, http.StatusForbidden, "Only programs on this machine can connect, with a loopback address such as "+
			"127.0.0.1.")
		return
	}
	token, path, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1 {
		refuse(w, http.StatusForbidden, "The token in the address is wrong, perhaps from an earlier link. Copy the "+
			"address again from Play > Link running game, or from the output of fillet serve.")
		return
	}
	if origin := r.Header.Get("Origin"); origin != "" { // a page that has the token
		w.Header().Set("Access-Control-Allow-Origin", origin)
		w.Header().Set("Vary", "Origin")
	}
	if r.Method == http.MethodOptions {
		w.Header().Set("Access-Control-Allow-Methods", "GET, POST")
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
		w.Header().Set("Access-Control-Allow-Private-Network", "true")
		w.WriteHeader(http.StatusNoContent)
		return
	}
	endpoints := map[string]struct {
		method string
		serve  func(http.ResponseWriter, *http.Request) error
	}{
		"":       {http.MethodGet, s.list},
		"events": {http.MethodGet, s.events},
		"state":  {http.MethodPost, s.state},
	}
	to, ok := endpoints[path]
	switch {
	case !ok:
		refuse(w, http.StatusNotFound, "The address is wrong: after the token it has /events or /state.")
	case r.Method != to.method:
		w.Header().Set("Allow", to.method)
		refuse(w, http.StatusMethodNotAllowed, fmt.Sprintf("/%s takes %s, not %s.", path, to.method,
			quote.Printable(r.Method)))
	default:
		err := to.serve(w, r)
		var failed *failure
		if errors.As(err, &failed) {
			refuse(w, failed.status, failed.message)
		}
	}
}

// failure is the answer to a request that cannot be served.
type failure struct {
	status  int
	message string
}

func (f *failure) Error() string { return f.message }

func failed(status int, format string, args ...any) error {
	return &failure{status, fmt.Sprintf(format, args...)}
}

func refuse(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, message+"\n") // the client may be gone
}

// list answers with the paths of the levels.
func (s *Server) list(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"levels": s.paths()}) // the client may be gone
	return nil
}

// paths lists the paths of the levels.
func (s *Server) paths() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]string, len(s.levels))
	for i, l := range s.levels {
		out[i] = l.offer.Path
	}
	return out
}

// find returns the level with a path. An empty path names the only level.
func (s *Server) find(path string) (*Level, error) {
	paths := s.paths()
	s.mu.Lock()
	defer s.mu.Unlock()
	list := strings.Join(paths[:min(len(paths), 20)], ", ")
	if len(paths) > 20 {
		list += ", …"
	}
	switch {
	case len(s.levels) == 0:
		return nil, failed(http.StatusNotFound, "No level is open.")
	case path == "" && len(s.levels) == 1:
		return s.levels[0], nil
	case path == "":
		return nil, failed(http.StatusNotFound, "Several levels are open: add ?level= with one of %s.", list)
	}
	for _, l := range s.levels {
		if l.offer.Path == path {
			return l, nil
		}
	}
	return nil, failed(http.StatusNotFound, "No level %q is open, only %s.", quote.Excerpt(path), list)
}
