package panel

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// contactDetails holds the inspector's rows about the contact of a chosen pair. They update during a drag.
type contactDetails struct {
	content *fyne.Container
	look    *kit.Look
	rows    []detailRow
	shown   int // number of visible rows
	store   []contacts.ManifoldDetails
}

type detailRow struct {
	line  *fyne.Container
	label *canvas.Text
	value *kit.TippedText
}

// maxManifolds limits the listed pairs of pieces; the rest are only counted.
const maxManifolds = 4

func (d *contactDetails) row(label, value string) {
	if d.shown == len(d.rows) {
		p := d.look.Colors()
		label := kit.Text("", p.Quiet, kit.TextSize)
		value := kit.NewTippedText(d.look, kit.Text("", p.Text, kit.TextSize))
		line := container.New(kit.Arranged{Least: fyne.NewSize(120, 20), Place: labelAndValue}, label, value)
		d.rows = append(d.rows, detailRow{line, label, value})
		d.content.Add(line)
	}
	r := d.rows[d.shown]
	d.shown++
	kit.SetText(r.label, label)
	r.value.Set(value)
	kit.SetVisible(r.line, true)
}

func labelAndValue(o []fyne.CanvasObject, size fyne.Size) {
	for i, o := range o {
		h := o.MinSize().Height
		kit.Put(o, float32(i*kit.LabelWidth), (size.Height-h)/2, size.Width-float32(i*kit.LabelWidth), h)
	}
}

// show shows the current contact of two colliders, and reports whether the number of rows changed.
func (d *contactDetails) show(doc *level.Document, live *contacts.Live, a, b level.ID) (resized bool) {
	before := d.shown
	d.shown = 0
	details, ok := live.Details(a, b, d.store)
	if !ok {
		d.row("State", "apart")
	} else {
		d.store = details.Manifolds
		contactLines(doc, &details, live.IgnoredBy(a, b), d.row)
	}
	for _, r := range d.rows[d.shown:] {
		kit.SetVisible(r.line, false)
	}
	return d.shown != before
}

func (d *contactDetails) clipboardText(names string) string {
	var b strings.Builder
	b.WriteString(names + "\n")
	for _, r := range d.rows[:d.shown] {
		fmt.Fprintf(&b, "%s\t%s\n", r.label.Text, r.value.Full)
	}
	return b.String()
}

// contactLines describes a contact as labels and values. ignored is the index of the entry that ignores it, or -1.
func contactLines(doc *level.Document, of *contacts.Details, ignored int, add func(label, value string)) {
	state := of.State.String()
	if of.Kind != contacts.Solid {
		state += ", " + of.Kind.String()
	}
	add("State", state)
	add("Depth", pixels(of.Depth))
	if ignored >= 0 && of.State == contacts.Expected {
		add("Ignored", cmp.Or(kit.Shorten(doc.Settings().Ignored[ignored].Reason, 60), "no reason given"))
	}
	compound := len(doc.Baked(of.A).Pieces) > 1 || len(doc.Baked(of.B).Pieces) > 1
	for i := range of.Manifolds {
		m := &of.Manifolds[i]
		if i == maxManifolds {
			add("", fmt.Sprintf("and %s of pieces", quote.Count(len(of.Manifolds)-i, "more pair")))
			break
		}
		if compound && m.PieceA >= 0 {
			add("Pieces", pieceOf(doc, of.A, m.PieceA)+"  ×  "+pieceOf(doc, of.B, m.PieceB))
		}
		add("Normal", direction(m.Normal))
		for k := range m.Count {
			q := &m.Points[k]
			add(fmt.Sprintf("Point %d", k+1), kit.FormatNumber(q.At.X)+", "+kit.FormatNumber(q.At.Y))
			add("", pixels(q.Separation)+"  ·  "+q.FeatureA.String()+" × "+q.FeatureB.String())
		}
	}
	if of.Kind != contacts.Trigger {
		a, b := doc.Collider(of.A), doc.Collider(of.B)
		add(colliderKey("friction").Title, mixed(of.Friction, a.Friction, b.Friction))
		add(colliderKey("restitution").Title, mixed(of.Restitution, a.Restitution, b.Restitution))
	}
}

// direction formats a unit vector: components, angle and arrow.
func direction(n level.Vec) string {
	arrows := [...]string{"→", "↘", "↓", "↙", "←", "↖", "↑", "↗"} // y is down
	angle := math.Atan2(n.Y, n.X) * 180 / math.Pi
	at := int(math.Round(angle/45)+8) % 8
	return fmt.Sprintf("%s, %s  ·  %.1f° %s", kit.FormatNumber(n.X), kit.FormatNumber(n.Y), angle+0, arrows[at])
}

// mixed formats a contact's value, with the colliders' own values if they differ.
func mixed(of, a, b float64) string {
	if a == b {
		return kit.FormatNumber(of)
	}
	return fmt.Sprintf("%s  (from %s and %s)", kit.FormatNumber(of), kit.FormatNumber(a), kit.FormatNumber(b))
}

func pixels(x float64) string { return kit.FormatNumber(x) + " px" }

// pieceOf formats a piece's number and the number of pieces, such as 2 of 5.
func pieceOf(doc *level.Document, id level.ID, piece int) string {
	return fmt.Sprintf("%d of %d", piece+1, len(doc.Baked(id).Pieces))
}

const contactSection = "Contact"

// buildContact adds the section about the pair chosen in the contacts panel.
func (v *Inspector) buildContact(a, b level.ID) {
	s := v.session
	if !v.section(contactSection, nil, nil) {
		return
	}
	d := &contactDetails{look: v.Look, content: container.New(kit.Lines(0))}
	names := func() string {
		doc := s.Document()
		return doc.Title(doc.Collider(a)) + " × " + doc.Title(doc.Collider(b))
	}
	v.Contact = func() string { return d.clipboardText(names()) }
	between := kit.NewTippedText(v.Look, kit.Text(names(), v.Look.Colors().Text, kit.TextSize))
	v.Body.Add(container.New(kit.RowOf(0), kit.Pad(-kit.FieldInset, 0, 0, 0, between),
		v.small("Copy", func() { v.Copy(v.Contact()) })))
	v.Body.Add(d.content)
	v.Body.Add(kit.Pad(0, 4, 0, 6, kit.Rule(v.Look)))
	v.updates = append(v.updates, func() {
		between.Set(names())
		if d.show(s.Document(), s.Live(), a, b) {
			v.Body.Refresh()
		}
	})
}
