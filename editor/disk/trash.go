package disk

import "errors"

// ErrNoTrash reports that the system has no trash for a file.
var ErrNoTrash = errors.New("the system has no trash for this file")
