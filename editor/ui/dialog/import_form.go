package dialog

import (
	"cmp"
	"fmt"
	"image/color"
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

// MappingRow is a value or a kind of entity in the import dialog, with what it becomes.
type MappingRow struct {
	kit.Tile
	look    *kit.Look
	Key     string
	Name    string
	where   string
	Becomes string
	ink     color.Color
	is      func(*level.Collider) bool // reports whether a collider was imported from it
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
		is: func(c *level.Collider) bool {
			if f.Tiles > 0 { // matches all tiles of that name together
				return c.Source != nil && c.Source.Layer == f.Layer && c.Source.ID == "" && c.Name == f.Name
			}
			return isOfValue(c, f.Layer, f.Value)
		},
		form: func() []fyne.CanvasObject { return v.valueForm(f) },
	}
	if f.Tiles > 0 {
		r.where = fmt.Sprintf("%s · %s · %s", f.Layer, quote.Count(f.Tiles, "tile"), quote.Count(f.Cells, "cell"))
	}
	if !f.Rule.Ignore {
		parts := []string{strings.ToLower(modeWords[modeIndex(cmp.Or(f.Rule.Mode, v.Mode))].word)}
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

func modeIndex(mode importers.Mode) int {
	for i, m := range modeWords {
		if m.mode == mode {
			return i
		}
	}
	return 0
}

func (v *ImportDialog) entityRow(found importers.FoundEntity) *MappingRow {
	f := &found
	role := cmp.Or(f.Rule.Role, f.Role)
	r := &MappingRow{
		Key: "entity " + f.Name, Name: cmp.Or(f.Name, "unnamed"), where: fmt.Sprintf("%s · %d", f.Layer, f.Count),
		Becomes: "left out",
		ink:     v.ruleColor(role, f.Rule.Ignore),
		is:      func(c *level.Collider) bool { return isOfKind(c, f) },
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

// SetRule adds a rule for the value ahead of all others.
func (v *ImportDialog) SetRule(f *importers.FoundValue, change func(*importers.Rule)) {
	before := f.Rule
	change(&f.Rule)
	match := f.Match()
	r := f.Rule
	r.Layer, r.Value, r.Name, r.Field, r.Is = match.Layer, match.Value, match.Name, match.Field, match.Is
	if r.Merge != "" && slices.ContainsFunc(v.mapping().Rules, func(o importers.Rule) bool {
		return o.Merge == r.Merge && !o.SameMatch(r) && !o.LooksLike(r)
	}) {
		r.Merge = "" // it no longer matches the rule it merged with
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

// SetKind adds a rule for the kind of entity ahead of all others.
func (v *ImportDialog) SetKind(f *importers.FoundEntity, change func(*importers.EntityRule)) {
	before := f.Rule
	change(&f.Rule)
	r := f.Rule
	r.Layer, r.Name, r.Tag, r.Field, r.Is = "", f.Name, "", "", nil
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

// put replaces the rule that matches same with r, or appends r.
func put[T any](rules []T, r T, same func(T) bool) []T {
	if i := slices.IndexFunc(rules, same); i >= 0 {
		rules[i] = r
		return rules
	}
	return append(rules, r)
}

// showForm shows the fields of the chosen row.
func (v *ImportDialog) showForm() {
	v.form.Objects = nil
	for _, r := range v.Rows {
		if r.Key == v.Chosen {
			v.form.Objects = r.form()
		}
	}
	v.form.Refresh()
}

const formLabel = 92

func (v *ImportDialog) field(label string, o fyne.CanvasObject) fyne.CanvasObject {
	return container.New(kit.Labelled{Width: formLabel}, kit.Text(label, v.W.Look.Colors().Quiet, kit.TextSize), o)
}

// pair puts two fields side by side.
func pair(a, b fyne.CanvasObject) fyne.CanvasObject { return container.New(kit.Equal{Gap: 14}, a, b) }

// choices returns a segmented control whose words represent values. It shows an unknown value as the first.
func choices[T comparable](v *ImportDialog, words []string, values []T, now T, pick func(T)) *kit.Segmented {
	s := kit.NewSegmented(v.W.Look, words, nil)
	s.Choose(max(slices.Index(values, now), 0))
	s.OnPick = func(i int) {
		s.Choose(i)
		pick(values[i])
	}
	return s
}

// facings are the directions of one-way platforms.
var facings = []level.Vec{{Y: -1}, {X: 1}, {Y: 1}, {X: -1}}

func (v *ImportDialog) facing(now level.Vec, pick func(level.Vec)) *kit.Segmented {
	return choices(v, []string{"up", "right", "down", "left"}, facings, now, pick)
}

func (v *ImportDialog) number(now float64, pick func(float64)) *kit.NumberField {
	n := kit.NewNumberField(v.W.Look, " px", nil, v.W.Fail)
	n.SetNumber(now, false)
	n.OnChange = func(x float64) {
		x = max(x, 0)
		n.SetNumber(x, false)
		pick(x)
	}
	return n
}

// words returns a field for comma-separated words.
func (v *ImportDialog) words(now []string, hint string, pick func([]string)) *kit.Field {
	f := kit.NewField(v.W.Look, func(s string) {
		pick(kit.Words(s))
	})
	f.SetHint(hint)
	f.Display(strings.Join(now, ", "))
	return f
}

var (
	roleWords = []string{"Solid", "Trigger", "One-way"}
	roles     = []level.Role{level.Solid, level.Trigger, level.OneWay}
)

func (v *ImportDialog) valueForm(f *importers.FoundValue) []fyne.CanvasObject {
	words := make([]string, 0, len(modeWords)+1)
	for _, m := range modeWords {
		words = append(words, m.word)
	}
	become := kit.NewSegmented(v.W.Look, append(words, "Nothing"), nil)
	mode := cmp.Or(f.Rule.Mode, v.Mode)
	become.Choose(modeIndex(mode))
	if f.Rule.Ignore {
		become.Choose(len(modeWords))
	}
	become.OnPick = func(i int) {
		become.Choose(i)
		v.SetRule(f, func(r *importers.Rule) {
			if r.Ignore = i == len(modeWords); !r.Ignore {
				r.Mode = modeWords[i].mode
			}
		})
	}
	out := []fyne.CanvasObject{v.field("Becomes", become)}
	if f.Rule.Ignore {
		return out
	}
	role := choices(v, roleWords, roles, f.Rule.Role, func(role level.Role) {
		v.SetRule(f, func(r *importers.Rule) { r.Role = role })
	})
	out = append(out, v.field("Role", role))
	if f.Rule.Role == level.OneWay {
		out = append(out, v.field("Solid side", v.facing(f.Rule.OneWay, func(d level.Vec) {
			v.SetRule(f, func(r *importers.Rule) { r.OneWay = d })
		})))
	}
	label := "Radius"
	if mode == importers.Chains {
		label = "Half width"
	}
	radius := v.number(f.Rule.Radius, func(x float64) { v.SetRule(f, func(r *importers.Rule) { r.Radius = x }) })
	rounding := choices(v, []string{"Inset", "Outset"}, []level.Rounding{level.Inset, level.Outset}, f.Rule.Rounding,
		func(x level.Rounding) {
			v.SetRule(f, func(r *importers.Rule) { r.Rounding = x })
		})
	categories := v.words(f.Rule.Categories, "default", func(list []string) {
		v.SetRule(f, func(r *importers.Rule) { r.Categories = list })
	})
	tags := v.words(f.Rule.Tags, "none", func(list []string) {
		v.SetRule(f, func(r *importers.Rule) { r.Tags = list })
	})
	return append(out, pair(v.field(label, radius), v.field("Rounding", rounding)),
		pair(v.field("Categories", categories), v.field("Tags", tags)))
}

func (v *ImportDialog) entityForm(f *importers.FoundEntity) []fyne.CanvasObject {
	const nothing level.Role = -1
	now := cmp.Or(f.Rule.Role, f.Role)
	if f.Rule.Ignore {
		now = nothing
	}
	role := choices(v, append(slices.Clone(roleWords), "Nothing"), append(slices.Clone(roles), nothing), now,
		func(role level.Role) {
			v.SetKind(f, func(r *importers.EntityRule) {
				if r.Ignore = role == nothing; !r.Ignore {
					r.Role = role
				}
			})
		})
	out := []fyne.CanvasObject{v.field("Becomes", role)}
	if f.Rule.Ignore {
		return out
	}
	if now == level.OneWay {
		out = append(out, v.field("Solid side", v.facing(f.Rule.OneWay, func(d level.Vec) {
			v.SetKind(f, func(r *importers.EntityRule) { r.Role, r.OneWay = level.OneWay, d })
		})))
	}
	body := choices(v, []string{"Static", "Dynamic", "Kinematic"}, []level.BodyType{
		level.Static, level.Dynamic,
		level.Kinematic,
	}, f.Rule.Body,
		func(b level.BodyType) { v.SetKind(f, func(r *importers.EntityRule) { r.Body = b }) })
	radius := v.number(f.Rule.Radius, func(x float64) { v.SetKind(f, func(r *importers.EntityRule) { r.Radius = x }) })
	categories := v.words(f.Rule.Categories, "default", func(list []string) {
		v.SetKind(f, func(r *importers.EntityRule) { r.Categories = list })
	})
	tags := v.words(f.Rule.Tags, "its own", func(list []string) {
		v.SetKind(f, func(r *importers.EntityRule) { r.Tags = list })
	})
	return append(out, v.field("Body", body), pair(v.field("Radius", radius), v.field("Categories", categories)),
		v.field("More tags", tags))
}
