package godot

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fillet/editor/quote"
	"fillet/importers"
)

// Limits on the tree of nodes.
const (
	maxNodes     = 1 << 20 // of a scene with all that it instances
	maxTreeDepth = 256     // nodes below each other
	maxInstances = 48      // scenes that instance each other, one in the other
	maxCopied    = 1 << 22 // see world.copied
)

// Errors that end an import.
var (
	errCycle   = errors.New("scenes that instance each other without end")
	errTooMuch = fmt.Errorf("with all that it instances, the scene has more than %d nodes", maxNodes)
)

// said is what a file says of a node. A scene that instances or inherits another one may say more of its nodes.
type said struct {
	f *file
	s *section
}

// node is a node of the scene tree.
type node struct {
	name, class string
	uid         string // its unique_id in the scene that places it; "" where Godot before 4.6 saved that
	parent      *node
	children    []*node
	said        []said // later ones hold
	groups      []string
	of          string // the name of the scene that was instanced here, without its extension
	isOwn       bool   // the imported scene itself, or one that it inherits, has it
	depth       int
	names       map[string]*node // the first children by their names, where there are many
	named       int              // how many children have been looked at for that
	paths       map[string]*node // of a scene's root: its own nodes by their paths in it; nil once it is built
}

// find is the property of that name, and where it stands.
func (n *node) find(key string) (*property, *file) {
	for i := len(n.said) - 1; i >= 0; i-- {
		if p := n.said[i].s.find(key); p != nil {
			return p, n.said[i].f
		}
	}
	return nil, nil
}

// at is where the node stands in a file: the last that says something of it.
func (n *node) at() (*file, int) {
	last := n.said[len(n.said)-1]
	return last.f, last.s.line
}

// id returns what stays of a node's path when nodes are renamed or moved: from the nearest node with a unique_id on, in the scene that is
// instanced nearest above it. Without such ids it is the path.
func (n *node) id() string {
	switch {
	case n.parent == nil:
		return "."
	case n.uid == "":
		return below(n.parent.id(), n.name)
	}
	scene := n.parent
	for scene != nil && scene.of == "" {
		scene = scene.parent
	}
	if scene == nil {
		return "uid:" + n.uid
	}
	return below(scene.id(), "uid:"+n.uid)
}

// below is the path of a node in another one.
func below(path, name string) string {
	if path == "." {
		return name
	}
	return path + "/" + name
}

// path is the node's place in the tree, from below the root; the root's own is ".".
func (n *node) path() string {
	if n.parent == nil {
		return "."
	}
	var names []string
	for ; n.parent != nil; n = n.parent {
		names = append(names, n.name)
	}
	slices.Reverse(names)
	return strings.Join(names, "/")
}

// tree makes the nodes of the scene.
func (w *world) tree() (*node, error) { return w.instance(w.main, nil, "", true, nil) }

// instance makes the nodes of a scene below a parent. Behind are the scenes whose instancing is under way.
func (w *world) instance(f *file, parent *node, name string, isOwn bool, behind []*file) (*node, error) {
	if slices.Contains(behind, f) {
		return nil, fmt.Errorf("%w: %s", errCycle, quote.ShortPath(f.name))
	}
	if len(behind) == maxInstances {
		return nil, fmt.Errorf("scenes instance each other more than %d deep: %s", maxInstances, quote.ShortPath(f.name))
	}
	behind = append(behind, f)
	var root *node
	for i, s := range f.nodes {
		if i%1024 == 0 {
			if err := w.ctx.Err(); err != nil {
				return nil, err
			}
		}
		var err error
		if i == 0 {
			if root, err = w.root(f, s, parent, name, isOwn, behind); root != nil {
				root.paths = map[string]*node{".": root}
			}
		} else {
			err = w.below(f, s, root, isOwn, behind)
		}
		if err != nil {
			return nil, w.fail(f, s.line, "", err)
		}
		if root == nil {
			return nil, nil
		}
	}
	if root != nil {
		root.paths = nil
	}
	return root, nil
}

// root makes the root of a scene; nil where the scene inherits one that cannot be read.
func (w *world) root(f *file, s *section, parent *node, name string, isOwn bool, behind []*file) (*node, error) {
	if name == "" {
		name = s.attr("name")
	}
	if v := s.attribute("instance"); v != nil {
		base, err := w.scene(f, v)
		if err != nil {
			w.issue(importers.Loss, f, s.line, name, "the scene that it inherits cannot be read: %v", err)
			return nil, nil
		}
		n, err := w.instance(base, parent, name, isOwn, behind)
		if n != nil {
			n.add(f, s)
			n.uid = cmp.Or(s.uid(), n.uid)
		}
		return n, err
	}
	return w.node(f, s, parent, name, isOwn)
}

// below makes a node of a scene that is not its root, or adds what the scene says of one that it has from another.
func (w *world) below(f *file, s *section, root *node, isOwn bool, behind []*file) error {
	name, in := s.attr("name"), s.attr("parent")
	parent := root.descend(in)
	if parent == nil {
		w.issue(importers.Loss, f, s.line, in+"/"+name, "there is no node %q to stand under; the node was left out", in)
		return nil
	}
	var n *node
	var err error
	switch {
	case s.attribute("instance") != nil:
		var of *file
		if of, err = w.scene(f, s.attribute("instance")); err != nil {
			w.issue(importers.Loss, f, s.line, in+"/"+name, "the scene to be instanced here cannot be read: %v", err)
			return nil
		}
		if n, err = w.instance(of, parent, name, false, behind); err != nil || n == nil {
			return err
		}
		n.add(f, s)
		n.of, n.uid = baseName(of.name), s.uid()
	case s.attribute("instance_placeholder") != nil:
		w.issue(importers.Loss, f, s.line, in+"/"+name, "a placeholder, whose scene the game loads later, was left out")
		return nil
	case s.attr("type") != "":
		if n, err = w.node(f, s, parent, name, isOwn); err != nil {
			return err
		}
	default:
		if n = parent.child(name); n == nil {
			w.issue(importers.Warning, f, s.line, in+"/"+name, "there is no such node in the scene that is instanced or inherited here; what is said of it was left out")
			return nil
		}
		n.add(f, s)
	}
	if root.paths != nil {
		key := below(in, name)
		if root.paths[key] == nil {
			root.paths[key] = n
		}
	}
	return nil
}

// node makes a node and puts it under its parent.
func (w *world) node(f *file, s *section, parent *node, name string, isOwn bool) (*node, error) {
	if w.count++; w.count > maxNodes {
		return nil, errTooMuch
	}
	if len(name) > maxName {
		return nil, fmt.Errorf("the name of a node has %d bytes; %d is the limit", len(name), maxName)
	}
	n := &node{name: name, class: s.attr("type"), uid: s.uid(), parent: parent, isOwn: isOwn}
	if parent != nil {
		if n.depth = parent.depth + 1; n.depth > maxTreeDepth {
			return nil, fmt.Errorf("nodes stand more than %d deep under each other", maxTreeDepth)
		}
		parent.children = append(parent.children, n)
	}
	n.add(f, s)
	return n, nil
}

// add adds what a file says of the node.
func (n *node) add(f *file, s *section) {
	n.said = append(n.said, said{f, s})
	if list, ok := s.attribute("groups").([]any); ok {
		for _, v := range list {
			if g, ok := v.(string); ok && g != "" && !slices.Contains(n.groups, g) {
				n.groups = append(n.groups, g)
			}
		}
	}
}

// take counts properties that nodes take from elsewhere, or keys of animations. An error says that there are too many.
func (w *world) take(n int) error {
	if w.copied += n; w.copied > maxCopied {
		return fmt.Errorf("the nodes have more than %d properties and keys of animations together", maxCopied)
	}
	return nil
}

// child is the child of that name, the first of several.
func (n *node) child(name string) *node {
	const few = 16
	if len(n.children) <= few {
		for _, c := range n.children {
			if c.name == name {
				return c
			}
		}
		return nil
	}
	if n.names == nil {
		n.names = map[string]*node{}
	}
	for _, c := range n.children[n.named:] {
		if n.names[c.name] == nil {
			n.names[c.name] = c
		}
	}
	n.named = len(n.children)
	return n.names[name]
}

// descend is the node of that path below a scene's root.
func (n *node) descend(p string) *node {
	if at := n.paths[p]; at != nil {
		return at
	}
	at := n
	for name := range strings.SplitSeq(p, "/") {
		if name == "." || name == "" {
			continue
		}
		if at = at.child(name); at == nil {
			return nil
		}
	}
	if n.paths != nil && p != "" {
		n.paths[p] = at
	}
	return at
}

// scene is the file of the scene that a value names.
func (w *world) scene(f *file, v any) (*file, error) {
	c, ok := v.(call)
	if !ok || c.name != "ExtResource" || len(c.args) != 1 {
		return nil, errors.New("it names no scene")
	}
	id := idText(c.args[0])
	e := f.external[id]
	if e == nil {
		return nil, fmt.Errorf("there is no resource %q in the file", quote.Excerpt(id))
	}
	of, err := w.load(f, e.attr("path"))
	if err == nil && !of.isScene {
		err = fmt.Errorf("%q is no scene", quote.Excerpt(e.attr("path")))
	}
	return of, err
}
