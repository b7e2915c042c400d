package svg

import (
	"cmp"
	"slices"
	"strings"

	"fillet/importers"
)

// paint returns a paint, its fallback if the paint server does not exist, or none if the server paints nothing.
func (im *drawing) paint(text string) string {
	id, isLocal := urlOf(text)
	if !isLocal {
		return text
	}
	if server := im.ids[id]; server != nil {
		switch server.Name {
		case "linearGradient", "radialGradient", "pattern":
			if !im.paints(server) {
				return "none"
			}
			return text
		case "hatch", "mesh", "meshgradient", "solidcolor", "solidColor":
			return text
		}
	}
	_, rest, _ := strings.Cut(text, ")")
	return cmp.Or(strings.TrimSpace(rest), "none")
}

// paints reports whether a gradient or pattern paints anything. A server without content uses the content of the server
// that it refers to.
func (im *drawing) paints(server *importers.XMLNode) bool {
	content := server
	var width, height string
	for range maxUses {
		width, height = cmp.Or(width, im.attr(content, "width")), cmp.Or(height, im.attr(content, "height"))
		if slices.ContainsFunc(content.Children, isContent) {
			break
		}
		href := hrefOf(content)
		id, isOwn := strings.CutPrefix(href, "#")
		if !isOwn && href != "" {
			return true // the server is in another file
		}
		next := im.ids[id]
		if next == nil {
			return false
		}
		content = next
	}
	if server.Name == "pattern" {
		for _, size := range []string{width, height} {
			if x, ok := length(size); ok && x <= 0 || size == "" {
				return false
			}
		}
	}
	known, ok := im.servers[content]
	if !ok && im.serverDepth == maxUses {
		return true
	}
	if !ok {
		im.serverDepth++
		im.servers[content] = false // breaks cycles of patterns
		inherited := im.lookIn(content)
		known = slices.ContainsFunc(content.Children, func(c *importers.XMLNode) bool { return im.shows(c, inherited) })
		im.servers[content] = known
		im.serverDepth--
	}
	return known
}

// isContent reports whether an element in a paint server affects what the server paints.
func isContent(n *importers.XMLNode) bool {
	return isDrawn(n) && !slices.Contains([]string{
		"title", "desc", "metadata", "style", "animate", "animateTransform", "set",
	}, n.Name)
}

// lookIn returns an element's look at its place in the file.
func (im *drawing) lookIn(n *importers.XMLNode) look {
	if n == nil {
		return defaultLook
	}
	im.sheet.noteParents()
	return im.lookIn(im.sheet.parents[n]).with(im.styleOf(n))
}

// shows reports whether an element of a paint server is visible.
func (im *drawing) shows(n *importers.XMLNode, l look) bool {
	style := im.styleOf(n)
	if !isDrawn(n) || isUndisplayed(n, style) || opacity(style["opacity"]) == 0 {
		return false
	}
	l = l.with(style)
	switch n.Name {
	case "stop":
		return opacity(style["stop-opacity"]) > 0 && isPaint(l.used(cmp.Or(style["stop-color"], "black")))
	case "g", "a", "switch", "svg":
		return slices.ContainsFunc(n.Children, func(c *importers.XMLNode) bool { return im.shows(c, l) })
	case "use", "image", "text", "foreignObject":
		return true
	}
	l.fill, l.stroke = im.paint(l.fill), im.paint(l.stroke)
	return isShape(n.Name) && !l.isInvisible && (l.isFilled() || l.isStroked())
}

// filtered reports whether an element's filters hide it, and whether they may show it elsewhere or in an unknown way.
func (im *drawing) filtered(text string) (isHidden, isMoved bool) {
	for {
		name, rest, ok := strings.Cut(text, "(")
		if !ok {
			return isHidden, isMoved
		}
		end := closing(rest, '(', ')')
		args := rest[:end]
		text = rest[min(end+1, len(rest)):]
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "opacity":
			isHidden = isHidden || strings.TrimSpace(args) != "" && opacity(args) == 0
		case "url":
			id, _ := urlOf("url(" + args + ")")
			if f := im.ids[id]; f != nil && f.Name == "filter" {
				isKept, known := im.filters[f]
				if !known {
					isKept = im.keepsInPlace(f)
					im.filters[f] = isKept
				}
				isMoved = isMoved || !isKept
			}
		}
	}
}

// keepsInPlace reports whether a filter's result shows the filtered element in its place, possibly with effects around
// it.
func (im *drawing) keepsInPlace(filter *importers.XMLNode) bool {
	results := map[string]bool{
		"SourceGraphic": true, "SourceAlpha": true, "BackgroundImage": false, "BackgroundAlpha": false,
	}
	last, hasPrimitive := true, false
	input := func(name string) bool {
		if known, ok := results[name]; ok {
			return known
		}
		return last
	}
	for _, p := range filter.Children {
		if !isDrawn(p) || !strings.HasPrefix(p.Name, "fe") {
			continue
		}
		in, in2 := input(p.Attr("in")), input(p.Attr("in2"))
		isZero := func(name string) bool {
			x, ok := length(p.Attr(name))
			return !ok || x == 0
		}
		switch p.Name {
		case "feOffset":
			in = in && isZero("dx") && isZero("dy")
		case "feDisplacementMap":
			in = in && isZero("scale")
		case "feMerge":
			in = slices.ContainsFunc(p.Children, func(c *importers.XMLNode) bool {
				return c.Name == "feMergeNode" && input(c.Attr("in"))
			})
		case "feBlend":
			in = in || in2
		case "feComposite":
			in = composite(p.Attr("operator"), in, in2)
		case "feColorMatrix":
			in = in && !isClearing(p)
		case "feComponentTransfer":
			in = in && !slices.ContainsFunc(p.Children, isClearing)
		case "feFlood":
			in = opacity(im.styleOf(p)["flood-opacity"]) > 0
		case "feImage", "feTurbulence", "feDiffuseLighting", "feSpecularLighting":
			in = true
		}
		last, hasPrimitive = in, true
		if name := p.Attr("result"); name != "" {
			results[name] = in
		}
	}
	return last && hasPrimitive
}

// composite reports whether a feComposite operator keeps the visible parts of its inputs.
func composite(operator string, in, in2 bool) bool {
	switch operator {
	case "in":
		return in && in2
	case "out":
		return in && !in2
	case "atop":
		return in2
	case "xor":
		return in != in2
	}
	return in || in2
}

// isClearing reports whether a colour matrix or transfer function makes everything transparent.
func isClearing(n *importers.XMLNode) bool {
	values := func(name string) []string { return strings.FieldsFunc(n.Attr(name), isSeparator) }
	switch n.Name + " " + n.Attr("type") {
	case "feColorMatrix ", "feColorMatrix matrix":
		list := values("values")
		return len(list) == 20 && allZero(list[15:])
	case "feFuncA linear":
		return n.Has("slope") && allZero([]string{n.Attr("slope"), cmp.Or(n.Attr("intercept"), "0")})
	case "feFuncA table", "feFuncA discrete":
		list := values("tableValues")
		return len(list) > 0 && allZero(list)
	}
	return false
}

func isSeparator(r rune) bool { return strings.ContainsRune(blanks+",", r) }

func allZero(numbers []string) bool {
	return !slices.ContainsFunc(numbers, func(text string) bool {
		x, ok := length(text)
		return !ok || x != 0
	})
}
