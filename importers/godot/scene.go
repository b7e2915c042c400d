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

// Limits of the node tree.
const (
	maxNodes     = 1 << 20 // including all instanced scenes
	maxTreeDepth = 256     // nesting of nodes
	maxInstances = 48      // nesting of instanced scenes
	maxCopied    = 1 << 22 // properties and animation keys; see take
)

// Errors that end an import.
var (
	errCycle   = errors.New("scenes that instance each other in a cycle")
	errTooMuch = fmt.Errorf("with all that it instances, the scene has more than %d nodes", maxNodes)
)

// nodeSection is one file's section about a node. A scene that instances or inherits another scene may add properties
// to the other's nodes.
type nodeSection struct {
	f *file
	s *section
}

type node struct {
	name, class string
	uid         string // its unique_id in the scene that places it; "" before Godot 4.6
	parent      *node
	children    []*node
	sections    []nodeSection // later sections take precedence
	groups      []string
	of          string // the base name of the scene that is instanced here
	isOwn       bool   // the node belongs to the imported scene, or to a scene that this inherits
	depth       int
	names       map[string]*node // the first child of each name; only used for many children
	named       int              // the number of children already in names
	paths       map[string]*node // the nodes of a scene by path; only set at its root while it is built
	uids        map[string]*node // the nodes that a scene places, by unique_id; only set at its root
}

// find returns whichever of a property's alternative names is set last, and the file that sets it, or nil.
func (n *node) find(keys ...string) (*property, *file) {
	for i := len(n.sections) - 1; i >= 0; i-- {
		if p := n.sections[i].s.find(keys...); p != nil {
			return p, n.sections[i].f
		}
	}
	return nil, nil
}

// at returns the location of the last section about the node.
func (n *node) at() (*file, int) {
	last := n.sections[len(n.sections)-1]
	return last.f, last.s.line
}

// id returns a path to the node that survives renaming and moving: it starts at the nearest node with a unique_id,
// within the nearest instanced scene above. Without unique_ids, it is the plain path.
func (n *node) id() string {
	switch {
	case n.parent == nil:
		return "."
	case n.uid == "":
		return below(n.parent.id(), n.name)
	}
	scene := n.parent.sceneRoot(nil)
	if scene == nil {
		return "uid:" + n.uid
	}
	return below(scene.id(), "uid:"+n.uid)
}

// below joins the path of a node and a name.
func below(path, name string) string {
	if path == "." {
		return name
	}
	return path + "/" + name
}

// path returns the names from below the root to the node, or "." for the root.
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

// instance builds the nodes of a scene below a parent. behind lists the scenes that are being instanced.
func (w *world) instance(f *file, parent *node, name string, isOwn bool, behind []*file) (*node, error) {
	if slices.Contains(behind, f) {
		return nil, fmt.Errorf("%w: %s", errCycle, quote.ShortPath(f.name))
	}
	if len(behind) == maxInstances {
		return nil, fmt.Errorf("scenes instance each other more than %d deep: %s", maxInstances,
			quote.ShortPath(f.name))
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

// root builds the root of a scene, or returns nil if the inherited scene cannot be read.
func (w *world) root(f *file, s *section, parent *node, name string, isOwn bool, behind []*file) (*node, error) {
	name = cmp.Or(name, s.attr("name"))
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

// below builds a node other than the root, or adds properties to a node from another scene.
func (w *world) below(f *file, s *section, root *node, isOwn bool, behind []*file) error {
	name, in := s.attr("name"), s.attr("parent")
	parent := cmp.Or(root.descend(in), root.descendByUID(s.attribute("parent_id_path")))
	if parent == nil {
		w.issue(importers.Loss, f, s.line, in+"/"+name, "its parent node %q does not exist; the node was left out", in)
		return nil
	}
	var n *node
	var err error
	switch {
	case s.attribute("instance") != nil:
		var of *file
		if of, err = w.scene(f, s.attribute("instance")); err != nil {
			w.issue(importers.Loss, f, s.line, in+"/"+name, "the scene instanced here cannot be read: %v", err)
			return nil
		}
		if n, err = w.instance(of, parent, name, false, behind); err != nil || n == nil {
			return err
		}
		n.add(f, s)
		n.of, n.uid = baseName(of.name), s.uid()
		root.place(n)
	case s.attribute("instance_placeholder") != nil:
		w.issue(importers.Loss, f, s.line, in+"/"+name, "a placeholder, whose scene the game loads later, was left out")
		return nil
	case s.attr("type") != "":
		if n, err = w.node(f, s, parent, name, isOwn); err != nil {
			return err
		}
		root.place(n)
	default:
		if n = cmp.Or(parent.child(name), parent.sceneRoot(root).placed(s.uid())); n == nil {
			w.issue(importers.Warning, f, s.line, in+"/"+name,
				"the instanced or inherited scene has no such node; its properties were left out")
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
			return nil, fmt.Errorf("nodes are nested more than %d deep", maxTreeDepth)
		}
		parent.children = append(parent.children, n)
	}
	n.add(f, s)
	return n, nil
}

func (n *node) add(f *file, s *section) {
	n.sections = append(n.sections, nodeSection{f, s})
	if list, ok := s.attribute("groups").([]any); ok {
		for _, v := range list {
			if g, ok := v.(string); ok && g != "" {
				n.groups = importers.AppendNew(n.groups, g)
			}
		}
	}
}

// take counts properties and animation keys, and fails if there are too many.
func (w *world) take(n int) error {
	if w.copied += n; w.copied > maxCopied {
		return fmt.Errorf("the nodes have more than %d properties and animation keys together", maxCopied)
	}
	return nil
}

// child returns the first child with that name, or nil.
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

// descend returns the node at a path below a scene's root, or nil.
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

// place records a node that the scene with the root n places.
func (n *node) place(of *node) {
	if of.uid == "" || n.placed(of.uid) != nil {
		return
	}
	if n.uids == nil {
		n.uids = map[string]*node{}
	}
	n.uids[of.uid] = of
}

// placed returns the root n of a scene or a node that the scene places, by its unique_id, or nil.
func (n *node) placed(uid string) *node {
	if uid != "" && uid == n.uid {
		return n
	}
	return n.uids[uid]
}

// sceneRoot returns the root of the nearest instanced scene at or above a node, or top if there is none below top.
func (n *node) sceneRoot(top *node) *node {
	for n != top && n.of == "" {
		n = n.parent
	}
	return n
}

// descendByUID returns the node at a path of unique_ids, each in the scene of the previous one, or nil. Godot 4.6 uses
// it if a node on the path of names was renamed or moved.
func (n *node) descendByUID(path any) *node {
	ids, _ := path.(call)
	if len(ids.nums) == 0 {
		return nil
	}
	for _, id := range ids.nums {
		if n = n.placed(uidText(id)); n == nil {
			return nil
		}
	}
	return n
}

// scene returns the file of the scene that a value refers to.
func (w *world) scene(f *file, v any) (*file, error) {
	c, ok := v.(call)
	if !ok || c.name != "ExtResource" || len(c.args) != 1 {
		return nil, errors.New("it names no scene")
	}
	of, name, err := w.external(f, idText(c.args[0]))
	if err == nil && !of.isScene {
		err = fmt.Errorf("%q is not a scene", quote.Excerpt(name))
	}
	return of, err
}
