package importers

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/quote"
)

// Registry holds the import formats of a program. The main package builds it.
type Registry struct {
	// Stdin is read for the path "-". It is nil if there is no standard input.
	Stdin io.Reader
	// Root is the folder in which an imported file may name other files. If it is empty, the root is the nearest folder
	// with a project or a git repository, from the file's own folder upwards, or else the file's own folder.
	Root string

	asked     func(path string)
	unsaved   map[string][]byte // contents that replace files, by their absolute paths
	moved     func(folder string) (string, bool)
	importers []Importer
}

// NewRegistry returns a registry of the formats; [Registry.Detect] tries them in this order.
func NewRegistry(importers ...Importer) *Registry {
	return &Registry{importers: slices.Clone(importers)}
}

// WithRoot returns the registry with another Root; an empty root changes nothing.
func (r *Registry) WithRoot(root string) *Registry {
	if root == "" {
		return r
	}
	out := *r
	out.Root = root
	return &out
}

// WithMoved returns a registry that looks for missing files in other folders. moved returns the folder that replaces a
// missing one; both are absolute and have no links.
func (r *Registry) WithMoved(moved func(folder string) (string, bool)) *Registry {
	out := *r
	out.moved = moved
	return &out
}

// Telling returns a registry that calls asked with each file that an imported file names and each folder that the
// import searches, before it opens them and even if they do not exist. Paths use the system's separators.
func (r *Registry) Telling(asked func(path string)) *Registry {
	out := *r
	out.asked = asked
	return &out
}

// With returns the registry with contents that replace a referenced file, such as the unsaved text of an open level.
func (r *Registry) With(path string, data []byte) *Registry {
	out := *r
	out.unsaved = maps.Clone(r.unsaved)
	if out.unsaved == nil {
		out.unsaved = map[string][]byte{}
	}
	if abs, err := filepath.Abs(path); err == nil {
		out.unsaved[disk.RealPath(filepath.Dir(abs))+string(filepath.Separator)+filepath.Base(abs)] = data
	}
	return &out
}

// All returns the formats.
func (r *Registry) All() []Importer { return slices.Clone(r.importers) }

// headSize is the number of bytes of a file that Sniff sees.
const headSize = 64 << 10

// Detect returns the format of a file: the first that recognizes its content, else the first with its extension, so
// that a damaged file gets the errors of its format. The ambiguous extension .json matches no format.
func (r *Registry) Detect(path string, head []byte) (Importer, bool) {
	head = head[:min(len(head), headSize)]
	if isSchema(head) {
		return nil, false
	}
	for _, i := range r.importers {
		if i.Sniff(path, head) {
			return i, true
		}
	}
	ext := strings.ToLower(filepath.Ext(path))
	for _, i := range r.importers {
		if ext != "" && ext != ".json" && slices.Contains(i.Extensions(), ext) {
			return i, true
		}
	}
	return nil, false
}

// isSchema reports whether a file is a JSON schema: its $schema names the schema language, or it has keys that only
// schemas have. It may describe levels, but it is not a level.
func isSchema(head []byte) bool {
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(head, []byte("\ufeff"))))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return false
	}
	for {
		key, err := d.Token()
		var value json.RawMessage
		if err != nil {
			return false
		}
		switch key {
		case "$defs", "$id":
			return true
		}
		if d.Decode(&value) != nil {
			return false
		}
		if key == "$schema" {
			return bytes.Contains(value, []byte("json-schema.org/"))
		}
	}
}

// ErrUnknownFormat reports a file that no format recognizes.
var ErrUnknownFormat = errors.New("this is neither a Fillet level nor a file that can be imported")

// Open reads a file, or standard input for the path "-", and finds its format, which is nil for a Fillet level. The
// caller closes the result.
func (r *Registry) Open(path string) (*Source, Importer, io.Closer, error) {
	var src *Source
	var closer io.Closer
	var err error
	if path == "" {
		return nil, nil, nil, &Error{File: `""`, Err: errors.New("the file's name is empty")}
	}
	if path == "-" {
		src, err = r.openStdin()
		closer = io.NopCloser(nil)
	} else {
		src, closer, err = OpenSourceIn(cmp.Or(r.Root, filepath.Dir(path)), path)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	if level.Sniff(src.Data) {
		return src, nil, closer, nil
	}
	root := cmp.Or(r.Root, filepath.Dir(path))
	imp, ok := r.Detect(src.Path, src.Data)
	if ok && path != "-" && r.Root == "" {
		src, closer, root = widen(src, closer, imp)
	}
	if len(r.unsaved) > 0 && path != "-" {
		real := disk.RealPath(root)
		src.unsaved = func(name string) ([]byte, bool) {
			data, ok := r.unsaved[filepath.Join(real, filepath.FromSlash(name))]
			return data, ok
		}
	}
	if r.moved != nil && path != "-" {
		real := disk.RealPath(root)
		src.moved = func(name string) (string, bool) {
			dir, base := filepath.Split(filepath.Join(real, filepath.FromSlash(name)))
			to, ok := r.moved(filepath.Clean(dir))
			return filepath.Join(to, base), ok
		}
	}
	if r.asked != nil {
		src.asks = func(name string) { r.asked(filepath.Join(root, filepath.FromSlash(name))) }
	}
	if ok {
		return src, imp, closer, nil
	}
	lower := strings.ToLower(path)
	if strings.HasSuffix(lower, ".level.yaml") || strings.HasSuffix(lower, ".level.yml") {
		return src, nil, closer, nil // the level's reader reports the fault
	}
	_ = closer.Close() // nothing was written
	return nil, nil, nil, &Error{File: path, Err: ErrUnknownFormat}
}

// Projecter is a format whose files belong to a project, possibly in a folder above them.
type Projecter interface {
	// ProjectExtensions returns the extensions of project files. The nearest folder with such a file, or with a git
	// repository, is the root in which a file may name other files.
	ProjectExtensions() []string
}

// widen makes the folder of the file's project the root of the source, and returns the root.
func widen(src *Source, closer io.Closer, imp Importer) (*Source, io.Closer, string) {
	own := filepath.Dir(src.Path)
	var extensions []string
	if p, ok := imp.(Projecter); ok {
		extensions = p.ProjectExtensions()
	}
	dir := projectRoot(src.Path, extensions)
	if dir == "" {
		return src, closer, own
	}
	base, err := baseIn(dir, src.Path)
	if err != nil || base == "." {
		return src, closer, own // without a project, the root is the file's own folder
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return src, closer, own // as above
	}
	_ = closer.Close() // nothing was written
	return NewSourceIn(src.Path, src.Data, disk.FS(root), base), root, dir
}

// OpenAs reads a file of a known format that is not imported on its own, such as a tileset. The caller closes the
// result.
func (r *Registry) OpenAs(path string, imp Importer) (*Source, io.Closer, error) {
	src, closer, err := OpenSourceIn(cmp.Or(r.Root, filepath.Dir(path)), path)
	if err == nil && r.Root == "" {
		src, closer, _ = widen(src, closer, imp)
	}
	return src, closer, err
}

func (r *Registry) openStdin() (*Source, error) {
	if r.Stdin == nil {
		return nil, &Error{File: "-", Err: errors.New("there is no standard input to read")}
	}
	data, err := readLimited(r.Stdin, MaxInput)
	if err != nil {
		return nil, &Error{File: "-", Err: err}
	}
	return NewSource("-", data, nil), nil
}

// Warnings returns the corrected faults of a level file as issues, up to [MaxIssues].
func Warnings(doc *level.Document) []Issue {
	var out Issues
	file := ""
	for _, w := range doc.Warnings() {
		file = w.File
		out.Add(Issue{Warning, w.File, fmt.Sprintf("line %d", w.Line), w.Err.Error()})
	}
	return out.All(file)
}

// Prefabs returns the prefab library of the project to which the level at a path belongs. Its prefabs use the project's
// material values.
func (r *Registry) Prefabs(path string) *project.Library {
	l := project.OpenLibraryIn(r.Root, path)
	l.Asked = r.asked
	if p, err := project.Of(path); err == nil && p != nil {
		l.Prepare = func(doc *level.Document) error { return doc.Apply(p.Resolve(doc.Snapshot())) }
	}
	return l
}

// Expand adds the parts of instances to a level that was read from a path, and reports the instances without parts.
func (r *Registry) Expand(doc *level.Document, path string) []Issue {
	if len(doc.Instances()) == 0 {
		return nil
	}
	doc.UsePrefabs(r.Prefabs(path).For(path))
	var out Issues
	for _, i := range doc.Instances() {
		if err := doc.InstanceProblem(i.ID); err != nil {
			out.Add(Issue{
				Loss, path, fmt.Sprintf("instance %v", i.ID),
				fmt.Sprintf("%s: it has no parts: %v", quote.Excerpt(i.Prefab), err),
			})
		}
	}
	return out.All(path)
}

// Load reads a Fillet level, or imports a foreign file with the options; isForeign reports whether it imported. The
// path "-" reads standard input; a foreign file read from there cannot refer to other files.
func (r *Registry) Load(ctx context.Context, path string, opts Options) (res *Result, isForeign bool, err error) {
	src, imp, closer, err := r.Open(path)
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = closer.Close() }() // nothing was written
	if imp == nil {
		doc, err := level.Parse(src.Data, path)
		if err != nil {
			return nil, false, err
		}
		issues := Warnings(doc)
		return &Result{Document: doc, Issues: append(issues, r.Expand(doc, path)...)}, false, nil
	}
	res, err = imp.Import(ctx, src, opts)
	return res, true, err
}

// OptionsOf returns the options of an earlier import, to repeat it.
func OptionsOf(m *level.Import) (Options, error) {
	opts := Options{Levels: m.Levels, Mode: Mode(m.Mode), Again: true}
	var err error
	if _, err = ParseMode(m.Mode); err == nil {
		opts.Defaults, err = defaultsOf(m.Defaults, FirstDefaults)
	}
	if err != nil {
		return opts, fmt.Errorf("the import of %s: %w", quote.ShortPath(m.File), err)
	}
	if m.Mapping == "" {
		return opts, nil
	}
	opts.Mapping, err = ReadMapping(strings.NewReader(m.Mapping), "the mapping for "+m.File)
	return opts, err
}

// Digest returns the current [level.Import] digest of a file and of the other files that its import read. It reads
// other files only where an import could.
func (r *Registry) Digest(path string, reads []string) (string, error) {
	src, _, closer, err := r.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = closer.Close() }() // nothing was written
	for _, name := range reads {
		if _, err := src.ReadNeighbour(name); err != nil {
			return "", &Error{File: path, Err: err}
		}
	}
	return src.Digest(), nil
}
