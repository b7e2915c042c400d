package link

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fillet/editor/level"
)

// reporting is a server without a connection, with one level.
func reporting() (*Server, *Level) {
	s := &Server{token: "token", config: Config{Go: func(f func()) { go f() }}}
	return s, s.Offer(Offer{Path: "a"})
}

func post(t *testing.T, s *Server, query, body string) {
	t.Helper()
	if w := answer(t, s, query, body); w.Code != http.StatusNoContent {
		t.Fatalf("the answer is %d %s", w.Code, w.Body)
	}
}

func answer(t *testing.T, s *Server, query, body string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://localhost/token/state?"+query,
		strings.NewReader(body))
	r.RemoteAddr = "127.0.0.1:9"
	s.ServeHTTP(w, r)
	return w
}

// A game can neither fill the canvas nor the memory: reports and their count are limited.
func TestReportsAreLimited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, l := reporting()
		defer l.Close("")
		many := strings.TrimSuffix(strings.Repeat(`["", "", 0, 0],`, maxShown), ",")
		if w := answer(t, s, "name=a", `{"bodies": {"c1": [0, 0, 0]}, "contacts": [`+many+`]}`); w.Code !=
			http.StatusRequestEntityTooLarge || !strings.Contains(w.Body.String(), "5000 bodies and contacts") {
			t.Errorf("the answer is %d %s", w.Code, w.Body)
		}
		post(t, s, "name=a", `{"contacts": [`+many+`]}`)
		for range 2 * maxRate {
			post(t, s, "name=a", `{}`)
		}
		if got := l.Reports(32); len(got) != 1 || got[0].Rate != maxRate {
			t.Errorf("the reports are %+v, want a rate of %d", got, maxRate)
		}
	})
}

// Reports are in level space, whatever the form of the game.
func TestReports(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, l := reporting()
		defer l.Close("")
		post(t, s, "name=b", `{"bodies": {"c2": [1, 2, 30], "c1": [3, 4, 370], "c3": [1e300, 0, 0]}}`)
		post(t, s, "units=m&y=up&client=x", `{"name": "a", "player": [1, 2], "contacts": [["c1", "c2", 3, 4]],
			"bodies": {"c1": [1, 1, 90]}}`)
		want := []Report{
			{
				Game: "a", Rate: 1, Bodies: []Pose{{"c1", level.Vec{X: 32, Y: -32}, -90}},
				Player:   &level.Vec{X: 32, Y: -64},
				Contacts: []Contact{{"c1", "c2", level.Vec{X: 96, Y: -128}}},
			},
			{
				Game: "b", Rate: 1,
				Bodies: []Pose{{"c1", level.Vec{X: 3, Y: 4}, 10}, {"c2", level.Vec{X: 1, Y: 2}, 30}},
			},
		}
		if got := l.Reports(32); !reflect.DeepEqual(got, want) {
			t.Errorf("the reports are\n%+v, want\n%+v", got, want)
		}
		post(t, s, "client=x", `{"name": "a"}`) // replaces all
		want[0] = Report{Game: "a", Rate: 2}
		if got := l.Reports(32); !reflect.DeepEqual(got, want) {
			t.Errorf("then the reports are\n%+v, want\n%+v", got, want)
		}
	})
}

// A report is forgotten after a second of silence, and the window hears of it.
func TestReportsAreForgotten(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, l := reporting()
		defer l.Close("")
		var heard atomic.Int64
		s.config.Changed = func() { heard.Add(1) }
		post(t, s, "name=a", `{"player": [1, 2]}`)
		time.Sleep(reportLife / 2)
		post(t, s, "name=a", `{"player": [1, 3]}`)
		time.Sleep(reportLife - 1)
		if got := l.Reports(32); len(got) != 1 || got[0].Rate != 1 {
			t.Errorf("within a second, the reports are %+v", got)
		}
		synctest.Wait()
		before := heard.Load()
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if n := heard.Load() - before; n != 1 {
			t.Errorf("the end of a report was told %d times", n)
		}
		if got := l.Reports(32); len(got) > 0 {
			t.Errorf("after a second, the reports are %+v", got)
		}
	})
}

// A report ends with its level.
func TestReportsOfClosedLevel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, l := reporting()
		post(t, s, "name=a", `{}`)
		l.Close("closed")
		if got := l.Reports(32); len(got) > 0 {
			t.Errorf("the reports are %+v", got)
		}
		synctest.Wait()
	})
}

// Any body of a report is read or refused.
func FuzzReadState(f *testing.F) {
	f.Add([]byte(`{"name": "a", "bodies": {"c1": [1, 2, 3]}, "player": [1, 2], "contacts": [["c1", "c2", 3, 4]]}`))
	f.Add([]byte(`{"bodies": {"c1": null}, "player": [], "contacts": [null]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		now, err := readState(data)
		if err != nil {
			return
		}
		_, l := reporting()
		defer l.Close("")
		if err := l.accept(query{}, now); err != nil {
			t.Fatal(err)
		}
		l.Reports(32)
	})
}
