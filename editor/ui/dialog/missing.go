package dialog

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

// missing finds the prefabs that a level's instances could not load.
type missing struct{ *Parent }

// lost is a prefab whose instances could not be loaded.
type lost struct {
	prefab string // path as stored in the level
	why    error
	isGone bool // its file does not exist and may have moved
	of     []*level.Instance
}

// list returns the missing prefabs, sorted by name.
func (m missing) list() []lost {
	at := map[string]int{}
	var out []lost
	doc := m.Session.Document()
	for _, i := range doc.Bare() {
		err := doc.InstanceProblem(i.ID)
		if err == nil { // every part is excluded by an override
			continue
		}
		k, ok := at[i.Prefab]
		if !ok {
			k = len(out)
			at[i.Prefab], out = k, append(out, lost{prefab: i.Prefab, why: err, isGone: m.Files.LacksPrefab(i.Prefab)})
		}
		out[k].of = append(out[k].of, i)
	}
	slices.SortFunc(out, func(a, b lost) int { return quote.Natural(a.prefab, b.prefab) })
	return out
}

func (m missing) title(list []lost) string {
	if slices.ContainsFunc(list, func(l lost) bool { return !l.isGone }) {
		return "Some prefabs cannot be placed"
	}
	if len(list) == 1 {
		return "A prefab was not found"
	}
	return "Some prefabs were not found"
}

// show lists the missing prefabs with the positions of their instances, and offers to locate the files. The other
// issues of the opened level follow below.
func (m missing) show(name string, others []importers.Issue) {
	const limit = 100 // the Problems panel lists the rest
	list := m.list()
	if len(list) == 0 {
		return
	}
	f := m.NewFrame(0)
	n := 0
	rows := container.New(kit.Lines(2))
	for k, l := range list {
		if n += len(l.of); k < limit {
			rows.Add(m.row(l, func() {
				f.Close()
				m.locate(l.prefab, func() { m.show(name, others) })
			}))
			rows.Add(kit.Pad(0, 4, 0, 4, kit.Rule(m.Look)))
		}
	}
	if len(list) > limit {
		rows.Add(kit.Pad(-kit.FieldInset, 0, 0, 0, kit.NewQuietProse(fmt.Sprintf("and %d more", len(list)-limit),
			theme.SizeNameCaptionText)))
	}
	for k := range others[:min(len(others), limit)] {
		r := newIssueRow(m.Look)
		r.showIssue(&others[k], 580)
		rows.Add(r)
	}
	f.Head = wrapped(fmt.Sprintf("%s is open. ", kit.AtMost(name, 60)) + quote.Plural(n,
		"1 instance without shapes is shown as a dashed box.",
		"%d instances without shapes are each shown as a dashed box.") +
		" Nothing is lost: the shapes come back as soon as the file exists again.")
	f.LeftButton("Copy list", func() { m.App.Clipboard().SetContent(m.text(list) + issueText(others)) })
	f.Primary("OK", f.Close)
	f.Open(m.title(list), fyne.NewSize(640, 380), container.NewVScroll(rows))
}

func (m missing) row(l lost, locate func()) fyne.CanvasObject {
	p := m.Look.Colors()
	name := kit.NewTippedText(m.Look, kit.Text(quote.ShortPath(l.prefab), p.Text, kit.TextSize))
	name.Left = true
	line := []fyne.CanvasObject{m.Look.Icons.Image("warning", p.Warn), name}
	if l.isGone {
		b := kit.NewTextButton(m.Look, "Locate…", false, locate)
		b.Small = true
		line = append(line, b)
	}
	reason := "File not found"
	if !l.isGone {
		reason = kit.Sentence(quote.ShortError(l.why).Error())
	}
	why := kit.NewQuietProse("", theme.SizeNameCaptionText)
	why.SetText(kit.AtMost(reason+" · "+l.places(), kit.MaxProse))
	return container.New(kit.Lines(0), container.New(kit.RowOf(1), line...),
		kit.Pad(kit.IconSize+kit.Gap, 0, 0, 0, why))
}

func (l lost) places() string {
	const limit = 4
	var parts []string
	for _, i := range l.of[:min(len(l.of), limit)] {
		parts = append(parts, fmt.Sprintf("%s (%v) at %.4g, %.4g", quote.Excerpt(i.Label()), i.ID, i.Position.X,
			i.Position.Y))
	}
	if n := len(l.of) - limit; n > 0 {
		parts = append(parts, fmt.Sprintf("%d more", n))
	}
	return strings.Join(parts, "; ")
}

// text returns the list for the clipboard, one prefab per line.
func (m missing) text(list []lost) string {
	var b strings.Builder
	for _, l := range list {
		fmt.Fprintf(&b, "%s: %v: %s\n", l.prefab, l.why, l.places())
	}
	return b.String()
}

// locate asks for the new location of a prefab's file and updates its instances, along with other missing prefabs found
// in the same folder. It calls again if some prefabs are still missing.
func (m missing) locate(prefab string, again func()) {
	m.ChooseOpen("Locate "+quote.Excerpt(path.Base(prefab)), []string{".yaml", ".yml"}, func(file string) {
		if err := m.put(prefab, file); err != nil {
			m.FailDialog("This file cannot replace "+quote.Excerpt(path.Base(prefab)), err)
			return
		}
		along := 0
		for _, l := range m.list() {
			if candidate := filepath.Join(filepath.Dir(file), path.Base(l.prefab)); l.isGone && isFile(candidate) &&
				m.put(l.prefab, candidate) == nil {
				along++
			}
		}
		text := "Found " + quote.Excerpt(path.Base(prefab))
		if along > 0 {
			text += fmt.Sprintf(" and %s in the same folder", quote.Count(along, "other"))
		}
		m.Tell("%s. Ctrl+Z undoes this", text)
		if slices.ContainsFunc(m.list(), func(l lost) bool { return l.isGone }) {
			again()
		}
	})
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// put points the instances of a missing prefab at another file.
func (m missing) put(prefab, file string) error {
	name, err := m.Files.PrefabName(file)
	if err != nil {
		return err
	}
	var ids []level.InstanceID
	for _, i := range m.Session.Document().Instances() {
		if i.Prefab == prefab {
			ids = append(ids, i.ID)
		}
	}
	return m.Session.Instances().Replace(name, ids...)
}

// showOpened reports missing prefabs and other issues of a level file that was just opened.
func (d *File) showOpened(name string, issues []importers.Issue) {
	m := missing{d.Parent}
	if len(m.list()) == 0 {
		if slices.ContainsFunc(issues, func(i importers.Issue) bool { return i.Severity != importers.Note }) {
			d.issueDialog("Opened with issues", name+" is open. The file has "+quote.Count(len(issues), "issue")+":",
				issues)
		}
		return
	}
	m.show(name, slices.DeleteFunc(slices.Clone(issues), func(i importers.Issue) bool {
		return strings.HasPrefix(i.Path, "instance ")
	}))
}

func (p *Prefabs) LocatePrefab(prefab string) { missing{p.Parent}.locate(prefab, func() {}) }
