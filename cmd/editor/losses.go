//go:build !js

package main

import (
	"encoding/json"
	"errors"

	"fillet/export"
	"fillet/importers"

	"github.com/spf13/cobra"
)

// lossFlags say how losses are told, and which of them count for the exit code.
type lossFlags struct {
	format string
	strict bool
}

func addLossFlags(cmd *cobra.Command, l *lossFlags) {
	l.format = "text"
	wordFlag(cmd, &l.format, "losses", "", "how losses are listed: as `text` on standard error, or as json on standard output", "text", "json")
	cmd.Flags().BoolVar(&l.strict, "strict", false, "have mere notes count for the exit code as losses do")
}

// lossImport is the kind of what was lost on the way in.
const lossImport export.LossKind = "import"

// lossList is what a command loses, for those that list it as JSON. A nil list is of one that tells losses as text.
type lossList struct{ records []export.LossRecord }

func (l *lossList) addImport(i importers.Issue) {
	message, severity := i.Message, export.SeverityNote
	if i.Path != "" {
		message = i.Path + ": " + message
	}
	if i.Severity == importers.Loss {
		severity = export.SeverityLoss
	}
	l.records = append(l.records, export.LossRecord{Severity: severity, Kind: lossImport, Message: message, Source: i.File})
}

func (l *lossList) addExport(src, out string, loss export.Loss) {
	l.records = append(l.records, loss.Records(src, out)...)
}

// bytes is the list as JSON, a loss a line.
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

// tellLosses has losses told as the flags say.
func (a *app) tellLosses(flags lossFlags) {
	a.strict = flags.strict
	if flags.format == "json" {
		a.losses = &lossList{}
	}
}

// listed is the error of a command that is done, after it has listed its losses where they are wanted as JSON: also where
// something failed, but for a wrong call.
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

// writeLosses writes the list to standard output, and empties it: a command that goes on writes one for each turn.
func (a *app) writeLosses() error {
	data, err := a.losses.bytes()
	if err != nil {
		return err
	}
	a.losses.records = nil
	return a.write("-", data)
}

// reportImport tells what making a level of a foreign file has to say, and counts what is lost; notes as well where they are to
// count.
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

// reportLosses tells what an export lost, and counts what changes how a game plays; notes as well where they are to count.
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
