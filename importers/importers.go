// Package importers reads the levels of other editors into Fillet's document.
//
// A format is an [Importer] in a package of its own; a [Registry] finds the one for a file by its content. What a
// foreign file says and Fillet cannot keep is an [Issue] of the result, never silence; a file that cannot be read is an
// [Error] with its place. Imported files are not trusted: their sizes are limited, and a path in one leads to files in
// its own folder only.
package importers

import (
	"context"
	"fmt"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"
)

// Importer reads one foreign format. It has no state: its methods can be called on several goroutines.
type Importer interface {
	// Name is the format's short name on the command line, such as "ldtk".
	Name() string
	// Title is its name for people, such as "LDtk project".
	Title() string
	// Extensions lists the file name extensions it usually has, each with its dot, in lower case.
	Extensions() []string
	// Sniff reports whether a file that begins with head is of this format. The head is the whole of a shorter file.
	Sniff(path string, head []byte) bool
	// Levels lists the levels that the file holds, in its order.
	Levels(ctx context.Context, src *Source) ([]LevelInfo, error)
	// Import makes a document of the levels that the options name. The error is an *Error, or wraps the context's.
	Import(ctx context.Context, src *Source, opts Options) (*Result, error)
}

// LevelInfo is one level of a foreign file, at its place in Fillet's document.
type LevelInfo struct {
	Name          string // what Options.Levels takes
	World         string // the world it belongs to, where the file has several
	ID            string // the format's own id of it, if it has one; Options.Levels takes it as well
	X, Y          float64
	Width, Height float64 // in pixels
	Depth         int     // its depth in the world, where the format has that
}

// Mode is how cells of a grid become colliders.
type Mode string

// The modes.
const (
	Merged Mode = "merged" // outlines with holes around cells of one value that share an edge
	Cells  Mode = "cells"  // one box a cell
	Rects  Mode = "rects"  // the fewest boxes
	Chains Mode = "chains" // closed chains of edges; see Chain for which side is the outside
)

// Modes lists every mode, the default first.
var Modes = []Mode{Merged, Rects, Cells, Chains}

// ParseMode reads a mode's name; the empty one is Merged.
func ParseMode(s string) (Mode, error) {
	if s == "" {
		return Merged, nil
	}
	for _, m := range Modes {
		if s == string(m) {
			return m, nil
		}
	}
	return "", fmt.Errorf("unknown mode %q; there are %s", quote.Excerpt(s), modeNames())
}

func modeNames() string {
	names := make([]string, len(Modes))
	for i, m := range Modes {
		names[i] = string(m)
	}
	return strings.Join(names, ", ")
}

// Options say what to import and how. The zero value imports everything, merged.
type Options struct {
	Levels   []string // names or ids of the levels to import; nil is all of them
	Mode     Mode     // for cells that no rule of the mapping gives a mode; empty is Merged
	Mapping  *Mapping // what each value becomes; nil is the default
	Defaults int      // the version of the defaults, where no rule says anything; 0 is NewestDefaults
	Pictures bool     // whether the result has the file's pictures as well
	Progress func(done, total int)

	// Again marks a re-import. A part of the file that cannot be read is then an error: left out, it would look as if
	// the file had lost it.
	Again bool
}

// Result is an imported document and what there is to say about it.
type Result struct {
	Document *level.Document
	Issues   []Issue
	Found    Found  // what rules of a mapping can match
	Offer    *Offer // the rule that would make something solid, where nothing is; else nil

	// Beyond is the folder that the file would have to be allowed to read in for all that it names, relative to its own;
	// empty where it may already.
	Beyond string

	Pictures []Picture // in drawing order, where the options ask for them
	Images   []Image   // that they are parts of
}

// Losses counts the issues that say that something was lost.
func (r *Result) Losses() int {
	n := 0
	for _, i := range r.Issues {
		if i.Severity == Loss {
			n++
		}
	}
	return n
}

// Severity says what an issue means for the imported level.
type Severity string

// The severities.
const (
	Note    Severity = "note"    // worth knowing; nothing is missing
	Warning Severity = "warning" // the file is not as it should be; this was made of it
	Loss    Severity = "loss"    // something of the file is not in the document
)

// Issue is something to know about an import.
type Issue struct {
	Severity Severity
	File     string
	Path     string // the place in the file, in the format's own terms, such as levels[3].layerInstances[0]
	Message  string
}

func (i Issue) String() string {
	return string(i.Severity) + ": " + place(i.File, i.Path, 0, 0) + i.Message
}

// MaxIssues is how many issues an import lists; a file that is wrong everywhere gives more, and they are only counted.
const MaxIssues = 1000

// Issues gathers the issues of an import, up to [MaxIssues]. The zero value has none.
type Issues struct {
	list []Issue
	more [3]int // not listed: notes, warnings, losses
}

// Add adds an issue.
func (l *Issues) Add(i Issue) {
	if len(l.list) < MaxIssues {
		i.Path = quote.ShortPath(i.Path)
		l.list = append(l.list, i)
		return
	}
	switch i.Severity {
	case Loss:
		l.more[2]++
	case Warning:
		l.more[1]++
	default:
		l.more[0]++
	}
}

// AddAll adds another list's issues.
func (l *Issues) AddAll(o *Issues) {
	for _, i := range o.list {
		l.Add(i)
	}
	for k, n := range o.more {
		l.more[k] += n
	}
}

// All lists the issues, and last how many more there were, with the gravest severity among them.
func (l *Issues) All(file string) []Issue {
	n := l.more[0] + l.more[1] + l.more[2]
	if n == 0 {
		return l.list
	}
	s := Note
	if l.more[2] > 0 {
		s = Loss
	} else if l.more[1] > 0 {
		s = Warning
	}
	return append(l.list, Issue{s, file, "", fmt.Sprintf("and %d issues more: %d losses, %d warnings, %d notes", n, l.more[2], l.more[1], l.more[0])})
}

// Error is why a file cannot be imported.
type Error struct {
	File string
	Path string // the place in the file, in the format's own terms; empty where there is none
	// Line and Column count from 1; 0 is unknown.
	Line, Column int
	Err          error
}

func (e *Error) Error() string { return place(e.File, e.Path, e.Line, e.Column) + e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// Unreadable is the error of a file that cannot be read: the given one, or that the file has conflict markers from git, which
// says more.
func Unreadable(data []byte, err *Error) *Error {
	if line := strictyaml.ConflictLine(data); line > 0 {
		return &Error{File: err.File, Line: line, Err: strictyaml.ErrConflict}
	}
	return err
}

func place(file, path string, line, column int) string {
	s := quote.ShortPath(file)
	if line > 0 {
		s += fmt.Sprintf(":%d", line)
		if column > 0 {
			s += fmt.Sprintf(":%d", column)
		}
	}
	if path != "" {
		if s != "" {
			s += ": "
		}
		s += quote.ShortPath(path)
	}
	if s != "" {
		s += ": "
	}
	return s
}
