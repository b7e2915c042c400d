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

// IssueRow is one remark of an import or an export: what it is about, whole, and below it where that is.
type IssueRow struct {
	widget.BaseWidget
	look    *kit.Look
	icon    *canvas.Image
	Message *widget.Label
	Path    *kit.QuietProse
	height  float32
}

const issueSign = 14

// NewIssueRow makes an empty row; see [IssueRow.Display].
func NewIssueRow(l *kit.Look) *IssueRow {
	r := &IssueRow{look: l, icon: l.Icons.Image("check", l.Colors().Quiet), Message: widget.NewLabel(""), Path: kit.NewQuietLine(theme.SizeNameCaptionText)}
	r.Message.Wrapping = fyne.TextWrapWord
	r.ExtendBaseWidget(r)
	return r
}

// Display says an issue in a row of this width, and returns the height that it needs.
func (r *IssueRow) Display(i *importers.Issue, width float32) float32 {
	p := r.look.Colors()
	name, ink := "check", p.Quiet
	if i.Severity != importers.Note {
		name, ink = "warning", p.Warn
	}
	r.icon.Resource = r.look.Icons.Resource(name, ink)
	r.icon.Refresh()
	r.Message.SetText(kit.Sentence(i.Message))
	r.Path.SetText(i.Path)
	r.height = r.lay(width)
	return r.height
}

// lay puts the parts into a row of that width, and returns the height they need.
func (r *IssueRow) lay(width float32) float32 {
	room := max(width-issueSign-kit.Gap, 1)
	r.Message.Resize(fyne.NewSize(room, r.Message.MinSize().Height))
	height := r.Message.MinSize().Height
	kit.Put(r.icon, 0, 6, issueSign, issueSign)
	kit.Put(r.Message, issueSign+kit.Gap, 0, room, height)
	if r.Path.Hidden = r.Path.Segment.Text == ""; r.Path.Hidden {
		return height
	}
	kit.Put(r.Path, issueSign+kit.Gap, height-kit.LabelRoom, room, r.Path.MinSize().Height)
	return height - kit.LabelRoom + r.Path.MinSize().Height
}

// MinSize implements fyne.Widget.
func (r *IssueRow) MinSize() fyne.Size { return fyne.NewSize(100, max(r.height, kit.RowHeight)) }

// CreateRenderer implements fyne.Widget.
func (r *IssueRow) CreateRenderer() fyne.WidgetRenderer { return &issueRenderer{r} }

type issueRenderer struct{ r *IssueRow }

func (v *issueRenderer) Layout(size fyne.Size) { v.r.lay(size.Width) }
func (v *issueRenderer) MinSize() fyne.Size    { return v.r.MinSize() }
func (v *issueRenderer) Refresh()              { v.r.lay(v.r.Size().Width) }
func (v *issueRenderer) Destroy()              {}
func (v *issueRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{v.r.icon, v.r.Message, v.r.Path}
}

// IssueText is a list of issues, a line each.
func IssueText(issues []importers.Issue) string {
	var b strings.Builder
	for _, i := range issues {
		if i.Path != "" {
			b.WriteString(i.Path + ": ")
		}
		b.WriteString(i.Message + "\n")
	}
	return b.String()
}
