package dialog

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/disk"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/export"
)

// ask lists every file that the presets would write, unusual ones first. Cancel is the primary button, so that pressing
// Enter without reading writes nothing.
func (r *exportRun) ask(plans []*export.Plan) {
	w := r.w
	files := exportFiles(plans, r.root)
	var list *widget.List
	list = w.Look.List(func() int {
		return len(files)
	}, func() fyne.CanvasObject { return newExportFileRow(w.Look) }, func(i int, o fyne.CanvasObject) {
		list.SetItemHeight(i, o.(*ExportFileRow).show(files[i], list.Size().Width))
	})
	f := w.NewFrame(0)
	f.Head = wrapped(r.about(files))
	title := "Export these files?"
	if r.onSave {
		title = "Export with every save?"
		f.Answer("Don't export", r.then)
	}
	f.Answer("Export "+quote.Count(len(files), "file"), func() { r.agreed(plans) })
	f.Primary("Cancel", f.Close)
	room := w.Win.Canvas().Size()
	f.Open(title, fyne.NewSize(min(680, room.Width-40), min(200+float32(len(files))*44, 520, room.Height-40)), list)
}

// about describes the export and counts the unusual files.
func (r *exportRun) about(files []exportFile) string {
	var b strings.Builder
	if r.onSave {
		fmt.Fprintf(&b, "This level is set to export %s with every save. If you agree, every save does so until "+
			"these settings change.", quote.Count(len(files), "file"))
	} else {
		fmt.Fprintf(&b, "This writes %s.", quote.Count(len(files), "file"))
	}
	foreign, outside := 0, 0
	for _, f := range files {
		foreign += kit.BoolInt(f.foreign)
		outside += kit.BoolInt(f.outside)
	}
	switch {
	case foreign == 1:
		b.WriteString(" 1 of them replaces a file not written by Fillet.")
	case foreign > 1:
		fmt.Fprintf(&b, " %d of them replace files not written by Fillet.", foreign)
	}
	switch {
	case outside == 1:
		b.WriteString(" 1 of them writes or reads outside the project folder.")
	case outside > 1:
		fmt.Fprintf(&b, " %d of them write or read outside the project folder.", outside)
	}
	return b.String()
}

// exportFile is a file in the question: its name, and remarks about it.
type exportFile struct {
	name, marks      string
	foreign, outside bool
}

// exportFiles lists the files that plans write: unusual ones first, otherwise in the order of the presets.
func exportFiles(plans []*export.Plan, root disk.Root) []exportFile {
	files := make([]exportFile, len(plans))
	for i, p := range plans {
		f := exportFile{name: nameIn(root, p.File), foreign: p.Foreign, outside: p.Outside || p.TemplateOutside}
		marks := []string{p.Preset.Format}
		if p.Template != "" {
			marks[0] = "from template " + nameIn(root, p.Template)
		}
		if p.TemplateOutside {
			marks[0] += ", outside the project"
		}
		if p.Exists {
			marks = append(marks, "exists")
		}
		if p.Foreign {
			marks = append(marks, "not written by Fillet")
		}
		if p.Outside {
			marks = append(marks, "outside the project")
		}
		f.marks = plainLine(strings.Join(marks, " · "))
		files[i] = f
	}
	rank := func(f exportFile) int { return 2*kit.BoolInt(f.outside) + kit.BoolInt(f.foreign) }
	slices.SortStableFunc(files, func(a, b exportFile) int { return rank(b) - rank(a) })
	return files
}

// nameIn returns a file's path on one line, relative to the root if the file is inside it.
func nameIn(root disk.Root, path string) string {
	if rel, err := filepath.Rel(root.Dir(), path); err == nil && root.Dir() != "" && filepath.IsLocal(rel) {
		path = rel
	}
	return plainLine(path)
}

// plainLine returns a text on one line with invisible characters escaped, so that no part of it looks like another line
// or like the program's own text. It elides the middle of a long string.
func plainLine(s string) string {
	const limit = 400
	if r := []rune(s); len(r) > limit {
		s = string(r[:limit/2]) + "…" + string(r[len(r)-limit/2:])
	}
	quoted := strconv.Quote(s)
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(quoted[1 : len(quoted)-1])
}

// ExportFileRow is one file that an export would write: its path, and remarks below it.
type ExportFileRow struct{ signRow }

func newExportFileRow(l *kit.Look) *ExportFileRow {
	r := &ExportFileRow{}
	r.init(l, fyne.TextWrapBreak, kit.NewQuietProse("", theme.SizeNameCaptionText))
	r.ExtendBaseWidget(r)
	return r
}

// show displays a file in a row of this width, and returns the height needed.
func (r *ExportFileRow) show(f exportFile, width float32) float32 {
	words := theme.ColorNamePlaceHolder
	if f.foreign || f.outside {
		words = theme.ColorNameWarning
	}
	r.warn(f.foreign || f.outside)
	r.Text.SetText(f.name)
	r.Below.Say(f.marks, words)
	r.Height = r.lay(width)
	return r.Height
}
