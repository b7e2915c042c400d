package kit

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"strconv"
	"strings"
)

// Calculate is the value of what was typed into a number field: a number, or sums such as 16*3 and (128-16)/2. A unit
// at its end (px, °) is left out, and a decimal comma is taken for a point.
func Calculate(s string) (float64, error) {
	s = strings.TrimSpace(s)
	for _, unit := range []string{"px", "°"} {
		s = strings.TrimSpace(strings.TrimSuffix(s, unit))
	}
	s = strings.ReplaceAll(s, ",", ".")
	if s == "" {
		return 0, errors.New("a number is missing")
	}
	const longest = 200
	if len(s) > longest {
		return 0, errors.New("that is too long for a number")
	}
	e, err := parser.ParseExpr(s)
	if err != nil {
		return 0, fmt.Errorf("%q is not a number", s)
	}
	v, err := evaluate(e)
	if err != nil {
		return 0, err
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%q has no finite value", s)
	}
	return v, nil
}

func evaluate(e ast.Expr) (float64, error) {
	switch e := e.(type) {
	case *ast.BasicLit:
		v, err := strconv.ParseFloat(e.Value, 64)
		if err != nil {
			return 0, fmt.Errorf("%q is not a number", e.Value)
		}
		return v, nil
	case *ast.ParenExpr:
		return evaluate(e.X)
	case *ast.UnaryExpr:
		v, err := evaluate(e.X)
		switch e.Op {
		case token.SUB:
			return -v, err
		case token.ADD:
			return v, err
		}
	case *ast.BinaryExpr:
		x, err := evaluate(e.X)
		if err != nil {
			return 0, err
		}
		y, err := evaluate(e.Y)
		if err != nil {
			return 0, err
		}
		switch e.Op {
		case token.ADD:
			return x + y, nil
		case token.SUB:
			return x - y, nil
		case token.MUL:
			return x * y, nil
		case token.QUO:
			return x / y, nil
		}
	}
	return 0, errors.New("only + - * / and brackets can be used")
}
