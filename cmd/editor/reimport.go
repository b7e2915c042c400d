package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/importers"

	"github.com/spf13/cobra"
)

func (a *app) reimportCommand() *cobra.Command {
	var out, take, root string
	cmd := &cobra.Command{
		Use:   "reimport LEVEL [-o OUT.yaml]",
		Short: "Bring a level up to date with the files that it was imported from",
		Long: `Import the files that a level was imported from again, as they were imported then, and merge them into the level: what
only the file changed is taken over, what only you changed or added stays. What both changed is listed on standard
error and stays as you have it, unless --take file says otherwise.

The exit code is 1 where both changed something, or something was lost.`,
		Example: `  fillet reimport world.level.yaml
  fillet reimport world.level.yaml -o merged.level.yaml --take file`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := oneOf("take", take, "mine", "file"); err != nil {
				return err
			}
			a.importers.Root = root
			if out == "" {
				out = args[0]
			}
			return a.reimport(cmd.Context(), args[0], out, take == "file")
		},
	}
	f := cmd.Flags()
	f.StringVarP(&out, "output", "o", "", "the level `file` to write (default: LEVEL itself)")
	f.StringVar(&take, "take", "mine", "`whose` version of what both changed: mine or file")
	f.StringVar(&root, "root", "", "the `folder` in which the imported files, and those that they name, may lie (default: each file's own)")
	completeWords(cmd, "take", "mine", "file")
	return cmd
}

func (a *app) reimport(ctx context.Context, in, out string, takeFile bool) error {
	if in == "-" {
		return errors.New("a level on standard input has no folder from which its files could be read")
	}
	doc, err := level.Open(in)
	if err != nil {
		return unreadable(err)
	}
	if err := doc.MapSources(func(file string) string { return level.AbsoluteSource(file, in) }); err != nil {
		return unreadable(fmt.Errorf("%s: %w", in, err))
	}
	session := editor.NewSession(doc)
	if len(doc.Settings().Imports) == 0 {
		return unreadable(fmt.Errorf("%s: it was not imported from another editor's file, or with an older Fillet", in))
	}
	losses := 0
	for i := range doc.Settings().Imports {
		m := doc.Settings().Imports[i]
		if level.IsHiddenFrom(filepath.Dir(in), filepath.FromSlash(m.File)) {
			return unreadable(fmt.Errorf("%s: %s: %w", in, level.ShortPath(m.File), level.ErrHidden))
		}
		n, err := a.reimportFile(ctx, session, m, takeFile)
		if err != nil {
			return unreadable(err)
		}
		losses += n
	}
	var b bytes.Buffer
	snapshot := doc.Snapshot()
	if out != "-" {
		snapshot = snapshot.MapSources(func(file string) string { return level.RelativeSource(file, out) })
	}
	if err := level.Write(&b, snapshot); err != nil {
		return unreadable(fmt.Errorf("%s: %w", out, err))
	}
	if err := a.write(out, b.Bytes()); err != nil {
		return err
	}
	return lost(losses)
}

// reimportFile merges one file, and counts what was lost or changed on both sides.
func (a *app) reimportFile(ctx context.Context, session *editor.Session, m *level.Import, takeFile bool) (int, error) {
	opts, err := importers.OptionsOf(m)
	if err != nil {
		return 0, err
	}
	opts.Pictures = true
	res, _, err := a.importers.Load(ctx, filepath.FromSlash(m.File), opts)
	if err != nil {
		return 0, err
	}
	a.report(res.Issues)
	plan, err := editor.PlanReimport(session.Document(), m, res.Document)
	if err != nil {
		return 0, err
	}
	for i := range plan.Conflicts {
		c := &plan.Conflicts[i]
		c.Take = takeFile
		fmt.Fprintf(a.stderr, "both: %s: %v\n", path.Base(m.File), c)
	}
	for _, n := range plan.Notes {
		a.note("note: %s: %s", path.Base(m.File), n)
	}
	a.note("%s", plan.Summary())
	return res.Losses() + len(plan.Conflicts), session.ApplyReimport(plan)
}
