package dialog

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

// MappingRow is a row of the import dialog: a value or a kind of entity, and what it becomes.
type MappingRow struct {
	kit.Tile
	look    *kit.Look
	Key     string
	Name    string
	where   string
	Becomes string
	ink     color.Color
	matches func(*level.Collider) bool // reports whether a collider was imported from the row's value or kind
	form    func() []fyne.CanvasObject
}

// newRow completes a row whose fields are set.
func (v *ImportDialog) newRow(r *MappingRow) *MappingRow {
	p := v.W.Look.Colors()
	r.look = v.W.Look
	dot := canvas.NewRectangle(r.ink)
	dot.CornerRadius = 3
	names := container.NewVBox(kit.CutLine(r.look, r.Name, p.Text, kit.TextSize),
		kit.CutLine(r.look, r.where, p.Quiet, kit.SmallText))
	becomes := kit.CutLineWithin(r.look, r.Becomes, p.Quiet, kit.SmallText, 140)
	line := container.New(kit.Row{Gap: 8, Grow: 1}, container.New(kit.Exact{W: 12, H: 12}, dot), names, becomes)
	r.Init(r, r.look, kit.FieldRadius, fyne.Size{}, kit.Pad(8, 2, 8, 2, line), func() { v.choose(r.Key) })
	return r
}

func (r *MappingRow) set(on bool) { r.Plate.Fill(r.look.Colors().Row(on, false)) }

func (v *ImportDialog) valueRow(found importers.FoundValue) *MappingRow {
	f := &found // a copy: the form changes its rule
	r := &MappingRow{
		Key: "value " + f.Match().String(), Name: cmp.Or(f.Name, fmt.Sprintf("%s %d", f.Layer, f.Value)),
		where: fmt.Sprintf("%s · value %d · %s", f.Layer, f.Value, quote.Count(f.Cells, "cell")), Becomes: "left out",
		ink: v.ruleColor(f.Rule.Role, f.Rule.Ignore),
		matches: func(c *level.Collider) bool {
			if c.Source == nil || c.Source.Layer != f.Layer || c.Source.ID != "" {
				return false
			}
			if f.Tiles > 0 { // the row is about all tiles of this name
				return c.Name == f.Name
			}
			return c.Source.Value == f.Value
		},
		form: func() []fyne.CanvasObject { return v.valueForm(f) },
	}
	if f.Tiles > 0 {
		r.where = fmt.Sprintf("%s · %s · %s", f.Layer, quote.Count(f.Tiles, "tile"), quote.Count(f.Cells, "cell"))
	}
	if !f.Rule.Ignore {
		parts := []string{strings.ToLower(modeWords[modeIndex(cmp.Or(f.Rule.Mode, v.Mode))])}
		if f.Rule.Role != 0 && f.Rule.Role != level.Solid {
			parts = append(parts, f.Rule.Role.String())
		}
		if f.Rule.Radius > 0 {
			parts = append(parts, "r "+kit.FormatNumber(f.Rule.Radius))
		}
		if f.Rule.Merge != "" && f.Rule.Merge != f.Name {
			parts = append(parts, "in "+f.Rule.Merge)
		}
		r.Becomes = strings.Join(parts, " · ")
	}
	return v.newRow(r)
}

func (v *ImportDialog) entityRow(found importers.FoundEntity) *MappingRow {
	f := &found
	role := cmp.Or(f.Rule.Role, f.Role)
	r := &MappingRow{
		Key: "entity " + f.Name, Name: cmp.Or(f.Name, "unnamed"), where: fmt.Sprintf("%s · %d", f.Layer, f.Count),
		Becomes: "left out",
		ink:     v.ruleColor(role, f.Rule.Ignore),
		matches: func(c *level.Collider) bool { return isOfKind(c, f) },
		form:    func() []fyne.CanvasObject { return v.entityForm(f) },
	}
	if !f.Rule.Ignore {
		r.Becomes = role.String()
		if f.Rule.Body != 0 && f.Rule.Body != level.Static {
			r.Becomes += " · " + f.Rule.Body.String()
		}
	}
	return v.newRow(r)
}

// RuleChanged adds the changed rule for a value ahead of all others.
func (v *ImportDialog) RuleChanged(f *importers.FoundValue, before importers.Rule) {
	match := f.Match()
	r := f.Rule
	r.Layer, r.Value, r.Name = match.Layer, match.Value, match.Name
	r.Field, r.FieldValue = match.Field, match.FieldValue
	if r.Merge != "" && slices.ContainsFunc(v.mapping().Rules, func(o importers.Rule) bool {
		return o.Merge == r.Merge && !o.SameMatch(r) && !o.LooksLike(r)
	}) {
		r.Merge = "" // the rule no longer matches the one it merged with
	}
	if r.Role != level.OneWay {
		r.OneWay = level.Vec{}
	}
	v.rules = put(v.rules, r, r.SameMatch)
	v.Update()
	if before.Ignore != r.Ignore || before.Role != r.Role || before.Mode != r.Mode { // the form's fields change
		v.showForm()
	}
}

// KindChanged adds the changed rule for a kind of entity ahead of all others.
func (v *ImportDialog) KindChanged(f *importers.FoundEntity, before importers.EntityRule) {
	r := f.Rule
	r.Layer, r.Name, r.Tag, r.Field, r.FieldValue = "", f.Name, "", "", nil
	if f.Name == "" {
		r.Layer = f.Layer
	}
	if r.Role != level.OneWay {
		r.OneWay = level.Vec{}
	}
	v.kinds = put(v.kinds, r, func(o importers.EntityRule) bool { return o.Name == r.Name && o.Layer == r.Layer })
	v.Update()
	if before.Ignore != r.Ignore || before.Role != r.Role {
		v.showForm()
	}
}

// put replaces the first rule for which same is true with r, or appends r.
func put[T any](rules []T, r T, same func(T) bool) []T {
	if i := slices.IndexFunc(rules, same); i >= 0 {
		rules[i] = r
		return rules
	}
	return append(rules, r)
}

func (v *ImportDialog) showForm() {
	v.form.Objects = nil
	for _, r := range v.Rows {
		if r.Key == v.Chosen {
			v.form.Objects = r.form()
		}
	}
	v.content.Refresh()
}

func pair(a, b fyne.CanvasObject) fyne.CanvasObject { return container.New(kit.Equal{Gap: 14}, a, b) }

// choice makes a row of words for a list of values. An unknown value shows as the first.
func choice[T comparable](f *kit.Form, words []string, values []T, v kit.Value[T]) *kit.Segmented {
	i := kit.Of(values, v)
	return f.Words(words, kit.Value[int]{Get: func() int { return max(i.Get(), 0) }, Set: i.Set})
}

// solidSide returns the row for the direction of a one-way platform.
func solidSide(f *kit.Form, v kit.Value[level.Vec]) fyne.CanvasObject {
	return f.Row("Solid side", choice(f, []string{"up", "right", "down", "left"},
		[]level.Vec{{Y: -1}, {X: 1}, {Y: 1}, {X: -1}}, v))
}

func length(f *kit.Form, p *float64) *kit.NumberField {
	return f.Number("px", kit.Within(0, math.Inf(1), kit.At(p)))
}

var (
	roleWords = []string{"Solid", "Trigger", "One-way"}
	roles     = []level.Role{level.Solid, level.Trigger, level.OneWay}
)

func (v *ImportDialog) valueForm(found *importers.FoundValue) []fyne.CanvasObject {
	before, r := found.Rule, &found.Rule
	f := kit.NewForm(v.W.Look, 92, v.W.Fail)
	f.OnChange = func() { v.RuleChanged(found, before) }
	mode := cmp.Or(r.Mode, v.Mode)
	out := []fyne.CanvasObject{f.Row("Becomes", f.Words(append(slices.Clone(modeWords), "Nothing"), kit.Value[int]{
		Get: func() int {
			if r.Ignore {
				return len(modes)
			}
			return modeIndex(cmp.Or(r.Mode, mode))
		},
		Set: func(i int) {
			if r.Ignore = i == len(modes); !r.Ignore {
				r.Mode = modes[i]
			}
		},
	}))}
	if r.Ignore {
		return out
	}
	out = append(out, f.Row("Role", choice(f, roleWords, roles, kit.At(&r.Role))))
	if r.Role == level.OneWay {
		out = append(out, solidSide(f, kit.At(&r.OneWay)))
	}
	label := "Radius"
	if mode == importers.Chains {
		label = "Half width"
	}
	return append(out,
		pair(f.Row(label, length(f, &r.Radius)), f.Row("Rounding", choice(f, []string{"Inset", "Outset"},
			[]level.Rounding{level.Inset, level.Outset}, kit.At(&r.Rounding)))),
		pair(f.Row("Categories", f.List("default", kit.At(&r.Categories))),
			f.Row("Tags", f.List("none", kit.At(&r.Tags)))))
}

func (v *ImportDialog) entityForm(found *importers.FoundEntity) []fyne.CanvasObject {
	before, r := found.Rule, &found.Rule
	f := kit.NewForm(v.W.Look, 92, v.W.Fail)
	f.OnChange = func() { v.KindChanged(found, before) }
	const nothing level.Role = -1
	role := kit.Value[level.Role]{
		Get: func() level.Role {
			if r.Ignore {
				return nothing
			}
			return cmp.Or(r.Role, found.Role)
		},
		Set: func(role level.Role) {
			if r.Ignore = role == nothing; !r.Ignore {
				r.Role = role
			}
		},
	}
	out := []fyne.CanvasObject{f.Row("Becomes", choice(f, append(slices.Clone(roleWords), "Nothing"),
		append(slices.Clone(roles), nothing), role))}
	if r.Ignore {
		return out
	}
	if role.Get() == level.OneWay {
		out = append(out, solidSide(f, kit.Value[level.Vec]{
			Get: kit.At(&r.OneWay).Get, Set: func(d level.Vec) { r.Role, r.OneWay = level.OneWay, d },
		}))
	}
	body := choice(f, []string{"Static", "Dynamic", "Kinematic"},
		[]level.BodyType{level.Static, level.Dynamic, level.Kinematic}, kit.At(&r.Body))
	return append(out, f.Row("Body", body),
		pair(f.Row("Radius", length(f, &r.Radius)), f.Row("Categories", f.List("default", kit.At(&r.Categories)))),
		f.Row("More tags", f.List("its own", kit.At(&r.Tags))))
}

// showTilesets lists the file's tilesets with the source of their tile shapes.
func (v *ImportDialog) showTilesets() {
	v.tilesets.Objects = nil
	list := v.Result.Found.Tilesets
	if len(list) > 0 {
		p := v.W.Look.Colors()
		rows := container.NewVBox()
		for _, t := range list {
			rows.Add(v.tilesetRow(t))
		}
		const limit, height = 3, 44
		v.tilesets.Add(kit.Pad(0, 6, 0, 2, kit.Text("Tile shapes", p.Quiet, kit.SmallText)))
		v.tilesets.Add(container.New(kit.Fixed{W: 0, H: float32(min(len(list), limit)) * height},
			container.NewVScroll(rows)))
	}
	v.tilesets.Refresh()
}

func (v *ImportDialog) tilesetRow(t importers.FoundTileset) fyne.CanvasObject {
	p := v.W.Look.Colors()
	detail := "none: no tile shape file next to its picture"
	switch {
	case t.Shapes != "" && t.Named:
		detail = fmt.Sprintf("%s · %s", quote.Printable(t.Shapes), quote.Count(t.Tiles, "tile"))
	case t.Shapes != "":
		detail = fmt.Sprintf("%s, next to its picture · %s", quote.Printable(path.Base(t.Shapes)),
			quote.Count(t.Tiles, "tile"))
	}
	names := container.NewVBox(kit.CutLineWithin(v.W.Look, quote.Printable(t.Name), p.Text, kit.TextSize, 230),
		kit.CutLineWithin(v.W.Look, detail, p.Quiet, kit.SmallText, 230))
	choose := kit.NewTextButton(v.W.Look, "Choose…", false, func() {
		v.W.ChooseOpen("Tile shapes of "+quote.Excerpt(t.Name), []string{importers.TilesExtension},
			func(path string) { v.TakeTiles(t, path) })
	})
	choose.Small = true
	row := container.New(kit.RowOf(1), names, kit.NewSpace(), choose)
	if t.Named {
		drop := kit.NewIconButton(v.W.Look, "close", "Use the file next to the picture", "", func() {
			v.TakeTiles(t, "")
		})
		drop.Side, drop.InRow = 22, true
		row.Add(drop)
	}
	return kit.Pad(8, 0, 8, 0, row)
}

// TakeTiles uses a file for the shapes of a tileset, replacing the file chosen before. An empty path selects the file
// next to the tileset's picture, if there is one.
func (v *ImportDialog) TakeTiles(t importers.FoundTileset, file string) {
	list := slices.Clone(v.loaded.Tiles)
	before := v.chosenTiles[t.Name] // may belong to another tileset, and is then unused
	list = slices.DeleteFunc(list, func(name string) bool {
		return t.Named && name == t.Shapes || before != "" && name == before
	})
	if file != "" {
		from, errFrom := filepath.Abs(filepath.Dir(v.Path))
		to, errTo := filepath.Abs(file)
		rel, err := filepath.Rel(from, to)
		if errFrom != nil || errTo != nil || err != nil {
			v.W.Fail(fmt.Errorf("%s has no path relative to the imported file", filepath.Base(file)))
			return
		}
		rel = filepath.ToSlash(rel)
		list = append(slices.DeleteFunc(list, func(name string) bool { return name == rel }), rel)
		if v.chosenTiles == nil {
			v.chosenTiles = map[string]string{}
		}
		v.chosenTiles[t.Name] = rel
	}
	v.loaded.Tiles = list
	v.Update()
}
