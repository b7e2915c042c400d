// Package importers reads the levels of other editors into Fillet's document.
//
// Each format is an [Importer] in a separate package; a [Registry] finds the format of a file by its content. Content
// that Fillet cannot keep is reported as an [Issue] of the result; a file that cannot be read is an [Error] with its
// place. Imported files are not trusted: sizes are limited, and no path in a file leads out of the folder that the
// import may read.
//
// # Adding a format
//
//  1. Write a package with a type that embeds a [Format] and implements [Importer], and New. Register it in
//     newImporters (cmd/editor/main.go); Detect tries the formats in that order.
//  2. Sniff sees the first 64 kB of a file. It must reject other formats and plain text.
//  3. Import makes a [Builder]. For each layer of the file, from the lowest, it calls Layer, then Cells (a grid of
//     values), Entity (a shape with a name, tags and fields) or Add. The mapping decides what cells and entities
//     become. Finish returns the result. [Ellipse], [Path], [SettingsOf], [SideBySide] and [SelectLevels] help most
//     formats; [ParseJSON] reads JSON and gives errors their places.
//  4. Report content that cannot be kept as an [Issue]; never drop it silently. Report unreadable input as an *[Error]
//     with its position. A permanent id in [level.Source] lets a re-import find the collider again.
//  5. For tile layers, pass the count of each tile to Builder.Tiles, and ask Builder.TileRule what each tile becomes.
//     Only words.go interprets names and fields.
//  6. Read other files through the source (ReadNeighbour, ReadFrom, InRoot), which confines them to the root. Check
//     every size before allocating, call ctx.Err in loops and opts.Report for each level, and recover from panics of
//     libraries.
//  7. If the options ask for pictures (Builder.WantsPictures), name their images with Builder.Image and their places
//     with Builder.Picture.
//  8. Test it with testkit.RunSamples on a few samples, golden files (testkit.DumpImport), tables of small files and a
//     fuzz target.
//  9. Describe it in docs/IMPORTING.md, docs/guide/importing.md and README.md.
package importers

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"
)

// Importer reads one foreign format. It has no state: its methods can be called from several goroutines.
type Importer interface {
	// Name returns the format's short name on the command line, such as "ldtk".
	Name() string
	// Title returns the format's display name, such as "LDtk project".
	Title() string
	// Extensions lists the usual extensions of its files, each with its dot, in lower case.
	Extensions() []string
	// Sniff reports whether a file that begins with head is of this format. For a shorter file, head is all of it.
	Sniff(path string, head []byte) bool
	// Levels lists the levels of the file, in file order.
	Levels(ctx context.Context, src *Source) ([]LevelInfo, error)
	// Import makes a document from the levels that the options name. The error is an *Error or wraps the context's
	// error.
	Import(ctx context.Context, src *Source, opts Options) (*Result, error)
}

// Format holds the names of a format, for an [Importer] to embed.
type Format struct {
	name, title string
	extensions  []string
}

// NewFormat returns the names of a format: its short name, its display name and the usual extensions of its files.
func NewFormat(name, title string, extensions ...string) *Format {
	return &Format{name, title, extensions}
}

// Name returns the short name.
func (f *Format) Name() string { return f.name }

// Title returns the display name.
func (f *Format) Title() string { return f.title }

// Extensions returns the usual extensions of files.
func (f *Format) Extensions() []string { return slices.Clone(f.extensions) }

// LevelInfo is a level of a foreign file at its place in Fillet's document.
type LevelInfo struct {
	Name          string // as accepted by Options.Levels
	World         string // the level's world, if the file has several
	ID            string // the format's own id, if it has one; Options.Levels accepts it as well
	X, Y          float64
	Width, Height float64 // in pixels
	Depth         int     // depth in the world, if the format has depths
}

// Corner returns the level's top left corner.
func (l LevelInfo) Corner() level.Vec { return level.Vec{X: l.X, Y: l.Y} }

// Size returns the level's width and height.
func (l LevelInfo) Size() level.Vec { return level.Vec{X: l.Width, Y: l.Height} }

// Mode selects how cells of a grid become colliders.
type Mode string

// The modes.
const (
	Merged Mode = "merged" // outlines with holes around cells of one value that share an edge
	Cells  Mode = "cells"  // one box per cell
	Rects  Mode = "rects"  // the fewest boxes
	Chains Mode = "chains" // closed chains of edges; see CellChain for which side is the outside
)

// Modes lists every mode, the default first.
var Modes = []Mode{Merged, Rects, Cells, Chains}

// ParseMode returns the mode with the given name; the empty name means Merged.
func ParseMode(s string) (Mode, error) {
	if s == "" {
		return Merged, nil
	}
	for _, m := range Modes {
		if s == string(m) {
			return m, nil
		}
	}
	return "", fmt.Errorf("unknown mode %q; use %s", quote.Excerpt(s), modeNames())
}

func modeNames() string {
	names := make([]string, len(Modes))
	for i, m := range Modes {
		names[i] = string(m)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// AppendNew appends the words that a list does not have yet.
func AppendNew(list []string, words ...string) []string {
	for _, w := range words {
		if !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// InReach reports whether all coordinates are within the limits of a level.
func InReach(coordinates ...float64) bool {
	for _, x := range coordinates {
		if !(math.Abs(x) <= level.MaxCoordinate) {
			return false
		}
	}
	return true
}

// BaseName returns a file's name without its folder and extension, as valid UTF-8.
func BaseName(file string) string {
	base := filepath.Base(file)
	return strings.ToValidUTF8(strings.TrimSuffix(base, filepath.Ext(base)), "\ufffd")
}

// Options controls what to import and how. The zero value imports everything, merged.
type Options struct {
	Levels   []string // names or ids of the levels to import; nil means all
	Mode     Mode     // for cells whose mode the mapping leaves open; empty is Merged
	Mapping  *Mapping // what each value becomes; nil is the default
	Defaults int      // version of the defaults, which apply where no rule does; 0 is NewestDefaults
	Pictures bool     // whether the result includes the file's pictures
	Progress func(done, total int)

	// Again marks a re-import. An unreadable part of the file is then an error; leaving it out would look as if it had
	// been deleted from the file.
	Again bool
}

// Report calls Progress if it is set.
func (o *Options) Report(done, total int) {
	if o.Progress != nil {
		o.Progress(done, total)
	}
}

// Result holds an imported document and the report of its import.
type Result struct {
	Document *level.Document
	Issues   []Issue
	Found    Found  // what mapping rules can match
	Offer    *Offer // a rule that would make something solid, if nothing is

	// Beyond is the folder, relative to the file's folder, that the import needs as its root to read every file that it
	// refers to. It is empty if the current root suffices.
	Beyond string

	// Missing lists the files that the file refers to and that do not exist, relative to the file's folder.
	Missing []string

	Pictures []Picture // in drawing order, if the options ask for them
	Images   []Image   // that the pictures are cut from
}

// Losses counts the issues of severity Loss.
func (r *Result) Losses() int {
	n := 0
	for _, i := range r.Issues {
		if i.Severity == Loss {
			n++
		}
	}
	return n
}

// Severity grades the effect of an issue on the imported level.
type Severity string

// The severities.
const (
	Note    Severity = "note"    // worth knowing; nothing is missing
	Warning Severity = "warning" // the file has a fault; the message says how it was read
	Loss    Severity = "loss"    // something in the file is missing from the document
)

// severities lists the severities, the lowest first.
var severities = []Severity{Note, Warning, Loss}

// Issue is a note, a warning or a loss of an import.
type Issue struct {
	Severity Severity
	File     string
	Path     string // the place in the file, in the format's own terms, such as levels[3].layerInstances[0]
	Message  string
}

// NewIssue returns an issue with a formatted message, which shortens the strings that it quotes.
func NewIssue(s Severity, file, path, format string, args ...any) Issue {
	return Issue{s, file, path, fmt.Sprintf(format, quote.Excerpts(args)...)}
}

func (i Issue) String() string {
	return string(i.Severity) + ": " + place(i.File, i.Path, 0, 0) + i.Message
}

// MaxIssues limits the issues that an import lists. Further issues are only counted.
const MaxIssues = 1000

// Issues collects the issues of an import, up to [MaxIssues]. The zero value is empty.
type Issues struct {
	list []Issue
	more [3]int // by index in severities: the number of issues that are not listed
}

// Add adds an issue.
func (l *Issues) Add(i Issue) {
	if len(l.list) < MaxIssues {
		i.Path = quote.ShortPath(i.Path)
		l.list = append(l.list, i)
		return
	}
	l.more[slices.Index(severities, i.Severity)]++
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

// All lists the issues. A last entry counts the issues that are not listed and has the highest severity among them.
func (l *Issues) All(file string) []Issue {
	sum, highest := 0, Note
	for k, n := range l.more {
		if sum += n; n > 0 {
			highest = severities[k]
		}
	}
	if sum == 0 {
		return l.list
	}
	return append(l.list, Issue{highest, file, "", fmt.Sprintf("and %s: %s, %s, %s",
		quote.Count(sum, "more issue"), quote.Count(l.more[2], "loss"), quote.Count(l.more[1], "warning"),
		quote.Count(l.more[0], "note"))})
}

// Error is the reason why a file cannot be imported, with its position.
type Error struct {
	File string
	Path string // place in the file, in the format's own terms; may be empty
	// Line and Column count from 1; 0 is unknown.
	Line, Column int
	Err          error
}

func (e *Error) Error() string { return place(e.File, e.Path, e.Line, e.Column) + e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// Unreadable returns the given error of an unreadable file, or strictyaml.ErrConflict, which explains more, if the file
// has conflict markers from git.
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
