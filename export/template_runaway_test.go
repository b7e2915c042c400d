package export_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fillet/export"
)

// An endless template can be cancelled anywhere, and a template whose strings or output grow without limit is stopped.
func TestRunawayTemplates(t *testing.T) {
	t.Parallel()
	grows := `{{$s := "0123456789"}}{{range 100}}{{$s = GROW}}{{end}}`
	for _, grow := range []string{
		`print $s $s`, `printf "%s%s" $s $s`, `println $s $s`, `html (print $s $s "<")`, `js (print $s $s)`,
		`urlquery (print $s $s)`, `quote (print $s $s)`, `json (print $s $s)`, `xml (print $s $s)`, `lua (print $s $s)`,
		`csv (print $s $s)`,
	} {
		e, err := export.NewTemplate("a.txt.tmpl", strings.Replace(grows, "GROW", grow, 1))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Export(context.Background(), someLevel(t).Snapshot(), export.Options{}, io.Discard); err ==
			nil || !strings.Contains(err.Error(), "a string exceeds") {
			t.Errorf("%s: %v", grow, err)
		}
	}

	for _, endless := range []string{
		`{{range 1000000000000}}{{end}}`,
		`{{range 1000000000000}}{{else}}x{{end}}`,
		`{{with 1}}{{range 1000000}}{{if true}}{{range 1000000}}{{end}}{{end}}{{end}}{{end}}`,
		`{{define "a"}}{{template "b"}}{{template "b"}}{{end}}{{define "b"}}{{range 1000000000}}{{end}}{{end}}{{template "a"}}`,
	} {
		e, err := export.NewTemplate("a.txt.tmpl", endless)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		if _, err := e.Export(ctx, someLevel(t).Snapshot(), export.Options{}, io.Discard); !errors.Is(err,
			context.DeadlineExceeded) {
			t.Errorf("%s: error %v after cancelling", endless, err)
		}
		cancel()
	}
}

// A file that is far too large for a template is not read completely.
func TestLargeTemplate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.txt.tmpl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Truncate(8<<30), f.Close()); err != nil { // a sparse file
		t.Skip(err)
	}
	if _, err := export.OpenTemplate(path, nil); err == nil || !strings.Contains(err.Error(), "larger than the limit") {
		t.Errorf("%v", err)
	}
}

// FuzzTemplate runs arbitrary text as a template.
func FuzzTemplate(f *testing.F) {
	files, err := filepath.Glob("../examples/templates/*.tmpl")
	if err != nil || len(files) == 0 {
		f.Fatalf("no templates: %v", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(`{{range .Colliders}}{{.ID}} {{json .Shape}} {{range polygons .}}{{.}}{{end}}{{property . "a" 1}}{{last 0 .Tags}}{{end}}`)
	f.Add(`{{define "x"}}{{range $i, $c := .}}{{if $i}},{{else}}{{break}}{{end}}{{end}}{{end}}{{template "x" .Colliders}}{{fixed 3 (mul 2.0 (metres 1.0))}}`)
	f.Add(`{{range 9}}{{printf "%*d" 999999 1}}{{end}}{{(index .Colliders 0).Bounds}}{{slice "abc" 1 2}}{{call nil}}`)
	f.Add(`{{file "a"}}{{range .Colliders}}{{file .ID}}{{json (outline .)}}{{(mass .).Mass}}{{len (pieces 3 .)}}{{end}}{{file ""}}{{template "b"}}`)
	f.Add(`{{mod 7 (int (div 9 2))}}{{add 1 2.5}}{{lose "shape" "it is flat"}}{{cstring (upper (index .Colliders 0).Body)}}{{rotate 1 .Level.Size}}`)
	snap := someLevel(f).Snapshot()
	f.Fuzz(func(t *testing.T, text string) {
		e, err := export.NewTemplate("a.txt.tmpl", text)
		if err != nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		var out strings.Builder
		if _, err := e.Export(ctx, snap, export.Options{}, &out); err != nil && out.Len() > 0 {
			t.Errorf("half a file was written before it failed: %v", err)
		}
	})
}
