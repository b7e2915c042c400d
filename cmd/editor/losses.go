//go:build !js

package main

import (
	"encoding/json"
	"errors"

	"fillet/export"
	"fillet/importers"

	"github.com/spf13/cobra"
)

// lossFlags selects how losses are reported and which of them affect the exit code.
type lossFlags struct {
	format string
	strict bool
}

func addLossFlags(cmd *cobra.Command, l *lossFlags) {
	l.format = "text"
	wordFlag(cmd, &l.format, "losses", "",
		"how losses are listed: as `text` on standard error, or as json on standard output", "text", "json")
	cmd.Flags().BoolVar(&l.strict, "strict", false, "count notes like losses for the exit code")
}

// lossImport is the kind of losses on import.
const lossImport export.LossKind = "import"

// lossList collects the losses of a command that lists them as JSON. It is nil if losses are reported as text.
type lossList struct{ records []export.LossRecord }

func (l *lossList) addImport(i importers.Issue) {
	message, severity := i.Message, export.SeverityNote
	if i.Path != "" {
		message = i.Path + ": " + message
	}
	if i.Severity == importers.Loss {
		severity = export.SeverityLoss
	}
	l.records = append(l.records, export.LossRecord{
		Severity: severity, Kind: lossImport, Message: message,
		Source: i.File,
	})
}

func (l *lossList) addExport(src, out string, loss export.Loss) {
	l.records = append(l.records, loss.Records(src, out)...)
}

// bytes encodes the list as JSON, one loss per line.
func (l *lossList) bytes() ([]byte, error) {
	b := []byte("{\"losses\": [")
	for i, r := range l.records {
		line, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, "\n  "...), line...)
	}
	return append(b, "]}\n"...), nil
}

// tellLosses applies the loss flags.
func (a *app) tellLosses(flags lossFlags) {
	a.strict = flags.strict
	if flags.format == "json" {
		a.losses = &lossList{}
	}
}

// listed writes the list of losses if they are wanted as JSON, and returns the command's error. The list is also
// written if something failed, except for a wrong call.
func (a *app) listed(err error) error {
	var marked *codeError
	if a.losses == nil || err != nil && (!errors.As(err, &marked) || marked.code == exitUsage) {
		return err
	}
	if failed := a.writeLosses(); failed != nil {
		return failed
	}
	return err
}

// writeLosses writes the list to standard output and empties it: a command that watches writes one per turn.
func (a *app) writeLosses() error {
	data, err := a.losses.bytes()
	if err != nil {
		return err
	}
	a.losses.records = nil
	return a.write("-", data)
}

// reportImport reports the issues of an import and counts its losses; with --strict, notes count too.
func (a *app) reportImport(issues []importers.Issue) int {
	count := 0
	for _, i := range issues {
		if i.Severity == importers.Loss || a.strict {
			count++
		}
		if a.losses != nil {
			a.losses.addImport(i)
		}
		switch {
		case a.losses != nil && i.Severity != importers.Warning:
		case i.Severity == importers.Note && !a.strict:
			a.note("%v", i)
		default:
			tell(a.stderr, "%v", i)
		}
	}
	return count
}

// reportLosses reports the losses of an export and counts those that change how a game plays; with --strict, notes
// count too.
func (a *app) reportLosses(src, out string, report *export.Report) int {
	count := report.Count(export.SeverityLoss)
	if a.strict {
		count = len(report.Losses)
	}
	for _, l := range report.Losses {
		switch {
		case a.losses != nil:
			a.losses.addExport(src, out, l)
		case l.Severity() == export.SeverityNote && !a.strict:
			a.note("note: %s: %v", out, l)
		default:
			tell(a.stderr, "%s: %s: %v", l.Severity(), out, l)
		}
	}
	return count
}
