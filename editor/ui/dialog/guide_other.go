//go:build !js

package dialog

import "errors"

// distantPicture returns an error: all pictures are embedded here.
func distantPicture(string) ([]byte, error) { return nil, errors.New("it is missing") }
