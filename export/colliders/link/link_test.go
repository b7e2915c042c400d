package link_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"fillet/export/colliders"
	"fillet/export/colliders/link"
)

// file is a collider file on one line, with a circle of each name at x.
func file(x int, names ...string) string {
	var list []string
	for _, name := range names {
		list = append(list, fmt.Sprintf(`{"id": %q, "name": "", "role": "solid", "one_way": null, "body": "static", `+
			`"category": 1, "mask": 1, "tags": [], "properties": {}, "shape": {"kind": "circle", "radius": 4}, `+
			`"position": [%[2]d, 0], "angle": 0, "pieces": [{"vertices": [[%[2]d, 0]], "radius": 4}], `+
			`"bounds": [%[3]d, -4, %[4]d, 4], "area": 50, "centroid": [%[2]d, 0], "source": null}`, name, x, x-4, x+4))
	}
	return `{"format": "fillet-colliders", "version": 2, "level": {"name": "", "size": [9, 9], "pixels_per_metre": 32, ` +
		`"y": "down"}, "categories": ["a"], "colliders": [` + strings.Join(list, ", ") + `]}`
}

func event(kind, data string) string { return "event: " + kind + "\ndata: " + data + "\n\n" }

// editor answers each stream with the next of the given texts, and then ends it, the last one only with the test.
func editor(t *testing.T, streams ...string) (address string, asked chan url.Values, reports chan string) {
	t.Helper()
	asked, reports = make(chan url.Values, 10), make(chan string, 10)
	end := make(chan struct{})
	var next atomic.Int64
	mux := http.NewServeMux()
	mux.HandleFunc("GET /token/events", func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Query()
		at := int(next.Add(1)) - 1
		if at >= len(streams) {
			http.Error(w, "No level is open.\nmore", http.StatusNotFound)
			return
		}
		_, _ = io.WriteString(w, ": fillet\n\n"+streams[at])
		w.(http.Flusher).Flush()
		if strings.HasSuffix(streams[at], stays) {
			<-end
		}
	})
	mux.HandleFunc("POST /token/state", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		reports <- r.URL.Query().Get("client") + " " + string(body)
		w.WriteHeader(http.StatusNoContent)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	t.Cleanup(func() { close(end) })
	return s.URL + "/token", asked, reports
}

// stays ends a stream that stays open.
const stays = ":\n"

// When the connection is lost, the link connects again, and the difference to the new level is a change.
func TestLostConnection(t *testing.T) {
	t.Parallel()
	address, asked, _ := editor(t, event("level", file(10, "c1", "c2")),
		event("level", file(20, "c2", "c3"))+event("later", "{}")+event("change", `{"removed": ["c2"]}`)+stays)
	lost := make(chan error, 1)
	g, err := link.Follow(t.Context(), address+"?units=m", link.Options{
		Level: "a b", Name: "game", Y: colliders.Up, Polygons: 6, KeepRadius: true, Lost: func(err error) { lost <- err },
	})
	if err != nil {
		t.Fatal(err)
	}
	first := <-asked
	client := first.Get("client")
	first.Del("client")
	if got := first.Encode(); got != "keep-radius=true&level=a+b&name=game&polygons=6&units=m&y=up" || client == "" {
		t.Errorf("the query is %s, client %q", got, client)
	}
	if err := <-lost; !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the connection was lost by %v", err)
	}
	for len(g.File.Colliders) != 1 {
		c, ok := <-g.Changes
		if !ok {
			t.Fatal(g.Err())
		}
		if err := g.File.Apply(c, nil); err != nil {
			t.Fatal(err)
		}
	}
	if c := g.File.Colliders[0]; c.ID != "c3" || c.Position.X != 20 {
		t.Errorf("c3 is %s at %g", c.ID, c.Position.X)
	}
	if again := <-asked; again.Get("client") != client {
		t.Errorf("the game connects again as %q, it was %q", again.Get("client"), client)
	}
}

// A change that does not fit the level, or that cannot be read, is repaired by connecting again.
func TestDamagedChange(t *testing.T) {
	t.Parallel()
	for _, damaged := range []string{event("change", `{"removed": ["c9"]}`), event("change", `{"remo`)} {
		address, _, _ := editor(t, event("level", file(10, "c1"))+damaged+stays, event("level", file(20, "c1"))+stays)
		g, err := link.Follow(t.Context(), address, link.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if c := <-g.Changes; len(c.Changed) != 1 || c.Changed[0].Position.X != 20 {
			t.Errorf("%s: the change is %+v", damaged, c)
		}
	}
}

// A link ends when the editor closes the level or refuses to go on.
func TestEnd(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		event("closed", `{"reason": "The link was turned off."}`): "no longer offered: The link was turned off.",
		"": "the editor refused: No level is open.",
	} {
		address, _, _ := editor(t, event("level", file(10, "c1"))+text)
		g, err := link.Follow(t.Context(), address, link.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if c, ok := <-g.Changes; ok {
			t.Errorf("there is a change %+v", c)
		}
		if c, err := g.Poll(); c != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}

func TestContext(t *testing.T) {
	t.Parallel()
	address, _, _ := editor(t, event("level", file(10, "c1"))+stays)
	ctx, cancel := context.WithCancel(t.Context())
	g, err := link.Follow(ctx, address, link.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if c, err := g.Poll(); c != nil || err != nil {
		t.Errorf("at the start, Poll returns %v, %v", c, err)
	}
	cancel()
	if _, ok := <-g.Changes; ok || !errors.Is(g.Err(), context.Canceled) {
		t.Errorf("the error is %v", g.Err())
	}
}

func TestFollowErrors(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(nil)
	gone.Close()
	address, _, _ := editor(t)
	early, _, _ := editor(t, event("change", `{}`))
	damaged, _, _ := editor(t, event("level", `{"format": 1}`))
	for at, want := range map[string]string{
		"127.0.0.1:4000/token": "is no address of a link: copy it from Play > Link running game",
		gone.URL + "/token":    "refused",
		address:                "the editor refused: No level is open.",
		early:                  "did not send the level first",
		damaged:                "this is not a collider file",
	} {
		if _, err := link.Follow(t.Context(), at, link.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want one with %q", at, err, want)
		}
	}
}

func TestReport(t *testing.T) {
	t.Parallel()
	address, asked, reports := editor(t, event("level", file(10, "c1"))+stays)
	g, err := link.Follow(t.Context(), address, link.Options{})
	if err != nil {
		t.Fatal(err)
	}
	client := (<-asked).Get("client")
	at := colliders.Vec{X: 1, Y: 2}
	g.Report(link.State{
		Player: &at, Bodies: map[string]link.Pose{"c1": {colliders.Vec{X: 3, Y: 4}, 5}},
		Contacts: []link.Contact{{"c1", "c2", colliders.Vec{X: 6, Y: 7}}},
	})
	want := client + ` {"bodies":{"c1":[3,4,5]},"player":[1,2],"contacts":[["c1","c2",6,7]]}`
	if got := <-reports; got != want {
		t.Errorf("the report is %s, want %s", got, want)
	}
	for i := range 1000 { // never waits; the newest arrives
		g.Report(link.State{Player: &colliders.Vec{X: float64(i)}})
	}
	for n := 0; ; n++ {
		if got := <-reports; strings.Contains(got, "[999,0]") {
			break
		}
		if n > 500 {
			t.Fatal("reports are queued")
		}
	}
}
