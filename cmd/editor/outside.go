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

// rootFlag adds the flag for the folder in which a foreign file may name others. The commands that import keep it in the registry.
func (a *app) rootFlag(cmd *cobra.Command, files string) {
	cmd.Flags().StringVar(&a.importers.Root, "root", "", "the `folder` in which the files that "+files+" may lie (default: that of its project or git repository, or its own)")
	must(cmd.MarkFlagDirname("root"))
}

// pointed is the issues of an import, of which those about a file outside of the root say which --root would do.
func pointed(path string, res *importers.Result) []importers.Issue {
	out := slices.Clone(res.Issues)
	for i := range out {
		if m := &out[i].Message; strings.Contains(*m, importers.ErrOutside.Error()) && res.Beyond != "" {
			*m += fmt.Sprintf("; --root %s lets it be read", quote.ShortPath(filepath.Join(filepath.Dir(path), filepath.FromSlash(res.Beyond))))
		}
	}
	return out
}

// rooted is the error of an import; one about a file outside of the root says what to do.
func rooted(err error) error {
	if errors.Is(err, importers.ErrOutside) {
		return fmt.Errorf("%w; --root names a wider one", err)
	}
	return err
}
