package dialog

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// projectForm is the dialog for the settings that a project's levels share.
type projectForm struct {
	*Frame
	p          *Projects
	of         *project.Project
	name       string
	categories []*categoryRow
	materials  []*materialRow
	lists      [2]*fyne.Container // rows of categories and of materials
}

// categoryRow is a category with its previous name, which is empty for a new one.
type categoryRow struct {
	was     string
	name    string
	bit     *kit.CutText
	content fyne.CanvasObject
}

// materialRow is a material with its previous name.
type materialRow struct {
	was     string
	texts   [4]string // name, friction, restitution, density
	content fyne.CanvasObject
}

// Settings opens the dialog for the project's name, categories and materials.
func (p *Projects) Settings() {
	of := p.State.Project
	if of == nil {
		p.Fail(errors.New("the project file cannot be read"))
		return
	}
	f := &projectForm{Frame: p.NewFrame(94), p: p, of: of, name: of.Name}
	look := p.Look
	f.lists = [2]*fyne.Container{container.New(kit.Lines(3)), container.New(kit.Lines(3))}
	for _, c := range of.Categories {
		f.addCategory(c)
	}
	for _, m := range of.Materials {
		f.addMaterial(m, m.Name)
	}
	heading := func(text string) fyne.CanvasObject {
		return kit.Pad(0, 12, 0, 3, kit.Bold(text, look.Colors().Text, kit.TextSize))
	}
	quiet := func(text string) fyne.CanvasObject {
		return kit.Pad(-kit.FieldInset, 0, 0, 0, kit.NewQuietProse(text, theme.SizeNameCaptionText))
	}
	columns := container.New(kit.Row{Gap: 4, Grow: 0})
	for _, title := range []string{"name", "friction", "restitution", "density"} {
		columns.Add(materialCell(kit.Text(title, look.Colors().Quiet, kit.SmallText+1)))
	}
	add := func(what string, do func() *kit.SearchField) fyne.CanvasObject {
		return kit.Pad(0, 5, 0, 0, container.New(kit.RowOf(1), kit.NewTextButton(look, "Add a "+what, false, func() {
			p.Win.Canvas().Focus(do())
		}), kit.NewSpace()))
	}
	name := f.Text("", kit.At(&f.name))
	body := container.New(kit.Lines(0), f.Row("Name", name),
		heading("Categories"), quiet("The first is bit 0 in every level. Renaming a category updates all shapes "+
			"that have it."),
		f.lists[0], add("category", func() *kit.SearchField { return f.addCategory("") }),
		heading("Materials"), kit.Pad(0, 0, 28, 3, columns), f.lists[1],
		add("material", func() *kit.SearchField {
			return f.addMaterial(project.Material{Friction: level.DefaultFriction, Density: level.DefaultDensity}, "")
		}))
	f.Cancel("Cancel")
	f.Primary("Apply", f.apply)
	f.Gap = -2 // the layout adds 4
	f.OpenLasting("Project settings", fyne.NewSize(560, 624), container.NewBorder(nil, kit.Pad(0, 8, 0, 0, f.Problem),
		nil, nil, container.NewVScroll(kit.Pad(0, 0, 10, 0, body))))
	p.Win.Canvas().Focus(name)
}

func (f *projectForm) iconButton(icon, tip string, do func()) *kit.IconButton {
	b := kit.NewIconButton(f.p.Look, icon, tip, "", do)
	b.Side = 24
	return b
}

// addCategory adds a row for an existing category, or an empty row for a new one.
func (f *projectForm) addCategory(name string) *kit.SearchField {
	r := &categoryRow{was: name, name: name, bit: kit.NewCutText(f.p.Look.Colors().Quiet)}
	field := f.Text("name", kit.At(&r.name))
	at := func() int { return slices.Index(f.categories, r) }
	move := func(by int) func() {
		return func() {
			if i := at(); i+by >= 0 && i+by < len(f.categories) {
				f.categories[i], f.categories[i+by] = f.categories[i+by], f.categories[i]
				f.list()
			}
		}
	}
	r.content = container.New(kit.Row{Gap: 4, Grow: 1}, container.New(kit.Exact{W: 44, H: kit.FieldHeight}, r.bit),
		field, f.iconButton("up", "Move up", move(-1)), f.iconButton("down", "Move down", move(1)),
		f.iconButton("close", "Remove", func() {
			f.categories = slices.Delete(f.categories, at(), at()+1)
			f.list()
		}))
	f.categories = append(f.categories, r)
	f.list()
	return field
}

func (f *projectForm) addMaterial(m project.Material, was string) *kit.SearchField {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	r := &materialRow{was: was, texts: [4]string{m.Name, number(m.Friction), number(m.Restitution), number(m.Density)}}
	name := f.Text("name", kit.At(&r.texts[0]))
	columns := container.New(kit.Row{Gap: 4, Grow: 0}, materialCell(name))
	for i := 1; i < len(r.texts); i++ {
		columns.Add(materialCell(f.Text("", kit.At(&r.texts[i]))))
	}
	r.content = container.New(kit.Row{Gap: 4, Grow: 0}, columns, f.iconButton("close", "Remove", func() {
		i := slices.Index(f.materials, r)
		f.materials = slices.Delete(f.materials, i, i+1)
		f.list()
	}))
	f.materials = append(f.materials, r)
	f.list()
	return name
}

// materialCell gives an object the width of a number in the list of materials; the name takes the rest of the row.
func materialCell(o fyne.CanvasObject) fyne.CanvasObject {
	return container.New(kit.Exact{W: 78, H: o.MinSize().Height}, o)
}

func (f *projectForm) list() {
	f.lists[0].Objects, f.lists[1].Objects = nil, nil
	for i, r := range f.categories {
		r.bit.Set(fmt.Sprintf("bit %d", i))
		f.lists[0].Add(r.content)
	}
	for _, r := range f.materials {
		f.lists[1].Add(r.content)
	}
	for _, l := range f.lists {
		l.Refresh()
	}
}

// edit returns the form's contents as a change to the project.
func (f *projectForm) edit() (project.Edit, error) {
	after := *f.of
	after.Name, after.Categories, after.Materials = f.name, nil, nil
	e := project.Edit{After: &after, Renamed: map[string]string{}, Materials: map[string]string{}}
	for _, r := range f.categories {
		name := strings.TrimSpace(r.name)
		if name == "" {
			return e, errors.New("a category has no name: enter one or remove it")
		}
		after.Categories = append(after.Categories, name)
		if r.was != "" && r.was != name {
			e.Renamed[r.was] = name
		}
	}
	for _, r := range f.materials {
		m := project.Material{Name: strings.TrimSpace(r.texts[0])}
		for i, to := range []*float64{&m.Friction, &m.Restitution, &m.Density} {
			x, err := kit.Calculate(r.texts[i+1])
			if err != nil {
				return e, fmt.Errorf("%q is not a number", r.texts[i+1])
			}
			*to = x
		}
		after.Materials = append(after.Materials, m)
		if r.was != "" && r.was != m.Name {
			e.Materials[r.was] = m.Name
		}
	}
	return e, after.Check()
}

// apply asks about the affected levels, then makes the change.
func (f *projectForm) apply() {
	e, err := f.edit()
	if err != nil {
		f.showError(err)
		return
	}
	f.Close()
	of, after := f.of, e.After
	if slices.Equal(of.Categories, after.Categories) && slices.Equal(of.Materials, after.Materials) {
		if of.Name != after.Name {
			if err := after.Save(); err != nil {
				f.p.FailDialog("The project cannot be saved", err)
			}
			f.p.Reload()
		}
		return
	}
	f.p.askToChange(e)
}

// askToChange asks about the affected levels, then makes the change.
func (p *Projects) askToChange(e project.Edit) {
	files, open := p.levels()
	message := quote.Plural(len(files),
		"This changes every level and prefab of the project: 1 file is written at once.",
		"This changes every level and prefab of the project: %d files are written at once.")
	if n := len(open); n > 0 {
		message += " " + quote.Plural(n, "In 1 open level you can undo the change.",
			"In %d open levels you can undo the change.")
	}
	p.Ask("Change all levels of the project?", message, Choice{"Change them", func() { p.change(e, files, open) }})
}

// levels returns the project's levels and prefabs: files that are not open, and open ones by path.
func (p *Projects) levels() (files []project.Entry, open map[string]*workspace.OpenLevel) {
	open = map[string]*workspace.OpenLevel{}
	if p.State.List == nil {
		return nil, open
	}
	for _, f := range p.State.List.Entries {
		if f.Kind == project.Tiles {
			continue
		}
		if l := p.docs.Levels.Find(f.Path); l != nil {
			open[f.Path] = l
		} else {
			files = append(files, f)
		}
	}
	return files, open
}

// change writes the project's file, changes the open levels, and writes the others.
func (p *Projects) change(e project.Edit, files []project.Entry, open map[string]*workspace.OpenLevel) {
	if err := e.After.Save(); err != nil {
		p.FailDialog("The project cannot be saved", err)
		return
	}
	var failed []error
	for _, path := range slices.Sorted(maps.Keys(open)) {
		if err := changeOpen(open[path], "Change project settings", e.Steps()); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", filepath.Base(path), err))
		}
	}
	p.run("Changing the project's levels", true, func(ctx context.Context, progress Progress) (func(), error) {
		written, more := project.Write(ctx, files, func(project.Entry) project.Steps { return e.Steps() }, progress)
		return func() {
			if failed = append(failed, more...); len(failed) > 0 {
				p.FailDialog("Some levels could not be changed",
					fmt.Errorf("%w\n\nrun the check to find and fix what is left", errors.Join(failed...)))
			} else {
				p.Tell("%s changed: %s written", p.State.Name(), quote.Count(written, "file"))
			}
		}, nil
	}, "The levels cannot be changed", p.Reload)
}

// changeOpen changes an open level as one undo step.
func changeOpen(l *workspace.OpenLevel, label string, steps project.Steps) error {
	g := l.Session.Begin(label)
	for _, step := range steps {
		if err := g.Apply(step(l.Session.Document().Snapshot())); err != nil {
			g.Rollback()
			return err
		}
	}
	g.Commit()
	return nil
}
