package dialog

import (
	"bytes"
	"fmt"
	"image"
	_ "image/png" // the guide's pictures
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"fillet/docs/guide"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// guideBlock is a piece of a chapter: Markdown or a picture.
type guideBlock struct{ markdown, Picture string }

// guideBlocks splits a chapter into its title, texts and pictures.
func guideBlocks(chapter string) (title string, blocks []guideBlock) {
	var text strings.Builder
	flush := func() {
		if s := strings.TrimSpace(text.String()); s != "" {
			blocks = append(blocks, guideBlock{markdown: s})
		}
		text.Reset()
	}
	for _, line := range strings.Split(chapter, "\n") {
		if strings.HasPrefix(line, "# ") && title == "" {
			title = line[2:]
			continue
		}
		if _, rest, ok := strings.Cut(line, "!["); ok && strings.HasPrefix(line, "![") {
			if _, file, ok := strings.Cut(rest, "]("); ok {
				flush()
				blocks = append(blocks, guideBlock{Picture: strings.TrimSuffix(strings.TrimSpace(file), ")")})
				continue
			}
		}
		text.WriteString(line + "\n")
	}
	flush()
	return title, blocks
}

// guidePicture returns a picture of the guide at the page's width. A picture that is not embedded appears once loaded.
func guidePicture(l *kit.Look, name string, width float32) fyne.CanvasObject {
	if data := guide.Picture(name); data != nil {
		return decodedPicture(name, data, width)
	}
	place := container.NewStack(canvas.NewText("Loading "+name, l.Colors().Quiet))
	l.Go(func() {
		data, err := distantPicture(name)
		l.Post(func() {
			if err != nil {
				place.Objects[0] = widget.NewLabel(name + " cannot be loaded: " + err.Error())
			} else {
				place.Objects[0] = decodedPicture(name, data, width)
			}
			place.Refresh()
		})
	})
	return place
}

func decodedPicture(name string, data []byte, width float32) fyne.CanvasObject {
	cfg, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return widget.NewLabel(name + " cannot be read: " + err.Error())
	}
	img := canvas.NewImageFromResource(fyne.NewStaticResource("guide-"+name, data))
	img.FillMode = canvas.ImageFillContain
	width = min(width, float32(cfg.Width))
	img.SetMinSize(fyne.NewSize(width, width*float32(cfg.Height)/float32(cfg.Width)))
	return img
}

// linkChapters makes links to other chapters of the guide open them.
func linkChapters(l *kit.Look, segments []widget.RichTextSegment, show func(chapter int)) {
	for _, s := range segments {
		switch s := s.(type) {
		case *widget.HyperlinkSegment:
			if s.URL == nil {
				continue
			}
			name, _ := strings.CutSuffix(s.URL.Path, ".md")
			if i := slices.Index(guide.Chapters(), name); i >= 0 {
				s.OnTapped = l.Guard(func() { show(i) })
			}
		case *widget.ParagraphSegment:
			linkChapters(l, s.Texts, show)
		case *widget.ListSegment:
			linkChapters(l, s.Items, show)
		}
	}
}

// ShowGuide opens the user guide: chapters on the left, the page on the right.
func (w *Parent) ShowGuide() { w.ShowChapter("") }

// ShowChapter opens the user guide at a chapter such as "drawing", or at the first one if it does not exist.
func (w *Parent) ShowChapter(chapter string) {
	size := w.Win.Canvas().Size()
	size = fyne.NewSize(min(1060, size.Width-60), min(820, size.Height-50))
	const side = 204
	page := container.NewVBox()
	scroll := kit.NewWholeScroll(w.Look, kit.Pad(4, 0, 18, 20, page))
	var buttons []*kit.TextButton
	const row = 28 + 4 // height of a row in the list of chapters
	chapters := container.New(kit.Lines(4))
	list := container.NewVScroll(kit.Pad(0, 0, 8, 0, chapters))
	var show func(i int)
	show = func(i int) {
		title, blocks := guideBlocks(string(guide.Chapter(guide.Chapters()[i])))
		page.Objects = []fyne.CanvasObject{kit.Pad(kit.FieldInset, 0, 0, 0, kit.Bold(title, w.Look.Colors().Text, 20))}
		for _, b := range blocks {
			if b.Picture != "" {
				page.Add(kit.Pad(kit.FieldInset, 6, 0, 8, guidePicture(w.Look, b.Picture, size.Width-side-100)))
				continue
			}
			body := widget.NewRichTextFromMarkdown(b.markdown)
			body.Wrapping = fyne.TextWrapWord
			linkChapters(w.Look, body.Segments, show)
			page.Add(body)
		}
		page.Refresh()
		scroll.ScrollToTop()
		for k, button := range buttons {
			button.SetLit(k == i)
		}
		// Scroll the chapter's row into view.
		if room := size.Height - 130; list.Offset.Y > float32(i)*row || list.Offset.Y+room < float32(i+1)*row {
			list.ScrollToOffset(fyne.NewPos(0, max(float32(i)*row-room/2, 0)))
		}
	}
	for i, name := range guide.Chapters() {
		title, _ := guideBlocks(string(guide.Chapter(name)))
		b := kit.NewTextButton(w.Look, title, false, func() { show(i) })
		buttons = append(buttons, b)
		chapters.Add(b)
	}
	var d dialog.Dialog
	closeIt := kit.NewTextButton(w.Look, "Close", true, func() { d.Hide() })
	left := container.NewBorder(nil, kit.Pad(0, 8, 8, 0, closeIt), nil, nil, list)
	d = w.Dialog("User guide", container.NewBorder(nil, nil, kit.Pad(0, 0, 16, 0,
		container.New(kit.Exact{W: side, H: 0}, left)), nil, scroll), size)
	show(max(slices.Index(guide.Chapters(), chapter), 0))
	w.openLasting(d, d.Hide)
}

// ShowAbout shows the program's name, purpose and number of formats.
func (w *Parent) ShowAbout() {
	p := w.Look.Colors()
	logo := canvas.NewImageFromResource(w.Win.Icon())
	logo.FillMode = canvas.ImageFillContain
	logo.SetMinSize(fyne.NewSize(48, 48))
	l := widget.NewLabel("Fillet draws, rounds and checks the collision shapes of 2D levels.\n\nEvery collider is a " +
		"union of convex polygons, each grown by a circle, so one algorithm finds every contact.")
	l.Wrapping = fyne.TextWrapWord
	f := w.NewFrame(0)
	f.Answer("User guide", w.ShowGuide)
	f.Primary("Close", f.Close)
	reads := kit.Text(fmt.Sprintf("Reads %s, writes %s", quote.Count(len(w.Files.Importers().All()), "foreign format"),
		quote.Count(len(w.Files.Exporters().All()), "collider format")), p.Quiet, kit.SmallText+1)
	f.OpenLasting("About Fillet", fyne.NewSize(480, 240), container.NewBorder(nil, nil,
		kit.Pad(0, 0, 10, 0, container.NewVBox(logo)), nil, container.NewVBox(l, kit.Pad(4, 0, 0, 0, reads))))
}
