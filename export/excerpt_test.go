package export_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/export"
)

// maxOfMessage limits the length of a message: a name of quote.MaxExcerpt escaped characters, and words.
const maxOfMessage = 8*quote.MaxExcerpt + 400

// A long text in a template gives a short message.
func TestTemplateErrorsQuoteLittle(t *testing.T) {
	t.Parallel()
	name := strings.Repeat("x", 1<<20)
	for _, text := range []string{
		"{{" + name + "}}", "{{$" + name + "}}", "{{." + name + "}}",
		"{{template \"" + name + "\"}}", "{{printf \"%d\" ." + name + "}}", "{{index .Level \"" + name + "\"}}",
	} {
		e, err := export.NewTemplate("a.txt.tmpl", text)
		if err == nil {
			_, err = e.Export(context.Background(), someLevel(t).Snapshot(), export.Options{}, io.Discard)
		}
		if err == nil || len(err.Error()) > maxOfMessage {
			t.Errorf("error for %.40s…: %.300v", text, err)
		}
	}
}

// Losses of a level with long names have short messages.
func TestLossesQuoteLittle(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("name ", 1<<12)
	s := level.DefaultSettings()
	for i := range level.MaxCategories {
		s.Categories = append(s.Categories[:i:i], fmt.Sprint(i, long))
	}
	doc, err := level.NewDocument(s)
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: long})}}
	for i, shape := range []level.Shape{
		{Kind: level.Circle, Radius: 5},
		{Kind: level.Chain, Points: []level.Vec{{}, {X: 9}}, OneSided: true},
		{Kind: level.Polygon, Points: []level.Vec{{}, {X: 90}, {X: 90, Y: 90}}, Radius: 3, Rounding: level.Inset},
		{Kind: level.Point},
	} {
		c := level.NewCollider(level.ID(i+1), 1, long, shape, level.Vec{})
		c.Tags, c.Properties, c.Group = []string{long}, level.Properties{long: long}, 3
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	for _, e := range append(targets(), syntaxes()...) {
		report, err := e.Export(context.Background(), doc.Snapshot(), export.Options{Base: "a"}, io.Discard)
		if err != nil {
			if len(err.Error()) > maxOfMessage {
				t.Errorf("%s: %.300v", e.Name(), err)
			}
			continue
		}
		for _, l := range report.Losses {
			if n := len(l.String()); n > maxOfMessage {
				t.Errorf("%s: the message of a loss has %d bytes: %.300s", e.Name(), n, l)
			}
		}
	}
}
