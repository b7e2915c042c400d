package render

import (
	"fmt"
	"image"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Renderer draws scenes into pictures and keeps its buffers for the next one. It must not be used by two goroutines at
// the same time, but several Renderers may be.
//
// [Renderer.Draw] draws a whole picture. While a gesture moves a few colliders among many, the caller can keep the
// rest:
//
//	mark the items that move, and those whose state changes with them, as Moving
//	r.DrawBase(base, scene)         // once, and again when the view, or an item that is not Moving, changes
//	r.DrawTop(picture, base, scene) // every frame
//
// DrawTop gives the same picture as Draw of the same scene with the moving items last.
type Renderer struct {
	// Workers is the number of goroutines that draw; 0 means one per core. It does not affect the picture.
	Workers int

	bandRows int
	batch    int // number of items listed at a time
	tiles    tileSet
	letters  *typesetter
	backdrop backdrop
	sprites  [2]spriteLayer // pictures of the imported level, and the level's own
	chunks   []*chunk       // chunks of the items, in order, and a chunk for everything drawn over them
	used     int            // number of chunks in this picture
	rasters  []*raster
	spare    *image.RGBA // for pictures that are not tightly packed

	// The picture being drawn.
	scene      *Scene
	part       part
	pix        []byte
	base       []byte
	w, h       int
	from       int                              // the first item of the batch
	job        func(r *Renderer, worker, i int) // of the workers
	next, last atomic.Int64
	done       sync.WaitGroup
	failed     atomic.Pointer[failure]
}

// chunk is a run of items, and its display list.
type chunk struct {
	list    list
	painter painter
	from    int
	end     int
}

// part is the part of a scene to draw.
type part uint8

const (
	everything part = iota
	still
	moving
)

const (
	defaultBandRows = 64
	chunkItems      = 1024 // minimum size of a chunk
	chunksPerWorker = 4
	batchItems      = 8 * chunkItems // per listing: the lists of all items would take too much memory
)

// NewRenderer returns a renderer with empty buffers.
func NewRenderer() *Renderer {
	return &Renderer{bandRows: defaultBandRows, batch: batchItems, letters: newTypesetter()}
}

// Rest frees the buffers and the last scene. The next picture costs a little more.
func (r *Renderer) Rest() {
	r.rasters, r.chunks, r.used, r.spare = nil, nil, 0, nil
	r.backdrop, r.sprites = backdrop{}, [2]spriteLayer{}
	r.scene, r.pix, r.base = nil, nil, nil
}

// Picture draws a scene once.
func Picture(scene *Scene) *image.RGBA {
	dst := image.NewRGBA(image.Rect(0, 0, max(scene.Camera.Width, 0), max(scene.Camera.Height, 0)))
	NewRenderer().Draw(dst, scene)
	return dst
}

// Draw draws a scene. The picture should have the camera's size. Draw sets all of its pixels, with alpha 255.
func (r *Renderer) Draw(dst *image.RGBA, scene *Scene) { r.draw(dst, nil, scene, everything) }

// DrawBase draws the part of a scene that a gesture does not change: the backdrop, the items that are not Moving, and
// the contacts between them.
func (r *Renderer) DrawBase(dst *image.RGBA, scene *Scene) { r.draw(dst, nil, scene, still) }

// DrawTop copies a picture of the same size that DrawBase made, and draws the rest over it: the items that are Moving,
// the details in Show, contacts and overlays. It redraws a base of a different size. Of items that are not Moving, it
// only draws the details in Show; items without details may be omitted from the scene.
func (r *Renderer) DrawTop(dst, base *image.RGBA, scene *Scene) {
	if base == nil || base.Rect.Size() != dst.Rect.Size() || !isTight(base) {
		r.DrawBase(dst, scene)
		base = dst
	}
	r.draw(dst, base, scene, moving)
}

func isTight(m *image.RGBA) bool {
	return m.Stride == 4*m.Rect.Dx() && len(m.Pix) >= m.Stride*m.Rect.Dy()
}

func (r *Renderer) draw(dst, base *image.RGBA, scene *Scene, p part) {
	if dst.Rect.Empty() {
		return
	}
	target := dst
	if !isTight(dst) {
		if r.spare == nil || r.spare.Rect.Size() != dst.Rect.Size() {
			r.spare = image.NewRGBA(image.Rect(0, 0, dst.Rect.Dx(), dst.Rect.Dy()))
		}
		target = r.spare
	}
	r.scene, r.part, r.pix, r.base = scene, p, target.Pix, nil
	if base != nil {
		r.base = base.Pix
	}
	r.w, r.h = dst.Rect.Dx(), dst.Rect.Dy()
	r.tiles.prepare(scene.scale())
	if r.base == nil {
		r.backdrop.prepare(scene, r.w, r.h)
		r.sprites[0].prepare(scene.Pictures, scene.PictureAlpha, scene.Camera, r.w, r.h)
		r.sprites[1].prepare(scene.Own, 1, scene.Camera, r.w, r.h)
	}
	workers := r.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for len(r.rasters) < workers {
		r.rasters = append(r.rasters, &raster{})
	}
	for r.from = 0; ; r.from += r.batch {
		last := r.from+r.batch >= len(scene.Items)
		r.cutItems(workers)
		r.run((*Renderer).list, r.used-1, workers)
		if last {
			paintOver(&r.chunks[r.used-1].painter)
		}
		r.run((*Renderer).blend, (r.h+r.bandRows-1)/r.bandRows, workers)
		if last {
			break
		}
	}
	if target != dst {
		for y := range r.h {
			copy(dst.Pix[y*dst.Stride:][:4*r.w], target.Pix[y*target.Stride:])
		}
	}
	r.pix, r.base = nil, nil
}

// cutItems splits a batch of the items into chunks, and adds a chunk for everything drawn over them.
func (r *Renderer) cutItems(workers int) {
	n := min(len(r.scene.Items)-r.from, r.batch)
	size := max(chunkItems, (n+workers*chunksPerWorker-1)/(workers*chunksPerWorker))
	r.used = max((n+size-1)/size, 1) + 1
	for len(r.chunks) < r.used {
		r.chunks = append(r.chunks, &chunk{})
	}
	for i, c := range r.chunks[:r.used] {
		c.from, c.end = r.from+min(i*size, n), r.from+min((i+1)*size, n)
		c.list.tiles, c.list.letters = &r.tiles, nil
		c.list.begin(r.w, r.h, r.bandRows, float64(viewMargin*r.scene.scale()))
		c.painter.aim(&c.list, r.scene)
		c.painter.only = r.part
	}
	r.chunks[r.used-1].list.letters = r.letters
}

// run runs a job n times on up to workers goroutines, including the caller's.
func (r *Renderer) run(job func(r *Renderer, worker, i int), n, workers int) {
	r.job = job
	r.next.Store(0)
	r.last.Store(int64(n))
	workers = min(workers, n)
	r.done.Add(workers)
	for i := 1; i < workers; i++ {
		go r.work(i)
	}
	if workers > 0 {
		r.work(0)
	}
	r.done.Wait()
	if f := r.failed.Swap(nil); f != nil {
		panic(f)
	}
}

// failure is a panic of a drawing goroutine. It is passed to the caller once all goroutines have ended, because nobody
// could recover from it on its own goroutine.
type failure struct {
	value any
	stack []byte
}

func (f *failure) Error() string { return fmt.Sprintf("%v\n\n%s", f.value, f.stack) }

// Unwrap returns the value of the panic if it is an error.
func (f *failure) Unwrap() error {
	err, _ := f.value.(error)
	return err
}

func (r *Renderer) work(worker int) {
	defer r.done.Done()
	defer func() {
		if v := recover(); v != nil {
			r.failed.CompareAndSwap(nil, &failure{v, debug.Stack()})
		}
	}()
	for {
		i := r.next.Add(1) - 1
		if i >= r.last.Load() {
			return
		}
		r.job(r, worker, int(i))
	}
}

// list turns a chunk's items into edges.
func (r *Renderer) list(_, job int) {
	c := r.chunks[job]
	if c.from == 0 {
		paintUnder(&c.painter)
	}
	for i := c.from; i < c.end; i++ {
		if it := &r.scene.Items[i]; r.part == everything || it.Moving == (r.part == moving) {
			c.painter.item(it)
		}
	}
}

// paintUnder paints everything that is drawn under the items.
func paintUnder(p *painter) {
	if p.only != moving {
		p.border()
		p.region()
	}
}

// paintOver paints everything that is drawn over the items.
func paintOver(p *painter) {
	if p.only != moving {
		p.stillContacts()
	}
	if p.only != still {
		p.allDetails()
		p.tree()
		p.handles()
		p.contacts()
		p.overlays()
		p.contactLabels()
	}
}

// allDetails paints the details of items that Show enables.
func (p *painter) allDetails() {
	show := &p.scene.Show
	all := show.OfEveryItem()
	if !all && !show.Labels {
		return
	}
	if show.Labels {
		findSigns(p)
	}
	for i := range p.scene.Items {
		if it := &p.scene.Items[i]; it.Collider != nil && (all || Labelled(it.Collider)) {
			p.details(it)
		}
	}
	p.plates = append(p.plates, p.signs[:min(len(p.signs), manyLabels/2)]...)
}

// blend draws one band.
func (r *Renderer) blend(worker, band int) {
	to := r.rasters[worker]
	top, end := band*r.bandRows, min((band+1)*r.bandRows, r.h)
	to.aim(r.w, top, end)
	switch {
	case r.from > 0: // the picture already has the batches before
	case r.base == nil:
		r.backdrop.draw(r.pix, top, end)
		for i := range r.sprites {
			r.sprites[i].draw(r.pix, top, end, &to.sprites)
		}
	case &r.base[0] != &r.pix[0]:
		copy(r.pix[4*r.w*top:4*r.w*end], r.base[4*r.w*top:4*r.w*end])
	}
	for _, c := range r.chunks[:r.used] {
		c.list.draw(to, band, r.pix)
	}
}

// border paints the line around the level.
func (p *painter) border() {
	f := p.scene.Frame
	if f.IsEmpty() || f.Min == f.Max {
		return
	}
	f.Min, f.Max = p.screen(f.Min), p.screen(f.Max)
	if p.sees(f) {
		p.frame(f, p.line(p.theme.Frame, 1), false)
	}
}
