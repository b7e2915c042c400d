package godot

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"

	"fillet/editor/level"
	"fillet/importers"
)

// sight is a sprite or tile layer that a node draws.
type sight struct {
	z    int // larger values are in front; ties keep the order of the tree
	show func()
}

// seen is the visibility that a node passes on to its children.
type seen struct {
	hidden bool
	alpha  float64
	z      int
}

// see collects what a node draws and returns the visibility for its children.
func (im *sceneImport) see(n *node, in within) seen {
	s := in.seen
	if !im.pictures || s.hidden {
		return s
	}
	t := im.object(n, n.name)
	const limit = 4096 // as in Godot
	layer := 0.0
	switch n.class {
	case "CanvasLayer":
		layer = t.number("layer", 1)
	case "ParallaxBackground":
		layer = t.number("layer", -100)
	case "SubViewport":
		layer = 1
	}
	if !t.bool("visible", true) || layer > 0 { // a canvas layer in front would cover the level
		s.hidden = true
		return s
	}
	if layer < 0 {
		s.z = -limit
	}
	s.alpha = float64(s.alpha * t.alpha("modulate"))
	z := t.number("z_index", 0)
	if !t.bool("z_as_relative", true) {
		s.z = 0
	}
	s.z = int(min(max(float64(s.z)+z, -limit), limit))
	own := s
	own.alpha = float64(s.alpha * t.alpha("self_modulate"))
	switch n.class {
	case "Sprite2D":
		im.sprite(n, in.to, own)
	case "AnimatedSprite2D":
		im.animated(n, in.to, own)
	}
	return s
}

// alpha returns the opacity of a colour, or 1 if there is none.
func (t object) alpha(key string) float64 {
	if c, ok := t.value(key).(call); ok && c.name == "Color" && len(c.nums) == 4 && isFinite(c.nums) {
		return min(max(c.nums[3], 0), 1)
	}
	return 1
}

// texture is an image or a region of one.
type texture struct {
	dir, name string
	x, y      float64
	w, h      float64 // 0: the whole image
}

var errNoPicture = errors.New("it is not a picture file")

// texture returns the image that a value refers to.
func (im *sceneImport) texture(f *file, v any, depth int) (tx texture, err error) {
	c, ok := v.(call)
	if !ok || len(c.args) != 1 || depth > 4 {
		return tx, errNoPicture
	}
	if c.name == "ExtResource" {
		if e := f.external[idText(c.args[0])]; e != nil && !strings.HasSuffix(e.attr("path"), ".tres") {
			_, tx.dir, tx.name, err = im.resolve(f, e.attr("path"))
			return tx, err
		}
	}
	r, err := im.resource(f, v)
	if err != nil {
		return tx, err
	}
	if r.class != "AtlasTexture" {
		return tx, fmt.Errorf("%w: it is a %s", errNoPicture, r.class)
	}
	t := im.resourceObject(r, "")
	if tx, err = im.texture(r.f, t.value("atlas"), depth+1); err != nil {
		return tx, err
	}
	if c, ok := t.value("region").(call); ok && strings.HasPrefix(c.name, "Rect2") {
		tx.crop(c)
	}
	return tx, nil
}

// crop restricts the texture to a rectangle.
func (tx *texture) crop(c call) {
	if len(c.nums) == 4 && isFinite(c.nums) {
		tx.x, tx.y, tx.w, tx.h = tx.x+c.nums[0], tx.y+c.nums[1], c.nums[2], c.nums[3]
	}
}

// image returns a picture for the texture and the size of its region; ok is false if it cannot be shown.
func (im *sceneImport) image(tx texture, place string) (p importers.Picture, w, h float64, ok bool) {
	if p.Image, ok = im.b.Image(tx.dir, tx.name, place); !ok {
		return p, 0, 0, false
	}
	w, h = tx.w, tx.h
	if w == 0 || h == 0 {
		iw, ih := im.b.ImageSize(p.Image)
		w, h = float64(iw), float64(ih)
	}
	return p, w, h, true
}

func (im *sceneImport) sprite(n *node, to importers.Affine, s seen) {
	path := n.path()
	t := im.object(n, path)
	v := t.value("texture")
	if v == nil {
		return
	}
	prop, f := t.find("texture")
	tx, err := im.texture(f, v, 0)
	if err != nil {
		if !errors.Is(err, errNoPicture) {
			im.issue(importers.Warning, f, prop.line, path, "its picture is not shown: %v", err)
		}
		return
	}
	if c, ok := t.value("region_rect").(call); ok && t.bool("region_enabled", false) {
		tx.crop(c)
	}
	columns, rows := max(t.choice("hframes", 16384), 1), max(t.choice("vframes", 16384), 1)
	frame := t.choice("frame", 1<<28)
	at := t.vec("frame_coords", level.Vec{X: float64(frame % columns), Y: float64(frame / columns)})
	flip := t.flips()
	offset, centered := t.vec("offset", level.Vec{}), t.bool("centered", true)
	im.sights = append(im.sights, sight{s.z, func() {
		p, w, h, ok := im.image(tx, path)
		if !ok {
			return
		}
		w, h = float64(w/float64(columns)), float64(h/float64(rows))
		tx.x, tx.y = tx.x+float64(at.X*w), tx.y+float64(at.Y*h)
		im.show(p, tx.x, tx.y, w, h, offset, centered, flip, to, s.alpha)
	}})
}

// flips returns how a sprite is mirrored.
func (t object) flips() importers.Flip {
	return importers.FlipOf(t.bool("flip_h", false), t.bool("flip_v", false), false)
}

// show draws a region of an image at a position in a node's frame.
func (im *sceneImport) show(
	p importers.Picture, x, y, w, h float64, at level.Vec, centered bool, flip importers.Flip, to importers.Affine,
	alpha float64,
) {
	p.X, p.Y, p.W, p.H = importers.Pixels(math.Round(x)), importers.Pixels(math.Round(y)),
		importers.Pixels(math.Round(w)), importers.Pixels(math.Round(h))
	if p.W <= 0 || p.H <= 0 {
		return
	}
	if flip&importers.FlipDiagonal != 0 {
		w, h = h, w
	}
	if centered {
		at = at.Sub(level.Vec{X: float64(w / 2), Y: float64(h / 2)})
	}
	p.Place(at, w, h, flip)
	p.At, p.U, p.V, p.Alpha = to.Apply(p.At), to.Linear(p.U), to.Linear(p.V), float32(alpha)
	im.b.Picture(p)
}

// animated collects the saved frame of an AnimatedSprite2D.
func (im *sceneImport) animated(n *node, to importers.Affine, s seen) {
	path := n.path()
	t := im.object(n, path)
	r, err := t.resource("sprite_frames")
	if err != nil || r == nil {
		return
	}
	name, frame := cmp.Or(t.text("animation"), "default"), t.choice("frame", 1<<20)
	list, _ := im.resourceObject(r, path).value("animations").([]any)
	for _, v := range list {
		d, _ := v.(dictionary)
		if textIn(d, "name") != name {
			continue
		}
		frames := valueIn[[]any](d, "frames")
		if frame >= len(frames) {
			return
		}
		shown, _ := frames[frame].(dictionary)
		of, _ := shown.get("texture")
		tx, err := im.texture(r.f, of, 0)
		if err != nil {
			return
		}
		flip, offset, centered := t.flips(), t.vec("offset", level.Vec{}), t.bool("centered", true)
		im.sights = append(im.sights, sight{s.z, func() {
			if p, w, h, ok := im.image(tx, path); ok {
				im.show(p, tx.x, tx.y, w, h, offset, centered, flip, to, s.alpha)
			}
		}})
		return
	}
}

// seeTiles collects the pictures of a layer of tiles.
func (im *sceneImport) seeTiles(l *tileLayer, t object, s seen) {
	if !im.pictures || s.hidden || !t.bool("visible", true) {
		return
	}
	alpha := float64(s.alpha * t.alpha("self_modulate"))
	im.sights = append(im.sights, sight{s.z, func() {
		for _, c := range l.cells {
			src := l.set.sources[int(c.source)]
			if src == nil || src.tiles == nil {
				continue
			}
			k := tileKey{int(c.atlasX), int(c.atlasY), int(c.alternative & alternatives)}
			if d := src.tiles[k]; d != nil {
				im.showTile(l, src, k, d, c, alpha)
			}
		}
	}})
}

// atlas describes how a source's tiles are laid out in its image.
type atlas struct {
	texture
	isShown                   bool
	margins, size, separation level.Vec
}

// atlas reads a source's atlas once.
func (im *sceneImport) atlas(s *tileSource, place string) *atlas {
	if s.atlas != nil {
		return s.atlas
	}
	t := im.resourceObject(s.r, place)
	s.atlas = &atlas{margins: t.vec("margins", level.Vec{}), size: t.vec("texture_region_size",
		level.Vec{X: 16, Y: 16}), separation: t.vec("separation", level.Vec{})}
	var err error
	s.atlas.texture, err = im.texture(s.r.f, t.value("texture"), 0)
	s.atlas.isShown = err == nil
	if err != nil && !errors.Is(err, errNoPicture) {
		im.issue(importers.Warning, s.r.f, s.r.s.line, place, "the picture of its tiles is not shown: %v", err)
	}
	return s.atlas
}

func (im *sceneImport) showTile(l *tileLayer, s *tileSource, k tileKey, d *tileData, c tileCell, alpha float64) {
	a := im.atlas(s, l.path)
	if !a.isShown {
		return
	}
	p, _, _, ok := im.image(a.texture, l.path)
	if !ok {
		return
	}
	cells := level.Vec{X: 1, Y: 1}
	if base := s.tiles[tileKey{k.x, k.y, -1}]; base != nil && base.cells != (level.Vec{}) {
		cells = base.cells
	}
	step := a.size.Add(a.separation)
	x, y := a.x+a.margins.X+float64(float64(k.x)*step.X), a.y+a.margins.Y+float64(float64(k.y)*step.Y)
	w, h := float64(cells.X*step.X)-a.separation.X, float64(cells.Y*step.Y)-a.separation.Y
	at := l.set.center(int(c.x), int(c.y)).Sub(d.origin)
	flip := flipsOf(c.alternative) ^ d.flip
	im.show(p, x, y, w, h, at, true, flip, l.to, alpha)
}
