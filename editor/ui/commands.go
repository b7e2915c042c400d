package ui

import (
	"strings"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
)

// commandEntries lists every item of every menu. Unavailable items are listed too, with the reason.
func (w *commands) commandEntries() []dialog.Entry {
	var out []dialog.Entry
	for menu, c := range w.menus.All() {
		ok, missing := c.Enabled()
		if c.Do == nil || !ok && w.start.IsOpen() {
			continue
		}
		label, detail := menu+" › "+c.Name(), kit.KeyLabel(c.Key)
		if !ok {
			detail = missing
		}
		out = append(out, dialog.Entry{
			Label: label, Detail: detail, Words: dialog.Searched(label), Off: !ok,
			Do: func() { w.menus.Perform(c) },
		})
	}
	return out
}

// colliderEntries lists every collider by name, tags and layer.
func (w *commands) colliderEntries() []dialog.Entry {
	var out []dialog.Entry
	doc := w.Session.Document()
	for c := range doc.Colliders() {
		detail := c.Shape.Kind.String() + " · " + doc.Layer(c.Layer).Name
		if len(c.Tags) > 0 {
			detail += " · " + strings.Join(c.Tags, ", ")
		}
		out = append(out, dialog.Entry{
			Label: c.Label(), Detail: detail, Words: dialog.Searched(kit.AtMost(c.Label(), maxSearched) + " " +
				c.ID.String() + " " + detail),
			Do: func() { w.goTo(c.ID) }, ID: c.ID,
		})
	}
	return out
}

// maxSearched limits the characters of a name that a search covers.
const maxSearched = 2000

func (w *commands) goTo(id level.ID) {
	w.Session.Selection().Set(id)
	w.goToSelection()
}

func (w *commands) goToSelection() {
	const limit = 4 // maximum zoom
	if box, ok := w.Session.Selection().Bounds(); ok {
		w.Canvas.ShowBox(box, limit)
	}
}

func (w *commands) commandPalette() { w.Search("Commands", "Command name", w.commandEntries()) }

func (w *commands) findCollider() {
	w.SearchAll("Find", "Name, tag, kind, layer, or tag:coin, role:trigger …", w.colliderEntries(),
		w.splitQuery, "Select all", func(found []dialog.Entry) {
			w.Session.Selection().Set(kit.Map(found, func(e dialog.Entry) level.ID { return e.ID })...)
			w.tellSelected()
		})
}

func tilesSaved(w *Window) {
	if len(w.Session.Document().Settings().Imports) > 0 {
		w.imports.All()
	}
}

// splitQuery parses a query in the syntax of the outline's filter; see [editor.ParseFilter].
func (w *commands) splitQuery(query string) (words string, keep func(*dialog.Entry) bool, err error) {
	f, err := editor.ParseFilter(query)
	if err != nil {
		return "", nil, err
	}
	free, terms := f.Split()
	words = strings.Join(free, " ")
	if terms.IsEmpty() {
		return words, nil, nil
	}
	doc, facts := w.Session.Document(), w.side.facts()
	return words, func(e *dialog.Entry) bool {
		c := doc.Collider(e.ID)
		return c != nil && terms.Matches(doc, c, facts)
	}, nil
}

// allKeys lists all shortcuts: the menus' in menu order, then the tools'.
func (w *commands) allKeys() []dialog.KeyLine {
	var out []dialog.KeyLine
	for menu, c := range w.menus.All() {
		if keys := kit.KeyLabel(c.Key); keys != "" {
			group, path, _ := strings.Cut(menu+" › ", " › ")
			out = append(out, dialog.KeyLine{Group: group, Keys: keys, Does: path + c.Label})
		}
	}
	return append(out, dialog.ToolKeys()...)
}

func (w *commands) showKeys() { w.KeysDialog(w.allKeys()) }
