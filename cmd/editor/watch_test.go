package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestPace checks that repeated changes delay the work, but not forever, and that changes to files that are not inputs
// do not delay it.
func TestPace(t *testing.T) {
	start := time.Unix(1000, 0)
	const ms = time.Millisecond
	for _, test := range []struct {
		name  string
		after []time.Duration // when inputs change, from the start
		noise []time.Duration // when other files change
		want  time.Duration
	}{
		{"one", []time.Duration{0}, nil, quiet},
		{"several", []time.Duration{0, 50 * ms, 120 * ms}, nil, 120*ms + quiet},
		{"without end", []time.Duration{
			0, 90 * ms, 180 * ms, 270 * ms, 360 * ms, 450 * ms, 540 * ms, 630 * ms,
			720 * ms, 810 * ms, 900 * ms, 990 * ms,
		}, nil, longest},
		{"no inputs", nil, []time.Duration{0, 90 * ms, 180 * ms, 900 * ms}, longest},
		{
			"an input within others",
			[]time.Duration{200 * ms},
			[]time.Duration{0, 100 * ms, 250 * ms, 290 * ms},
			200*ms + quiet,
		},
	} {
		var p pace
		var due time.Duration
		for at := time.Duration(0); at <= longest; at += ms {
			for counts, times := range map[bool][]time.Duration{true: test.after, false: test.noise} {
				for _, when := range times {
					if when == at {
						due = at + p.after(start.Add(at), counts)
					}
				}
			}
		}
		if due != test.want {
			t.Errorf("%s: the work is done after %v, want %v", test.name, due, test.want)
		}
	}
}

// TestFollow checks that a folder is followed once, a replaced folder again, and a missing folder never.
func TestFollow(t *testing.T) {
	top := t.TempDir()
	one, two := filepath.Join(top, "one"), filepath.Join(top, "two")
	mkdir := func(dir string) {
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	mkdir(one)
	w, err := New()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Close() }()
	follow := func(want bool, folders ...string) {
		t.Helper()
		if more, err := w.Follow(folders, true); err != nil || more != want {
			t.Errorf("following %v: %v %v, want %v", folders, more, err, want)
		}
	}
	follow(true, one, two)
	follow(false, one, one+"/.", two)
	mkdir(two)
	follow(true, one, two)
	if err := os.Rename(one, filepath.Join(top, "moved")); err != nil {
		t.Fatal(err)
	}
	mkdir(one)
	follow(true, one, two)
	follow(false, one, two)
	if _, err := w.Follow([]string{filepath.Join(top, "none")}, false); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("following a missing folder: %v", err)
	}
}

// TestRun checks that an ignored change causes no turn, that a relevant change causes one, and that the watch ends with
// the context.
func TestRun(t *testing.T) {
	top := t.TempDir()
	w, err := New()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Close() }()
	if _, err := w.Follow([]string{top}, false); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	write := func(name string) {
		if err := os.WriteFile(filepath.Join(top, name), []byte(name), 0o666); err != nil {
			t.Error(err)
		}
	}
	var heard, turns []string
	write("nothing")
	write("first")
	err = w.Run(ctx, func(path string) Meaning {
		name := filepath.Base(path)
		if name == "nothing" {
			return Nothing
		}
		if !slices.Contains(heard, name) {
			heard = append(heard, name)
		}
		return watchedInput
	}, func(bool) {
		turns = append(turns, strings.Join(heard, " "))
		heard = nil
		if len(turns) == 1 {
			write("second")
		} else {
			stop()
		}
	})
	if err != nil || !slices.Equal(turns, []string{"first", "second"}) {
		t.Errorf("turns for %q (%v)", turns, err)
	}
}
