package link

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/quote"
	"fillet/export"
)

// form identifies the form of a client's records.
type form struct {
	export.Form
	tolerance float64
}

// query holds what a request asks for.
type query struct {
	level        string // path; "" for the only level
	client, name string
	form         form
}

// game identifies a game in the reports of a level.
func (q *query) game() string { return cmp.Or(q.client, q.name) }

// maxWord limits the lengths of names.
const maxWord = 100

// queryKeys has a function for each key of a query. It returns what the value must be, or "" if it is valid.
var queryKeys = []struct {
	key string
	set func(q *query, value string) string
}{
	{"level", func(q *query, v string) string { q.level = v; return "" }},
	{"client", func(q *query, v string) string { q.client = v; return within(v) }},
	{"name", func(q *query, v string) string { q.name = v; return within(v) }},
	{"units", func(q *query, v string) string { return choose(&q.form.Metres, v, "px", "m") }},
	{"y", func(q *query, v string) string { return choose(&q.form.YUp, v, "down", "up") }},
	{"frame", func(q *query, v string) string { return choose(&q.form.InLevel, v, "body", "level") }},
	{"keep-radius", func(q *query, v string) string { return choose(&q.form.KeepRadius, v, "false", "true") }},
	{"polygons", func(q *query, v string) string {
		n, err := strconv.Atoi(v)
		if q.form.Polygons = n; err != nil || n < 3 {
			return "a whole number from 3"
		}
		return ""
	}},
	{"tolerance", func(q *query, v string) string {
		x, err := strconv.ParseFloat(v, 64)
		if q.form.tolerance = x; err != nil || !(x >= export.MinTolerance && x <= maxTolerance) {
			return "a number of pixels from 0.001 to 1000"
		}
		return ""
	}},
}

const maxTolerance = 1000

func within(word string) string {
	if len(word) <= maxWord {
		return ""
	}
	return "at most " + strconv.Itoa(maxWord) + " bytes"
}

// choose sets a switch by one of two words.
func choose(to *bool, value, off, on string) string {
	if *to = value == on; value != on && value != off {
		return off + " or " + on
	}
	return ""
}

// parse reads the query of a request.
func (s *Server) parse(r *http.Request) (query, error) {
	q := query{form: form{s.config.Form.Form, s.config.Form.Tolerance}}
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return q, failed(http.StatusBadRequest, "The query of the address cannot be read: %v.", err)
	}
	names := make([]string, len(queryKeys))
	for i, k := range queryKeys {
		names[i] = k.key
	}
	for key, list := range values {
		i := slices.Index(names, key)
		if i < 0 {
			return q, failed(http.StatusBadRequest, "Unknown key %q in the query; the keys are %s.", quote.Excerpt(key),
				strings.Join(names, ", "))
		}
		if want := queryKeys[i].set(&q, list[0]); want != "" || len(list) > 1 {
			if len(list) > 1 {
				want = "given once"
			}
			return q, failed(http.StatusBadRequest, "%s in the query must be %s.", key, want)
		}
	}
	return q, nil
}
