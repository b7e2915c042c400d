//go:build cgo

package main

import (
	"errors"
	"sync"

	"golang.design/x/clipboard"

	"fillet/editor/ui/dialog"
)

// imageClipboard is the system's clipboard for images. Fyne's clipboard only holds text.
type imageClipboard struct{ ready func() error }

// pictures returns the image clipboard. It is opened on first use, because it needs its own connection to the display.
func pictures() dialog.ImageClipboard { return imageClipboard{sync.OnceValue(clipboard.Init)} }

var errNoClipboard = errors.New("this system's clipboard does not support pictures")

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
