package ui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/level"
)

// playHelpLine is a line of the playtest help: a key or an object, and what it does.
type playHelpLine struct{ what, does string }

// keyLines lists the keys of a playtest, starting with the character's, and the mouse actions.
func (m *playMode) keyLines() []playHelpLine {
	var out []playHelpLine
	for _, k := range m.MovementKeys() {
		keys := k.Fixed
		if k.Extra != "" {
			keys += ", " + k.Extra
		}
		out = append(out, playHelpLine{keys, k.Label})
	}
	out[toJump].does += ", or the jetpack"
	for _, a := range m.actions() {
		if a.do != nil {
			out = append(out, playHelpLine{strings.Replace(string(a.key), "Escape", "Esc", 1), a.tip})
		}
	}
	return append(out, playHelpLine{"F5, Shift+F5", "Restart at the spawn, or at the pointer"},
		playHelpLine{"0, 1, 2", "Actual size, the whole level, the selection"},
		playHelpLine{"+, −", "Zoom in, out"}, playHelpLine{"G", "Grid"}, playHelpLine{"F1", "All keyboard shortcuts"},
		playHelpLine{"drag", "Pull a body"}, playHelpLine{"middle drag, wheel", "Move the view, zoom"},
		playHelpLine{"gamepad", "Stick or D-pad moves, A or B jumps; Start, Back and the bumpers are P, R and M"})
}

// objectLines explains the gameplay objects in a level.
func objectLines(snap level.Snapshot) []playHelpLine {
	var has level.ObjectSet
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			has |= level.WorkingObjects(c.Collider)
		}
	}
	var out []playHelpLine
	for _, o := range level.Objects() {
		if has.Has(o.Kind) {
			out = append(out, playHelpLine{o.Title, o.Help})
		}
	}
	return out
}

// newPlayHelp lists keys and objects under headings, in one wrapped text.
func newPlayHelp() (content *container.Scroll, show func(keys, objects []playHelpLine)) {
	body := widget.NewRichText()
	body.Wrapping = fyne.TextWrapWord
	content = container.NewVScroll(body)
	strong := widget.RichTextStyle{
		Inline: true, SizeName: theme.SizeNameCaptionText,
		ColorName: theme.ColorNameForeground, TextStyle: fyne.TextStyle{Bold: true},
	}
	quiet := widget.RichTextStyle{SizeName: theme.SizeNameCaptionText, ColorName: theme.ColorNamePlaceHolder}
	heading := widget.RichTextStyle{
		SizeName: theme.SizeNameText, ColorName: theme.ColorNameForeground,
		TextStyle: fyne.TextStyle{Bold: true},
	}
	return content, func(keys, objects []playHelpLine) {
		body.Segments = nil
		for _, part := range []struct {
			title string
			lines []playHelpLine
		}{{"Keys", keys}, {"In this level", objects}} {
			if len(part.lines) == 0 {
				continue
			}
			body.Segments = append(body.Segments, &widget.TextSegment{Style: heading, Text: part.title})
			for _, line := range part.lines {
				body.Segments = append(body.Segments, &widget.TextSegment{Style: strong, Text: line.what + "   "},
					&widget.TextSegment{Style: quiet, Text: line.does})
			}
		}
		body.Refresh()
		content.ScrollToTop()
	}
}
