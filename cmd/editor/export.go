package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"fillet/export"
	"fillet/importers"

	"github.com/spf13/cobra"
)

func (a *app) exportCommand() *cobra.Command {
	var format, out string
	cmd := &cobra.Command{
		Use:   "export LEVEL -f FORMAT -o OUT",
		Short: "Write the collider file that a game loads",
		Long: `Write the collider file that a game loads. "editor formats" lists the formats; without -f the output's name says
which. The old file stays whole until the new one is complete.

What a format cannot carry is listed on standard error, and the exit code is then 1; so is what a foreign level lost on
its way in.`,
		Example: `  editor export cavern.level.yaml -f json -o cavern.colliders.json
  editor export world.ldtk -f yaml -o world.colliders.yaml
  cat cavern.level.yaml | editor export - -f json -o - | jq '.colliders | length'`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := a.exporter(format, out)
			if err != nil {
				return err
			}
			return a.exportLevel(cmd.Context(), args[0], e, out)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&format, "format", "f", "", "the format: "+strings.Join(a.exporters.Names(), ", "))
	f.StringVarP(&out, "output", "o", "", "the `file` to write, or - for standard output")
	mustBeGiven(cmd, "output")
	completeWords(cmd, "format", a.exporters.Names()...)
	return cmd
}

// exporter is the format of that name, or the one that the output's name suits where no name is given.
func (a *app) exporter(name, out string) (export.Exporter, error) {
	if name != "" {
		return a.exporters.Get(name)
	}
	if e, ok := a.exporters.ForFile(out); ok {
		return e, nil
	}
	return nil, fmt.Errorf("which format? say it with -f: %s", strings.Join(a.exporters.Names(), ", "))
}

func (a *app) exportLevel(ctx context.Context, src string, e export.Exporter, out string) error {
	res, losses, err := a.read(ctx, src, importers.Options{})
	if err != nil {
		return err
	}
	if err := relateSources(res.Document, src, out); err != nil {
		return fmt.Errorf("%s: %w", src, err)
	}
	snap := res.Document.Snapshot()
	var report *export.Report
	if out != "-" {
		report, err = export.ToFile(ctx, e, snap, export.Options{}, out)
	} else {
		report, err = a.exportToStdout(ctx, e, res)
	}
	if err != nil {
		return unreadable(err)
	}
	for _, l := range report.Losses {
		fmt.Fprintf(a.stderr, "loss: %s: %v\n", out, l)
	}
	return lost(losses + len(report.Losses))
}

func (a *app) exportToStdout(ctx context.Context, e export.Exporter, res *importers.Result) (*export.Report, error) {
	var b bytes.Buffer
	report, err := e.Export(ctx, res.Document.Snapshot(), export.Options{}, &b)
	if err != nil {
		return nil, err
	}
	if len(report.Files) > 0 {
		return nil, fmt.Errorf("%s writes %d files beside the main one: it cannot go to standard output", e.Name(), len(report.Files))
	}
	return report, a.write("-", b.Bytes())
}
