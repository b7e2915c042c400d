package export

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
)

// equalsAny is text/template's eq, for which a role, a body type, a kind or a rounding equals its word.
func equalsAny(a any, others []any) (bool, error) {
	if len(others) == 0 {
		return false, errors.New("missing argument for comparison")
	}
	for _, b := range others {
		if same, err := equal(a, b); same || err != nil {
			return same, err
		}
	}
	return false, nil
}

func equal(a, b any) (bool, error) {
	x, y := plain(a), plain(b)
	switch n := x.(type) {
	case int64:
		if m, ok := y.(uint64); ok {
			return n >= 0 && uint64(n) == m, nil
		}
	case uint64:
		if m, ok := y.(int64); ok {
			return m >= 0 && uint64(m) == n, nil
		}
	case nil:
		return y == nil, nil
	}
	t, u := reflect.TypeOf(x), reflect.TypeOf(y)
	switch {
	case u == nil:
		return false, nil
	case t != u:
		return false, fmt.Errorf("%T and %T cannot be compared", a, b)
	case !reflect.ValueOf(x).Comparable():
		return false, fmt.Errorf("a %T cannot be compared", a)
	}
	return x == y, nil
}

// plain is a value as one of the types that all of its kind are compared as.
func plain(v any) any {
	if word, ok := v.(encoding.TextMarshaler); ok {
		if text, err := word.MarshalText(); err == nil {
			return string(text)
		}
	}
	r := reflect.ValueOf(v)
	switch {
	case !r.IsValid(), r.Kind() == reflect.Pointer && r.IsNil():
		return nil
	case r.Kind() == reflect.Bool:
		return r.Bool()
	case r.Kind() == reflect.String:
		return r.String()
	case r.CanInt():
		return r.Int()
	case r.CanUint():
		return r.Uint()
	case r.CanFloat():
		return r.Float()
	}
	return v
}
