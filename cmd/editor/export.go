package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"fillet/export"
	"fillet/importers"

	"github.com/spf13/cobra"
)

func (a *app) exportCommand() *cobra.Command {
	var target targetFlags
	var out string
	cmd := &cobra.Command{
		Use:   "export LEVEL -f FORMAT -o OUT",
		Short: "Write the collider file that a game loads",
		Long: `Write the collider file that a game loads. "editor formats" lists the formats; without -f the output's name says
which. --template names a text template that makes a format of your own: docs/TEMPLATES.md says how. The old file stays
whole until the new one is complete.

What a format cannot carry is listed on standard error, and the exit code is then 1; so is what a foreign level lost on
its way in.`,
		Example: `  editor export cavern.level.yaml -f json -o cavern.colliders.json
  editor export world.ldtk -f yaml -o world.colliders.yaml
  editor export world.ldtk -f cp -o world.cp.go --tolerance 0.1
  editor export world.ldtk --template examples/templates/colliders.lua.tmpl -o world.lua
  cat cavern.level.yaml | editor export - -f json -o - | jq '.colliders | length'`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := a.target(target, out)
			if err != nil {
				return err
			}
			return a.exportLevel(cmd.Context(), args[0], e, target.options(), out)
		},
	}
	a.addTargetFlags(cmd, &target)
	f := cmd.Flags()
	f.StringVarP(&out, "output", "o", "", "the `file` to write, or - for standard output")
	mustBeGiven(cmd, "output")
	return cmd
}

// targetFlags say what is exported to.
type targetFlags struct {
	format, template string
	tolerance        float64
}

// addTargetFlags adds the flags; more are formats that the command has besides the registry's.
func (a *app) addTargetFlags(cmd *cobra.Command, t *targetFlags, more ...string) {
	names := slices.Concat(more, a.exporters.Names())
	f := cmd.Flags()
	f.StringVarP(&t.format, "format", "f", "", "the format: "+strings.Join(names, ", "))
	f.StringVar(&t.template, "template", "", "a text template `file` that makes a format of its own")
	f.Float64Var(&t.tolerance, "tolerance", export.DefaultTolerance, "how many `pixels` vertices may be off the arcs that they stand for, in formats without radii")
	cmd.MarkFlagsMutuallyExclusive("format", "template")
	completeWords(cmd, "format", names...)
}

func (t targetFlags) options() export.Options { return export.Options{Tolerance: t.tolerance} }

// target is what the flags name, or what the output's name suits.
func (a *app) target(t targetFlags, out string) (export.Exporter, error) {
	if !(t.tolerance > 0) {
		return nil, fmt.Errorf("--tolerance is a number of pixels above 0, not %g", t.tolerance)
	}
	if t.template == "" {
		return a.exporter(t.format, out)
	}
	text, err := os.ReadFile(t.template)
	if err != nil {
		return nil, unreadable(err)
	}
	e, err := export.NewTemplate(t.template, string(text))
	return e, unreadable(err)
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

func (a *app) exportLevel(ctx context.Context, src string, e export.Exporter, opts export.Options, out string) error {
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
		report, err = export.ToFile(ctx, e, snap, opts, out)
	} else {
		report, err = a.exportToStdout(ctx, e, opts, res)
	}
	if err != nil {
		return unreadable(err)
	}
	for _, l := range report.Losses {
		fmt.Fprintf(a.stderr, "loss: %s: %v\n", out, l)
	}
	return lost(losses + len(report.Losses))
}

func (a *app) exportToStdout(ctx context.Context, e export.Exporter, opts export.Options, res *importers.Result) (*export.Report, error) {
	var b bytes.Buffer
	report, err := e.Export(ctx, res.Document.Snapshot(), opts, &b)
	if err != nil {
		return nil, err
	}
	if len(report.Files) > 0 {
		return nil, fmt.Errorf("%s writes %d files beside the main one: it cannot go to standard output", e.Name(), len(report.Files))
	}
	return report, a.write("-", b.Bytes())
}
