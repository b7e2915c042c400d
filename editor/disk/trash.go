package disk

import "errors"

// ErrNoTrash is the error of [Trash] if the system has no trash for a file.
var ErrNoTrash = errors.New("the system has no trash for this file")
