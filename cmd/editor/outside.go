//go:build !js

package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/quote"
	"fillet/importers"

	"github.com/spf13/cobra"
)

// rootFlag adds the flag for the folder in which a foreign file may reference others. The importer registry holds its
// value.
func (a *app) rootFlag(cmd *cobra.Command, files string) {
	cmd.Flags().StringVar(&a.importers.Root, "root", "", "the `folder` that must contain the files that "+files+
		" (default: its project or git repository, or its own folder)")
	must(cmd.MarkFlagDirname("root"))
}

// pointed returns the issues of an import. Issues about files outside the root name the --root that would allow them.
func pointed(path string, res *importers.Result) []importers.Issue {
	out := slices.Clone(res.Issues)
	for i := range out {
		if m := &out[i].Message; strings.Contains(*m, importers.ErrOutside.Error()) && res.Beyond != "" {
			*m += fmt.Sprintf("; --root %s allows reading it",
				quote.ShortPath(filepath.Join(filepath.Dir(path), filepath.FromSlash(res.Beyond))))
		}
	}
	return out
}

// rooted adds a hint to the import error of a file outside the root.
func rooted(err error) error {
	if errors.Is(err, importers.ErrOutside) {
		return fmt.Errorf("%w; --root names a wider one", err)
	}
	return err
}
