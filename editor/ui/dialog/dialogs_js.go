package dialog

import (
	"context"
	"errors"
	"path/filepath"
	"syscall/js"

	"fillet/editor/disk"
)

// hasNativeDialogs reports whether the page can ask for files. It always can: with the browser's dialogs or with
// uploads and downloads.
func hasNativeDialogs() bool { return true }

// ask calls a function of the page that asks for a file or folder.
func ask(name string, args ...any) (string, error) {
	path, err := disk.Await(disk.Script().Get("files").Call(name, args...))
	switch {
	case errors.Is(err, disk.ErrAborted):
		return "", ErrCanceled
	case err != nil:
		return "", err
	case path.Type() != js.TypeString:
		return "", ErrCanceled
	}
	return path.String(), nil
}

// systemDialogs returns the browser's dialogs. A chosen file appears in the page's file system. Data written there goes
// to the chosen file, or is downloaded if the browser gives no access to files.
func systemDialogs() SystemDialogs {
	return SystemDialogs{
		Asks: true,
		Open: func(_ context.Context, title, _ string, extensions []string) (string, error) {
			return ask("open", title, list(extensions))
		},
		Save: func(_ context.Context, title, at string, extensions []string) (string, error) {
			return ask("save", title, filepath.Base(at), list(extensions))
		},
	}
}

func list(texts []string) []any {
	out := make([]any, len(texts))
	for i, t := range texts {
		out[i] = t
	}
	return out
}

// systemPage returns the page that the program runs in.
func systemPage() *Page {
	script := disk.Script()
	return &Page{
		Address: script.Get("address").String(),
		Copy: func(text string) error {
			_, err := disk.Await(script.Call("copy", text))
			return err
		},
		IsDownload:    func(path string) bool { return script.Call("isDownload", path).Bool() },
		ChooseFolder:  func() (string, error) { return ask("folder") },
		WritesFolders: script.Get("writesFolders").Bool(),
		Download: func(name string, data []byte) error {
			bytes := js.Global().Get("Uint8Array").New(len(data))
			js.CopyBytesToJS(bytes, data)
			_, err := disk.Await(script.Call("download", name, bytes))
			return err
		},
	}
}

// distantPicture loads a picture of the guide that is not embedded in the program.
func distantPicture(name string) ([]byte, error) { return disk.Asset("guide/" + name) }
