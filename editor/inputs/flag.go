package inputs

import (
	"errors"
	"fmt"
	"strconv"

	"fillet/editor/quote"

	"github.com/spf13/pflag"
)

// PlainFlagError words an error of a flag's value without the names of what parses it.
func PlainFlagError(err error) error {
	var bad *pflag.InvalidValueError
	if !errors.As(err, &bad) {
		return err
	}
	f, value := bad.GetFlag(), quote.Excerpt(bad.GetValue())
	wants, ok := map[string]string{"int": "a whole number", "float64": "a number", "bool": "true or false"}[f.Value.Type()]
	switch {
	case !ok:
		return err
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("--%s is too large: %s", f.Name, value)
	}
	return fmt.Errorf("--%s takes %s, not %q", f.Name, wants, value)
}
