package godot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// world holds the files of one import. Each is read only once.
type world struct {
	ctx    context.Context
	src    *importers.Source
	issues importers.Issues
	main   *file
	files  map[string]*file        // by path within the root
	errs   map[string]error        // read errors, by path within the root
	res    string                  // the folder of res://, relative to the imported file's
	found  bool                    // whether a project.godot was found
	layers map[int]string          // the project's names of its physics layers, numbered from 1
	window level.Vec               // window size
	count  int                     // nodes created so far
	copied int                     // properties and animation keys so far; see take
	values map[*property]readValue // long values, shared by many nodes
}

func openWorld(ctx context.Context, src *importers.Source) (*world, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w := &world{
		ctx: ctx, src: src, files: map[string]*file{}, errs: map[string]error{}, layers: map[int]string{},
		values: map[*property]readValue{}, res: ".", window: level.Vec{X: 1152, Y: 648},
	}
	var err error
	if w.main, err = parseFile(src.Path, src.Data); err != nil {
		return nil, err
	}
	if !w.main.isScene {
		return nil, &importers.Error{
			File: src.Path, Line: 1,
			Err: errors.New("this is a Godot resource, not a scene; import a scene that uses it"),
		}
	}
	w.main.dir = "."
	folders := src.Folders()
	if len(folders) > 0 {
		w.main.path = path.Join(folders[0], path.Base(strings.ReplaceAll(src.Path, `\`, "/")))
		w.files[w.main.path] = w.main
	}
	for up, dir := range folders {
		data, err := src.ReadInRoot(path.Join(dir, "project.godot"))
		if err != nil {
			continue
		}
		w.res, w.found = path.Join(".", strings.Repeat("../", up)), true
		w.readProject(data)
		break
	}
	return w, nil
}

// readProject reads the names of the physics layers and the window size.
func (w *world) readProject(data []byte) {
	section := ""
	for line := range bytes.Lines(data) {
		text := strings.TrimSpace(string(line))
		if strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
			section = strings.Trim(text, "[]")
			continue
		}
		key, raw, ok := strings.Cut(text, "=")
		var n int
		if x, err := strconv.ParseFloat(raw, 64); section == "display" && ok && err == nil && x > 0 &&
			x <= level.MaxCoordinate {
			switch key {
			case "window/size/viewport_width":
				w.window.X = x
			case "window/size/viewport_height":
				w.window.Y = x
			}
		}
		if section != "layer_names" || !ok {
			continue
		}
		if _, err := fmt.Sscanf(key, "2d_physics/layer_%d", &n); err != nil || n < 1 || n > layerBits {
			continue
		}
		v, err := newReader(raw, 1).singleValue()
		if name, ok := v.(string); ok && err == nil && strings.TrimSpace(name) != "" && len(name) <= maxName {
			w.layers[n] = name
		}
	}
}

// maxName limits the name of a node, in bytes. Names recur in the paths of all nodes below.
const maxName = 1024

// issue adds an issue at a node's path and a line of a file.
func (w *world) issue(s importers.Severity, f *file, line int, place, format string, args ...any) {
	at := importers.NewIssue(s, w.src.Path, place, format, args...)
	if f != nil && line > 0 {
		if f != w.main {
			at.File = f.name
		}
		if at.Path = fmt.Sprintf("line %d", line); place != "" {
			at.Path += ": " + quote.ShortPath(place)
		}
	}
	w.issues.Add(at)
}

func (w *world) nodeIssue(s importers.Severity, n *node, format string, args ...any) {
	f, line := n.at()
	w.issue(s, f, line, n.path(), format, args...)
}

// failAt wraps an error that ends the import with the location of a node.
func (w *world) failAt(n *node, err error) error {
	f, line := n.at()
	return w.fail(f, line, n.path(), err)
}

// fail wraps an error that ends the import with its location.
func (w *world) fail(f *file, line int, place string, err error) error {
	var located *importers.Error
	if errors.As(err, &located) && located.File == w.src.Path {
		return err
	}
	if f != w.main && f != nil {
		err = fmt.Errorf("%s:%d: %w", quote.ShortPath(f.name), line, err)
		line = 0
	}
	return &importers.Error{File: w.src.Path, Line: line, Path: place, Err: err}
}

// resolve returns the target of a path in a file: its path within the root, and its folder and name relative to the
// imported file.
func (w *world) resolve(from *file, name string) (cleaned, dir, rel string, err error) {
	dir = from.dir
	switch rest, isRes := strings.CutPrefix(name, "res://"); {
	case isRes:
		dir, rel = w.res, rest
	case strings.HasPrefix(name, "uid://"), name == "":
		return "", "", "", errors.New("it has no path: only Godot's cache knows which file is meant")
	case strings.Contains(name, "://"):
		return "", "", "", fmt.Errorf("%q is not a file of the project", quote.Excerpt(name))
	default:
		rel = name
	}
	if strings.Contains(rel, "::") {
		return "", "", "", fmt.Errorf("%q names a part of another file", quote.Excerpt(name))
	}
	cleaned, err = w.src.Resolve(dir, rel)
	return cleaned, dir, rel, err
}

var errBinary = errors.New("it is in Godot's binary format; save it as text (.tscn, .tres)")

// load reads a file that another one refers to.
func (w *world) load(from *file, name string) (*file, error) {
	cleaned, dir, rel, err := w.resolve(from, name)
	if err != nil {
		return nil, err
	}
	if f := w.files[cleaned]; f != nil {
		return f, nil
	}
	if err := w.errs[cleaned]; err != nil {
		return nil, err
	}
	f, err := w.read(cleaned, name)
	if err != nil {
		w.errs[cleaned] = err
		return nil, err
	}
	f.path, f.dir = cleaned, path.Join(dir, path.Dir(strings.ReplaceAll(rel, `\`, "/")))
	w.files[cleaned] = f
	return f, nil
}

func (w *world) read(cleaned, name string) (*file, error) {
	data, err := w.src.ReadInRoot(cleaned)
	if err != nil {
		if !w.found && strings.HasPrefix(name, "res://") {
			return nil, fmt.Errorf("%w; there is no project.godot, so res:// is the scene's own folder", err)
		}
		return nil, err
	}
	if bytes.HasPrefix(data, []byte("RSRC")) || bytes.HasPrefix(data, []byte("RSCC")) {
		return nil, fmt.Errorf("%q: %w", quote.Excerpt(name), errBinary)
	}
	if !slices.Contains([]string{".tscn", ".tres", ".escn"}, strings.ToLower(path.Ext(cleaned))) &&
		!bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n\ufeff"), []byte("[gd_")) {
		return nil, fmt.Errorf("%q is not a Godot scene or resource", quote.Excerpt(name))
	}
	return parseFile(name, data)
}

// resource is a resource's properties and the file that contains them.
type resource struct {
	f     *file
	s     *section
	class string
	key   string // unique within the import
}

// resource returns the resource that a value refers to: SubResource("id") or ExtResource("id").
func (w *world) resource(f *file, v any) (*resource, error) {
	c, ok := v.(call)
	if !ok || len(c.args) != 1 {
		return nil, errors.New("it names no resource")
	}
	id := idText(c.args[0])
	switch c.name {
	case "SubResource":
		s := f.internal[id]
		if s == nil {
			return nil, fmt.Errorf("there is no resource %q in the file", quote.Excerpt(id))
		}
		return &resource{f, s, s.attr("type"), f.path + "#" + id}, nil
	case "ExtResource":
		of, name, err := w.external(f, id)
		if err != nil {
			return nil, err
		}
		if of.resource == nil {
			return nil, fmt.Errorf("%q holds no resource", quote.Excerpt(name))
		}
		return &resource{of, of.resource, of.resourceClass, of.path}, nil
	}
	return nil, errors.New("it names no resource")
}

// external reads the file of an ext_resource, and returns its path as written in f.
func (w *world) external(f *file, id string) (of *file, name string, err error) {
	e := f.external[id]
	if e == nil {
		return nil, "", fmt.Errorf("there is no resource %q in the file", quote.Excerpt(id))
	}
	name = e.attr("path")
	of, err = w.load(f, name)
	return of, name, err
}
