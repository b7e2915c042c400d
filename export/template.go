package export

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"
	"unicode"
	"unicode/utf8"

	"fillet/editor/disk"
	"fillet/editor/quote"
	"fillet/export/colliders"
)

// NewTemplate returns a format defined by a text/template and named after the template's file: "colliders.lua.tmpl"
// writes "*.lua". The data is a [TemplateData]; docs/TEMPLATES.md lists its fields and the functions. Errors name the
// line in the template. The template cannot include files; see [OpenTemplate].
func NewTemplate(name, text string) (Exporter, error) { return newTemplate(name, text, &includes{}) }

// OpenTemplate works like NewTemplate, for a file. The template can include files of its folder. asked, which may be
// nil, is called with the path of each of them before it is read.
func OpenTemplate(path string, asked func(path string)) (Exporter, error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	text, err := io.ReadAll(io.LimitReader(f, maxTemplate+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxTemplate:
		return nil, fmt.Errorf("%s: the template is larger than the limit of %d MB", quote.ShortPath(path),
			maxTemplate>>20)
	}
	root, err := disk.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	return newTemplate(path, string(text), &includes{root: root, asked: asked})
}

func newTemplate(name, text string, in *includes) (Exporter, error) {
	base := filepath.Base(name)
	t, err := template.New(base).Option("missingkey=error").Funcs(templateFuncs(context.Background(), nil, nil)).
		Parse(text)
	in.add(text)
	if err == nil {
		err = in.parse(t)
	}
	if err == nil {
		err = interruptible(t)
	}
	if err != nil {
		return nil, quote.ShortError(err)
	}
	ext := cmp.Or(filepath.Ext(strings.TrimSuffix(base, filepath.Ext(base))), ".txt")
	write := func(ctx context.Context, target *target) ([]byte, error) { return writeTemplate(ctx, t, target) }
	return &format{
		name: base, title: "the template " + base, extension: ext, keeps: keepsAll, write: write,
	}, nil
}

// includes reads the files that a template includes from its folder. The zero value has no files.
type includes struct {
	root  disk.Root
	dir   string            // the template's folder, relative to the root
	asked func(path string) // called before a file is read; may be nil
	texts []string          // texts read so far, the template's own first
}

func (in *includes) add(text string) { in.texts = append(in.texts, text) }

// sum returns the hash of all texts. For a single text, it is the hash of the text.
func (in *includes) sum() (sum [sha256.Size]byte) {
	h := sha256.New()
	for i, text := range in.texts {
		if i > 0 {
			_, _ = fmt.Fprintf(h, "\x00%d\x00", len(text)) // a hash never fails
		}
		_, _ = io.WriteString(h, text) // a hash never fails
	}
	h.Sum(sum[:0])
	return sum
}

// parse adds the files that the template's parts name, but that no part defines.
func (in *includes) parse(t *template.Template) error {
	for {
		var name, from string // the first of the missing names
		for _, part := range t.Templates() {
			if part.Tree == nil || part.Root == nil {
				continue
			}
			walk(part.Root, func(n parse.Node) {
				call, ok := n.(*parse.TemplateNode)
				if ok && t.Lookup(call.Name) == nil && (from == "" || call.Name < name) {
					name, from = call.Name, fmt.Sprintf("%s:%d", part.ParseName, call.Line)
				}
			})
		}
		if from == "" {
			return nil
		}
		text, err := in.read(name)
		if err == nil {
			_, err = t.New(name).Parse(text)
		}
		if err != nil {
			return fmt.Errorf("template: %s: including %q: %w", from, quote.Excerpt(name), err)
		}
	}
}

// read returns the text of a file in the template's folder.
func (in *includes) read(name string) (string, error) {
	if err := checkFileName(name); err != nil {
		return "", err
	}
	if len(in.texts) > maxIncludes {
		return "", fmt.Errorf("a template includes at most %d files", maxIncludes)
	}
	missing := errors.New("neither the template nor a file in its folder defines it")
	if in.root.Dir() == "" {
		return "", missing
	}
	path := filepath.Join(in.root.Dir(), in.dir, name)
	rel, err := in.root.Named(path)
	if err != nil {
		return "", err
	}
	if in.asked != nil {
		in.asked(path)
	}
	text, err := in.root.ReadFile(rel, maxTemplate)
	if errors.Is(err, fs.ErrNotExist) {
		return "", missing
	}
	if err != nil {
		return "", err
	}
	size := len(text)
	for _, other := range in.texts {
		size += len(other)
	}
	if size > maxTemplate {
		return "", fmt.Errorf("the template and its files are larger than the limit of %d MB", maxTemplate>>20)
	}
	in.add(string(text))
	return string(text), nil
}

// checkFileName returns an error for a name that is not a plain, visible file name on every system.
func checkFileName(name string) error {
	const limit = 255 // of file systems, in bytes
	switch {
	case name == "" || len(name) > limit || strings.ContainsAny(name, `/\:*?"<>|`) ||
		strings.TrimRight(name, ". ") != name || !utf8.ValidString(name) ||
		strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(unicode.Cf, r) }):
		return fmt.Errorf("%q is not a valid file name", quote.Excerpt(name))
	case disk.IsHidden(name):
		return fmt.Errorf("%q: %w", quote.Excerpt(name), disk.ErrHidden)
	case strings.EqualFold(name, disk.ProjectFile):
		return fmt.Errorf("%q: %w", quote.Excerpt(name), disk.ErrProject)
	}
	if err := disk.CheckPath(name); err != nil {
		return err
	}
	return disk.CheckName(name)
}

// TemplateData is the data of a template: the fields of [colliders.File], such as .Level.Name, .Categories and
// .Colliders, and the fields below.
type TemplateData struct {
	*colliders.File
	Base      string  // the output's name without folder and extension
	Tolerance float64 // tolerance of the functions polygons and outline, in pixels
}

// writeTemplate runs a template on a level. The author chooses what a template leaves out. It lists the losses
// that the called functions report, and every feature of the level without which the template writes the same.
func writeTemplate(ctx context.Context, t *template.Template, target *target) ([]byte, error) {
	out, err := runTemplate(ctx, t, target)
	if err != nil {
		return nil, err
	}
	for i := range features {
		lacking := target.without(&features[i])
		if lacking == nil {
			continue
		}
		other, err := runTemplate(ctx, t, lacking)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && out.equal(other) {
			target.loseFeature(&features[i])
		}
	}
	target.files = append(target.files, out.attachments()...)
	return out.files[0].Bytes(), nil
}

func runTemplate(ctx context.Context, t *template.Template, target *target) (*output, error) {
	run, err := t.Clone()
	if err != nil {
		return nil, err
	}
	out := &output{ctx: ctx, files: []*outputFile{{}}, started: map[string]bool{}}
	data := TemplateData{File: target.File, Base: target.base, Tolerance: target.tolerance}
	if err := run.Funcs(templateFuncs(ctx, target, out)).Execute(out, data); err != nil {
		return nil, quote.ShortError(err)
	}
	return out, nil
}

// output holds the files that a template writes.
type output struct {
	ctx     context.Context
	files   []*outputFile // the main file and those that the template has started
	current int
	size    int             // of all files
	started map[string]bool // names of files, in lower case
}

type outputFile struct {
	bytes.Buffer
	name string
}

func (o *output) Write(p []byte) (int, error) {
	if err := o.ctx.Err(); err != nil {
		return 0, err
	}
	if o.size += len(p); o.size > maxTemplateOutput {
		return 0, errors.New("the output exceeds 1 GB")
	}
	return o.files[o.current].Write(p)
}

// start makes the template continue in another file, or in the main file if the name is empty.
func (o *output) start(name string) (string, error) {
	if name == "" {
		o.current = 0
		return "", nil
	}
	if err := checkFileName(name); err != nil {
		return "", err
	}
	switch key := strings.ToLower(name); {
	case o.started[key]:
		return "", fmt.Errorf("the file %q is written twice", quote.Excerpt(name))
	case len(o.files) > maxTemplateFiles:
		return "", fmt.Errorf("a template writes at most %d additional files", maxTemplateFiles)
	default:
		o.started[key] = true
	}
	o.files, o.current = append(o.files, &outputFile{name: name}), len(o.files)
	return "", nil
}

// equal reports whether two runs have written the same files.
func (o *output) equal(other *output) bool {
	return slices.EqualFunc(o.files, other.files, func(a, b *outputFile) bool {
		return a.name == b.name && bytes.Equal(a.Bytes(), b.Bytes())
	})
}

// attachments returns the files other than the main file.
func (o *output) attachments() []Attachment {
	var out []Attachment
	for _, f := range o.files[1:] {
		out = append(out, Attachment{f.name, f.Bytes()})
	}
	return out
}

// Limits of templates: far more than any level needs, but less than a runaway template would use.
const (
	maxTemplate       = 4 << 20  // bytes of the template and the files that it includes
	maxIncludes       = 100      // files
	maxTemplateText   = 32 << 20 // bytes of the result of a function call
	maxTemplateOutput = 1 << 30  // bytes of all files
	maxTemplateFiles  = 100_000  // in addition to the main file
)

// aliveFunc is the function that loops and named templates call on every run, so that an endless one can be cancelled.
const aliveFunc = "_alive"

// interruptible makes the template's loops and named templates call aliveFunc first.
func interruptible(t *template.Template) error {
	probe, err := template.New("").Funcs(template.FuncMap{aliveFunc: func() string {
		return ""
	}}).Parse("{{" + aliveFunc + "}}")
	if err != nil {
		return err
	}
	call := probe.Root.Nodes[0]
	for _, part := range t.Templates() {
		if part.Tree != nil && part.Root != nil {
			walk(part.Root, func(n parse.Node) {
				if loop, ok := n.(*parse.RangeNode); ok {
					loop.List.Nodes = slices.Insert(loop.List.Nodes, 0, call)
				}
			})
			part.Root.Nodes = slices.Insert(part.Root.Nodes, 0, call)
		}
	}
	return nil
}

// walk calls visit for a node and for each node in its branches.
func walk(n parse.Node, visit func(parse.Node)) {
	visit(n)
	branch := func(b *parse.BranchNode) {
		walk(b.List, visit)
		if b.ElseList != nil {
			walk(b.ElseList, visit)
		}
	}
	switch n := n.(type) {
	case *parse.ListNode:
		for _, child := range n.Nodes {
			walk(child, visit)
		}
	case *parse.IfNode:
		branch(&n.BranchNode)
	case *parse.WithNode:
		branch(&n.BranchNode)
	case *parse.RangeNode:
		branch(&n.BranchNode)
	}
}

// bounded returns the text from a template function, or an error if it is too long.
func bounded(s string) (string, error) {
	if len(s) > maxTemplateText {
		return "", fmt.Errorf("a string exceeds %d MB", maxTemplateText>>20)
	}
	return s, nil
}
