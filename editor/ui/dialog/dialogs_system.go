//go:build !js

package dialog

import (
	"context"
	"errors"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"github.com/ncruces/zenity"
)

// hasNativeDialogs reports whether the system provides file dialogs.
func hasNativeDialogs() bool {
	if runtime.GOOS != "linux" {
		return true
	}
	return slices.ContainsFunc([]string{"zenity", "matedialog", "qarma"}, func(name string) bool {
		_, err := exec.LookPath(name)
		return err == nil
	})
}

func systemDialogs() SystemDialogs {
	return SystemDialogs{
		Asks: runtime.GOOS == "darwin", // elsewhere Replace would be the default, so the dialogs are told not to ask
		Open: func(ctx context.Context, title, at string, extensions []string) (string, error) {
			return chosen(zenity.SelectFile(zenity.Context(ctx), zenity.Title(title), zenity.Filename(at),
				filters(extensions)))
		},
		Save: func(ctx context.Context, title, at string, extensions []string) (string, error) {
			return chosen(zenity.SelectFileSave(zenity.Context(ctx), zenity.Title(title), zenity.Filename(at),
				filters(extensions)))
		},
	}
}

// chosen converts the result of a dialog, with [ErrCanceled] for a dialog that was closed.
func chosen(path string, err error) (string, error) {
	if errors.Is(err, zenity.ErrCanceled) {
		return "", ErrCanceled
	}
	return path, err
}

func filters(extensions []string) zenity.Option {
	var f zenity.FileFilters
	if len(extensions) > 0 {
		patterns := make([]string, len(extensions))
		for i, e := range extensions {
			patterns[i] = "*" + e
		}
		const few = 3
		name := "Levels"
		if len(patterns) <= few {
			name = strings.Join(patterns, " ")
		}
		f = append(f, zenity.FileFilter{Name: name, Patterns: patterns, CaseFold: true})
	}
	return append(f, zenity.FileFilter{Name: "All files", Patterns: []string{"*"}})
}

// systemPage returns nil: the window is on a desktop.
func systemPage() *Page { return nil }

// distantPicture returns an error: all pictures are embedded here.
func distantPicture(string) ([]byte, error) { return nil, errors.New("it is missing") }
