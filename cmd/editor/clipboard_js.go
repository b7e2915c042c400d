package main

import (
	"syscall/js"

	"fillet/editor/disk"
	"fillet/editor/ui/dialog"
)

// pageClipboard is the browser's clipboard for images.
type pageClipboard struct{}

func pictures() dialog.ImageClipboard { return pageClipboard{} }

func (pageClipboard) ReadPNG() ([]byte, error) {
	got, err := disk.Await(disk.Script().Call("readPicture"))
	if err != nil || !got.Truthy() {
		return nil, err
	}
	data := make([]byte, got.Length())
	js.CopyBytesToGo(data, got)
	return data, nil
}

func (pageClipboard) WritePNG(data []byte) error {
	bytes := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(bytes, data)
	_, err := disk.Await(disk.Script().Call("writePicture", bytes))
	return err
}
