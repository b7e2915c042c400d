package dialog

import (
	"crypto/rand"
	"io"
	"strings"
	"testing"

	"fillet/editor/level"
)

// A level that is too large for a link is not copied. Each file that a level refers to is reported once.
func TestLinkLimits(t *testing.T) {
	link, err := levelLink("https://a/", "my cave.level.yaml", func(w io.Writer) error {
		_, err := io.Copy(w, io.LimitReader(rand.Reader, longestLink))
		return err
	})
	if err != nil || len(link) <= longestLink || !strings.HasSuffix(link, "&name=my+cave") {
		t.Errorf("%d bytes, %v, …%s", len(link), err, link[len(link)-20:])
	}
	settings := level.DefaultSettings()
	settings.Pictures = []level.Picture{
		{Name: "a", File: "art/sky.png", Size: level.Vec{X: 1, Y: 1}, Opacity: 1},
		{Name: "b", File: "art/sky.png", Size: level.Vec{X: 1, Y: 1}, Opacity: 1},
	}
	doc, err := level.NewDocument(settings)
	if err != nil {
		t.Fatal(err)
	}
	if got := besideLevel(doc); len(got) != 1 || got[0] != "picture sky.png" {
		t.Errorf("besideLevel = %q", got)
	}
}
