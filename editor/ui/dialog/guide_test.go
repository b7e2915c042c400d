package dialog

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/widget"

	"fillet/docs/guide"
)

// Every chapter of the guide has a heading and text, and all pictures that it refers to exist.
func TestGuideIsComplete(t *testing.T) {
	pictures := 0
	for _, name := range guide.Chapters() {
		title, blocks := guideBlocks(string(guide.Chapter(name)))
		if title == "" || len(blocks) == 0 {
			t.Errorf("%s has the title %q and %d blocks", name, title, len(blocks))
		}
		for _, b := range blocks {
			if b.Picture != "" {
				pictures++
				if guide.Picture(b.Picture) == nil {
					t.Errorf("%s shows %s, which does not exist", name, b.Picture)
				}
			}
		}
	}
	if pictures < 5 {
		t.Errorf("the guide shows %d pictures", pictures)
	}
	w := newWindowForTest(t)
	w.ShowGuide()
	w.Win.Canvas().Capture()
}

// Links between chapters of the guide open their targets, and no link is dead.
func TestGuideLinksLeadToChapters(t *testing.T) {
	links, w := 0, newWindowForTest(t)
	for _, name := range guide.Chapters() {
		_, blocks := guideBlocks(string(guide.Chapter(name)))
		for _, b := range blocks {
			shown := -1
			segments := widget.NewRichTextFromMarkdown(b.markdown).Segments
			linkChapters(w.Look, segments, func(i int) { shown = i })
			var walk func([]widget.RichTextSegment)
			walk = func(all []widget.RichTextSegment) {
				for _, s := range all {
					switch s := s.(type) {
					case *widget.ParagraphSegment:
						walk(s.Texts)
					case *widget.ListSegment:
						walk(s.Items)
					case *widget.HyperlinkSegment:
						if s.URL.Scheme != "" || strings.HasPrefix(s.URL.Path, "..") {
							continue
						}
						links++
						if s.OnTapped == nil {
							t.Errorf("%s: no chapter for the link to %s", name, s.URL)
							continue
						}
						if s.OnTapped(); guide.Chapters()[shown]+".md" != s.URL.Path {
							t.Errorf("%s: the link to %s opened %s", name, s.URL, guide.Chapters()[shown])
						}
					}
				}
			}
			walk(segments)
		}
	}
	if links < 2 {
		t.Errorf("the chapters have only %d links to each other", links)
	}
}
