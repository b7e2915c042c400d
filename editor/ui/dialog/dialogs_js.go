package dialog

import (
	"context"
	"errors"
	"path/filepath"
	"syscall/js"

	"fillet/editor/browser"
)

// hasNativeDialogs reports whether the page can ask for files: it always can, with the browser's dialogs or with up- and downloads.
func hasNativeDialogs() bool { return true }

// systemDialogs are the browser's own. What is chosen appears as a file of the page's file system, and what is written there is written
// to the chosen one, or downloaded where the browser gives no access to files.
func systemDialogs() SystemDialogs {
	ask := func(name string, args ...any) (string, error) {
		path, err := browser.Await(browser.Script().Get("files").Call(name, args...))
		switch {
		case errors.Is(err, browser.ErrAborted):
			return "", ErrCanceled
		case err != nil:
			return "", err
		case path.Type() != js.TypeString:
			return "", ErrCanceled
		}
		return path.String(), nil
	}
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
