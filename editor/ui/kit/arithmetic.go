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

// Calculate evaluates the text of a number field: a number, or an expression such as 16*3 or (128-16)/2. It ignores a
// trailing unit (px, °) and accepts decimal commas. See [Relative] for changes to the current number.
func Calculate(s string) (float64, error) {
	s = strings.TrimSpace(s)
	for _, unit := range []string{"px", "°"} {
		s = strings.TrimSpace(strings.TrimSuffix(s, unit))
	}
	s = strings.ReplaceAll(s, ",", ".")
	if s == "" {
		return 0, errors.New("enter a number")
	}
	const longest = 200
	if len(s) > longest {
		return 0, errors.New("the number is too long")
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

// Relative parses the text of a number field as a change to the current number: *2 or x2, /2, +16, and with an equals
// sign -=16, +=16, *=2 and /=2. It returns nil for a plain number. -16 is a plain number, because negative numbers are
// typed far more often than subtractions.
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
		return nil, errors.New("cannot divide by 0")
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
	return 0, errors.New("use only + - * / and brackets")
}
