package ui

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/link"
	"fillet/editor/overlay"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// gameLink offers the open levels to running games, and draws what the games report.
type gameLink struct {
	win    *Window
	post   func(func()) // calls a function on the UI thread
	server *link.Server // nil: off
	levels map[*tab]*link.Level
	posted atomic.Bool // refresh is posted
	shown  func()      // updates the open dialog; nil if there is none
}

// IsOn reports whether games can connect.
func (g *gameLink) IsOn() bool { return g.server != nil }

// Toggle turns the link on and shows its address, or turns it off.
func (g *gameLink) Toggle() {
	w := g.win
	if g.IsOn() {
		g.stop()
		w.Tell("The link to running games is off")
		return
	}
	now := make(chan struct{})
	close(now)
	s, err := link.Listen(link.Config{
		Address: "127.0.0.1:0", Changed: g.changed,
		Go: func(work func()) { w.Look.When(now, work) }, // guarded, but it does not keep the window busy
	})
	if err != nil {
		w.FailDialog("The link cannot be turned on", err)
		return
	}
	g.server, g.levels = s, map[*tab]*link.Level{}
	g.sync()
	g.Show()
}

// stop turns the link off.
func (g *gameLink) stop() {
	if g.IsOn() {
		g.server.Close("The link was turned off in the editor.")
		g.server, g.levels = nil, nil
		g.refresh()
	}
}

// changed makes the window show new clients and reports. The server calls it on any goroutine.
func (g *gameLink) changed() {
	if !g.posted.Swap(true) {
		g.post(func() {
			g.posted.Store(false)
			g.refresh()
		})
	}
}

func (g *gameLink) refresh() {
	g.win.Canvas.Redraw()
	if g.shown != nil {
		g.shown()
	}
}

// sync offers the levels of all tabs, under their current names.
func (g *gameLink) sync() {
	if !g.IsOn() {
		return
	}
	taken := map[string]bool{}
	for _, t := range g.win.tabs.list {
		if t.unread != "" {
			continue // when it is first shown
		}
		name := linkName(t)
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s (%d)", linkName(t), n)
		}
		taken[name] = true
		switch l := g.levels[t]; {
		case l == nil:
			g.levels[t] = g.server.Offer(link.Offer{
				Path: name, File: t.Files.Path(), Post: g.post,
				Snapshot: func() (level.Snapshot, error) { return t.Session.Document().Snapshot(), nil },
			})
		case l.Path() != name || l.File() != t.Files.Path():
			l.Rename(name, t.Files.Path())
		}
	}
}

// linkName returns the path of a tab's level in its project, or its file name.
func linkName(t *tab) string {
	path := t.Files.Path()
	if dir, ok := project.Find(path); ok {
		if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return t.Files.Name()
}

// follow tells games that a tab's level has changed.
func (g *gameLink) follow(t *tab) {
	if l := g.levels[t]; l != nil {
		l.Changed()
	}
}

// drop ends the offer of a tab that closes.
func (g *gameLink) drop(t *tab) {
	if l := g.levels[t]; l != nil {
		delete(g.levels, t)
		l.Close("The level was closed in the editor.")
	}
}

// address returns the address of the shown level.
func (g *gameLink) address() string {
	at := g.server.Address()
	if l := g.levels[g.win.tabs.inBar()]; l != nil && len(g.levels) > 1 {
		at += "?level=" + url.QueryEscape(l.Path())
	}
	return at
}

// Show shows the address for the game, and the connected games.
func (g *gameLink) Show() {
	w := g.win
	address := g.address()
	f := w.NewFrame(64)
	field := widget.NewLabel(address)
	field.Selectable = true
	field.Truncation = fyne.TextTruncateEllipsis
	games := kit.NewQuietProse("", "")
	games.Wrapping = fyne.TextWrapWord
	g.shown = func() {
		if !g.IsOn() {
			f.Close()
			return
		}
		games.SetText(clientsText(g.server.Clients()))
	}
	g.shown()
	f.LeftButton("Turn off", g.Toggle)
	f.Button("Copy address", func() {
		w.App.Clipboard().SetContent(address)
		w.Tell("Copied the address for the game")
	})
	f.Primary("Close", f.Close)
	note := kit.NewQuietProse("A game on this machine follows the open levels while you edit. Give it this address. "+
		"It contains a secret, and is valid until the link is turned off.", "")
	note.Wrapping = fyne.TextWrapWord
	f.OpenLasting("Link running game", fyne.NewSize(560, 280), container.New(kit.Lines(8), note, field, games))
}

// clientsText describes the connected games, one per line.
func clientsText(list []link.ClientInfo) string {
	if len(list) == 0 {
		return "No game is connected."
	}
	lines := make([]string, len(list))
	for i, c := range list {
		lines[i] = fmt.Sprintf("%s · %s · %s sent, %s received per second", cmp.Or(c.Name, "Unnamed game"),
			quote.Printable(c.Level), quote.Count(c.Events, "change"), quote.Count(c.Reports, "report"))
	}
	return strings.Join(lines, "\n")
}

// reported returns the overlays of what games report about a tab's level: dashed outlines of bodies, the player and
// contacts.
func (g *gameLink) reported(t *tab) (out []overlay.Item) {
	l := g.levels[t]
	if l == nil {
		return nil
	}
	doc := t.Session.Document()
	reports := l.Reports(doc.Settings().PixelsPerMetre)
	if len(reports) == 0 {
		return nil
	}
	bodies := reportedBodies(doc, reports)
	for _, r := range reports {
		var label *level.Vec
		done := map[level.ID]bool{} // the first colliders of bodies that are drawn
		for _, p := range r.Bodies {
			members := bodies[p.ID]
			if len(members) == 0 || done[members[0].ID] {
				continue
			}
			done[members[0].ID] = true
			at := collision.Transform{P: p.Position, Q: p.Angle.Rotation()}
			back := members[0].Transform().Inv()
			for _, c := range members {
				out = append(out, overlay.Outline{
					Boundary: doc.Baked(c.ID).TracedBoundary(), At: at.Mul(back).Mul(c.Transform()), Ink: overlay.Guide,
					Dashed: true,
				})
			}
			if label == nil {
				label = &p.Position
			}
		}
		if r.Player != nil {
			label = r.Player
			out = append(out, overlay.Handle{At: *r.Player, Form: overlay.CrossHandle, Ink: overlay.Guide},
				overlay.Ring{
					Center: *r.Player, Radius: playerRing * t.Canvas.Scale / t.Canvas.Camera.Zoom,
					Ink: overlay.Guide, Dashed: true,
				})
		}
		for _, c := range r.Contacts {
			out = append(out, overlay.Dot{At: c.At, Ink: overlay.Guide})
		}
		if label != nil {
			out = append(out, overlay.Label{
				At: *label, Offset: level.Vec{X: playerRing, Y: -playerRing}, Ink: overlay.Guide,
				Text: fmt.Sprintf("%s · %d/s", cmp.Or(r.Game, "Game"), r.Rate),
			})
		}
	}
	return out
}

// playerRing is the radius of the ring around a player, in window units.
const playerRing = 14

// reportedBodies returns the colliders of the bodies that games report, by the reported ids. The first one of a body
// gives its frame.
func reportedBodies(doc *level.Document, reports []link.Report) map[string][]*level.Collider {
	of := level.BodyNames(doc.Groups(), doc.Instances())
	if of == nil {
		of = func(*level.Collider) string { return "" }
	}
	out, names := map[string][]*level.Collider{}, map[string][]*level.Collider{}
	for _, r := range reports {
		for _, p := range r.Bodies {
			c := doc.Collider(colliderID(p.ID))
			if c == nil || c.Shape.Kind == level.Point {
				continue
			}
			if out[p.ID] = []*level.Collider{c}; of(c) != "" {
				names[of(c)] = nil
			}
		}
	}
	if len(names) == 0 {
		return out
	}
	for _, l := range doc.Layers() {
		for _, c := range doc.InLayer(l.ID) {
			if list, ok := names[of(c)]; ok {
				names[of(c)] = append(list, c)
			}
		}
	}
	for id, list := range maps.Clone(out) {
		if members := names[of(list[0])]; slices.Contains(members, list[0]) {
			out[id] = members
		}
	}
	return out
}

// colliderID returns the id with a text in exports, or 0.
func colliderID(text string) level.ID {
	if id, err := level.ParseID(text); err == nil {
		return id
	}
	if of, path, err := level.ParsePart(text); err == nil {
		return level.PartID(of, path)
	}
	return 0
}
