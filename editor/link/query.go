package link

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
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

// queryKey is a key of a query, with a function that sets it.
type queryKey struct {
	key string
	set func(q *query, value string) error
}

// queryKeys returns the keys of a query.
func queryKeys() []queryKey {
	keys := []queryKey{
		{"level", func(q *query, v string) error { q.level = v; return nil }},
		{"client", func(q *query, v string) error { q.client = v; return limited(v) }},
		{"name", func(q *query, v string) error { q.name = v; return limited(v) }},
		{"tolerance", func(q *query, v string) error {
			x, err := strconv.ParseFloat(v, 64)
			if q.form.tolerance = x; err != nil || !(x >= export.MinTolerance && x <= maxTolerance) {
				return errors.New("must be a number of pixels from 0.001 to 1000")
			}
			return nil
		}},
	}
	for _, o := range FormOptions() {
		keys = append(keys, queryKey{o.Flag(), func(q *query, v string) error { return o.Set(&q.form.Form, v) }})
	}
	return keys
}

const maxTolerance = 1000

func limited(word string) error {
	if len(word) > maxWord {
		return fmt.Errorf("must have at most %d bytes", maxWord)
	}
	return nil
}

// FormOptions returns the options of the form of records that a query can set.
func FormOptions() []level.FormOption {
	return slices.DeleteFunc(slices.Clone(level.FormOptions), func(o level.FormOption) bool {
		return o.Key == "version" || o.Key == "chunks" // a stream has no files
	})
}

// parse reads the query of a request.
func (s *Server) parse(r *http.Request) (query, error) {
	q := query{form: form{s.config.Form.Form, s.config.Form.Tolerance}}
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return q, failed(http.StatusBadRequest, "The query of the address cannot be read: %v.", err)
	}
	keys := queryKeys()
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.key
	}
	for key, list := range values {
		i := slices.Index(names, key)
		if i < 0 {
			return q, failed(http.StatusBadRequest, "Unknown key %q in the query; the keys are %s.", quote.Excerpt(key),
				strings.Join(names, ", "))
		}
		err := keys[i].set(&q, list[0])
		if len(list) > 1 {
			err = errors.New("must be given once")
		}
		if err != nil {
			return q, failed(http.StatusBadRequest, "%s in the query %v.", key, err)
		}
	}
	return q, nil
}
