package link_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"fillet/editor/level"
	"fillet/editor/link"
	"fillet/editor/testkit"
	"fillet/export/colliders"
	games "fillet/export/colliders/link"
)

// served is a level with boxes that a server offers. The test is its only goroutine, apart from the server's.
type served struct {
	t      testing.TB
	server *link.Server
	level  *link.Level
	mu     *sync.Mutex // guards the document
	doc    *level.Document
	failed error // of snapshots
	events chan struct{}
}

// serve offers a level of n boxes named c1, c2, …
func serve(t testing.TB, n int) *served {
	t.Helper()
	s := &served{t: t, mu: &sync.Mutex{}, doc: boxes(t, n), events: make(chan struct{}, 1)}
	var err error
	s.server, err = link.Listen(link.Config{Address: "127.0.0.1:0", Changed: func() {
		select {
		case s.events <- struct{}{}:
		default:
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.server.Close("The test has ended.")
		s.server.Wait()
	})
	s.level = s.offer("a.level.yaml")
	return s
}

func (s *served) offer(path string) *link.Level {
	return s.server.Offer(link.Offer{
		Path: path,
		Snapshot: func() (level.Snapshot, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.doc.Snapshot(), s.failed
		},
		Post: func(f func()) { go f() },
	})
}

func boxes(t testing.TB, n int) *level.Document {
	t.Helper()
	doc := testkit.EmptyLevel(t)
	var d level.Diff
	for i := range n {
		c := level.NewCollider(level.ID(i+1), doc.Layers()[0].ID, "", level.Shape{
			Kind: level.Box, Rounding: level.Inset, Size: level.Vec{X: 24, Y: 24},
		}, level.Vec{X: float64(i%100) * 32, Y: float64(i/100) * 32})
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return doc
}

// move moves a box to a place, as a drag does.
func (s *served) move(id level.ID, x float64) {
	s.t.Helper()
	s.mu.Lock()
	c := s.doc.Collider(id)
	to := *c
	to.Position.X = x
	err := s.doc.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &to)}})
	s.mu.Unlock()
	if err != nil {
		s.t.Fatal(err)
	}
	s.level.Changed()
}

// until waits for a condition that a change of clients or reports brings about.
func (s *served) until(what string, is func() bool) {
	s.t.Helper()
	for !is() {
		select {
		case <-s.events:
		case <-s.t.Context().Done():
			s.t.Fatal("never " + what)
		}
	}
}

// follow connects a game.
func (s *served) follow(o games.Options) *games.Link {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	g, err := games.Follow(ctx, s.server.Address(), o)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(cancel)
	return g
}

// untilAt applies changes until a box is at a place.
func untilAt(t testing.TB, g *games.Link, id string, x float64) (changes []*colliders.Change) {
	t.Helper()
	for g.File.Find(id).Position.X != x {
		c, ok := <-g.Changes
		if !ok {
			t.Fatal("the link ended:", g.Err())
		}
		if err := g.File.Apply(c, nil); err != nil {
			t.Fatal(err)
		}
		changes = append(changes, c)
	}
	return changes
}

// A client gets the whole level, and then only what changes.
func TestFollow(t *testing.T) {
	t.Parallel()
	s := serve(t, 50)
	g := s.follow(games.Options{Name: "game"})
	if len(g.File.Colliders) != 50 || g.File.Version != colliders.Version {
		t.Fatalf("the level has %d colliders and version %d", len(g.File.Colliders), g.File.Version)
	}
	s.move(7, 555)
	for _, c := range untilAt(t, g, "c7", 555) {
		if len(c.Changed) != 1 || c.Changed[0].ID != "c7" || c.Level != nil || len(c.Added)+len(c.Removed) > 0 {
			t.Errorf("the change is %+v", c)
		}
	}
	late := s.follow(games.Options{}) // gets all
	if at := late.File.Find("c7").Position.X; at != 555 {
		t.Errorf("a later client has c7 at %g", at)
	}
}

// Each client has the form that it asks for, and several clients get the same changes.
func TestForms(t *testing.T) {
	t.Parallel()
	s := serve(t, 4)
	px := s.follow(games.Options{})
	m := s.follow(games.Options{Units: colliders.Metres, Y: colliders.Up})
	if m.File.Level.Units != colliders.Metres || m.File.Level.Y != colliders.Up {
		t.Errorf("the level is %+v", m.File.Level)
	}
	s.move(2, 320)
	untilAt(t, px, "c2", 320)
	untilAt(t, m, "c2", 320/m.File.Level.PixelsPerMetre)
}

// While a client takes nothing, changes are merged: the newest state wins, and there is no queue.
func TestSlowClient(t *testing.T) {
	t.Parallel()
	s := serve(t, 3)
	slow := connect(t, s.server.Address()+"/events")
	fast := s.follow(games.Options{})
	const moves = 2000
	for i := range moves {
		s.move(1, float64(i+1000)) // returns although the slow client takes nothing
	}
	untilAt(t, fast, "c1", moves+999)
	events := 0
	for {
		kind, data := slow.next()
		events++
		if strings.Contains(data, fmt.Sprintf(`"position": [%d, 0]`, moves+999)) {
			break
		}
		if kind != "level" && kind != "change" {
			t.Fatalf("event %s %s", kind, data)
		}
	}
	if events >= moves {
		t.Errorf("the slow client got %d events for %d moves", events, moves)
	}
}

// A client that is gone without a word does not disturb the others.
func TestDeadClient(t *testing.T) {
	t.Parallel()
	s := serve(t, 3)
	dead := connect(t, s.server.Address()+"/events?name=dead")
	g := s.follow(games.Options{})
	s.until("two clients", func() bool { return len(s.server.Clients()) == 2 })
	dead.close()
	s.until("one client", func() bool { return len(s.server.Clients()) == 1 })
	s.move(1, 900)
	untilAt(t, g, "c1", 900)
}

// events is a stream that is read by hand.
type events struct {
	t     testing.TB
	body  io.ReadCloser
	lines *bufio.Scanner
}

func connect(t testing.TB, address string) *events {
	t.Helper()
	r, err := http.Get(address) //nolint:bodyclose // closed by the cleanup
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Body.Close() })
	if kind := r.Header.Get("Content-Type"); r.StatusCode != http.StatusOK || kind != "text/event-stream" {
		t.Fatalf("the answer is %s, %s", r.Status, kind)
	}
	e := &events{t, r.Body, bufio.NewScanner(r.Body)}
	e.lines.Buffer(nil, 64<<20)
	return e
}

func (e *events) close() { _ = e.body.Close() }

// next returns the next event; its kind is empty at the end.
func (e *events) next() (kind, data string) {
	e.t.Helper()
	for e.lines.Scan() {
		line := e.lines.Text()
		switch {
		case line == "" && kind != "":
			return kind, data
		case strings.HasPrefix(line, "event: "):
			kind = line[7:]
		case strings.HasPrefix(line, "data: "):
			data = line[6:]
		case line != "" && !strings.HasPrefix(line, ":"):
			e.t.Fatalf("unexpected line %q", line)
		}
	}
	return "", ""
}

// When a level is closed or the link is turned off, clients get the reason, and the stream ends.
func TestClosed(t *testing.T) {
	t.Parallel()
	s := serve(t, 1)
	raw := connect(t, s.server.Address()+"/events")
	g := s.follow(games.Options{})
	s.level.Close("The level was closed in the editor.")
	for {
		kind, data := raw.next()
		if kind == "closed" {
			if data != `{"reason":"The level was closed in the editor."}` {
				t.Errorf("the data is %s", data)
			}
			break
		}
		if kind != "level" {
			t.Fatalf("event %q %s", kind, data)
		}
	}
	if kind, _ := raw.next(); kind != "" {
		t.Errorf("after the end there is an event %q", kind)
	}
	if _, ok := <-g.Changes; ok {
		t.Error("a closed level has changed")
	}
	if err := g.Err(); err == nil || !strings.Contains(err.Error(), "closed in the editor") {
		t.Errorf("the game's error is %v", err)
	}
	s.until("no clients", func() bool { return len(s.server.Clients()) == 0 })
}

// A level that cannot be read ends the stream with the reason. Later errors keep the last state.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	s := serve(t, 1)
	s.failed = fmt.Errorf("a.level.yaml:3: broken")
	_, err := games.Follow(t.Context(), s.server.Address(), games.Options{})
	if err == nil || !strings.Contains(err.Error(), "a.level.yaml:3: broken") {
		t.Errorf("the error is %v", err)
	}
	s.mu.Lock()
	s.failed = nil
	s.mu.Unlock()
	g := s.follow(games.Options{})
	s.mu.Lock()
	s.failed = fmt.Errorf("a.level.yaml:3: broken")
	s.mu.Unlock()
	s.move(1, 70)
	s.mu.Lock()
	s.failed = nil
	s.mu.Unlock()
	s.move(1, 71)
	untilAt(t, g, "c1", 71)
}

// request sends a request and returns its status and answer.
func request(t *testing.T, method, address, body string, header http.Header) (int, string, http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for key, list := range header {
		r.Header[key] = list
		if key == "Host" {
			r.Host = list[0]
		}
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text), answer.Header
}

// Each mistake gets a status and a sentence that says what to do.
func TestRefusals(t *testing.T) {
	t.Parallel()
	s := serve(t, 1)
	at := s.server.Address()
	wrong := at[:len(at)-1] + "?"
	for _, tt := range []struct {
		name, method, address, body string
		header                      http.Header
		status                      int
		want                        string
	}{
		{"wrong token", "GET", wrong, "", nil, 403, "Copy the address again from Play > Link running game"},
		{"no token", "GET", at[:strings.LastIndex(at, "/")], "", nil, 403, "Copy the address again"},
		{"other host", "GET", at, "", http.Header{"Host": {"evil.example:80"}}, 403, "loopback address"},
		{"unknown level", "GET", at + "/events?level=b", "", nil, 404, `No level "b" is open, only a.level.yaml.`},
		{"unknown endpoint", "GET", at + "/event", "", nil, 404, "/events or /state"},
		{"wrong method", "POST", at + "/events", "", nil, 405, "/events takes GET, not POST."},
		{"unknown key", "GET", at + "/events?unit=m", "", nil, 400, `Unknown key "unit"`},
		{"bad unit", "GET", at + "/events?units=cm", "", nil, 400, "units in the query must be one of px, m, not"},
		{"key twice", "GET", at + "/events?y=up&y=up", "", nil, 400, "y in the query must be given once."},
		{"few corners", "GET", at + "/events?polygons=2", "", nil, 400, "a whole number of at least 3"},
		{"no tolerance", "GET", at + "/events?tolerance=NaN", "", nil, 400, "a number of pixels"},
		{"long name", "GET", at + "/events?name=" + strings.Repeat("x", 200), "", nil, 400, "at most 100 bytes"},
		{"bad query", "GET", at + "/events?level=%zz", "", nil, 400, "cannot be read"},
		{"no JSON", "POST", at + "/state", "x=1", nil, 400, "The report cannot be read: invalid character"},
		{"not whole", "POST", at + "/state", `{"bodies": `, nil, 400, "cannot be read"},
		{"more than one", "POST", at + "/state", `{} {}`, nil, 400, "text after the object"},
		{"unknown value", "POST", at + "/state", `{"body": 1}`, nil, 400, `unknown field "body"`},
		{"short pose", "POST", at + "/state", `{"bodies": {"c1": [1, 2]}}`, nil, 400, "bodies.c1 must be [x, y, degrees]"},
		{"text pose", "POST", at + "/state", `{"bodies": {"c1": "here"}}`, nil, 400, "cannot be read"},
		{"not finite", "POST", at + "/state", `{"player": [1e999, 0]}`, nil, 400, "cannot be read"},
		{"long player", "POST", at + "/state", `{"player": [1, 2, 3]}`, nil, 400, "player must be [x, y]"},
		{"bad contact", "POST", at + "/state", `{"contacts": [["c1", 2, 3]]}`, nil, 400, "[id, id, x, y]"},
		{"huge", "POST", at + "/state", `{"name": "` + strings.Repeat("x", 2<<20) + `"}`, nil, 413, "larger than 1 MB"},
	} {
		status, text, header := request(t, tt.method, tt.address, tt.body, tt.header)
		if status != tt.status || !strings.Contains(text, tt.want) || strings.Count(text, "\n") != 1 {
			t.Errorf("%s: the answer is %d %q, want %d with %q", tt.name, status, text, tt.status, tt.want)
		}
		if kind := header.Get("Content-Type"); kind != "text/plain; charset=utf-8" {
			t.Errorf("%s: the answer is %s", tt.name, kind)
		}
	}
	if n := len(s.level.Reports(32)); n > 0 {
		t.Errorf("%d refused reports were kept", n)
	}
}

// A page of another origin may connect if it has the token.
func TestOrigins(t *testing.T) {
	t.Parallel()
	s := serve(t, 1)
	at := s.server.Address()
	page := http.Header{"Origin": {"http://game.example:8000"}}
	status, _, header := request(t, "OPTIONS", at+"/state", "", page)
	if status != http.StatusNoContent || header.Get("Access-Control-Allow-Origin") != page.Get("Origin") {
		t.Errorf("the answer to a preflight is %d %v", status, header)
	}
	if _, _, header = request(t, "GET", at, "", page); header.Get("Access-Control-Allow-Origin") != page.Get("Origin") {
		t.Errorf("the answer has the header %v", header)
	}
	if _, _, header = request(t, "GET", at+"x", "", page); header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("a page with a wrong token can read the answer")
	}
}

func TestSeveralLevels(t *testing.T) {
	t.Parallel()
	s := serve(t, 1)
	b := s.offer("levels/b.level.yaml")
	at := s.server.Address()
	status, text, _ := request(t, "GET", at, "", nil)
	var list struct{ Levels []string }
	if err := json.Unmarshal([]byte(text), &list); err != nil || status != http.StatusOK || len(list.Levels) != 2 {
		t.Errorf("the list is %d %s", status, text)
	}
	status, text, _ = request(t, "GET", at+"/events", "", nil)
	if status != http.StatusNotFound || !strings.Contains(text, "add ?level= with one of a.level.yaml, levels/b") {
		t.Errorf("without a level, the answer is %d %s", status, text)
	}
	g := s.follow(games.Options{Level: "levels/b.level.yaml"})
	b.Rename("levels/c.level.yaml", "levels/c.level.yaml")
	if list := s.server.Clients(); len(list) != 1 || list[0].Level != "levels/c.level.yaml" {
		t.Errorf("the clients are %+v", list)
	}
	b.Close("closed")
	if _, ok := <-g.Changes; ok {
		t.Error("a closed level has changed")
	}
	connect(t, at+"/events") // the only level
}

func TestListen(t *testing.T) {
	t.Parallel()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = on.Close() }()
	for address, want := range map[string]string{
		on.Addr().String(): "use another port, or 0 for any free one",
		"0.0.0.0:0":        "use a loopback address",
		"example.com:80":   "use a loopback address",
		"192.168.1.1:0":    "use a loopback address",
		"4000":             "use a loopback address with a port, such as 127.0.0.1:0",
		"127.0.0.1:port":   "cannot listen on 127.0.0.1:port",
	} {
		if _, err := link.Listen(link.Config{Address: address}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want one with %q", address, err, want)
		}
	}
}

// A server takes a limited number of clients, and more once some have left.
func TestTooManyClients(t *testing.T) {
	t.Parallel()
	s := serve(t, 1)
	var last *events
	for range link.MaxClients {
		last = connect(t, s.server.Address()+"/events")
	}
	_, err := games.Follow(t.Context(), s.server.Address(), games.Options{})
	if err == nil || !strings.Contains(err.Error(), "32 games are connected already") {
		t.Errorf("the error is %v", err)
	}
	last.close()
	s.until("fewer clients", func() bool { return len(s.server.Clients()) < link.MaxClients })
	s.follow(games.Options{})
}

// Without clients, changes of a level cost nothing.
func TestNoClients(t *testing.T) {
	t.Parallel()
	s := serve(t, 1)
	taken := 0
	s.level.Close("")
	s.level = s.server.Offer(link.Offer{
		Path: "b", Post: func(f func()) { go f() },
		Snapshot: func() (level.Snapshot, error) { taken++; return s.doc.Snapshot(), nil },
	})
	for i := range 100 {
		s.move(1, float64(i))
	}
	if taken > 0 {
		t.Errorf("%d snapshots were taken", taken)
	}
}
