package testkit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime/debug"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/strictyaml"
	"fillet/importers"
)

// Sample is a file of the format, with the files next to it.
type Sample struct {
	Name string // for test names
	Path string // the file's path within Files
	// Files is the folder in which the file may name other files.
	Files fs.FS
}

func (s Sample) source(data []byte) *importers.Source {
	return importers.NewSourceIn(s.Path, data, s.Files, path.Dir(s.Path))
}

// Limits of the number of places at which a sample is truncated and changed; short samples are changed at every byte.
const (
	allSteps   = 1500
	shortSteps = 150 // under -short
)

// RunSamples tests an importer on samples, which must import without an error. It checks that the name, title and
// extensions are valid, that damaged samples never cause a panic, that errors name the file, and that cancelling stops
// the import.
func RunSamples(t *testing.T, imp importers.Importer, samples []Sample) {
	t.Helper()
	if imp.Name() == "" || imp.Title() == "" || len(imp.Extensions()) == 0 {
		t.Errorf("name %q, title %q, extensions %q: none may be empty", imp.Name(), imp.Title(),
			imp.Extensions())
	}
	for _, e := range imp.Extensions() {
		if !strings.HasPrefix(e, ".") || e != strings.ToLower(e) {
			t.Errorf("extension %q is not of the form .ext", e)
		}
	}
	for _, s := range samples {
		t.Run(s.Name, func(t *testing.T) {
			data, err := fs.ReadFile(s.Files, s.Path)
			if err != nil {
				t.Fatal(err)
			}
			intact(t, imp, s, data)
			cancelled(t, imp, s, data)
			damaged(t, imp, s, data)
			longTexts(t, imp, s, data)
			unmerged(t, imp, s, data)
		})
	}
}

func intact(t *testing.T, imp importers.Importer, s Sample, data []byte) {
	t.Helper()
	if !imp.Sniff(s.Path, data[:min(len(data), 64<<10)]) {
		t.Errorf("Sniff does not recognize the sample")
	}
	if imp.Sniff("a.txt", []byte("hello")) || imp.Sniff("a.bin", nil) ||
		imp.Sniff("a.level.yaml", []byte("fillet: 1\n")) {
		t.Errorf("Sniff accepts other data")
	}
	ctx := context.Background()
	levels, err := imp.Levels(ctx, s.source(data))
	if err != nil {
		t.Fatalf("Levels: %v", err)
	}
	before := bytes.Clone(data)
	calls := 0
	res, err := imp.Import(ctx, s.source(data), importers.Options{Pictures: true, Progress: func(done, total int) {
		if calls++; done < 1 || done > total {
			t.Errorf("progress is %d of %d", done, total)
		}
	}})
	if err != nil {
		t.Fatalf("Import: %v", err)
	}
	if !bytes.Equal(before, data) {
		t.Errorf("Import changed the data it was given")
	}
	if len(levels) > 0 && calls == 0 {
		t.Errorf("Import of %d levels reported no progress", len(levels))
	}
	if err := res.Document.Validate(); err != nil {
		t.Errorf("the document is not valid: %v", err)
	}
	for c := range res.Document.Colliders() {
		if c.Source == nil || c.Source.File == "" {
			t.Errorf("collider %v has no source", c.Label())
			break
		}
	}
	for _, l := range levels {
		if _, err := imp.Import(ctx, s.source(data), importers.Options{Levels: []string{l.Name}}); err != nil {
			t.Errorf("Import of level %q alone: %v", l.Name, err)
		}
	}
	_, err = imp.Import(ctx, s.source(data), importers.Options{Levels: []string{"no such level"}})
	checkError(t, s, "a level that is not there", err)
	if err == nil {
		t.Error("Import of a missing level returned no error")
	}
}

// unmerged tests the sample with git's conflict markers around some lines, one at a time.
func unmerged(t *testing.T, imp importers.Importer, s Sample, data []byte) {
	t.Helper()
	lines := bytes.SplitAfter(data, []byte("\n"))
	for i := 1; i < len(lines)-1; i += 1 + len(lines)/20 {
		text := bytes.Join(lines[:i], nil)
		text = fmt.Appendf(text, "<<<<<<< ours\n%s=======\n%[1]s>>>>>>> theirs\n%s", lines[i],
			bytes.Join(lines[i+1:], nil))
		_, err := imp.Import(context.Background(), s.source(text), importers.Options{})
		var e *importers.Error
		if !errors.Is(err, strictyaml.ErrConflict) || !errors.As(err, &e) || e.Line != i+1 {
			t.Errorf("a conflict in line %d: %v", i+1, err)
		}
	}
}

func cancelled(t *testing.T, imp importers.Importer, s Sample, data []byte) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := imp.Import(ctx, s.source(data), importers.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled Import: error %v", err)
	}
}

// damaged tests truncated samples, and samples with single bytes changed.
func damaged(t *testing.T, imp importers.Importer, s Sample, data []byte) {
	t.Helper()
	changes := []func(b byte) byte{
		func(byte) byte { return 0 },
		func(b byte) byte { return b ^ 1 },
		func(byte) byte { return '"' },
		func(byte) byte { return '9' },
		func(byte) byte { return '-' },
		func(byte) byte { return 0xff },
	}
	steps := allSteps
	if testing.Short() {
		steps = shortSteps
	}
	step := max(1, len(data)/steps)
	for i := 0; i < len(data); i += step {
		try(t, imp, s, data[:i], fmt.Sprintf("cut short after %d bytes", i))
		changed := bytes.Clone(data)
		changed[i] = changes[i/step%len(changes)](changed[i])
		try(t, imp, s, changed, fmt.Sprintf("byte %d changed from %q to %q", i, data[i], changed[i]))
		if t.Failed() {
			return
		}
	}
}

// longTexts replaces each quoted text, including keys, by a long one. Messages about it must stay short.
func longTexts(t *testing.T, imp importers.Importer, s Sample, data []byte) {
	t.Helper()
	const (
		largest = 4000     // limit of a message in bytes: a few names of quote.MaxExcerpt characters, and words
		texts   = 400      // limit of the strings of a sample that are replaced
		size    = 64 << 10 // bytes of a string; sometimes more than a level accepts
	)
	var places [][2]int // the quotation marks around each text
	for at := 0; ; {
		from := bytes.IndexByte(data[at:], '"')
		if from < 0 {
			break
		}
		from += at
		to := bytes.IndexByte(data[from+1:], '"')
		if to < 0 {
			break
		}
		to += from + 1
		places = append(places, [2]int{from, to})
		at = to + 1
	}
	stride := max(1, len(places)/texts)
	for i := 0; i < len(places); i += stride {
		long := bytes.Repeat([]byte("name "), size/5)
		if i/stride%40 == 0 {
			long = bytes.Repeat([]byte("x"), level.MaxText+1)
		}
		from, to := places[i][0], places[i][1]
		changed := bytes.Join([][]byte{data[:from+1], long, data[to:]}, nil)
		what := fmt.Sprintf("%d bytes in the place of %q", len(long), data[from+1:to])
		_, err := imp.Levels(context.Background(), s.source(changed))
		if err != nil && len(err.Error()) > largest {
			t.Errorf("%s: the error of Levels has %d bytes: %.300s", what, len(err.Error()), err)
		}
		res, err := imp.Import(context.Background(), s.source(changed), importers.Options{Pictures: true})
		if err != nil {
			if len(err.Error()) > largest {
				t.Errorf("%s: the error of Import has %d bytes: %.300s", what, len(err.Error()), err)
			}
			continue
		}
		for _, issue := range res.Issues {
			if n := len(issue.String()); n > largest {
				t.Errorf("%s: an issue has %d bytes: %.300s", what, n, issue)
			}
		}
		if t.Failed() {
			return
		}
	}
}

func try(t *testing.T, imp importers.Importer, s Sample, data []byte, what string) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s: panic: %v\n%s", what, p, debug.Stack())
		}
	}()
	imp.Sniff(s.Path, data)
	_, err := imp.Levels(context.Background(), s.source(data))
	checkError(t, s, what, err)
	res, err := imp.Import(context.Background(), s.source(data), importers.Options{Pictures: true})
	checkError(t, s, what, err)
	if (err == nil) != (res != nil && res.Document != nil) {
		t.Errorf("%s: result %v with error %v", what, res, err)
	}
}

func checkError(t *testing.T, s Sample, what string, err error) {
	t.Helper()
	if err == nil {
		return
	}
	var e *importers.Error
	if !errors.As(err, &e) || e.File != s.Path || !strings.Contains(err.Error(), s.Path) {
		t.Errorf("%s: the error does not name the file %s: %v", what, s.Path, err)
	}
}
