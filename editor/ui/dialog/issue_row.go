package dialog

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/ui/kit"
	"fillet/importers"
)

// signRow is a row with an icon, wrapped text, and smaller text below it, which takes no space while empty.
type signRow struct {
	widget.BaseWidget
	look   *kit.Look
	icon   *canvas.Image
	Text   *widget.Label
	Below  *kit.QuietProse
	Height float32
}

const issueSign = 14

func (r *signRow) init(l *kit.Look, wrap fyne.TextWrap, below *kit.QuietProse) {
	r.look, r.icon, r.Text, r.Below = l, l.Icons.Image("check", l.Colors().Quiet), widget.NewLabel(""), below
	r.Text.Wrapping = wrap
}

// warn switches the icon between a warning and a tick.
func (r *signRow) warn(on bool) {
	name, ink := "check", r.look.Colors().Quiet
	if on {
		name, ink = "warning", r.look.Colors().Warn
	}
	r.icon.Resource = r.look.Icons.Resource(name, ink)
	r.icon.Refresh()
}

// lay arranges the parts in a row of that width, and returns the height needed.
func (r *signRow) lay(width float32) float32 {
	room := max(width-issueSign-kit.Gap, 1)
	r.Text.Resize(fyne.NewSize(room, r.Text.MinSize().Height))
	height := r.Text.MinSize().Height
	kit.Put(r.icon, 0, 6, issueSign, issueSign)
	kit.Put(r.Text, issueSign+kit.Gap, 0, room, height)
	if r.Below.Hidden = r.Below.Segment.Text == ""; r.Below.Hidden {
		return height
	}
	r.Below.Resize(fyne.NewSize(room, r.Below.MinSize().Height)) // may wrap
	kit.Put(r.Below, issueSign+kit.Gap, height-kit.LabelRoom, room, r.Below.MinSize().Height)
	return height - kit.LabelRoom + r.Below.MinSize().Height
}

func (r *signRow) MinSize() fyne.Size { return fyne.NewSize(100, max(r.Height, kit.RowHeight)) }

func (r *signRow) CreateRenderer() fyne.WidgetRenderer {
	return kit.Placed(r, func() {}, func(size fyne.Size) { r.lay(size.Width) }, r.icon, r.Text, r.Below)
}

// issueRow is one issue of an import or export: its message, and below it where it occurred.
type issueRow struct{ signRow }

func newIssueRow(l *kit.Look) *issueRow {
	r := &issueRow{}
	r.init(l, fyne.TextWrapWord, kit.NewQuietLine(theme.SizeNameCaptionText))
	r.ExtendBaseWidget(r)
	return r
}

// Display shows an issue in a row of this width, and returns the height needed.
func (r *issueRow) Display(i *importers.Issue, width float32) float32 {
	r.warn(i.Severity != importers.Note)
	r.Text.SetText(kit.Sentence(i.Message))
	r.Below.SetText(i.Path)
	r.Height = r.lay(width)
	return r.Height
}

func issueText(issues []importers.Issue) string {
	var b strings.Builder
	for _, i := range issues {
		if i.Path != "" {
			b.WriteString(i.Path + ": ")
		}
		b.WriteString(i.Message + "\n")
	}
	return b.String()
}
