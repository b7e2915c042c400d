package ui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fillet/importers"
)

// issueRow is one remark of an import or an export: what it is about, whole, and below it where that is.
type issueRow struct {
	widget.BaseWidget
	look    *look
	icon    *canvas.Image
	message *widget.Label
	path    *quietProse
	height  float32
}

const issueSign = 14

func newIssueRow(l *look) *issueRow {
	r := &issueRow{look: l, icon: l.icons.image("check", l.p().quiet), message: widget.NewLabel(""), path: newQuietLine(theme.SizeNameCaptionText)}
	r.message.Wrapping = fyne.TextWrapWord
	r.ExtendBaseWidget(r)
	return r
}

// show says an issue in a row of this width, and returns the height that it needs.
func (r *issueRow) show(i *importers.Issue, width float32) float32 {
	p := r.look.p()
	name, ink := "check", p.quiet
	if i.Severity != importers.Note {
		name, ink = "warning", p.warn
	}
	r.icon.Resource = r.look.icons.resource(name, ink)
	r.icon.Refresh()
	r.message.SetText(sentence(i.Message))
	r.path.SetText(i.Path)
	r.height = r.lay(width)
	return r.height
}

// lay puts the parts into a row of that width, and returns the height they need.
func (r *issueRow) lay(width float32) float32 {
	room := max(width-issueSign-gap, 1)
	r.message.Resize(fyne.NewSize(room, r.message.MinSize().Height))
	height := r.message.MinSize().Height
	put(r.icon, 0, 6, issueSign, issueSign)
	put(r.message, issueSign+gap, 0, room, height)
	if r.path.Hidden = r.path.segment.Text == ""; r.path.Hidden {
		return height
	}
	put(r.path, issueSign+gap, height-labelRoom, room, r.path.MinSize().Height)
	return height - labelRoom + r.path.MinSize().Height
}

// MinSize implements fyne.Widget.
func (r *issueRow) MinSize() fyne.Size { return fyne.NewSize(100, max(r.height, rowHeight)) }

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
