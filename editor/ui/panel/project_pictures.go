package panel

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/render"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

// Glimpse is the preview of a level or tileset in a row: a thumbnail and facts.
type Glimpse struct {
	Picture image.Image
	Size    level.Vec // of the level, or of a tile
	Shapes  int       // or the number of tiles with shapes
	Err     error     // why the file cannot be read
	Large   int64     // the size in bytes of a file that is too large for a picture, or 0
}

// Facts returns the line below the name.
func (g *Glimpse) Facts(k project.Kind) string {
	if g.Err != nil {
		return "cannot be read"
	}
	if g.Large > 0 {
		return fmt.Sprintf("%d MB", g.Large>>20)
	}
	what := quote.Count(g.Shapes, "shape")
	if k == project.Tiles {
		what = quote.Count(g.Shapes, "tile")
	}
	if g.Size.X <= 0 || g.Size.Y <= 0 {
		return what
	}
	return fmt.Sprintf("%g×%g · %s", tenths(g.Size.X), tenths(g.Size.Y), what)
}

func tenths(v float64) float64 { return math.Round(v*10) / 10 }

// Glimpses renders thumbnails of a project's levels on demand, off the UI thread. It caches them by file content,
// so a new modification time alone causes no redraw.
type Glimpses struct {
	look  *kit.Look
	spawn func(func())
	Made  func() // called for each finished glimpse
	Read  func(path string) ([]byte, os.FileInfo, error)

	files   map[string]glimpsed // by path
	listed  map[string]state    // the project's files as last listed
	round   int                 // counts listings
	made    map[sumKey]*Glimpse // by contents
	order   []sumKey            // keys of made, oldest first
	wanted  []project.Entry     // requests; the last one is next
	working bool
}

type sumKey struct {
	sum  [sha256.Size]byte
	dark bool
	zoom float64
}

// glimpsed is the state of a file when its glimpse was made.
type glimpsed struct {
	state
	key   sumKey
	needs map[string]state // the prefabs in the level

	asked state // the file's listed state when the glimpse was requested
	round int   // the round in which the glimpse was made
}

// state distinguishes versions of a file.
type state struct {
	size int64
	time int64
}

func stateOf(info os.FileInfo) state { return state{info.Size(), info.ModTime().UnixNano()} }

// Listed records the files' current states. A level is redrawn if one of its prefabs has changed.
func (g *Glimpses) Listed(list *project.Listing) {
	g.round++
	g.listed = make(map[string]state, len(list.Entries))
	for _, e := range list.Entries {
		g.listed[e.Path] = stateOf(e.Info)
	}
}

// isOld reports whether a prefab in the level has changed since the glimpse was made. A glimpse made since the last
// listing is newer than the list.
func (g *Glimpses) isOld(was glimpsed) bool {
	if was.round == g.round {
		return false
	}
	for path, before := range was.needs {
		if now, known := g.listed[path]; known && now != before {
			return true
		}
	}
	return false
}

// Size of a thumbnail in units, and limits for cached and queued thumbnails: more than a window shows.
const (
	glimpseWidth, glimpseHeight = 64, 40
	maxGlimpses                 = 1024
	maxWanted                   = 48

	// MaxGlimpseBytes limits the files that are read for a thumbnail.
	MaxGlimpseBytes = 8 << 20
)

func NewGlimpses(l *kit.Look, spawn func(func())) *Glimpses {
	return &Glimpses{
		look: l, spawn: spawn, Made: func() {}, files: map[string]glimpsed{},
		made: map[sumKey]*Glimpse{}, Read: readAll,
	}
}

// Of returns the glimpse of a file, possibly outdated, or nil while the first one is being made.
func (g *Glimpses) Of(e project.Entry) *Glimpse {
	if e.Info.Size() > MaxGlimpseBytes {
		return &Glimpse{Large: e.Info.Size()}
	}
	was, ok := g.files[e.Path]
	if ok && (was.state == stateOf(e.Info) || was.asked == stateOf(e.Info)) && !g.isOld(was) &&
		was.key.dark == g.look.Theme.IsDark() && was.key.zoom == g.zoom() {
		if made := g.made[was.key]; made != nil {
			return made
		}
	}
	g.want(e)
	if ok {
		return g.made[was.key] // the old one until the new one is ready
	}
	return nil
}

// ifShown works like [Glimpses.Of] for a row of a visible panel. For a hidden panel it returns nil and reads nothing.
func (g *Glimpses) ifShown(isShown func() bool, e project.Entry) *Glimpse {
	if !isShown() {
		return nil
	}
	return g.Of(e)
}

func (g *Glimpses) zoom() float64 { return math.Max(g.look.Icons.Scale, 1) }

func (g *Glimpses) want(e project.Entry) {
	g.wanted = slices.DeleteFunc(g.wanted, func(w project.Entry) bool { return w.Path == e.Path })
	if g.wanted = append(g.wanted, e); len(g.wanted) > maxWanted {
		g.wanted = g.wanted[1:] // requested again when visible
	}
	g.next()
}

// next makes the thumbnail requested last.
func (g *Glimpses) next() {
	if g.working || len(g.wanted) == 0 {
		return
	}
	e := g.wanted[len(g.wanted)-1]
	g.wanted = g.wanted[:len(g.wanted)-1]
	g.working = true
	dark, zoom, theme := g.look.Theme.IsDark(), g.zoom(), canvas.Theme(g.look)
	round, known := g.round, maps.Clone(g.made)
	g.spawn(func() {
		data, info, err := g.Read(e.Path)
		var made *Glimpse
		key := sumKey{dark: dark, zoom: zoom}
		needs := map[string]state{}
		if e.Kind == project.Tiles && err == nil {
			made, key.sum = tilesetGlimpse(data, e.Path, zoom)
		} else {
			var doc *level.Document
			if err == nil {
				doc, err = level.Parse(data, e.Path)
			}
			if key.sum = sumOf(doc, data, e.Path, err, needs); known[key] == nil {
				made = glimpse(doc, err, zoom, theme)
			}
		}
		g.look.Post(func() {
			g.working = false
			if made != nil {
				g.keep(key, made)
			}
			if info == nil {
				info = e.Info
			}
			g.files[e.Path] = glimpsed{stateOf(info), key, needs, stateOf(e.Info), round}
			g.Made()
			g.next()
		})
	})
}

// sumOf hashes everything that a level's glimpse depends on, including its prefabs, which it adds to needs.
func sumOf(doc *level.Document, data []byte, path string, err error, needs map[string]state) [sha256.Size]byte {
	h := sha256.New()
	if err != nil {
		_, _ = fmt.Fprintf(h, "%q %q", path, err.Error()) // hashes never fail
		return [sha256.Size]byte(h.Sum(nil))
	}
	_, _ = h.Write(data)
	if len(doc.Instances()) > 0 {
		for _, path := range project.AttachPrefabs(doc, path, "").Files() {
			if info, err := os.Stat(path); err == nil {
				needs[path] = stateOf(info)
			} else {
				needs[path] = state{}
			}
			_, _ = fmt.Fprintf(h, " %q %v", path, needs[path])
		}
	}
	return [sha256.Size]byte(h.Sum(nil))
}

func (g *Glimpses) keep(key sumKey, made *Glimpse) {
	if g.made[key] == nil {
		g.order = append(g.order, key)
	}
	g.made[key] = made
	for len(g.order) > maxGlimpses {
		delete(g.made, g.order[0])
		g.order = g.order[1:]
	}
}

func readAll(path string) ([]byte, os.FileInfo, error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = f.Close() }() // only read
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, level.MaxFileSize+1))
	return data, info, err
}

func glimpse(doc *level.Document, err error, zoom float64, theme *render.Theme) *Glimpse {
	if err != nil {
		return &Glimpse{Err: err}
	}
	snap := doc.Snapshot()
	g := &Glimpse{Size: snap.Settings.Size, Shapes: doc.Len()}
	if b := render.LevelBounds(snap); g.Size == (level.Vec{}) && doc.Len() > 0 {
		g.Size = b.Size() // a prefab made of shapes has no size: use its bounds
	}
	w, h := int(math.Ceil(glimpseWidth*zoom)), int(math.Ceil(glimpseHeight*zoom))
	camera := render.Camera{Width: w, Height: h, Zoom: 1}.Framing(render.LevelBounds(snap), 2*zoom)
	scene := render.LevelScene(snap, camera, theme)
	scene.Scale, scene.Show.Labels = zoom, false
	picture := image.NewRGBA(image.Rect(0, 0, w, h))
	render.NewRenderer().Draw(picture, scene)
	g.Picture = picture
	return g
}

// maxTilesetBytes limits the size of a tileset picture that the list reads.
const maxTilesetBytes = 64 << 20

// tilesetGlimpse returns the glimpse of a tile shape file: its picture, tile size, and number of tiles with shapes. It
// omits a picture that is missing or outside the project. The sum covers everything that the glimpse depends on.
func tilesetGlimpse(data []byte, file string, zoom float64) (g *Glimpse, sum [sha256.Size]byte) {
	h := sha256.New()
	_, _ = h.Write(data) // hashes never fail
	set, _, err := importers.ParseTiles(data, file)
	if err != nil {
		_, _ = fmt.Fprintf(h, "%q %q", file, err.Error())
		return &Glimpse{Err: err}, [sha256.Size]byte(h.Sum(nil))
	}
	g = &Glimpse{Size: level.Vec{X: float64(set.Width), Y: float64(set.Height)}}
	for _, shapes := range set.Shapes {
		if len(shapes) > 0 {
			g.Shapes++
		}
	}
	picture := pictureBytes(file, set.Image)
	_, _ = h.Write(picture)
	if m, err := importers.DecodePicture(bytes.NewReader(picture)); err == nil {
		g.Picture = beginningOf(m, max(set.Width, set.Height), zoom)
	}
	return g, [sha256.Size]byte(h.Sum(nil))
}

// pictureBytes returns the picture that a tileset file refers to, or nil if it cannot be read.
func pictureBytes(file, name string) []byte {
	if name == "" {
		return nil
	}
	root, err := disk.FindRoot(file)
	if err != nil {
		return nil
	}
	rel, err := root.Named(filepath.Join(filepath.Dir(file), filepath.FromSlash(name)))
	if err != nil {
		return nil
	}
	data, err := root.ReadFile(rel, maxTilesetBytes)
	if err != nil {
		return nil
	}
	return data
}

// beginningOf scales the upper left part of a picture to a row's thumbnail. It crops the longer side to the thumbnail's
// aspect ratio, but to no less than four tiles.
func beginningOf(m image.Image, tile int, zoom float64) image.Image {
	b := m.Bounds()
	w, h := float64(b.Dx()), float64(b.Dy())
	least := float64(4 * tile)
	fromW := min(w, max(h*glimpseWidth/glimpseHeight, least))
	fromH := min(h, max(w*glimpseHeight/glimpseWidth, least))
	scale := min(glimpseWidth*zoom/fromW, glimpseHeight*zoom/fromH)
	out := image.NewRGBA(image.Rect(0, 0, max(int(math.Round(fromW*scale)), 1), max(int(math.Round(fromH*scale)), 1)))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, m.At(b.Min.X+min(int((float64(x)+0.5)/scale), b.Dx()-1),
				b.Min.Y+min(int((float64(y)+0.5)/scale), b.Dy()-1)))
		}
	}
	return out
}
