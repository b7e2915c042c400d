//go:build cgo

package main

import (
	"errors"
	"sync"

	"golang.design/x/clipboard"

	"fillet/editor/ui/dialog"
)

// imageClipboard is the system's clipboard, of which the toolkit only knows the text.
type imageClipboard struct{ ready func() error }

// pictures is the clipboard as far as it holds pictures. It is looked for when it is first used, which takes a connection of its own to
// the display.
func pictures() dialog.ImageClipboard { return imageClipboard{sync.OnceValue(clipboard.Init)} }

var errNoClipboard = errors.New("the clipboard of this system takes no pictures")

func (c imageClipboard) ReadPNG() ([]byte, error) {
	if c.ready() != nil {
		return nil, errNoClipboard
	}
	return clipboard.Read(clipboard.FmtImage), nil
}

func (c imageClipboard) WritePNG(data []byte) error {
	if c.ready() != nil {
		return errNoClipboard
	}
	clipboard.Write(clipboard.FmtImage, data)
	return nil
}
