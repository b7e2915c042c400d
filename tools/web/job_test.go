package main

import (
	"bytes"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"

	"fillet/editor/level"
	"fillet/export"
)

// TestMainJob opens a level in the page, draws and moves a shape, undoes another, saves and exports. Both files must
// equal the files that the same code writes natively. It is the only test of the page in a short run.
func TestMainJob(t *testing.T) {
	t.Parallel()
	p := open(t, "#level="+held(t, givenLevel)+"&name=given", noHandles, network.Enable())
	p.opened("given")
	p.press("r")
	p.drag(600, 300, 700, 360)
	w, h, x, y := lastBox(t, string(p.saved()))
	p.press("v")
	p.drag(650, 330, 690, 370)
	p.press("c")
	p.drag(760, 300, 800, 340)
	p.settled()
	p.press("z", input.ModifierCtrl)
	text := p.saved()
	movedW, movedH, movedX, movedY := lastBox(t, string(text))
	if movedX-x != 32 || movedY-y != 32 || movedW != w || movedH != h { // 40 pixels are two grid squares
		t.Errorf("a box of %g by %g at (%g, %g) became one of %g by %g at (%g, %g)",
			w, h, x, y, movedW, movedH, movedX, movedY)
	}
	doc, err := level.Parse(text, "given.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if n := doc.Snapshot().Len(); n != 2 {
		t.Errorf("the file holds %d colliders, want 2", n)
	}
	if want, err := level.Marshal(doc); err != nil || !bytes.Equal(text, want) {
		t.Errorf("the page saved\n%s\nwant\n%s\n%v", text, want, err)
	}
	p.press("e", input.ModifierCtrl, input.ModifierShift)
	p.settled()
	p.press("\r")
	exported := p.downloaded("given.colliders.yaml")
	var want bytes.Buffer
	if _, err := export.YAML().Export(t.Context(), doc.Snapshot(), export.Options{}, &want); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(exported, want.Bytes()) {
		t.Errorf("the page exported\n%s\nwant\n%s", exported, want.Bytes())
	}
}

// saved saves the level and returns the downloaded file.
func (p *tab) saved() []byte {
	p.t.Helper()
	p.settled()
	p.press("s", input.ModifierCtrl)
	text := p.downloaded("given.level.yaml")
	p.waitFor("nothing unsaved", `!fillet.unsaved()`)
	return text
}
