package tiled

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"

	"github.com/tidwall/gjson"
)

// Limits on worlds.
const (
	worldHead   = 64 << 10 // bytes in which a world must be recognizable
	maxMaps     = 10_000
	maxPatterns = 100
	maxListed   = 50_000 // files in the folder that are matched against patterns
)

// isWorld reports whether a file begins like a world: JSON with maps, or with patterns for them.
func isWorld(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	has := func(s string) bool { return bytes.Contains(head, []byte(s)) }
	if !bytes.HasPrefix(head, []byte("{")) {
		return false
	}
	if worldType.Match(head) || has(`"onlyShowAdjacentMaps"`) {
		return has(`"maps"`) || has(`"patterns"`)
	}
	return has(`"maps"`) && has(`"fileName"`) || has(`"patterns"`) && has(`"regexp"`) // written by hand, without a type
}

var worldType = regexp.MustCompile(`"type"\s*:\s*"world"`)

// world holds maps at their positions in one plane.
type world struct {
	src     *importers.Source
	file    *importers.JSONFile
	entries []*worldEntry
	files   map[string]bool // paths of the entries within the root
	maps    []*mapRecord    // the imported entries
	known   []string        // ids and names of all levels, imported or not
	isMap   bool            // the source is a single map
	issues  importers.Issues
}

// worldEntry is a map in a world.
type worldEntry struct {
	name string // its file as named in the world
	file string // path within the root
	at   level.Vec
	path string // location in the world's file
	json gjson.Result

	title string // name of its level
}

func readWorld(ctx context.Context, src *importers.Source) (*world, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := importers.ParseJSON(src.Path, src.Data)
	if err != nil {
		return nil, err
	}
	w := &world{src: src, file: f, files: map[string]bool{}}
	o := importers.JSONMembers(f.Root)
	for i, v := range importers.JSONElements(o["maps"]) {
		e := &worldEntry{path: fmt.Sprintf("maps[%d]", i), json: v}
		if e.name = importers.JSONText(v.Get("fileName")); e.name == "" {
			w.issue(importers.Loss, e.path, "this map has no fileName")
			continue
		}
		if e.at, err = placeOf(v, "x", "y", 0, level.MaxCoordinate); err == nil {
			e.file, err = src.Resolve(".", e.name)
		}
		if err != nil {
			w.issue(importers.Loss, e.path, "the map %q was left out: %v", e.name, err)
			continue
		}
		if err := w.add(e); err != nil {
			return nil, err
		}
	}
	if err := w.readPatterns(o["patterns"]); err != nil {
		return nil, err
	}
	own, others := "", len(importers.JSONMembers(o["properties"])) > 0
	for _, p := range importers.JSONElements(o["properties"]) {
		if importers.JSONText(p.Get("name")) == "fillet.base" { // written by Fillet's export
			own = importers.JSONText(p.Get("value"))
			continue
		}
		others = true
	}
	if others {
		w.issue(importers.Note, "properties",
			"the world's own properties have no place in a document and were left out")
	}
	w.name(own)
	return w, nil
}

func (w *world) issue(s importers.Severity, path, format string, args ...any) {
	w.issues.Add(w.file.Issue(s, path, format, args...))
}

// placeOf reads two coordinates of a value, up to a limit.
func placeOf(v gjson.Result, x, y string, or, limit float64) (p level.Vec, err error) {
	for _, c := range []struct {
		key string
		to  *float64
	}{{x, &p.X}, {y, &p.Y}} {
		n := v.Get(c.key)
		*c.to = or
		if importers.IsJSONNull(n) {
			continue
		}
		k, ok := importers.JSONNumber(n)
		if !ok || math.Abs(k) > limit {
			return p, fmt.Errorf("%s: %s is not a coordinate", c.key, importers.JSONRaw(n))
		}
		*c.to = k
	}
	return p, nil
}

// add adds a map unless the world already has it.
func (w *world) add(e *worldEntry) error {
	if w.files[e.file] {
		w.issue(importers.Warning, e.path, "the map %q is listed twice; its first position counts", e.name)
		return nil
	}
	if len(w.entries) == maxMaps {
		return w.file.Fail(e.path, e.json, "more than %d maps", maxMaps)
	}
	w.files[e.file] = true
	w.entries = append(w.entries, e)
	return nil
}

// readPatterns adds the maps in the world's folder whose names match a pattern. Two groups of the pattern match numbers
// that give the map's position. The first matching pattern wins.
func (w *world) readPatterns(list gjson.Result) error {
	if !importers.HasJSONElements(list) {
		return nil
	}
	type pattern struct {
		expr       *regexp.Regexp
		factor, at level.Vec
		path       string
		json       gjson.Result
		matches    bool
	}
	var patterns []*pattern
	for i, v := range importers.JSONElements(list) {
		p := &pattern{path: fmt.Sprintf("patterns[%d]", i), json: v}
		if len(patterns) == maxPatterns {
			return w.file.Fail(p.path, v, "more than %d patterns", maxPatterns)
		}
		var err error
		if p.factor, err = placeOf(v, "multiplierX", "multiplierY", 1, math.MaxFloat64); err == nil {
			p.at, err = placeOf(v, "offsetX", "offsetY", 0, math.MaxFloat64)
		}
		if err != nil {
			w.issue(importers.Loss, p.path, "its maps were left out: %v", err)
			continue
		}
		text := importers.JSONText(v.Get("regexp"))
		if p.expr, err = regexp.Compile(text); err != nil {
			w.issue(importers.Loss, p.path,
				"the regular expression %q is not understood, so its maps were left out: %v", text, err)
			continue
		}
		if n := p.expr.NumSubexp(); n < 2 {
			w.issue(importers.Loss, p.path, "the regular expression %q has %s and needs two, so its maps were left out",
				text, quote.Count(n, "group"))
			continue
		}
		patterns = append(patterns, p)
	}
	folders := w.src.Folders()
	if len(folders) == 0 || len(patterns) == 0 {
		if len(patterns) > 0 {
			w.issue(importers.Loss, "patterns",
				"the file came without its folder, so the maps that match were left out")
		}
		return nil
	}
	files, err := w.src.InRoot(folders[0], 0, maxListed)
	if err != nil {
		return w.file.Fail("patterns", list, "the world's folder: %w", err)
	}
	for _, file := range files {
		base := path.Base(file)
		if !slices.Contains([]string{".tmx", ".tmj", ".json"}, strings.ToLower(path.Ext(base))) {
			continue
		}
		isTaken := w.files[file]
		for _, p := range patterns {
			found := p.expr.FindStringSubmatch(base)
			if found == nil {
				continue
			}
			if p.matches = true; isTaken {
				continue
			}
			isTaken = true
			x, y := numberIn(found[1]), numberIn(found[2])
			at := level.Vec{X: float64(x*p.factor.X) + p.at.X, Y: float64(y*p.factor.Y) + p.at.Y}
			if !importers.InReach(at.X, at.Y) {
				w.issue(importers.Loss, p.path, "it puts %q at (%g, %g), beyond the limit of %g; the map was left out",
					base, at.X, at.Y, float64(level.MaxCoordinate))
				continue
			}
			if err := w.add(&worldEntry{name: base, file: file, at: at, path: p.path, json: p.json}); err != nil {
				return err
			}
		}
	}
	for _, p := range patterns {
		if !p.matches {
			w.issue(importers.Warning, p.path, "no map in the world's folder matches the regular expression %q",
				p.expr.String())
		}
	}
	return nil
}

// numberIn parses the whole number in a map's name; anything else is 0, as in Tiled.
func numberIn(text string) float64 {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return 0
	}
	return float64(n)
}

// name sets the levels' names to the names of their files, with the folder if names repeat, and without the prefix of
// exported maps.
func (w *world) name(before string) {
	count := map[string]int{}
	called := func(e *worldEntry) string {
		name := importers.BaseName(e.file)
		if rest, ok := strings.CutPrefix(name, before+"."); ok && before != "" && rest != "" {
			return rest
		}
		return name
	}
	for _, e := range w.entries {
		count[called(e)]++
	}
	for _, e := range w.entries {
		if e.title = called(e); count[e.title] > 1 {
			e.title = strings.ToValidUTF8(slashed(e.name), "\ufffd")
		}
		w.known = append(w.known, e.id(), e.title)
	}
}

// id returns the path that identifies a map in its world.
func (e *worldEntry) id() string { return path.Clean(slashed(e.name)) }

// readMaps reads the maps chosen in the options by name, title or id, or every map. An unreadable map is a loss as long
// as another map can be read. It is an error if the map was chosen by name, or in a re-import.
func (w *world) readMaps(ctx context.Context, opts importers.Options) error {
	names := opts.Levels
	if w.isMap {
		if _, err := importers.SelectLevels(w.infos(), names); err != nil {
			return &importers.Error{File: w.src.Path, Err: err}
		}
		w.known = []string{w.maps[0].name}
		return nil
	}
	infos := make([]importers.LevelInfo, len(w.entries))
	for i, e := range w.entries {
		infos[i] = importers.LevelInfo{Name: e.title, ID: e.id()}
	}
	chosen, err := importers.SelectLevels(infos, names)
	if err != nil {
		return &importers.Error{File: w.src.Path, Err: err}
	}
	files := newFiles()
	var first error
	for _, i := range chosen {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := w.entries[i]
		m, err := w.readMap(e, files)
		switch {
		case err == nil:
			w.maps = append(w.maps, m)
		case len(names) > 0 || opts.Again || errors.Is(err, errTooMuch):
			return err
		default:
			first = cmp.Or(first, err)
			var located *importers.Error
			if errors.As(err, &located) {
				err = located.Err
			}
			w.issue(importers.Loss, e.path, "%v; it was left out", err)
		}
	}
	if len(w.maps) == 0 {
		return first
	}
	return nil
}

func (w *world) readMap(e *worldEntry, files *files) (*mapRecord, error) {
	data, err := w.src.ReadInRoot(e.file)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("the map %q does not exist", quote.Excerpt(e.name))
	}
	if err != nil {
		return nil, w.file.Fail(e.path, e.json, "%w", err)
	}
	root, err := parseTree(e.name, data)
	if err != nil {
		return nil, w.file.Fail(e.path, e.json, "the map: %w", err)
	}
	m := &mapRecord{
		src: w.src, files: files, dir: path.Dir(slashed(e.name)), id: e.id(), within: quote.ShortPath(e.name), at: e.at,
		name: e.title,
	}
	return m, m.read(root)
}

func (w *world) infos() []importers.LevelInfo {
	out := make([]importers.LevelInfo, len(w.maps))
	for i, m := range w.maps {
		out[i] = m.info()
		if out[i].ID = m.id; w.isMap {
			out[i].ID = ""
		}
	}
	return out
}

// numberTilesets numbers the tiles of all maps. In a world, a tileset has the same numbers in each map; a single map
// keeps its own numbers.
func (w *world) numberTilesets() []level.Tileset {
	var out []level.Tileset
	if w.isMap {
		for _, t := range w.maps[0].tilesets {
			out = append(out, level.Tileset{Name: t.key, First: t.number})
		}
		return out
	}
	type span struct{ order, room int }
	spans := map[string]*span{}
	var keys []string
	for _, m := range w.maps {
		seen := map[string]int{}
		for i, t := range m.tilesets {
			if seen[t.key]++; seen[t.key] > 1 {
				t.key += fmt.Sprintf("#%d", seen[t.key])
			}
			room := t.room()
			if i+1 < len(m.tilesets) { // maps may still use tiles that the file has lost
				room = max(room, int(m.tilesets[i+1].firstGID-t.firstGID))
			}
			if spans[t.key] == nil {
				spans[t.key] = &span{order: len(keys)}
				keys = append(keys, t.key)
			}
			spans[t.key].room = max(spans[t.key].room, room)
		}
	}
	firsts, next := map[string]int{}, 0
	for _, key := range keys {
		firsts[key] = next
		out = append(out, level.Tileset{Name: key, First: next})
		next += spans[key].room
	}
	for _, m := range w.maps {
		for _, t := range m.tilesets {
			t.number = firsts[t.key]
		}
	}
	return out
}
