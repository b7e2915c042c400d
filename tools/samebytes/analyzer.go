package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/format"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

var analyzer = &analysis.Analyzer{
	Name:     "samebytes",
	Doc:      "reports computations whose result depends on the processor",
	Requires: []*analysis.Analyzer{inspect.Analyzer},
	Run:      run,
}

// exact lists the functions of package math whose results are bit for bit the same on every processor, because they
// round exactly or only inspect bits. FMA is exact everywhere, in software if necessary.
var exact = map[string]bool{
	"Abs": true, "Ceil": true, "Copysign": true, "Dim": true, "FMA": true, "Float32bits": true, "Float32frombits": true,
	"Float64bits": true, "Float64frombits": true, "Floor": true, "Frexp": true, "Ilogb": true, "Inf": true,
	"IsInf": true, "IsNaN": true,
	"Ldexp": true, "Logb": true, "Max": true, "Min": true, "Mod": true, "Modf": true, "NaN": true, "Nextafter": true,
	"Nextafter32": true, "Remainder": true, "Round": true, "RoundToEven": true, "Signbit": true, "Sqrt": true,
	"Trunc": true,
}

func run(pass *analysis.Pass) (any, error) {
	all := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	kinds := []ast.Node{(*ast.BinaryExpr)(nil), (*ast.AssignStmt)(nil), (*ast.SelectorExpr)(nil)}
	for cursor := range all.Root().Preorder(kinds...) {
		switch n := cursor.Node().(type) {
		case *ast.BinaryExpr:
			if multiplies(pass, n.Op, n.Y) && inexact(pass, n) && !harmless(pass, cursor) {
				reportProduct(pass, n)
			}
		case *ast.AssignStmt:
			if op := operator(n.Tok); multiplies(pass, op, n.Rhs[0]) && isFloat(pass.TypesInfo.TypeOf(n.Lhs[0])) {
				reportAssignment(pass, n, op)
			}
		case *ast.SelectorExpr:
			f, ok := pass.TypesInfo.Uses[n.Sel].(*types.Func)
			if ok && f.Pkg() != nil && f.Pkg().Path() == "math" && !exact[f.Name()] {
				pass.Reportf(n.Pos(), "math.%s is not exactly rounded: its last digits depend on the processor",
					f.Name())
			}
		}
	}
	return nil, nil
}

// operator returns the operator of an assignment such as *=.
func operator(t token.Token) token.Token {
	switch t {
	case token.MUL_ASSIGN:
		return token.MUL
	case token.QUO_ASSIGN:
		return token.QUO
	}
	return token.ILLEGAL
}

// multiplies reports whether the compiler may implement op, with the right operand y, as a multiplication. A division
// by a constant power of two becomes a product with its inverse.
func multiplies(pass *analysis.Pass, op token.Token, y ast.Expr) bool {
	if op != token.QUO {
		return op == token.MUL
	}
	v := pass.TypesInfo.Types[y].Value
	if v == nil {
		return false
	}
	x, _ := constant.Float64Val(constant.ToFloat(v))
	part, _ := math.Frexp(math.Abs(x))
	return part == 0.5
}

// inexact reports whether e is a floating-point value that is computed at run time.
func inexact(pass *analysis.Pass, e ast.Expr) bool {
	tv := pass.TypesInfo.Types[e]
	return tv.Value == nil && isFloat(tv.Type)
}

// isFloat reports whether values of type t may be floating-point or complex numbers.
func isFloat(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsFloat|types.IsComplex) != 0
	case *types.Interface: // constraint of a type parameter
		for i := range u.NumEmbeddeds() {
			if isFloat(u.EmbeddedType(i)) {
				return true
			}
		}
	case *types.Union:
		for i := range u.Len() {
			if isFloat(u.Term(i).Type()) {
				return true
			}
		}
	}
	return false
}

// harmless reports whether the product at the cursor is used in a way that the compiler cannot fuse.
func harmless(pass *analysis.Pass, cursor inspector.Cursor) bool {
	child := cursor
	for parent := cursor.Parent(); ; child, parent = parent, parent.Parent() {
		switch p := parent.Node().(type) {
		case *ast.ParenExpr:
			continue
		case *ast.UnaryExpr:
			continue
		case *ast.BinaryExpr:
			return p.Op != token.ADD && p.Op != token.SUB
		case *ast.AssignStmt:
			return operator(p.Tok) != token.ILLEGAL && child.Node() == p.Rhs[0]
		case *ast.CallExpr:
			return child.Node() != p.Fun && rounds(pass, p)
		default:
			return false
		}
	}
}

// rounds reports whether a call is a conversion to a numeric type, a function of package math or a builtin. None of
// these contains a sum with which an argument could be fused.
func rounds(pass *analysis.Pass, call *ast.CallExpr) bool {
	fun := ast.Unparen(call.Fun)
	if pass.TypesInfo.Types[fun].IsType() {
		return true
	}
	switch f := fun.(type) {
	case *ast.SelectorExpr:
		o, ok := pass.TypesInfo.Uses[f.Sel].(*types.Func)
		return ok && o.Pkg() != nil && o.Pkg().Path() == "math" && o.Name() != "FMA"
	case *ast.Ident:
		_, ok := pass.TypesInfo.Uses[f].(*types.Builtin)
		return ok && (f.Name == "min" || f.Name == "max")
	}
	return false
}

func reportProduct(pass *analysis.Pass, n *ast.BinaryExpr) {
	name, ok := typeName(pass, n)
	d := analysis.Diagnostic{
		Pos: n.Pos(), End: n.End(),
		Message: fmt.Sprintf("the product is not rounded: write %s(%s)", name, source(pass, n)),
	}
	if ok {
		d.SuggestedFixes = []analysis.SuggestedFix{{Message: "Round the product", TextEdits: []analysis.TextEdit{
			{Pos: n.Pos(), End: n.Pos(), NewText: []byte(name + "(")},
			{Pos: n.End(), End: n.End(), NewText: []byte(")")},
		}}}
	}
	pass.Report(d)
}

// reportAssignment reports x *= y and x /= 2. It suggests a fix if x can be written twice.
func reportAssignment(pass *analysis.Pass, n *ast.AssignStmt, op token.Token) {
	left, right := source(pass, n.Lhs[0]), source(pass, n.Rhs[0])
	if b, ok := n.Rhs[0].(*ast.BinaryExpr); ok && b.Op.Precedence() <= token.MUL.Precedence() {
		right = "(" + right + ")"
	}
	name, ok := typeName(pass, n.Lhs[0])
	text := fmt.Sprintf("%s = %s(%s %s %s)", left, name, left, op, right)
	d := analysis.Diagnostic{Pos: n.Pos(), End: n.End(), Message: "the product is not rounded: write " + text}
	if ok && simple(n.Lhs[0]) {
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "Round the product",
			TextEdits: []analysis.TextEdit{{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}},
		}}
	}
	pass.Report(d)
}

// simple reports whether evaluating e twice has the same effect as once.
func simple(e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		if _, call := n.(*ast.CallExpr); call {
			ok = false
		}
		return ok
	})
	return ok
}

// typeName returns e's type as written in e's file, and whether that needs no further import.
func typeName(pass *analysis.Pass, e ast.Expr) (string, bool) {
	t := pass.TypesInfo.TypeOf(e)
	local := true
	name := types.TypeString(t, func(p *types.Package) string {
		if p == pass.Pkg {
			return ""
		}
		local = local && imported(pass, e, p)
		return p.Name()
	})
	return name, local
}

// imported reports whether the file of e imports package p under the package's own name.
func imported(pass *analysis.Pass, e ast.Expr, p *types.Package) bool {
	for _, f := range pass.Files {
		if f.FileStart > e.Pos() || e.Pos() >= f.FileEnd {
			continue
		}
		for _, s := range f.Imports {
			if s.Name == nil && s.Path.Value == `"`+p.Path()+`"` {
				return true
			}
		}
	}
	return false
}

func source(pass *analysis.Pass, n ast.Node) string {
	var out bytes.Buffer
	if err := format.Node(&out, pass.Fset, n); err != nil {
		return "…"
	}
	return out.String()
}
