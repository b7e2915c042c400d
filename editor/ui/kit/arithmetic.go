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
// at its end (px, °) is left out, and a decimal comma is taken for a point. See [Relative] for what
// changes the number that is there.
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

// Relative takes what was typed into a number field as a change of the number that is there: *2 or x2, /2, +16, and with an equals sign
// also -=16, as well as +=16, *=2 and /=2. It is nil where a number was typed: -16 is one, as negative numbers are typed far more often than
// something is taken off.
func Relative(s string) (f func(float64) float64, err error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return nil, nil
	}
	op, rest := s[0], s[1:]
	switch op {
	case 'x', 'X':
		op = '*'
	case '+', '*', '/', '-':
	default:
		if after, ok := strings.CutPrefix(s, "×"); ok {
			op, rest = '*', after
			break
		}
		return nil, nil
	}
	after, equals := strings.CutPrefix(rest, "=")
	if op == '-' && !equals {
		return nil, nil
	}
	v, err := Calculate(after)
	switch {
	case err != nil:
		return nil, err
	case op == '/' && v == 0:
		return nil, errors.New("nothing can be divided by 0")
	}
	return func(x float64) float64 {
		switch op {
		case '+':
			return x + v
		case '-':
			return x - v
		case '*':
			return x * v
		}
		return x / v
	}, nil
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
