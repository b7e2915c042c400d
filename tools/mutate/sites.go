package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The kinds of mutations.
const (
	comparison = "comparison" // < becomes <=, == becomes !=, and vice versa
	sign       = "sign"       // + becomes -, a minus is dropped
	logic      = "logic"      // && becomes ||, a negation is dropped
	constant   = "constant"   // a number is increased, true becomes false
	dropped    = "dropped"    // a statement is dropped
)

var kinds = []string{comparison, sign, logic, constant, dropped}

// site is a place in a file that can be mutated.
type site struct {
	pkg, file string
	line, col int
	from, to  int // byte offsets in the file
	kind      string
	old, new  string
}

func (s *site) String() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s -> %s", s.file, s.line, s.col, s.kind, excerpt(s.old), excerpt(s.new))
}

// excerpt returns a text on one line, shortened if necessary.
func excerpt(s string) string {
	if s == "" {
		return "nothing"
	}
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 70 {
		return string(r[:69]) + "…"
	}
	return s
}

// operators maps each operator to its replacement.
var operators = map[token.Token]struct {
	to   token.Token
	kind string
}{
	token.LSS: {token.LEQ, comparison}, token.LEQ: {token.LSS, comparison},
	token.GTR: {token.GEQ, comparison}, token.GEQ: {token.GTR, comparison},
	token.EQL: {token.NEQ, comparison}, token.NEQ: {token.EQL, comparison},
	token.ADD: {token.SUB, sign}, token.SUB: {token.ADD, sign},
	token.ADD_ASSIGN: {token.SUB_ASSIGN, sign}, token.SUB_ASSIGN: {token.ADD_ASSIGN, sign},
	token.INC: {token.DEC, sign}, token.DEC: {token.INC, sign},
	token.LAND: {token.LOR, logic}, token.LOR: {token.LAND, logic},
}

// sitesOf lists the places in a file that can be mutated.
func sitesOf(pkg, path, shown string) ([]site, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var sites []site
	add := func(pos token.Pos, length int, kind, to string) {
		at := fset.Position(pos)
		sites = append(sites, site{
			pkg, shown, at.Line, at.Column, at.Offset, at.Offset + length, kind,
			string(text[at.Offset : at.Offset+length]), to,
		})
	}
	operator := func(pos token.Pos, op token.Token) {
		if o, ok := operators[op]; ok {
			add(pos, len(op.String()), o.kind, o.to.String())
		}
	}
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok != token.IMPORT
		case *ast.Field: // struct tags
			return n.Tag == nil
		case *ast.ArrayType:
			if n.Len != nil { // a longer array only has unused room
				ast.Inspect(n.Elt, visit)
				return false
			}
		case *ast.CallExpr:
			switch name(n.Fun) {
			case "make":
				if len(n.Args) == 3 { // spare capacity has no visible effect
					ast.Inspect(n.Args[1], visit)
					return false
				}
			case "math.Inf": // only the sign counts
				if u, ok := n.Args[0].(*ast.UnaryExpr); ok {
					add(u.OpPos, 1, sign, "")
				}
				return false
			}
		case *ast.BinaryExpr:
			if !isText(n) {
				operator(n.OpPos, n.Op)
			}
		case *ast.IncDecStmt:
			operator(n.TokPos, n.Tok)
		case *ast.UnaryExpr:
			if n.Op == token.SUB || n.Op == token.NOT {
				kind := sign
				if n.Op == token.NOT {
					kind = logic
				}
				add(n.OpPos, 1, kind, "")
			}
		case *ast.BasicLit:
			if to, ok := increased(n); ok {
				add(n.ValuePos, len(n.Value), constant, to)
			}
		case *ast.Ident:
			if to, ok := map[string]string{"true": "false", "false": "true"}[n.Name]; ok {
				add(n.NamePos, len(n.Name), constant, to)
			}
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				add(n.Pos(), int(n.End()-n.Pos()), dropped, "")
			}
			operator(n.TokPos, n.Tok)
		case *ast.ExprStmt:
			add(n.Pos(), int(n.End()-n.Pos()), dropped, "")
		}
		return true
	}
	ast.Inspect(f, visit)
	return sites, nil
}

// name returns the name of a called function, such as make or math.Inf.
func name(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return name(e.X) + "." + e.Sel.Name
	}
	return ""
}

// isText reports whether a sum joins strings, as far as the syntax shows. Other mutated sums of strings do not compile.
func isText(n *ast.BinaryExpr) bool {
	for _, e := range []ast.Expr{n.X, n.Y} {
		switch e := e.(type) {
		case *ast.BasicLit:
			if e.Kind == token.STRING {
				return n.Op == token.ADD
			}
		case *ast.BinaryExpr:
			if isText(e) {
				return true
			}
		}
	}
	return false
}

// increased returns a larger number: an integer literal plus 1, a float literal plus its value or at least 1.
func increased(n *ast.BasicLit) (string, bool) {
	switch n.Kind {
	case token.INT:
		if x, err := strconv.ParseInt(n.Value, 10, 64); err == nil {
			return strconv.FormatInt(x+1, 10), true
		}
	case token.FLOAT:
		if x, err := strconv.ParseFloat(n.Value, 64); err == nil {
			return "(" + n.Value + " + " + strconv.FormatFloat(max(x, 1), 'g', -1, 64) + ")", true
		}
	}
	return "", false
}

// mutated returns the contents of the file with the change.
func (s *site) mutated(root string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, s.file))
	if err != nil {
		return nil, err
	}
	return slices.Concat(text[:s.from], []byte(s.new), text[s.to:]), nil
}
