package ui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/ui/kit"
	"fillet/importers"
)

// issueRow is one remark of an import or an export: what it is about, whole, and below it where that is.
type issueRow struct {
	widget.BaseWidget
	look    *kit.Look
	icon    *canvas.Image
	message *widget.Label
	path    *kit.QuietProse
	height  float32
}

const issueSign = 14

func newIssueRow(l *kit.Look) *issueRow {
	r := &issueRow{look: l, icon: l.Icons.Image("check", l.Colors().Quiet), message: widget.NewLabel(""), path: kit.NewQuietLine(theme.SizeNameCaptionText)}
	r.message.Wrapping = fyne.TextWrapWord
	r.ExtendBaseWidget(r)
	return r
}

// show says an issue in a row of this width, and returns the height that it needs.
func (r *issueRow) show(i *importers.Issue, width float32) float32 {
	p := r.look.Colors()
	name, ink := "check", p.Quiet
	if i.Severity != importers.Note {
		name, ink = "warning", p.Warn
	}
	r.icon.Resource = r.look.Icons.Resource(name, ink)
	r.icon.Refresh()
	r.message.SetText(kit.Sentence(i.Message))
	r.path.SetText(i.Path)
	r.height = r.lay(width)
	return r.height
}

// lay puts the parts into a row of that width, and returns the height they need.
func (r *issueRow) lay(width float32) float32 {
	room := max(width-issueSign-kit.Gap, 1)
	r.message.Resize(fyne.NewSize(room, r.message.MinSize().Height))
	height := r.message.MinSize().Height
	kit.Put(r.icon, 0, 6, issueSign, issueSign)
	kit.Put(r.message, issueSign+kit.Gap, 0, room, height)
	if r.path.Hidden = r.path.Segment.Text == ""; r.path.Hidden {
		return height
	}
	kit.Put(r.path, issueSign+kit.Gap, height-kit.LabelRoom, room, r.path.MinSize().Height)
	return height - kit.LabelRoom + r.path.MinSize().Height
}

// MinSize implements fyne.Widget.
func (r *issueRow) MinSize() fyne.Size { return fyne.NewSize(100, max(r.height, kit.RowHeight)) }

// CreateRenderer implements fyne.Widget.
func (r *issueRow) CreateRenderer() fyne.WidgetRenderer { return &issueRenderer{r} }

type issueRenderer struct{ r *issueRow }

func (v *issueRenderer) Layout(size fyne.Size) { v.r.lay(size.Width) }
func (v *issueRenderer) MinSize() fyne.Size    { return v.r.MinSize() }
func (v *issueRenderer) Refresh()              { v.r.lay(v.r.Size().Width) }
func (v *issueRenderer) Destroy()              {}
func (v *issueRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{v.r.icon, v.r.message, v.r.path}
}

// issueText is a list of issues, a line each.
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
